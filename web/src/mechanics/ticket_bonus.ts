/** A bonus for tickets at the end. */
import { t } from '../i18n/i18n.svelte';
import type { Mechanic } from './registry/mechanic';

const bonus: Mechanic = {
  name: 'ticket-bonus',
  categories: [
    { name: 'bonuses', order: 50, title: () => t('table.category.bonuses'), told: false },
  ],
};
export default bonus;
