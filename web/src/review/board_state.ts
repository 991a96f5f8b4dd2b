/** What the board of a review shows. */
import { type BoardState, EMPTY } from '../board/state';
import type { Judgement, ReviewOption } from '../net/types';
import type { ReviewState } from './review.svelte';
import { targetOf } from './targets';

function base({ view, mechanics, board, liveries }: ReviewState): BoardState {
  if (view === null) return EMPTY;
  return {
    ...EMPTY,
    owners: view.owners,
    liveries,
    pieces: mechanics.pieces(view.parts, board, liveries),
    lights: mechanics.lights(view.parts, board),
  };
}

function pointed(option: ReviewOption | undefined, kind: 'route' | 'place'): string[] {
  const target = option === undefined ? null : targetOf(option.data, kind);
  return target === null ? [] : [target];
}

/** A position: what was played is framed, what an expert would have done is lit. */
export function positionState(shown: ReviewState): BoardState {
  const { decision } = shown;
  return {
    ...base(shown),
    fresh: pointed(decision?.chosen, 'route'),
    way: pointed(decision?.best, 'route'),
    ends: pointed(decision?.best, 'place'),
    place: pointed(decision?.chosen, 'place')[0] ?? null,
  };
}

/** A question: what can be chosen glows. */
export function questionState(
  shown: ReviewState,
  decision: Judgement,
  answer: ReviewOption | undefined,
  isAnswered: boolean,
): BoardState {
  const targets = (kind: 'route' | 'place') => [
    ...new Set(decision.options.flatMap((option) => pointed(option, kind))),
  ];
  const me = shown.view?.players[decision.seat];
  const own = shown.board.tickets.filter(({ id }) =>
    [...(me?.tickets ?? []), ...(me?.offered ?? [])].includes(id),
  );
  return {
    ...base(shown),
    goals: own.flatMap(({ ends }) => ends),
    routes: isAnswered ? [] : targets('route'),
    places: isAnswered ? [] : targets('place'),
    route: pointed(answer, 'route')[0] ?? null,
    place: pointed(answer, 'place')[0] ?? null,
    way: isAnswered ? pointed(decision.best, 'route') : [],
    ends: isAnswered ? pointed(decision.best, 'place') : [],
  };
}
