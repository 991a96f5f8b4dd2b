"""JSON for actions, events, views, states and logs, with a schema number and digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, cast

from fogline.boards import builtin_boards
from fogline.core.codec import Json, decode, decode_fields, encode, expect
from fogline.core.definition import GameDefinition, Options
from fogline.core.engine import lay_out
from fogline.core.errors import FormatError
from fogline.core.invariants import violations
from fogline.core.log import GameLog, LogError, Move
from fogline.core.messages import Action, Event
from fogline.core.table import State, Table, View
from fogline.games import define, define_from_text
from fogline.upcasters import schema_of, upcast

MOST_BYTES = 16 * 1024 * 1024
MOST_VALUES = 1_000_000
"""Far more than any game has: these limits stop files that were made to do harm."""

T = TypeVar("T", Action, Event, View, State, GameLog)
TableKind = TypeVar("TableKind", bound=Table)


def to_json(value: Action | Event | View | State | GameLog) -> str:
    """Write an action, event, view, state or log as one line of JSON."""
    return _write(to_plain(value))


def to_plain(value: Action | Event | View | State | GameLog) -> dict[str, Json]:
    """Return the plain values that `to_json` writes, for use in a larger JSON."""
    body: dict[str, Json]
    match value:
        case Action():
            body = {"kind": "action", **_object(encode(value))}
        case Event():
            body = {"kind": "event", **_object(encode(value))}
        case View() | State():
            word = "view" if isinstance(value, View) else "state"
            header = header_of(word, value.game, len(value.players))
            return {**header, **_object(encode(value, skip="game"))}
        case GameLog():
            body = _log_to_json(value)
        case _:
            raise TypeError(f"cannot write a {type(value).__name__} as JSON")
    return {"schema": schema_of(str(body["kind"])), **body}


def from_json(text: str | bytes, kind: type[T]) -> T:
    """Read JSON written by `to_json` of this or an older version.

    Raise `FormatError` or `LogError` if it is invalid, `NewerData` if a newer version wrote it.
    """
    return from_plain(read_plain(text), kind)


def read_file(path: Path) -> bytes:
    """Read a file; raise `FormatError` if it is too large to be a save or a table's log."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FormatError(f"too large: expected at most {MOST_BYTES:,} bytes")
    # Every value but the first follows one of these signs. Counting them takes no memory.
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > MOST_VALUES:
        raise FormatError(f"too long: expected at most {MOST_VALUES:,} values")
    return data


def from_plain(body: dict[str, Json], kind: type[T]) -> T:
    """Read plain values, as `from_json` does."""
    reader, word = _READERS[kind]
    found = expect(str, body.get("kind"), "kind")
    if found != word:
        raise FormatError(f"kind: expected {word!r}, found {found!r}")
    try:
        present = upcast(word, body, word)
        if kind is GameLog:
            _check_digest(body)
            del present["digest"]
        del present["kind"]
        return cast("T", reader(present))
    except RecursionError:
        raise FormatError("not JSON: it has too many levels") from None


@dataclass(frozen=True, slots=True)
class SaveHeader:
    """The description of a game in a save or a table, from which it can be defined again."""

    name: str
    rule_set: str
    version: int
    board_digest: str
    board: str | None
    """The board file, for a board that does not come with Fogline."""
    options: Options = field(default_factory=dict)


def restore(header: SaveHeader, where: str = "game") -> GameDefinition:
    """Define the game that a save or a table describes, with its original rules and board."""
    if header.board is None and header.name not in builtin_boards():
        known = ", ".join(builtin_boards())
        raise FormatError(
            f"{where}.name: {header.name!r} is not one of {known}, and its board is missing"
        )
    if header.board is None:
        game = define(
            header.name, header.options, version=header.version, digest=header.board_digest
        )
    else:
        game = define_from_text(header.board, header.options, version=header.version)
    if game.board_digest != header.board_digest:
        raise FormatError(f"{where}.board: it does not have the digest {header.board_digest!r}")
    if (game.name, game.rule_set) != (header.name, header.rule_set):
        raise FormatError(
            f"{where}: the board is of {game.name!r} by the rules {game.rule_set!r}, "
            f"not of {header.name!r} by the rules {header.rule_set!r}"
        )
    return game


