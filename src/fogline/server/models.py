"""What is sent and received, as types: OpenAPI and the client's types are made from these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SkipValidation,
    StrictBool,
    StrictInt,
)

from fogline.server.problems import Code

LONGEST_NAME = 24
LONGEST_REMARK = 300

REACTIONS = ("hello", "well-played", "thinking", "ouch", "thanks", "oops")


def _printable(text: str) -> str:
    plain = " ".join(text.split())
    if not plain or not plain.isprintable():
        raise ValueError("must have letters that can be shown")
    return plain


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_printable)]
Remark = Annotated[str, Field(min_length=1, max_length=LONGEST_REMARK), AfterValidator(_printable)]
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Login = Annotated[str, Field(pattern=r"^[a-z0-9_-]{3,24}$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]
LevelName = Annotated[str, Field(max_length=32)]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=9)]
Version = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
JsonObject = dict[str, JsonValue]
OwnJson = Annotated[JsonObject, SkipValidation]
"""JSON that the server made itself, and need not look through."""


class Asked(BaseModel):
    """What comes in: nothing may be left over."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """What goes out."""

    model_config = ConfigDict(frozen=True)


class ProblemModel(Told):
    """An error."""

    code: Code
    message: str
    refusal: str | None = None
    version: int | None = None


# Who is asking


class NewSession(Asked):
    """Be a guest, or change one's name."""

    name: Name


class Credentials(Asked):
    """A login and a password."""

    login: Login
    password: Password


class UserModel(Told):
    """Oneself."""

    id: str
    name: str
    login: str | None


class SessionModel(Told):
    """Who one is to the server."""

    user: UserModel | None


class PasskeyQuestion(Told):
    """What a browser's `navigator.credentials` is asked; `state` goes back with its answer."""

    options: OwnJson
    state: str


class PasskeyAnswer(Asked):
    """What the browser answered, as `PublicKeyCredential.toJSON` gives it."""

    state: Annotated[str, Field(max_length=1000)]
    credential: JsonObject


class NewToken(Asked):
    """Make a token."""

    label: Name


class TokenModel(Told):
    """A token, without the token itself."""

    id: str
    label: str


class TokenMade(TokenModel):
    """A new token, shown this once."""

    token: str


class TokensModel(Told):
    """The tokens of an account."""

    tokens: list[TokenModel]


# What can be played


class OptionModel(Told):
    """An option of a game."""

    name: str
    kind: Literal["bool", "int"]
    default: bool | int | str | None
    help: str


class GameModel(Told):
    """A game."""

    name: str
    title: str
    version: int
    seats: tuple[int, int]
    options: list[OptionModel]


class LevelModel(Told):
    """A level of bots."""

    name: str
    title: str


class ServerModel(Told):
    """The server."""

    version: str
    network: str | None
    """Where others in the room find it; told only to who came by an address of this machine."""


class GamesModel(Told):
    """All that can be played."""

    games: list[GameModel]
    levels: list[LevelModel]
    reactions: list[str]
    server: ServerModel


# Tables


class ClockModel(Asked):
    """How much time there is."""

    kind: Literal["move", "game"]
    seconds: Annotated[int, Field(strict=True, ge=1, le=30 * 86400)]
    increment: Annotated[int, Field(strict=True, ge=0, le=86400)] = 0


