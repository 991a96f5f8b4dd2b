"""A table as each viewer may know it: whole, and as the changes since an earlier version.

`fogline.core.view` removes the secrets of the game. The secrets of the table (the seed of the
deal, the actions behind the events) are never included. Values are plain data, dataclasses and
records of the engine: `fogline.core.codec.encode` makes JSON of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import Literal

from fogline.boards import builtin_board
from fogline.core.codec import Json
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition, OptionValue
from fogline.core.engine import legal_actions
from fogline.core.memory import Frozen
from fogline.core.messages import Action, Seat
from fogline.core.table import Player, State, View
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.view import view_of
from fogline.saves import header_of
from fogline.table.deal import Deal
from fogline.table.outcomes import TableOutcome, outcome_at
from fogline.table.table_state import Chair, ChatLine, Status, TableState
from fogline.table.undo import UndoModel, undo_model
from fogline.table.viewers import SeatPresence, Viewpoint
from fogline.table.wording import Wording, named_categories, sentence, wording_at


@dataclass(frozen=True)
class GameHeader(Frozen):
    """What a table plays."""

    name: str
    title: str
    version: int
    older_board: str | None
    """The digest of the board, if the game uses a form of it that was corrected since."""
    options: Mapping[str, OptionValue]
    rules: tuple[str, ...]
    """The names of its rules, in the order in which they apply."""
    categories: Mapping[str, str]
    """The names of the categories that points are scored in."""


Gone = Literal["left", "out-of-time"]


@dataclass(frozen=True, slots=True)
class You:
    """The viewer of a snapshot."""

    user: str | None
    seats: tuple[Seat, ...]
    seat: Seat | None
    owner: bool


@dataclass(frozen=True)
class SeatModel(Frozen):
    """A seat and its player."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    name: str | None
    user: str | None
    level: str | None
    gone: Gone | None
    resigned: bool


@dataclass(frozen=True)
class DecisionModel(Frozen):
    """What must be chosen now."""

    type: str
    """The kind of decision, such as `Turn`."""
    text: str
    """A sentence that says what to choose."""


@dataclass(frozen=True)
class LegalAction(Frozen):
    """An action that the viewer may choose now."""

    text: str | None
    """A sentence that says what it does, if it is wanted."""
    action: Action


@dataclass(frozen=True)
class ClockState(Frozen):
    """The clocks at the time `now` of the snapshot."""

    kind: Literal["move", "game"]
    seconds: int
    increment: int
    remaining: tuple[int, ...]
    running: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FailedStartModel:
    """A start that failed."""

    at: int
    seats: tuple[Seat, ...]
    """The seats that did not reveal their contributions."""


@dataclass(frozen=True)
class Fairness(Frozen):
    """How the deal can be verified."""

    scheme: int
    """The commit-reveal scheme: 3. Tables of older versions have 1 or 2, which prove less."""
    commitment: str
    """The SHA-256 of the server's secret."""
    commitments: tuple[str | None, ...]
    """The SHA-256 of each seat's contribution."""
    contributions: tuple[str | None, ...]
    """What the seats have revealed."""
    reveal_by: int | None
    """While the game starts: until when all must have revealed, or the start fails."""
    failed: tuple[FailedStartModel, ...]
    secret: str | None
    """The server's secret, once the game has ended."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole table as one viewer knows it."""

    table: str
    version: int
    status: Status
    now: int
    game: GameHeader
    listed: bool
    owner: str
    seats: tuple[SeatModel, ...]
    presence: SeatPresence
    """Which players are there; bots are not listed."""
    deciding: tuple[Seat, ...]
    decision: DecisionModel | None
    legal: tuple[LegalAction, ...]
    clock: ClockState | None
    fair: Fairness
    view: View | None
    outcome: TableOutcome | None
    final: State | None
    chat: tuple[ChatLine, ...]
    muted: tuple[str, ...]
    rematch: str | None
    undo: UndoModel | None
    """What can be taken back, while the game is running."""
    undone_through_bots: bool
    """Whether a player has taken back decisions of bots."""


FIXED = ("table", "listed", "owner", "presence")
"""The fields of a snapshot that never change, or have a message of their own."""
_COMPARED = tuple(
    field.name
    for field in fields(Snapshot)
    if field.name not in (*FIXED, "version", "now", "view", "chat")
)
_compared = attrgetter(*_COMPARED)
_WHOLE = tuple(field.name for field in fields(Snapshot))
_whole = attrgetter(*_WHOLE)
_VIEW = tuple(field.name for field in fields(View) if field.name != "game")
_PLAYER = tuple(field.name for field in fields(Player))
_STATE = tuple(field.name for field in fields(State) if field.name != "game")


