import { plain, plurals } from './formats';

/** One message: a text, or texts by plural form (`one`, `few`, `many`, `other`). */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Values = Readonly<Record<string, string | number>>;

/** Choose the plural form by `count`, and put the values into their `{places}`. */
export function forms(message: Message, values: Values, language: string): string {
  const text = typeof message === 'string' ? message : chosen(message, values.count, language);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? plain(language).format(value) : value;
  });
}

function chosen(message: Exclude<Message, string>, count: unknown, language: string): string {
  if (typeof count !== 'number') return message.other;
  return message[plurals(language).select(count)] ?? message.other;
}
