"""Models of all messages. OpenAPI and the types of the client are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt

from fogline.server.base_models import ClockModel, Incoming, JsonObject, Outgoing, OwnJson, Reaction
from fogline.server.entry_models import Entry
from fogline.server.problems import Code
from fogline.server.record_models import ActionJson, StateJson, ViewJson
from fogline.server.undo_models import UndoModel

LONGEST_NAME = 24
LONGEST_REMARK = 300


def _printable(text: str) -> str:
    plain = " ".join(text.split())
    if not plain or not plain.isprintable():
        raise ValueError("must contain printable characters")
    return plain


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_printable)]
Remark = Annotated[str, Field(min_length=1, max_length=LONGEST_REMARK), AfterValidator(_printable)]
Contribution = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""Long enough that nobody can guess it from its hash."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Login = Annotated[str, Field(pattern=r"^[a-z0-9_-]{3,24}$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]
LevelName = Annotated[str, Field(max_length=32)]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=9)]
Version = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]


class ProblemModel(Outgoing):
    """An error."""

    code: Code
    message: str
    refusal: str | None = None
    """The code of the reason why the rules forbid it; `message` says the same in a sentence."""
    version: int | None = None


# Users


class NewSession(Incoming):
    """Become a guest, or change the name."""

    name: Name


class Credentials(Incoming):
    """A login and a password."""

    login: Login
    password: Password


class UserModel(Outgoing):
    """The user of a session."""

    id: str
    name: str
    login: str | None


class SessionModel(Outgoing):
    """A session."""

    user: UserModel | None


class DeviceModel(Outgoing):
    """A session on some device."""

    id: str
    label: str
    """The browser and the system; empty if they are not known."""
    created: int
    seen: int
    """When it was last used, to the hour."""
    current: bool
    """Whether it is the session of this request."""


class DevicesModel(Outgoing):
    """The sessions of a user, the last used first."""

    sessions: list[DeviceModel]


class NewPassword(Incoming):
    """Change the password."""

    old: Password
    new: Password


class DeleteAccount(Incoming):
    """Delete the account. Who has a password must give it."""

    password: Password | None = None


class PasskeyQuestion(Outgoing):
    """Options for the browser's `navigator.credentials`; `state` must be sent back."""

    options: OwnJson
    state: str


class PasskeyAnswer(Incoming):
    """The browser's response, as `PublicKeyCredential.toJSON` writes it."""

    state: Annotated[str, Field(max_length=1000)]
    credential: JsonObject


class NewPasskey(PasskeyAnswer):
    """The browser's response to the challenge for a new passkey, and the name of the passkey."""

    label: Name | None = None


class PasskeyModel(Outgoing):
    """A passkey."""

    id: str
    label: str
    created: int
    """Milliseconds since 1970; 0 if it is older than such times are kept."""


class PasskeysModel(Outgoing):
    """The passkeys of an account."""

    passkeys: list[PasskeyModel]


class NewToken(Incoming):
    """Create a token."""

    label: Name


class TokenModel(Outgoing):
    """A token, without its secret."""

    id: str
    label: str


class TokenMade(TokenModel):
    """A new token with its secret, which is shown only once."""

    token: str


class TokensModel(Outgoing):
    """The tokens of an account."""

    tokens: list[TokenModel]


# Games


class OptionModel(Outgoing):
    """An option of a game."""

    name: str
    title: str
    """Its name for people."""
    kind: Literal["bool", "int"]
    default: bool | int | str | None
    help: str


class LevelModel(Outgoing):
    """A level of bots."""

    name: str
    title: str


class GameModel(Outgoing):
    """A game."""

    name: str
    title: str
    description: str
    """What it is about, in a sentence or two; empty if its board does not say."""
    version: int
    seats: tuple[int, int]
    options: list[OptionModel]
    levels: list[LevelModel]
    """The bots that can play it, from weak to strong."""
    rules: list[str]
    """The names of its rules, with the options at their defaults."""
    rulebook: str | None
    """The rulebook that its rules come from: the name of a rule set."""
    tutorial: bool
    """Whether `/api/tutorial/NAME` teaches it."""
    art: str | None
    """The name of its poster; a client that does not have it shows the board."""


