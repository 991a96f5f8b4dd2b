"""What viewers learn of a table. Nothing about a table leaves the server except through here.

`fogline.core.view` removes the secrets of the game. The secrets of the table (the seed of the
deal, the actions behind the events) are never included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import Literal, NamedTuple

import orjson
from pydantic import BaseModel, TypeAdapter

from fogline.boards import builtin_board
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Event, Seat
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH
from fogline.core.view import redact, view_of
from fogline.saves import to_plain
from fogline.server.live.told import Sight, Told, listed
from fogline.server.live.wording import Wording, named_categories, wording_for, write_event
from fogline.server.wire.base_models import ClockModel
from fogline.server.wire.entry_models import ENTRY_FIELDS, Entry
from fogline.server.wire.table_models import (
    FailedStartModel,
    Fairness,
    GameHeader,
    SeatModel,
    Snapshot,
)
from fogline.store.json_writer import trimmed, write
from fogline.table import entries as e
from fogline.table.deal import Deal
from fogline.table.entries import Logged
from fogline.table.fairness import commitment_of
from fogline.table.outcomes import outcome_at
from fogline.table.table_state import Chair, TableState
from fogline.table.undo import undo_model

_ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


@dataclass(frozen=True)
class SeatPresence:
    """Which seats are connected, and which have been away for a while."""

    connected: frozenset[Seat]
    away: frozenset[Seat]


class Viewpoint(NamedTuple):
    """A viewer: the user, the seat whose view is shown, and the language."""

    user: str | None
    seat: Seat | None
    language: str = ENGLISH


def _older_board(game: GameDefinition) -> str | None:
    """Return the digest of a board of Fogline that was corrected since the game began."""
    # A board of one's own has its text in the log.
    if game.board_text is not None or game.board_digest == builtin_board(game.name).digest:
        return None
    return game.board_digest


def sight_of(table: TableState, viewpoint: Viewpoint) -> Sight:
    """Return what a viewer's snapshot depends on."""
    seats = tuple(table.seats_of(viewpoint.user))
    owner = viewpoint.user == table.created.owner
    return Sight(viewpoint.seat, viewpoint.language, seats, owner)


class Telling:
    """Writes a table as it is at one moment, for any number of viewers.

    What does not depend on the viewer is written once.
    """

    def __init__(self, table: TableState, presence: SeatPresence, now: int) -> None:
        self._table = table
        self._words: dict[str, tuple[Wording, bytes, bytes]] = {}
        self._is_open = table.is_public
        state = table.state
        final = to_plain(state) if self._is_open and state is not None else None
        self._parts = {
            "type": b'"view"',
            "table": _kept(table.id),
            "version": b"%d" % table.version,
            "status": _kept(table.status),
            "now": b"%d" % now,
            "listed": _kept(table.created.listed),
            "owner": _kept(table.created.owner),
            "seats": _seats(tuple(table.chairs), presence),
            "deciding": _kept(table.deciding),
            "clock": _clock(table, now),
            "fair": _fairness(table.deal, table.reveal_by, is_open=self._is_open),
            "outcome": _kept(outcome_at(table)),
            "final": _kept(final),
            "muted": _kept(sorted(table.muted)),
            "rematch": _kept(table.rematch),
            "undone_through_bots": _kept(table.undone_through_bots),
        }

    def told(self, sight: Sight) -> Told:
        """Write the whole table for all viewers with the same sight."""
        table = self._table
        wording, game, decision = self._worded(sight.language)
        user = table.chairs[sight.seats[0]].user if sight.seats else None
        view = None if table.state is None else view_of(table.state, sight.seat)
        legal = legal_actions(view) if view is not None and sight.seat in table.deciding else []
        return Told(
            version=table.version,
            sight=sight,
            parts={
                **self._parts,
                "game": game,
                "decision": decision,
                "legal": listed([_legal(wording, action) for action in legal]),
                "undo": _kept(undo_model(table, user)),
            },
            view=view,
            chat=table.chat,
        )

    def entries(self, news: Sequence[Logged], seat: Seat | None, language: str) -> bytes:
        """Write entries as a viewer may know them."""
        wording, *_ = self._worded(language)
        return listed([entry_json(each, seat, wording, is_open=self._is_open) for each in news])

    def _worded(self, language: str) -> tuple[Wording, bytes, bytes]:
        """Return the sentences of a language, and what is written with them for everybody."""
        if language not in self._words:
            table, wording = self._table, wording_at(self._table, language)
            decision = b"null" if table.decision is None else _decision(wording, table.decision)
            game = _header(table.game, wording.phrasebook, _scored(table))
            self._words[language] = (wording, game, decision)
        return self._words[language]