class Snapshots:
    """The snapshots of a table at one moment, for any number of viewers.

    What does not depend on the viewer is computed once.
    """

    def __init__(self, table: TableState, presence: SeatPresence, now: int) -> None:
        self._table = table
        self._worded_by: dict[
            tuple[str, bool], tuple[Wording, GameHeader, DecisionModel | None]
        ] = {}
        self._is_public = table.is_public
        self._clock = _clock(table, now)
        self._deciding = table.deciding
        self._fair = _fairness(table.deal, table.reveal_by, is_public=self._is_public)
        self._now = now
        self._seats = _seats(tuple(table.chairs))
        self._presence = presence
        self._outcome = outcome_at(table)
        self._muted = tuple(sorted(table.muted))
        self._chat = tuple(table.chat)

    def of(self, viewpoint: Viewpoint) -> Snapshot:
        """Return the whole table for all viewers with the same viewpoint."""
        table = self._table
        wording, game, decision = self._worded(viewpoint.language, words=viewpoint.words)
        user = table.chairs[viewpoint.seats[0]].user if viewpoint.seats else None
        view = None if table.state is None else view_of(table.state, viewpoint.seat)
        legal: tuple[LegalAction, ...] = ()
        acts = viewpoint.seat in viewpoint.seats and viewpoint.seat in self._deciding
        if view is not None and acts:
            legal = _legal(wording, legal_actions(view))
        return Snapshot(
            table=table.id,
            version=table.version,
            status=table.status,
            now=self._now,
            game=game,
            listed=table.created.listed,
            owner=table.created.owner,
            seats=self._seats,
            presence=self._presence,
            deciding=self._deciding,
            decision=decision,
            legal=legal,
            clock=self._clock,
            fair=self._fair,
            view=view,
            outcome=self._outcome,
            final=table.state if self._is_public else None,
            chat=self._chat,
            muted=self._muted,
            rematch=table.rematch,
            undo=undo_model(table, user),
            undone_through_bots=table.undone_through_bots,
        )

    def wording(self, viewpoint: Viewpoint) -> Wording:
        """Return the sentences for all viewers with the same viewpoint."""
        return self._worded(viewpoint.language, words=viewpoint.words)[0]

    def _worded(
        self, language: str, *, words: bool
    ) -> tuple[Wording, GameHeader, DecisionModel | None]:
        """Return the sentences of a language, and what consists of them for everybody."""
        if (language, words) not in self._worded_by:
            table, wording = self._table, wording_at(self._table, language, words=words)
            game = _header(table.game, wording.phrasebook, _scored(table))
            decision = None if table.decision is None else _decision(wording, table.decision)
            self._worded_by[language, words] = (wording, game, decision)
        return self._worded_by[language, words]


def snapshot_value(snapshot: Snapshot, you: You) -> dict[str, object]:
    """Return the fields of the JSON of a snapshot, for a viewer."""
    # As in every message the type comes first.
    value: dict[str, object] = {"type": "view", "you": you}
    value |= zip(_WHOLE, _whole(snapshot), strict=True)
    if snapshot.view is not None:
        value["view"] = _table_value("view", snapshot.view, _VIEW)
    if snapshot.final is not None:
        value["final"] = _table_value("state", snapshot.final, _STATE)
    return value


def you_at(viewpoint: Viewpoint, user: str | None) -> You:
    """Describe a viewer."""
    return You(user, viewpoint.seats, viewpoint.seat, viewpoint.owner)


def changes_between(before: Snapshot, now: Snapshot) -> dict[str, object]:
    """Return the fields that differ from an earlier snapshot of the same viewpoint.

    Both are from after the deal, or both from before. Of the chat there are the new lines.
    """
    compared = zip(_COMPARED, _compared(before), _compared(now), strict=True)
    changed = {name: new for name, old, new in compared if new is not old and new != old}
    changed.update(version=now.version, now=now.now)
    if "final" in changed and now.final is not None:
        changed["final"] = _table_value("state", now.final, _STATE)
    if now.view is not None and before.view is not None and now.view is not before.view:
        view = _view_changes(before.view, now.view)
        if view:
            changed["view"] = view
    lines = tuple([line for line in now.chat if line.version > before.version])
    if lines:
        changed["chat"] = lines
    return changed


