/** Ferries: some spaces of a route must be paid for with wild cards. */
import { t } from '../i18n/i18n.svelte';
import type { Mechanic } from './registry/mechanic';

const ferries: Mechanic = {
  name: 'ferries',
  notes: (route) => (route.ferries > 0 ? [t('table.route.ferries', { count: route.ferries })] : []),
  refusals: {
    'too-few-wilds': (_, route) => t('table.route.missing-wilds', { count: route.ferries }),
  },
  sections: {
    refusals: { 'too-few-wilds': 'ferries' },
    route: (route) => (route.ferries > 0 ? 'ferries' : null),
    lessons: { ferry: 'ferries' },
  },
};
export default ferries;