def snapshot(table: TableState, viewpoint: Viewpoint, presence: SeatPresence, now: int) -> Snapshot:
    """Describe the whole table to a viewer."""
    written = Telling(table, presence, now).told(sight_of(table, viewpoint))
    return Snapshot.model_validate_json(written.json(viewpoint.user))


def _kept(value: object) -> bytes:
    """Write a value that is kept until the table has changed, or longer."""
    return trimmed(orjson.dumps(value))


def _model(model: BaseModel | None) -> bytes:
    return b"null" if model is None else model.model_dump_json().encode()


@lru_cache(maxsize=1024)
def _header(game: GameDefinition, phrasebook: Phrasebook, scored: tuple[str, ...]) -> bytes:
    return _model(
        GameHeader(
            name=game.name,
            title=game.title,
            version=game.version,
            older_board=_older_board(game),
            options=dict(game.options),
            rules=[rule.name for rule in game.rules],
            categories=named_categories(phrasebook, scored),
        )
    )


def _decision(wording: Wording, decision: Decision) -> bytes:
    text = wording.decision(decision)
    return _kept({"type": type(decision).__name__, "text": text})


def _legal(wording: Wording, action: Action) -> bytes:
    """Write a legal action; the same ones come again and again."""
    return _legal_in(wording.phrasebook, wording.names_by_kind[type(action)], action)


@lru_cache(maxsize=1 << 15)
def _legal_in(phrasebook: Phrasebook, names: tuple[str, ...] | None, action: Action) -> bytes:
    text = str(phrasebook.sentence(action, names))
    return trimmed(write({"text": text, "action": action}))


def wording_at(table: TableState, language: str = ENGLISH) -> Wording:
    """Return the sentences for a table, in a language."""
    names = [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(table.chairs)]
    return wording_for(table.game, tuple(names), language)


def snapshot_of_past(
    table: TableState, seat: Seat | None, now: int, language: str = ENGLISH
) -> bytes:
    """Describe an ended table at an earlier version; `final` shows all hands of that moment."""
    nobody = SeatPresence(frozenset(), frozenset())
    sight = sight_of(table, Viewpoint(None, seat, language))
    written = Telling(table, nobody, now).told(sight)
    final = orjson.dumps(None if table.state is None else to_plain(table.state))
    parts = {**written.parts, "legal": b"[]", "undo": b"null", "final": final}
    return replace(written, parts=parts).json(None)


def entry_json(logged: Logged, seat: Seat | None, wording: Wording, *, is_open: bool) -> bytes:
    """Describe an entry to a seat, or with `None` to a spectator; all of it if it is open."""
    entry = logged.entry
    names, values_of = _PLAIN_FIELDS[entry.word]
    told: dict[str, object] = dict(zip(names, values_of(entry), strict=True))
    told["version"] = logged.version
    if isinstance(entry, _WITH_EVENTS):
        events = _events(entry.events, seat, wording, is_open=is_open)
        return orjson.dumps(told)[:-1] + b',"events":' + events + b"}"
    if isinstance(entry, _WITH_SECRET):
        told["commitment"] = commitment_of(entry.secret)
    if isinstance(entry, e.Created):
        clock = clock_model(entry.clock)
        told["clock"] = None if clock is None else clock.model_dump()
    return _kept(told)