class ServerModel(Outgoing):
    """The server."""

    version: str
    network: str | None
    """Its address in the local network; sent only to clients on the same machine."""


class GamesModel(Outgoing):
    """All games."""

    games: list[GameModel]
    levels: list[LevelModel]
    """The levels that any game has, by which a client names the level of a seat."""
    reactions: list[str]
    server: ServerModel


# Tables


class SeatWish(Incoming):
    """The player of one seat of a new table."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    level: LevelName | None = None

    def named(self, name: str) -> SeatWish:
        """Fill in the name of the player, where none was given."""
        return self if self.name else self.model_copy(update={"name": name})


class NewTable(Incoming):
    """A table to create."""

    game: Annotated[str, Field(max_length=64)]
    options: dict[str, StrictBool | StrictInt | Annotated[str, Field(max_length=64)]] = Field(
        default_factory=dict
    )
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    clock: ClockModel | None = None
    commitment: Sha256 | None = None
    """The SHA-256 of what this client contributes to the deal."""


class Sit(Incoming):
    """Take a seat."""

    name: Name | None = None
    commitment: Sha256 | None = None
    """The SHA-256 of what this client contributes to the deal."""


class Commit(Incoming):
    """Commit to a contribution to the deal."""

    commitment: Sha256


class Reveal(Incoming):
    """Reveal a contribution to the deal."""

    contribution: Contribution


class SeatBot(Incoming):
    """Give a seat to a bot."""

    level: LevelName | None = None
    """Before the start: the level of the bot. Later nobody chooses it."""


class Invite(Incoming):
    """Reserve a seat for an account."""

    login: Login


class Mute(Incoming):
    """Mute a user, or lift the mute."""

    user: Annotated[str, Field(max_length=32)]
    muted: bool


class Say(Incoming):
    """A chat message: either a text or a reaction."""

    text: Remark | None = None
    reaction: Reaction | None = None


class Act(Incoming):
    """An action."""

    id: RequestId
    version: Version
    seat: SeatNumber
    action: JsonObject | Annotated[str, Field(max_length=500)]


class SummaryModel(Outgoing):
    """A table in a list."""

    table: str
    game: str
    title: str
    options: dict[str, bool | int | str]
    status: Literal["open", "playing", "ended"]
    seats: list[str | None]
    clock: ClockModel | None
    updated: int


class TablesModel(Outgoing):
    """A list of tables."""

    tables: list[SummaryModel]
    invitations: list[SummaryModel]
    """With `mine`: the newest open tables to which the user was invited and has not come."""


class GameHeader(Outgoing):
    """What a table plays."""

    name: str
    title: str
    version: int
    older_board: str | None
    """The digest of the board, if the game goes on with a form of it that was corrected since."""
    options: dict[str, bool | int | str]
    rules: list[str]
    """The names of its rules, in the order in which they apply."""
    categories: dict[str, str]
    """The names of the categories that points are scored in."""


class You(Outgoing):
    """The viewer of a snapshot."""

    user: str | None
    seats: list[int]
    seat: int | None
    owner: bool


class SeatModel(Outgoing):
    """A seat and its player."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    user: str | None
    level: str | None
    connected: bool
    gone: Literal["left", "away", "out-of-time"] | None
    resigned: bool


class DecisionModel(Outgoing):
    """What must be chosen now."""

    type: str
    """The kind of decision, such as `Turn`."""
    text: str
    """A sentence that says what to choose."""


class LegalAction(Outgoing):
    """An action that the viewer may choose now."""

    text: str
    """A sentence that says what it does."""
    action: ActionJson


class ClockState(Outgoing):
    """The clocks at the time `now` of the snapshot."""

    kind: Literal["move", "game"]
    seconds: int
    increment: int
    remaining: list[int]
    running: list[int]


