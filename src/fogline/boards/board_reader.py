"""Reading a board from a file, a text or the package itself."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import islice
from pathlib import Path

from fogline.boards.board_checks import check_network
from fogline.boards.board_parts import (
    RouteEntry,
    TicketEntry,
    pair_id,
    read_marks,
    read_places,
    read_route_points,
    read_routes,
    read_tickets,
)
from fogline.boards.board_problems import BoardError, BoardProblem
from fogline.boards.inspection import Inspection, expected, label, shown
from fogline.boards.lines import LONGEST_BARE, MOST_LEVELS, Lines, overgrown, tokenize
from fogline.core.board import Board, Route, RouteId, Ticket, slug
from fogline.core.cards import Card

SCHEMA = 1
PACKAGE = "fogline.boards"
OLDER = "older"
"""The folder of earlier versions of built-in boards, from before they were corrected."""
MOST_BYTES = 1024 * 1024
REQUIRED_KEYS = ("schema", "id", "name", "route_points", "places", "routes", "tickets")
OPTIONAL_KEYS = ("credit", "marks", "game", "rules")


@dataclass(frozen=True)
class BoardFile:
    """A board together with the file it was read from."""

    board: Board
    credit: str
    """The source of the facts and how reliable it is; empty if the file has none."""
    game: Mapping[str, object]
    """The section `[game]` as written: which rules the board is played with."""
    rules: Mapping[str, object]
    """The sections `[rules.NAME]` as written: the numbers of each rule."""
    text: str
    """The whole text, so that a saved game can include its board."""
    file: str
    """The name of the file in problems."""
    path: Path | None
    """The path of the file, unless it came as a text or with the package."""
    warnings: tuple[BoardProblem, ...]
    """Warnings: values that the author may not have meant."""

    @cached_property
    def digest(self) -> str:
        """Return the digest of the text, which identifies the version of a board."""
        return board_digest(self.text)


def read_board(path: Path) -> BoardFile:
    """Read a board file, or raise a `BoardError` with all its problems."""
    name = str(path)
    try:
        with path.open("rb") as file:
            # Reading one byte more than allowed detects a file that is too large.
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _failure(name, None, f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a name that no file can have
        raise _failure(name, None, f"cannot be read: {error}") from error
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _failure(name, line, "not a text in UTF-8") from error
    return replace(parse_board(text, name), path=path)


def parse_board(text: str, name: str) -> BoardFile:
    """Read a board from the text of a file; `name` is its name in problems."""
    inspection, document = _open(text, name)
    inspection.keys(document, (), REQUIRED_KEYS, OPTIONAL_KEYS)
    inspection.number(document.get("schema"), ("schema",), SCHEMA, SCHEMA)
    board_id = _read_id(inspection, document.get("id"))
    title = inspection.name(document.get("name"), ("name",))
    credit = inspection.string(document.get("credit"), ("credit",))
    places = read_places(inspection, document.get("places"))
    names = {place.name: place.id for place in places}
    points = read_route_points(inspection, document.get("route_points"))
    routes = read_routes(inspection, document.get("routes"), names, points)
    tickets = read_tickets(inspection, document.get("tickets"), names)
    marks = read_marks(inspection, document.get("marks"), names)
    game = inspection.section(document.get("game"), ("game",))
    rules = inspection.section(document.get("rules"), ("rules",))
    for rule, numbers in (rules or {}).items():
        inspection.section(numbers, ("rules", rule))
    board = Board(
        id=board_id or "",
        name=title or "",
        places=places,
        routes=tuple(_routes(routes)),
        tickets=tuple(_tickets(tickets)),
        route_points=points,
        marks=marks,
        route_marks=_route_marks(routes),
    )
    # If a route was invalid, the places that it may join would seem unconnected.
    if routes and all(route.ends and route.colours for route in routes):
        check_network(inspection, board, tickets)
    if inspection.failed:
        raise BoardError(inspection.problems)
    return BoardFile(
        board=board,
        credit=credit or "",
        game=game or {},
        rules=rules or {},
        text=text,
        file=name,
        path=None,
        warnings=inspection.problems,
    )


@cache
def builtin_boards() -> tuple[str, ...]:
    """List the ids of the boards that come with the package."""
    # `name.picture.toml` is a board's picture, not a board.
    names = (entry.name for entry in files(PACKAGE).iterdir())
    stems = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return tuple(sorted(stem.replace("_", "-") for stem in stems if "." not in stem))


def board_digest(text: str) -> str:
    """Return the SHA-256 digest of a board file, in hexadecimal."""
    # The reader refuses text that cannot be encoded, and reports its line.
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def check_digest(board_file: BoardFile, digest: str | None) -> None:
    """Raise an error if the text of a board does not match a digest."""
    if digest is not None and digest != board_file.digest:
        raise _other_form(board_file.file, digest)


def builtin_board(board_id: str, digest: str | None = None) -> BoardFile:
    """Read a board that comes with the package, by its id; an older version by its digest."""
    forms = _forms(board_id)
    if digest is None:
        return next(iter(forms.values()))
    if digest not in forms:
        raise _other_form(board_id, digest)
    return forms[digest]


@cache
def _forms(board_id: str) -> Mapping[str, BoardFile]:
    """Return all versions of a board by their digests: the current one, then those it replaced."""
    known = builtin_boards()
    if board_id not in known:
        message = f"no board {shown(board_id)} in the package{expected(board_id, known)}"
        raise _failure(board_id, None, message)
    folder, stem = files(PACKAGE), board_id.replace("-", "_")
    present = folder.joinpath(f"{stem}.toml")
    older = folder.joinpath(OLDER)
    names = sorted(entry.name for entry in older.iterdir()) if older.is_dir() else []
    # `older/name.1.toml` is the first version of a board, `older/name.2.toml` the second.
    replaced = [older.joinpath(name) for name in names if name.split(".")[0] == stem]
    forms = [
        parse_board(entry.read_text(encoding="utf-8"), entry.name) for entry in (present, *replaced)
    ]
    return {form.digest: form for form in forms}


def colours_outside(board_file: BoardFile, colours: Collection[Card]) -> tuple[BoardProblem, ...]:
    """Report the tracks in a colour that a game's deck of cards does not have."""
    lines = Lines(tokenize(board_file.text))
    deck = ", ".join(card for card in Card if card in colours)
    problems: list[BoardProblem] = []
    entry = -1
    for route in board_file.board.routes:
        track = sum(twin < route.index for twin in route.twins)
        entry += track == 0
        if route.colour is not None and route.colour not in colours:
            way = ("routes", entry, "tracks", track)
            message = f"{label(way)} is {route.colour}; expected a colour of the deck: {deck}"
            problems.append(BoardProblem(board_file.file, lines.of(way), message))
    return tuple(problems)