_WITH_EVENTS = (e.Dealt, e.Moved)
_WITH_SECRET = (e.Created, e.StartFailed)


def _plain_fields(word: str) -> tuple[tuple[str, ...], attrgetter[tuple[object, ...]]]:
    """List the fields of a kind of entry that are told as they are, and how to get them."""
    # The model of the entry names the fields that are told; no other is.
    own = {field.name for field in fields(e.Entry.kinds[word])} - {"clock", "events"}
    plain = [name for name in ENTRY_FIELDS[word] if name in own]
    return ("type", *plain), attrgetter("word", *plain)


_PLAIN_FIELDS = {word: _plain_fields(word) for word in ENTRY_FIELDS}


def entries_json(table: TableState, entries: Iterable[bytes]) -> bytes:
    """Write entries that are written already, as `EntriesModel` describes them."""
    # At once, because all entries together are long.
    return b'{"table":%b,"version":%d,"entries":[%b]}' % (
        orjson.dumps(table.id),
        table.version,
        b",".join(entries),
    )


def tell_entry(logged: Logged, seat: Seat | None, wording: Wording, *, is_open: bool) -> Entry:
    """Describe an entry, as its model."""
    return _ENTRY.validate_json(entry_json(logged, seat, wording, is_open=is_open))


@lru_cache(maxsize=4096)
def _seats(chairs: tuple[Chair, ...], presence: SeatPresence) -> bytes:
    seats = []
    for seat, chair in enumerate(chairs):
        gone: Literal["left", "away", "out-of-time"] | None = None
        if chair.kind == "person":
            if chair.left:
                gone = "left"
            elif chair.late:
                gone = "out-of-time"
            elif seat in presence.away:
                gone = "away"
        model = SeatModel(
            seat=seat,
            kind=chair.kind,
            name=chair.name,
            user=chair.user,
            level=chair.level,
            connected=chair.kind == "bot" or seat in presence.connected,
            gone=gone,
            resigned=chair.resigned,
        )
        seats.append(_model(model))
    return listed(seats)


@lru_cache(maxsize=4096)
def _fairness(deal: Deal, reveal_by: int | None, *, is_open: bool) -> bytes:
    fairness = Fairness(
        scheme=deal.scheme,
        commitment=deal.commitment,
        commitments=list(deal.commitments),
        contributions=list(deal.contributions),
        reveal_by=reveal_by,
        failed=[FailedStartModel(at=failed.at, seats=list(failed.seats)) for failed in deal.failed],
        secret=deal.secret if is_open else None,
    )
    return _model(fairness)


def clock_model(rule: e.ClockRule | None) -> ClockModel | None:
    """Describe the clock of a table."""
    if rule is None:
        return None
    kind: Literal["move", "game"] = "move" if rule.kind == "move" else "game"
    return ClockModel(kind=kind, seconds=rule.seconds, increment=rule.increment)


def _clock(table: TableState, now: int) -> bytes:
    """Write the clocks, as `ClockState`."""
    rule, clocks = table.created.clock, table.clocks
    if rule is None or clocks is None:
        return b"null"
    state = {
        "kind": "move" if rule.kind == "move" else "game",
        "seconds": rule.seconds,
        "increment": rule.increment,
        "remaining": [clocks.remaining(seat, now) for seat in range(len(table.chairs))],
        "running": clocks.running,
    }
    return _kept(state)


def _events(
    events: tuple[Event, ...], seat: Seat | None, wording: Wording, *, is_open: bool
) -> bytes:
    shown = events if is_open else [redact(event, seat) for event in events]
    return listed([write_event(event, wording) for event in shown])


def _scored(table: TableState) -> tuple[str, ...]:
    """List the categories in which somebody has scored."""
    players = () if table.state is None else table.state.players
    return tuple(sorted({category for player in players for category in player.points}))
