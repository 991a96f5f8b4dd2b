/** A bonus for tickets at the end. */
import { signed, t } from '../i18n/i18n.svelte';
import { numberOf } from '../rulebook/book';
import type { Mechanic } from './registry/mechanic';

const bonus: Mechanic = {
  name: 'ticket-bonus',
  categories: [
    {
      name: 'bonuses',
      order: 50,
      title: () => t('table.category.bonuses'),
      logged: false,
      why: ({ won, winner }) =>
        t('table.why.bonuses', { player: winner, won: signed(won.points.bonuses ?? 0) }),
    },
  ],
  worth(board) {
    const count = numberOf(board.name, 'bonus');
    return count === undefined ? [] : [{ order: 50, text: t('table.worth.bonus', { count }) }];
  },
};
export default bonus;
