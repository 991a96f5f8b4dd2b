/** The last round and the end. */
import { t } from '../i18n/i18n.svelte';
import type { Mechanic } from './registry/mechanic';

const ending: Mechanic = {
  name: 'ending',
  log: {
    'last-round': (event, { who }) => t('table.log.last-round', { player: who(event.seat) }),
    ended: () => t('table.log.ended'),
  },
  sounds: { 'last-round': 'bell', ended: 'bell' },
  sections: { lessons: { 'last-turn': 'last-round', end: 'scoring' } },
};
export default ending;
