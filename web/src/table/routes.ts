/** The list of routes: which to show, in which order. */
import type { Board, Card, Route } from '../net/types';

export interface RouteFilter {
  /** Only routes that can be claimed now. */
  claimable: boolean;
  place: string;
  colour: Card | 'gray' | '';
}

/** The routes a filter lets through, by the names of their places. */
export function filtered(
  board: Board,
  filter: RouteFilter,
  claimable: ReadonlySet<string>,
  name: (route: Route) => string,
): Route[] {
  return board.routes
    .filter(
      (route) =>
        (!filter.claimable || claimable.has(route.id)) &&
        (filter.place === '' || route.ends.includes(filter.place)) &&
        (filter.colour === '' || (route.colour ?? 'gray') === filter.colour),
    )
    .sort((a, b) => name(a).localeCompare(name(b)) || a.index - b.index);
}
