/** What the pictures of the rulebook show. */
import type { Scene } from '../../rulebook/scene';

const figures: Readonly<Record<string, Scene>> = {
  display: { cards: [['blue', 'wild', 'green', 'black', 'red']] },
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
    parts: {
      'tourist-tokens': { stacks: [['alcatraz', 'bell', 2]], aside: [], choice: [], held: [] },
    },
  },
  ticket: { ticket: 'golden-gate-bridge/union-square' },
};
export default figures;