class SeatWish(Asked):
    """What a seat of a new table shall be."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    level: LevelName | None = None


class NewTable(Asked):
    """A table to create."""

    game: Annotated[str, Field(max_length=64)]
    options: dict[str, StrictBool | StrictInt | Annotated[str, Field(max_length=64)]] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    clock: ClockModel | None = None
    contribution: Word | None = None


class Sit(Asked):
    """Take a seat."""

    name: Name | None = None
    contribution: Word | None = None


class SeatBot(Asked):
    """Give a seat to a bot."""

    level: LevelName


class Invite(Asked):
    """Keep a seat for an account."""

    login: Login


class Mute(Asked):
    """Silence somebody."""

    user: Annotated[str, Field(max_length=32)]
    muted: bool


class Say(Asked):
    """A remark or a reaction: one of them."""

    text: Remark | None = None
    reaction: Literal["hello", "well-played", "thinking", "ouch", "thanks", "oops"] | None = None


class Act(Asked):
    """An action."""

    id: RequestId
    version: Version
    seat: SeatNumber
    action: JsonObject | Annotated[str, Field(max_length=500)]


class SummaryModel(Told):
    """A table in a list."""

    table: str
    game: str
    title: str
    options: dict[str, bool | int | str]
    status: Literal["open", "playing", "ended"]
    seats: list[str | None]
    clock: ClockModel | None
    updated: int


class TablesModel(Told):
    """A list of tables."""

    tables: list[SummaryModel]


class GameHeader(Told):
    """What a table plays."""

    name: str
    title: str
    version: int
    options: dict[str, bool | int | str]


class You(Told):
    """Who the viewer is here."""

    user: str | None
    seats: list[int]
    seat: int | None
    owner: bool


class SeatModel(Told):
    """A seat, and who is on it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    user: str | None
    level: str | None
    connected: bool
    gone: Literal["left", "away", "out-of-time"] | None
    resigned: bool


class LegalAction(Told):
    """Something the viewer may do now."""

    text: str
    action: OwnJson


class ClockState(Told):
    """The clocks at the time `now` of the snapshot."""

    kind: Literal["move", "game"]
    seconds: int
    increment: int
    remaining: list[int]
    running: list[int]


class Fairness(Told):
    """What is known of the deal."""

    commitment: str
    contributions: list[str | None]
    secret: str | None


class ResultModel(Told):
    """What a seat reached."""

    seat: int
    rank: int
    total: int
    points: dict[str, int]
    complete: list[str]
    failed: list[str]
    ways: dict[str, list[str]]
    """For each complete ticket the seat's own routes from end to end, as few spaces as can be."""


class OutcomeModel(Told):
    """How a game ended."""

    reason: Literal["last-round", "all-passed", "resigned"]
    winners: list[int]
    results: list[ResultModel]


class ChatLine(Told):
    """A remark or reaction."""

    version: int
    at: int
    user: str
    name: str
    seat: int | None
    text: str | None
    reaction: str | None


class Snapshot(Told):
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
    decision: str | None
    legal: list[LegalAction]
    clock: ClockState | None
    fair: Fairness
    view: OwnJson | None
    outcome: OutcomeModel | None
    final: OwnJson | None
    chat: list[ChatLine]
    muted: list[str]
    rematch: str | None


class EntriesModel(Told):
    """What happened, redacted for the viewer."""

    table: str
    version: int
    entries: list[OwnJson]


class Acted(Told):
    """An action that is on disk."""

    id: str
    version: int
    entry: OwnJson


class SaidModel(Told):
    """A remark that is on disk."""

    version: int


class Health(Told):
    """How the server is."""

    status: Literal["ok", "failing"]


# Real time, from the server


class Update(Told):
    """What happened, and the table after it."""

    type: Literal["update"] = "update"
    version: int
    entries: list[OwnJson]
    view: Snapshot | None


class Presence(Told):
    """Which seats are connected now."""

    type: Literal["presence"] = "presence"
    connected: list[int]


class Done(Told):
    """One's own action is on disk."""

    type: Literal["done"] = "done"
    id: str | None
    version: int


class Refused(Told):
    """Something was not done."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: ProblemModel


class Pong(Told):
    """An answer to `ping`."""

    type: Literal["pong"] = "pong"
    now: int


ServerMessage = Annotated[
    Snapshot | Update | Presence | Done | Refused | Pong, Field(discriminator="type")
]

# Real time, from the client


class ActMessage(Act):
    """Act."""

    type: Literal["act"]


class ChatMessage(Say):
    """Speak."""

    type: Literal["chat"]


class LookMessage(Asked):
    """Look through the eyes of another of one's seats, or as a spectator."""

    type: Literal["look"]
    seat: SeatNumber | None


class PingMessage(Asked):
    """Ask for the time, to show that one is there."""

    type: Literal["ping"]


ClientMessage = Annotated[
    ActMessage | ChatMessage | LookMessage | PingMessage, Field(discriminator="type")
]
