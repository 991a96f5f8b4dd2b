/** The server's words, under short names: all are made from its own description. */
import type { components } from './api';

type Schemas = components['schemas'];

export type Snapshot = Schemas['Snapshot'];
export type View = Schemas['View'];
export type Changes = Schemas['Changes'];
export type ViewChanges = Schemas['ViewChanges'];
export type State = Schemas['State'];
export type Player = Schemas['Player'];
export type Cards = Schemas['Cards'];
export type Card = Schemas['Card'];
/** An action of a rule that comes with Fogline. */
export type Action = Schemas['Action'];
/** Any action, those of other packages included. */
export type AnyAction = Schemas['LegalAction']['action'];
export type LegalAction = Schemas['LegalAction'];
/** An event of a rule that comes with Fogline. */
export type GameEvent = Schemas['Event'];
/** Any event, those of other packages included. */
export type AnyEvent = Schemas['MovedEntry']['events'][number];
/** What happened at a table. */
export type Entry = Schemas['Entry'];
export type SeatModel = Schemas['SeatModel'];
export type ClockState = Schemas['ClockState'];
export type ClockModel = Schemas['ClockModel'];
export type Fairness = Schemas['Fairness'];
export type Outcome = Schemas['TableOutcome'];
export type Result = Schemas['SeatResult'];
export type ChatLine = Schemas['ChatLine'];
export type Problem = Schemas['ProblemModel'];
export type Games = Schemas['GamesModel'];
export type Game = Schemas['GameModel'];
export type Level = Schemas['LevelModel'];
export type Board = Schemas['BoardModel'];
export type Place = Schemas['PlaceModel'];
export type Route = Schemas['RouteModel'];
export type Ticket = Schemas['Ticket'];
export type Box = Schemas['BoxModel'];
export type Hints = Schemas['HintsModel'];
/** Hints for some routes; `tickets` is `null` where only routes were asked for. */
export type NewHints = Pick<Schemas['HintsAnswer'], 'routes' | 'tickets' | 'version'>;
export type RouteHint = Schemas['RouteHint'];
export type TicketHint = Schemas['TicketHint'];
export type Review = Schemas['Review'];
export type ReviewStatus = Schemas['ReviewModel'];
export type Judgement = Schemas['Judgement'];
export type ReviewOption = Schemas['JudgedOption'];
export type ReviewFact = Schemas['ReasonFact'];
export type ReviewMoment = Schemas['Moment'];
export type SeatReview = Schemas['SeatReview'];
export type Summary = Schemas['ListedTable'];
export type FinishedGame = Schemas['FinishedGame'];
export type NewTable = Schemas['NewTable'];
export type User = Schemas['UserModel'];
export type Update = Schemas['Update'];
export type ServerMessage = Schemas['ServerMessage'];
export type ClientMessage = Schemas['ClientMessage'];
export type Reaction = NonNullable<Schemas['Say']['reaction']>;
export type Seat = number;
export type ActionOf<T extends Action['type']> = Extract<Action, { type: T }>;
export type EventOf<T extends GameEvent['type']> = Extract<GameEvent, { type: T }>;
