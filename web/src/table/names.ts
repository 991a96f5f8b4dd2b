/** What things are called, in the player's language where it has a word for them. */

import { list, named, t } from '../i18n/i18n.svelte';
import type { Board, Card, Cards, Route, Seat, Snapshot } from '../net/types';
import { counted } from './cards';

export class Names {
  readonly board: Board;
  #places: Map<string, string>;
  #routes: Map<string, Route>;
  #tickets: Map<string, Board['tickets'][number]>;

  constructor(board: Board) {
    this.board = board;
    this.#places = new Map(board.places.map((place) => [place.id, place.name]));
    this.#routes = new Map(board.routes.map((route) => [route.id, route]));
    this.#tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
  }

  place(id: string): string {
    return this.#places.get(id) ?? id;
  }

  /** "Boise – Salt Lake City". */
  ends(ends: readonly [string, string] | readonly string[]): string {
    return ends.map((end) => this.place(end)).join(' – ');
  }

  route(id: string): string {
    const route = this.#routes.get(id);
    return route === undefined ? id : this.ends(route.ends);
  }

  ticket(id: string): string {
    const ticket = this.#tickets.get(id);
    return ticket === undefined ? id : this.ends(ticket.ends);
  }

  /** "3 red and 1 wild". */
  cards(cards: Cards): string {
    return list(
      counted(cards, this.board.cards).map(([card, count]) => t(`table.count.${card}`, { count })),
    );
  }

  /** "Boise – Helena: 3 red, 4 points". */
  describe(route: Route): string {
    return t('table.route.describe', {
      route: this.ends(route.ends),
      length: this.length(route),
      points: this.points(route),
    });
  }

  /** "4 points". */
  points(route: Route): string {
    return t('table.points', { count: this.board.route_points[String(route.length)] ?? 0 });
  }

  length(route: Route): string {
    // No track is wild; a colour we do not know would be any colour.
    const colour = route.colour === 'wild' ? null : route.colour;
    return t(`table.spaces.${colour ?? 'gray'}`, { count: route.length });
  }
}

export function cardName(card: Card): string {
  return t(`table.card.${card}`);
}

/** Whether a player is connected; bots always are. */
export function isConnected({ seats, presence }: Snapshot, seat: Seat): boolean {
  return seats[seat]?.kind === 'bot' || presence.connected.includes(seat);
}

/** Whether a player has had no connection for a while. */
export const isAway = ({ presence }: Snapshot, seat: Seat) => presence.away.includes(seat);

/** Why a player is absent, if that is the case. */
export function standingOf(snapshot: Snapshot, seat: Seat): string {
  const chair = snapshot.seats[seat];
  if (chair === undefined) return '';
  if (chair.resigned) return t('table.player.resigned');
  if (chair.gone !== null) return t(`table.player.${chair.gone}`);
  if (isAway(snapshot, seat)) return t('table.player.away');
  return isConnected(snapshot, seat) ? '' : t('table.player.offline');
}

export function playerName(snapshot: Snapshot, seat: Seat): string {
  return snapshot.seats[seat]?.name ?? t('table.player', { number: seat + 1 });
}

/** "Bot, Casual", if a bot has the seat. */
export function botLevel(snapshot: Snapshot, seat: Seat): string {
  const level = snapshot.seats[seat]?.level ?? null;
  return level === null ? '' : t('page.wait.bot', { level: named(`page.level.${level}`, level) });
}
