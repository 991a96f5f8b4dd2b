"""What a server says of a table, in the types of the library. All its JSON is read here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fogline import __version__
from fogline.cli.online.client import Body, ServerError
from fogline.core.codec import decode
from fogline.core.errors import FoglineError
from fogline.core.messages import Action, Event, Seat
from fogline.core.outcome import Outcome, Result
from fogline.core.table import EndReason, View
from fogline.saves import from_plain
from fogline.table.fairness import BOUND_CONTRIBUTIONS, COMMITTED_CONTRIBUTIONS
from fogline.table.witness import Shown


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """A seat, and who has it."""

    kind: str
    """`open`, `person` or `bot`."""
    name: str | None
    level: str | None
    """Of the bot that plays, if one does."""
    connected: bool
    gone: str | None
    """Why the player cannot act: `left`, `away` or `out-of-time`."""


@dataclass(frozen=True, slots=True)
class RemoteUndo:
    """What the viewer may take back, and what others ask to take back."""

    move: int | None
    """The version of the viewer's decision that can be taken back."""
    obstacle: str | None
    request: int | None
    """The version of a request that waits for answers."""
    asker: Seat | None
    waiting: tuple[Seat, ...]
    """The seats that have not answered."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table at one version, as its viewer knows it."""

    table: str
    version: int
    status: str
    """`open`, `playing` or `ended`."""
    game: str
    title: str
    chairs: tuple[RemoteSeat, ...]
    seat: Seat | None
    """The seat of the viewer; `None` for a spectator."""
    seats: tuple[Seat, ...]
    """All seats of the viewer."""
    owner: bool
    """Whether the viewer owns the table."""
    deciding: tuple[Seat, ...]
    view: View | None
    legal: tuple[Action, ...]
    outcome: Outcome | None
    reason: str
    """Why the game ended; empty while it goes on."""
    rematch: str | None
    deal: Shown | None
    """`None` at tables whose scheme this Fogline does not know, or has given up."""
    undo: RemoteUndo | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """One entry of the log."""

    version: int
    kind: str
    seat: Seat | None = None
    events: tuple[Event, ...] = ()
    name: str = ""
    text: str = ""
    """What was said."""
    reaction: str | None = None
    undone: int = 0
    """How many moves were taken back; those after the first were moves of bots."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    table: str
    title: str
    status: str
    seats: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A game that a server offers."""

    name: str
    title: str
    seats: tuple[int, int]
    levels: tuple[tuple[str, str], ...]
    """Levels of bots: name and title."""
    options: tuple[tuple[str, str], ...] = field(default=())
    """Options to switch on: name and title."""


def read_table(body: Body) -> TableNow:
    """Read a snapshot; raise `ServerError` if this Fogline cannot."""
    try:
        return _table(body)
    except FoglineError as error:
        raise ServerError(
            f"This Fogline ({__version__}) cannot read the table: {error}. "
            "Install the version and the games of the server."
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _foreign() from None


def _table(body: Body) -> TableNow:
    view = body["view"]
    you, game, outcome, fair = body["you"], body["game"], body["outcome"], body["fair"]
    presence = body["presence"]
    deal = None
    if fair["scheme"] in (COMMITTED_CONTRIBUTIONS, BOUND_CONTRIBUTIONS):
        deal = Shown(
            version=int(body["version"]),
            scheme=int(fair["scheme"]),
            commitment=str(fair["commitment"]),
            commitments=tuple(fair["commitments"]),
            contributions=tuple(fair["contributions"]),
            starting=fair["reveal_by"] is not None,
            attempt=len(fair["failed"]),
        )
    return TableNow(
        table=str(body["table"]),
        version=int(body["version"]),
        status=str(body["status"]),
        game=str(game["name"]),
        title=str(game["title"]),
        chairs=tuple(
            RemoteSeat(
                c["kind"],
                c["name"],
                c["level"],
                c["kind"] == "bot" or seat in presence["connected"],
                c["gone"] or ("away" if seat in presence["away"] else None),
            )
            for seat, c in enumerate(body["seats"])
        ),
        seat=you["seat"],
        seats=tuple(you["seats"]),
        owner=bool(you["owner"]),
        deciding=tuple(body["deciding"]),
        view=None if view is None else from_plain(view, View),
        legal=tuple(decode(Action, each["action"]) for each in body["legal"]),
        outcome=None if outcome is None else _outcome(outcome),
        reason="" if outcome is None else str(outcome["reason"]),
        rematch=body["rematch"],
        deal=deal,
        undo=_undo(body.get("undo")),
    )


def _undo(body: Body | None) -> RemoteUndo | None:
    if body is None:
        return None
    asked = body["request"] or {}
    return RemoteUndo(
        body["move"],
        body["obstacle"],
        asked.get("version"),
        asked.get("seat"),
        tuple(asked.get("waiting", ())),
    )


def _outcome(body: Body) -> Outcome:
    results = tuple(
        Result(r["seat"], r["points"], tuple(r["complete"]), tuple(r["failed"]), r["rank"])
        for r in body["results"]
    )
    known = body["reason"] in list(EndReason)
    return Outcome(results, EndReason(body["reason"]) if known else EndReason.ALL_PASSED)


def read_entries(entries: Sequence[Body]) -> list[Happened]:
    """Read entries of the log; an event of a rule that this Fogline lacks is left out."""
    try:
        return [_happened(entry) for entry in entries]
    except (KeyError, TypeError, AttributeError):
        raise _foreign() from None


def _happened(entry: Body) -> Happened:
    return Happened(
        int(entry["version"]),
        str(entry["type"]),
        entry.get("seat"),
        tuple(event for each in entry.get("events", ()) if (event := _event(each)) is not None),
        str(entry.get("name") or ""),
        str(entry.get("text") or ""),
        entry.get("reaction"),
        int(entry.get("moves", 0)),
    )


def _event(body: Body) -> Event | None:
    try:
        return decode(Event, {key: value for key, value in body.items() if key != "text"})
    except FoglineError:
        return None


def read_list(body: Body) -> list[Listed]:
    """Read a list of tables, with the invitations before the others."""
    try:
        return [
            Listed(str(t["table"]), str(t["title"]), str(t["status"]), tuple(t["seats"]))
            for t in (*body["invitations"], *body["tables"])
        ]
    except (KeyError, TypeError):
        raise _foreign() from None


def read_games(body: Body) -> tuple[list[Offered], str]:
    """Read the games of a server, and its version."""
    try:
        games = [
            Offered(
                str(g["name"]),
                str(g["title"]),
                (int(g["seats"][0]), int(g["seats"][1])),
                tuple((str(level["name"]), str(level["title"])) for level in g["levels"]),
                tuple(
                    (str(o["name"]), str(o.get("title") or o["name"]))
                    for o in g["options"]
                    if o["kind"] == "bool"
                ),
            )
            for g in body["games"]
        ]
        return games, str(body["server"]["version"])
    except (KeyError, TypeError, ValueError, IndexError):
        raise _foreign() from None


def _foreign() -> ServerError:
    return ServerError("The answer is not that of a Fogline server, or of one much newer.")
