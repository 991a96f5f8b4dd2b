"""JSON for actions, events, views, states and logs, with a schema number and a digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
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

SCHEMA = 1
"""The number of the format. Older ones stay readable; a newer one is refused."""

T = TypeVar("T", Action, Event, View, State, GameLog)
TableKind = TypeVar("TableKind", bound=Table)


def to_json(value: Action | Event | View | State | GameLog) -> str:
    """Write an action, event, view, state or log as one line of JSON."""
    return _write(to_plain(value))


def to_plain(value: Action | Event | View | State | GameLog) -> dict[str, Json]:
    """Turn it into the plain values that `to_json` writes, to be put into a larger JSON."""
    body: dict[str, Json]
    match value:
        case Action():
            body = {"kind": "action", **_object(encode(value))}
        case Event():
            body = {"kind": "event", **_object(encode(value))}
        case View():
            body = {"kind": "view", **_table_to_json(value)}
        case State():
            body = {"kind": "state", **_table_to_json(value)}
        case GameLog():
            body = _log_to_json(value)
        case _:
            raise TypeError(f"cannot write a {type(value).__name__} as JSON")
    return {"schema": SCHEMA, **body}


def from_json(text: str | bytes, kind: type[T]) -> T:
    """Read back what `to_json` wrote; raise `FormatError` or `LogError` if it is not that."""
    body = _read(text)
    schema = expect(int, body.pop("schema", None), "schema")
    if schema != SCHEMA:
        raise FormatError(f"schema: {schema} is not known here; this Fogline reads {SCHEMA}")
    reader, word = _READERS[kind]
    found = expect(str, body.pop("kind", None), "kind")
    if found != word:
        raise FormatError(f"kind: expected {word!r}, found {found!r}")
    try:
        return cast("T", reader(body))
    except RecursionError:
        raise FormatError("not JSON: it has too many levels") from None


def _write(body: Json) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _read(text: str | bytes) -> dict[str, Json]:
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
        "version": game.version,
        "seats": seats,
        "options": cast("Json", dict(game.options)),
        "board": game.board_text,
    }


def _game_from_json(data: Json) -> tuple[GameDefinition, int]:
    header = dict(expect(dict, data, "game"))
    name = expect(str, header.pop("name", None), "game.name")
    version = expect(int, header.pop("version", None), "game.version")
    seats = expect(int, header.pop("seats", None), "game.seats")
    options = cast("Options", expect(dict, header.pop("options", None), "game.options"))
    board = header.pop("board", None)
    if header:
        raise FormatError(f"game: {next(iter(header))!r} is not expected here")
    if board is None and name not in builtin_boards():
        known = ", ".join(builtin_boards())
        raise FormatError(f"game.name: {name!r} is not one of {known}, and its board is missing")
    if board is None:
        game = define(name, options, version=version)
    else:
        game = define_from_text(expect(str, board, "game.board"), options, version=version)
    game.check_seats(seats)
    return game, seats


def _table_to_json(table: Table) -> dict[str, Json]:
    header = _game_to_json(table.game, len(table.players))
    return {"game": header, **_object(encode(table, skip="game"))}


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
    return {**body, "digest": _digest(body)}


def _log_from_json(body: dict[str, Json]) -> GameLog:
    digest = expect(str, body.pop("digest", None), "digest")
    if digest != _digest({"kind": "log", **body}):
        raise LogError("the log was changed after it was written: its digest does not match.")
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


def _digest(body: dict[str, Json]) -> str:
    """The digest of everything but itself, in any order of the keys."""
    plain = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


_READERS: dict[type, tuple[Callable[[dict[str, Json]], object], str]] = {
    Action: (lambda body: decode(Action, cast("Json", body)), "action"),
    Event: (lambda body: decode(Event, cast("Json", body)), "event"),
    View: (_table_from_json(View), "view"),
    State: (_table_from_json(State), "state"),
    GameLog: (_log_from_json, "log"),
}
