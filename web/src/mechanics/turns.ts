/** Turns: one thing each, or pass if nothing can be done. */
import { t } from '../i18n/i18n.svelte';
import { eventsOfType, type Mechanic } from './registry/mechanic';

const turns: Mechanic = {
  name: 'turns',
  questions: {
    Turn(asked) {
      const offers = asked.mechanics.flatMap((mechanic) => mechanic.turn?.(asked) ?? []);
      return {
        kind: 'buttons',
        shows: offers.flatMap(({ shows }) => shows),
        ask: t('table.turn.yours'),
        more: t('table.turn.more'),
        buttons: offers.flatMap(({ buttons }) => buttons).sort((a, b) => a.order - b.order),
      };
    },
  },
  turn(asked) {
    const pass = asked.first('pass');
    const buttons = pass === null ? [] : [{ order: 90, text: t('table.turn.pass'), does: pass }];
    return { shows: ['pass'], buttons };
  },
  does: { pass: () => t('table.turn.pass') },
  luck(events, { who }) {
    const [first] = eventsOfType(events, 'first');
    return first ? t('table.log.first', { player: who(first.seat) }) : null;
  },
  log: {
    first: (event, { who }) => t('table.log.first', { player: who(event.seat) }),
    turn: () => null,
    'end-turn': () => null,
    passed: (event, { who }) => t('table.log.passed', { player: who(event.seat) }),
  },
  sections: { lessons: { map: 'goal', later: 'turn' } },
};
export default turns;
