/** The server's words, under short names. All but the entries are made from its own description. */
import type { components } from './api';

type Schemas = components['schemas'];

export type Snapshot = Schemas['Snapshot'];
export type View = Schemas['View'];
export type State = Schemas['State'];
export type Player = Schemas['Player'];
export type Cards = Schemas['Cards'];
export type Card = Schemas['Card'];
export type Action = Schemas['Action'];
export type LegalAction = Schemas['LegalAction'];
export type GameEvent = Schemas['Event'];
export type SeatModel = Schemas['SeatModel'];
export type ClockState = Schemas['ClockState'];
export type ClockModel = Schemas['ClockModel'];
export type Fairness = Schemas['Fairness'];
export type Outcome = Schemas['OutcomeModel'];
export type Result = Schemas['ResultModel'];
export type ChatLine = Schemas['ChatLine'];
export type Problem = Schemas['ProblemModel'];
export type Refusal = string;
export type Games = Schemas['GamesModel'];
export type Game = Schemas['GameModel'];
export type Level = Schemas['LevelModel'];
export type Board = Schemas['BoardModel'];
export type Place = Schemas['PlaceModel'];
export type Route = Schemas['RouteModel'];
export type Ticket = Schemas['TicketModel'];
export type Box = Schemas['BoxModel'];
export type Hints = Schemas['HintsModel'];
export type RouteHint = Schemas['RouteHint'];
export type TicketHint = Schemas['TicketHint'];
export type Summary = Schemas['SummaryModel'];
export type NewTable = Schemas['NewTable'];
export type User = Schemas['UserModel'];
export type ServerMessage = Schemas['ServerMessage'];
export type ClientMessage = Schemas['ClientMessage'];
export type Reaction = NonNullable<Schemas['Say']['reaction']>;
export type Seat = number;
export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;
export type EventOf<T extends GameEvent['type']> = Extract<GameEvent, { type: T }>;

interface Stamp {
  version: number;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
}

/** What happened at a table, as `docs/server-api.md` lists it. */
export type Entry = Stamp &
  (
    | { type: 'created'; game: string; seats: number; owner: string; commitment: string }
    | { type: 'seated'; seat: Seat; user: string; name: string; contribution: string | null }
    | { type: 'bot-seated'; seat: Seat; level: string; name: string }
    | { type: 'invited'; seat: Seat; user: string; name: string }
    | { type: 'vacated'; seat: Seat }
    | { type: 'dealt'; events: GameEvent[] }
    | { type: 'moved'; seat: Seat; events: GameEvent[] }
    | { type: 'left' | 'returned' | 'out-of-time' | 'resigned'; seat: Seat }
    | { type: 'handed-over'; seat: Seat; level: string }
    | { type: 'resumed'; pause: number }
    | {
        type: 'said';
        user: string;
        name: string;
        seat: Seat | null;
        text: string | null;
        reaction: Reaction | null;
      }
    | { type: 'muted'; user: string; muted: boolean }
    | { type: 'rematched'; table: string }
  );
