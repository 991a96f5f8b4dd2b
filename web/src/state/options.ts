/** The options of a game that are switched on, by their names. */
import { named } from '../i18n/i18n.svelte';

export function optionNames(
  options: Readonly<Record<string, boolean | number | string>>,
): string[] {
  return Object.entries(options)
    .filter(([, value]) => value === true)
    .map(([name]) => named(`page.option.${name}`, name));
}