def _view_changes(before: View, now: View) -> dict[str, object]:
    """Return the fields that differ, and of the players those that do, by seat."""
    # Most are the very same objects, because tables are frozen. Others count only if their values
    # differ: a new object may be due to something that the viewer must not know.
    old, new = vars(before), vars(now)
    changed: dict[str, object] = {
        name: new[name]
        for name in _VIEW
        if new[name] is not old[name] and name != "players" and new[name] != old[name]
    }
    players = {
        str(seat): {name: getattr(player, name) for name in _PLAYER}
        for seat, (player, other) in enumerate(zip(now.players, before.players, strict=True))
        if player is not other and player != other
    }
    if players:
        changed["players"] = players
    return changed


def _table_value(kind: str, table: View | State, names: tuple[str, ...]) -> dict[str, object]:
    """Return the fields of a view or a state, as `fogline.to_json` writes them."""
    header = _header_of(kind, table.game, len(table.players))
    return {**header, **{name: getattr(table, name) for name in names}}


@lru_cache(maxsize=256)
def _header_of(kind: str, game: GameDefinition, seats: int) -> Mapping[str, Json]:
    return header_of(kind, game, seats)


@lru_cache(maxsize=1024)
def _header(game: GameDefinition, phrasebook: Phrasebook, scored: tuple[str, ...]) -> GameHeader:
    return GameHeader(
        name=game.name,
        title=game.title,
        version=game.version,
        older_board=older_board(game),
        options=dict(game.options),
        rules=tuple(rule.name for rule in game.rules),
        categories=named_categories(phrasebook, scored),
    )


def older_board(game: GameDefinition) -> str | None:
    """Return the digest of a board of Fogline that was corrected since the game began."""
    # A board of one's own has its text in the log.
    if game.board_text is not None or game.board_digest == builtin_board(game.name).digest:
        return None
    return game.board_digest


def _decision(wording: Wording, decision: Decision) -> DecisionModel:
    return DecisionModel(type=type(decision).__name__, text=wording.decision(decision))


def _legal(wording: Wording, actions: Iterable[Action]) -> tuple[LegalAction, ...]:
    by_kind = wording.by_kind
    return tuple([_legal_in(*by_kind[type(action)], action) for action in actions])


@lru_cache(maxsize=1 << 15)
def _legal_in(phrasebook: Phrasebook, names: tuple[str, ...] | None, action: Action) -> LegalAction:
    """Describe a legal action; the same ones come again and again."""
    return LegalAction(sentence(phrasebook, names, action), action)


@lru_cache(maxsize=4096)
def _seats(chairs: tuple[Chair, ...]) -> tuple[SeatModel, ...]:
    return tuple(
        SeatModel(
            seat=seat,
            kind=chair.kind,
            name=chair.name,
            user=chair.user,
            level=chair.level,
            gone=_gone(chair),
            resigned=chair.resigned,
        )
        for seat, chair in enumerate(chairs)
    )


def _gone(chair: Chair) -> Gone | None:
    if chair.kind != "person":
        return None
    if chair.left:
        return "left"
    return "out-of-time" if chair.late else None


@lru_cache(maxsize=4096)
def _fairness(deal: Deal, reveal_by: int | None, *, is_public: bool) -> Fairness:
    return Fairness(
        scheme=deal.scheme,
        commitment=deal.commitment,
        commitments=deal.commitments,
        contributions=deal.contributions,
        reveal_by=reveal_by,
        failed=tuple(FailedStartModel(failed.at, failed.seats) for failed in deal.failed),
        secret=deal.secret if is_public else None,
    )


def _clock(table: TableState, now: int) -> ClockState | None:
    rule, clocks = table.created.clock, table.clocks
    if rule is None or clocks is None:
        return None
    return ClockState(
        kind=rule.kind,
        seconds=rule.seconds,
        increment=rule.increment,
        remaining=tuple([clocks.remaining(seat, now) for seat in range(len(table.chairs))]),
        running=tuple(clocks.running),
    )


def _scored(table: TableState) -> tuple[str, ...]:
    """List the categories in which somebody has scored."""
    players: Iterable[Player] = () if table.state is None else table.state.players
    return tuple(sorted({category for player in players for category in player.points}))