def _write(body: Json) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def read_plain(text: str | bytes) -> dict[str, Json]:
    """Read a JSON object; raise `FormatError` if the text is not one."""
    try:
        return expect(dict, json.loads(text, parse_constant=_no_constant), "the text")
    except json.JSONDecodeError as error:
        cut = " (the text is cut off)" if error.pos >= len(error.doc.rstrip()) else ""
        raise FormatError(f"not JSON: line {error.lineno}: {error.msg}{cut}") from None
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:  # digits without end, levels without end
        raise FormatError(f"not JSON: {error}") from None


def _no_constant(word: str) -> None:
    raise FormatError(f"not JSON: {word} is not a number")


def _object(data: Json) -> dict[str, Json]:
    return expect(dict, data, "value")


def _game_to_json(game: GameDefinition, seats: int) -> Json:
    return {
        "name": game.name,
        "rule_set": game.rule_set,
        "version": game.version,
        "seats": seats,
        "options": cast("Json", dict(game.options)),
        "board_digest": game.board_digest,
        "board": game.board_text,
    }


def _game_from_json(data: Json) -> tuple[GameDefinition, int]:
    fields = dict(expect(dict, data, "game"))
    seats = expect(int, fields.pop("seats", None), "game.seats")
    # Options have values of several types, which `decode_fields` does not support.
    options = cast("Options", expect(dict, fields.pop("options", None), "game.options"))
    known = decode_fields(SaveHeader, fields, "game", skip="options")
    game = restore(SaveHeader(**known, options=options))  # type: ignore[arg-type]  # by their types
    game.check_seats(seats)
    return game, seats


def header_of(kind: str, game: GameDefinition, seats: int) -> dict[str, Json]:
    """Return the first fields in the JSON of a view or state, before those of the table."""
    return {"schema": schema_of(kind), "kind": kind, "game": _game_to_json(game, seats)}


def _table_from_json(kind: type[TableKind]) -> Callable[[dict[str, Json]], TableKind]:
    def read(body: dict[str, Json]) -> TableKind:
        game, seats = _game_from_json(body.pop("game", None))
        fields = decode_fields(kind, cast("Json", body), "table", skip="game")
        table = kind(game=game, **fields)  # type: ignore[arg-type]  # decoded by their types
        empty = lay_out(game, seats)
        if len(table.players) != seats or set(table.parts) != set(empty.parts):
            raise FormatError("table: the players or the parts are not those of the game")
        if isinstance(table, View) and table.seat is not None and table.seat not in table.seats:
            raise FormatError(f"table.seat: there is no seat {table.seat}")
        for problem in violations(table, empty.deck):
            raise FormatError(f"table: {problem}")
        return table

    return read


def _log_to_json(log: GameLog) -> dict[str, Json]:
    body: dict[str, Json] = {
        "kind": "log",
        "game": _game_to_json(log.game, log.seats),
        "set_up": encode(log.set_up),
        "moves": encode(log.moves),
    }
    return {**body, "digest": digest_of({"schema": schema_of("log"), **body})}


def _log_from_json(body: dict[str, Json]) -> GameLog:
    game, seats = _game_from_json(body.pop("game", None))
    set_up = _list(Event, body.pop("set_up", None), "set_up")
    moves = _list(Move, body.pop("moves", None), "moves")
    if body:
        raise FormatError(f"log: {next(iter(body))!r} is not expected here")
    return GameLog(game, seats, set_up, moves)


ItemT = TypeVar("ItemT", Event, Move)


def _list(kind: type[ItemT], data: Json, where: str) -> tuple[ItemT, ...]:
    items = expect(list, data, where)
    return tuple(decode(kind, item, f"{where}[{i}]") for i, item in enumerate(items))


def _check_digest(body: dict[str, Json]) -> None:
    """Check the digest against the data as written, which may be of an older schema."""
    without = ("digest", "schema") if body["schema"] == 1 else ("digest",)
    written = {key: value for key, value in body.items() if key not in without}
    if expect(str, body.get("digest"), "digest") != digest_of(written):
        raise LogError("the log was changed after it was written: its digest does not match.")


def digest_of(body: Json) -> str:
    """Return the SHA-256 digest of plain values; the order of keys does not matter."""
    plain = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


_READERS: dict[type, tuple[Callable[[dict[str, Json]], object], str]] = {
    Action: (lambda body: decode(Action, cast("Json", body)), "action"),
    Event: (lambda body: decode(Event, cast("Json", body)), "event"),
    View: (_table_from_json(View), "view"),
    State: (_table_from_json(State), "state"),
    GameLog: (_log_from_json, "log"),
}
