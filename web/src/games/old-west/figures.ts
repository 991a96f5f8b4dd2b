/** What the pictures of the rulebook show. */
import type { Scene } from '../../rulebook/scene';

const figures: Readonly<Record<string, Scene>> = {
  display: { cards: [['blue', 'wild', 'green', 'black', 'red']] },
  network: {
    routes: ['green-river/salt-lake-city#1', 'cheyenne/green-river#1'],
    owners: { 'green-river/salt-lake-city#1': 0, 'cheyenne/green-river#1': 0 },
    parts: {
      'city-markers': {
        cities: [['salt-lake-city', 0]],
        starts: ['salt-lake-city'],
        claimed: null,
      },
    },
  },
  payments: {
    routes: ['denver/grand-junction'],
    cards: [
      ['red', 'red', 'red'],
      ['red', 'red', 'wild'],
      ['wild', 'wild', 'wild'],
    ],
  },
  markers: {
    routes: ['salt-lake-city/st-george#1'],
    owners: { 'salt-lake-city/st-george#1': 1 },
    parts: {
      'city-markers': {
        cities: [['salt-lake-city', 0]],
        starts: ['salt-lake-city'],
        claimed: null,
      },
    },
  },
  ferry: { routes: ['los-angeles/san-francisco'] },
  twins: {
    routes: ['ashland/eugene#1', 'ashland/eugene#2', 'ashland/eugene#3'],
    owners: { 'ashland/eugene#2': 0 },
  },
  ticket: { ticket: 'boise/san-diego' },
  alvin: {
    routes: ['albuquerque/roswell'],
    owners: { 'albuquerque/roswell': 0 },
    parts: { alvin: { city: 'roswell', holder: null, moving: false } },
  },
};
export default figures;