def line_of(board_file: BoardFile, *way: str) -> int | None:
    """Return the line of a value or, if it is missing, of what should contain it."""
    return Lines(tokenize(board_file.text)).of(way)


def _open(text: str, name: str) -> tuple[Inspection, Mapping[str, object]]:
    try:
        if len(text.encode()) > MOST_BYTES:
            raise _too_large(name)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise _failure(name, line, "not a text in Unicode") from error
    tokens = tokenize(text)
    overgrowth = overgrown(tokens)
    if overgrowth is not None:
        message = f"too deep or too long; expected at most {MOST_LEVELS} levels and {LONGEST_BARE}"
        raise _failure(name, overgrowth, f"{message} characters without quotes")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, at = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", at)
        # A value missing at the end of the text starts where the tokens end.
        line = int(found[1]) if found else tokens[-1].line
        raise _failure(name, line, f"not TOML: {message}") from error
    return Inspection(name, Lines(tokens)), document


def _read_id(inspection: Inspection, value: object) -> str | None:
    board_id = inspection.name(value, ("id",))
    if board_id is not None and board_id != slug(board_id):
        example = slug(board_id) or "old-west"
        inspection.error(("id",), f"id is {shown(board_id)}; expected one like {shown(example)}")
    return board_id


def _routes(entries: Sequence[RouteEntry]) -> Iterator[Route]:
    index = 0
    for entry in entries:
        if entry.ends is None:
            continue
        tracks = range(index, index + len(entry.colours))
        for number, colour in enumerate(entry.colours, start=1):
            yield Route(
                id=pair_id(entry.ends) + (f"#{number}" if len(tracks) > 1 else ""),
                index=index,
                ends=entry.ends,
                length=entry.length or 1,
                colour=colour,
                ferries=entry.ferries or 0,
                twins=tuple(track for track in tracks if track != index),
            )
            index += 1


def _route_marks(entries: Sequence[RouteEntry]) -> dict[str, tuple[RouteId, ...]]:
    """Collect the marked routes; a mark is on every track of its entry."""
    marks: dict[str, list[RouteId]] = {}
    tracks = iter(_routes(entries))
    for entry in entries:
        if entry.ends is None:
            continue
        for route in islice(tracks, len(entry.colours)):
            for mark in entry.marks:
                marks.setdefault(mark, []).append(route.id)
    return {mark: tuple(routes) for mark, routes in marks.items()}


def _tickets(entries: Sequence[TicketEntry]) -> Iterator[Ticket]:
    for entry in entries:
        if entry.ends is not None:
            yield Ticket(pair_id(entry.ends), entry.ends, entry.points or 0)


def _failure(file: str, line: int | None, message: str) -> BoardError:
    return BoardError([BoardProblem(file, line, message)])


def _other_form(name: str, digest: str) -> BoardError:
    return _failure(name, None, f"no form of this board has the digest {shown(digest)}")


def _too_large(name: str) -> BoardError:
    return _failure(name, None, f"too large; expected at most {MOST_BYTES:,} bytes")