class FailedStartModel(Outgoing):
    """A start that failed."""

    at: int
    seats: list[int]
    """The seats that did not reveal their contributions."""


class Fairness(Outgoing):
    """How the deal can be verified."""

    scheme: int
    """2; tables that an older version created have 1, and prove less."""
    commitment: str
    """The SHA-256 of the server's secret."""
    commitments: list[str | None]
    """The SHA-256 of each seat's contribution."""
    contributions: list[str | None]
    """What the seats have revealed."""
    reveal_by: int | None
    """While the game starts: until when all must have revealed, or the start fails."""
    failed: list[FailedStartModel]
    secret: str | None
    """The server's secret, once the game has ended."""


class ResultModel(Outgoing):
    """The result of a seat."""

    seat: int
    rank: int
    total: int
    points: dict[str, int]
    complete: list[str]
    failed: list[str]
    ways: dict[str, list[str]]
    """For each complete ticket, the routes of the seat that connect it, with the fewest spaces."""


class OutcomeModel(Outgoing):
    """The outcome of a game."""

    reason: Literal["last-round", "all-passed", "resigned"]
    winners: list[int]
    results: list[ResultModel]


class ChatLine(Outgoing):
    """A line of the chat."""

    version: int
    at: int
    user: str
    name: str
    seat: int | None
    text: str | None
    reaction: str | None


class Snapshot(Outgoing):
    """A whole table as one viewer knows it."""

    type: Literal["view"] = "view"
    table: str
    version: int
    status: Literal["open", "playing", "ended"]
    now: int
    game: GameHeader
    listed: bool
    owner: str
    you: You
    seats: list[SeatModel]
    deciding: list[int]
    decision: DecisionModel | None
    legal: list[LegalAction]
    clock: ClockState | None
    fair: Fairness
    view: ViewJson | None
    outcome: OutcomeModel | None
    final: StateJson | None
    chat: list[ChatLine]
    muted: list[str]
    rematch: str | None
    undo: UndoModel | None
    """What can be taken back, while the game is running."""


class EntriesModel(Outgoing):
    """Entries of the log, redacted for the viewer."""

    table: str
    version: int
    entries: list[Entry]


class Acted(Outgoing):
    """The response to an action, which is on disk."""

    id: str
    version: int
    entry: Entry


class SaidModel(Outgoing):
    """The response to a chat message, which is on disk."""

    version: int


class Health(Outgoing):
    """The health of the server."""

    status: Literal["ok", "failing"]


# WebSocket messages from the server


class Update(Outgoing):
    """New entries, and the table after them."""

    type: Literal["update"] = "update"
    version: int
    entries: list[Entry]
    view: Snapshot | None


class Presence(Outgoing):
    """Which seats are connected now."""

    type: Literal["presence"] = "presence"
    connected: list[int]


class Done(Outgoing):
    """An action of this client is on disk."""

    type: Literal["done"] = "done"
    id: str | None
    version: int


class Refused(Outgoing):
    """A message of this client was refused."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: ProblemModel


class Pong(Outgoing):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    now: int


ServerMessage = Annotated[
    Snapshot | Update | Presence | Done | Refused | Pong, Field(discriminator="type")
]

# WebSocket messages from the client


class ActMessage(Act):
    """Act."""

    type: Literal["act"]


class ChatMessage(Say):
    """Write to the chat."""

    type: Literal["chat"]


class LookMessage(Incoming):
    """Switch to the view of another seat of the user, or of a spectator."""

    type: Literal["look"]
    seat: SeatNumber | None


class PingMessage(Incoming):
    """Ask for the time, to keep the connection alive."""

    type: Literal["ping"]


Pace = Literal["slow", "normal", "fast"]
"""How much time bots take for their moves."""


class PaceMessage(Incoming):
    """Ask bots to play slower or faster; the slowest wish of the players counts."""

    type: Literal["pace"]
    pace: Pace


ClientMessage = Annotated[
    ActMessage | ChatMessage | LookMessage | PaceMessage | PingMessage,
    Field(discriminator="type"),
]
