/** What a review says, in the player's language: actions, luck, and the facts that speak against a choice. */
import { list, named, t } from '../i18n/i18n.svelte';
import type { Mechanics } from '../mechanics/registry/mechanics';
import type {
  AnyEvent,
  Card,
  Judgement,
  Review,
  ReviewFact,
  ReviewMoment,
  ReviewOption,
  Seat,
} from '../net/types';
import { cardName, type Names } from '../table/names';

/** All that is needed to name things. */
export interface Speaker {
  names: Names;
  mechanics: Mechanics;
  who: (seat: Seat) => string;
}

/** What an action does; in the rule's own words where we have none. */
export function sayOption(option: ReviewOption, speaker: Speaker): string {
  return speaker.mechanics.does(option.data, speaker.names) ?? filled(option.sentence, speaker);
}

export function sayChance(chance: Review['chance'][number], speaker: Speaker): string {
  return (
    speaker.mechanics.luck(chance.data as AnyEvent[], speaker) ?? filled(chance.sentence, speaker)
  );
}

/** A sentence of a review, which names players by their seats: `{0}`. */
function filled(sentence: string, { who }: Speaker): string {
  return sentence.replace(/\{(\d)\}/g, (_, seat: string) => who(Number(seat)));
}

/** What happened at a key moment. */
export function sayMoment(moment: ReviewMoment, review: Review, speaker: Speaker): string {
  if (moment.kind === 'luck') {
    const chance = review.chance[moment.index];
    return chance === undefined ? filled(moment.sentence, speaker) : sayChance(chance, speaker);
  }
  const decision = review.decisions[moment.index];
  return decision === undefined
    ? filled(moment.sentence, speaker)
    : sayOption(decision.chosen, speaker);
}

/** The reasons why a decision was bad, a sentence each; a kind of fact that we do not know in English. */
export function reasonsOf(decision: Judgement, speaker: Speaker): string[] {
  const said = decision.facts.map((fact) => sayFact(fact, speaker));
  const known = said.filter((text) => text !== '');
  return known.length > 0 || decision.reason === null ? known : [filled(decision.reason, speaker)];
}

function sayFact({ kind, values }: ReviewFact, { names, who }: Speaker): string {
  const key = `page.review.fact.${kind}` as const;
  if (named(key, '') === '') return '';
  const count = (name: string) => Number(values[name] ?? 0);
  return t(key as 'page.review.fact.claims-later-needed', {
    count: count(kind === 'costs' ? 'points' : 'count'),
    needed: count('needed'),
    enough: count('enough'),
    player: who(count('seat')),
    route: names.route(String(values.route)),
    ticket: names.ticket(String(values.ticket)),
    card: 'card' in values ? cardName(String(values.card) as Card) : '',
    points: t('table.points', { count: count('points') }),
    spaces: t('page.review.spaces', { count: count('spaces') }),
    cards: t('page.review.cards', { count: count('cards') }),
    vehicles: t('table.player.vehicles', { count: count('count') }),
    wilds: t('table.count.wild', { count: count('count') }),
  });
}

/** "Move 12", or "The deal". */
export function sayMove(move: number): string {
  return move === 0 ? t('page.replay.deal') : t('page.review.move', { number: move });
}

/** "Ann 62 % and Bea 38 %". */
export function sayChances(shares: readonly string[], who: (seat: Seat) => string): string {
  return list(shares.map((share, seat) => `${who(seat)} ${share}`));
}
