/** What the pictures of the rulebook show: pieces of the real boards, and cards beside them. */
import type { Card, Seat } from '../net/types';
import type { Book } from './book';

export interface Scene {
  /** The routes to look at. */
  routes?: readonly string[];
  /** Who has built there. */
  owners?: Readonly<Record<string, Seat>>;
  /** City markers. */
  markers?: Readonly<Record<string, Seat>>;
  /** Stacks of tourist tokens: symbol and height. */
  stacks?: Readonly<Record<string, readonly [string, number]>>;
  alvin?: string;
  /** Rows of cards: a display, or ways to pay. */
  cards?: readonly (readonly Card[])[];
  ticket?: string;
}

const DISPLAY = { cards: [['blue', 'wild', 'green', 'black', 'red']] } as const;

export const SCENES: Readonly<Record<Book, Readonly<Record<string, Scene>>>> = {
  'san-francisco': {
    display: DISPLAY,
    payments: {
      routes: ['haight-ashbury/pacific-heights'],
      cards: [
        ['black', 'black', 'black'],
        ['black', 'black', 'wild'],
        ['wild', 'wild', 'wild'],
      ],
    },
    ferry: { routes: ['alcatraz/fort-mason#1'], cards: [['orange', 'wild']] },
    twins: {
      routes: ['fort-mason/palace-of-fine-arts#1', 'fort-mason/palace-of-fine-arts#2'],
      owners: { 'fort-mason/palace-of-fine-arts#1': 0 },
    },
    tokens: {
      routes: ['alcatraz/pier-39#1'],
      owners: { 'alcatraz/pier-39#1': 0 },
      stacks: { alcatraz: ['bell', 2] },
    },
    ticket: { ticket: 'golden-gate-bridge/union-square' },
  },
  'old-west': {
    display: DISPLAY,
    network: {
      routes: ['green-river/salt-lake-city#1', 'cheyenne/green-river#1'],
      owners: { 'green-river/salt-lake-city#1': 0, 'cheyenne/green-river#1': 0 },
      markers: { 'salt-lake-city': 0 },
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
      markers: { 'salt-lake-city': 0 },
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
      alvin: 'roswell',
    },
  },
};
