"""Definitions of games, by name or from a board file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import cast

from fogline.boards import (
    BoardError,
    BoardFile,
    BoardProblem,
    builtin_board,
    builtin_boards,
    check_digest,
    colours_outside,
    line_of,
    parse_board,
    read_board,
)
from fogline.core.cards import Card
from fogline.core.codec import Json, decode_fields, expect
from fogline.core.definition import DefinitionError, GameDefinition, Options, in_order
from fogline.core.errors import FormatError
from fogline.core.rule import Rule
from fogline.games.old_west import OLD_WEST
from fogline.games.rule_set import FIRST, RuleSet, Settings
from fogline.games.san_francisco import SAN_FRANCISCO
from fogline.rules import RULES
from fogline.rules.drawing import Drawing

BOARDS_VARIABLE = "FOGLINE_BOARDS"
"""The environment variable that names the folder of the user's boards."""

_RULE_SETS = {rule_set.name: rule_set for rule_set in (SAN_FRANCISCO, OLD_WEST)}
_NO_RULE_SET = RuleSet("", 1, (2, 4), lambda _: (), (FIRST,))


def boards_folder() -> Path:
    """Return the folder in which the user's boards are found by name."""
    return Path(os.environ.get(BOARDS_VARIABLE) or Path.home() / ".fogline" / "boards")


def game_names() -> list[str]:
    """List the names of all games: those that come with Fogline, then the user's boards."""
    own = sorted(path.stem for path in boards_folder().glob("*.toml") if "." not in path.stem)
    return [*builtin_boards(), *(name for name in own if name not in builtin_boards())]


def find_board(game: str | Path) -> BoardFile:
    """Find a board by the name of its game, or by the path of its file."""
    if isinstance(game, Path) or game.endswith(".toml"):
        return read_board(Path(game))
    if game in builtin_boards():
        return builtin_board(game)
    if game in game_names():
        return read_board(boards_folder() / f"{game}.toml")
    known = ", ".join(game_names())
    raise DefinitionError(
        f"there is no game {game!r}; expected one of: {known}; or the path of a board file (.toml)."
    )


def define(
    game: str | Path,
    options: Options | None = None,
    *,
    version: int | None = None,
    digest: str | None = None,
) -> GameDefinition:
    """Define a game by its name, or by the path of a board file.

    A resumed game names the `version` of its rules and the `digest` of its board, which may
    both be older than those of a new game. Raise `UnknownVersion` or `BoardError` if unknown.
    """
    given = dict(options or {})
    if isinstance(game, str) and game in builtin_boards():
        board_file = builtin_board(game, digest)
        # 1, 1.0 and True are equal for a cache but differ as an option.
        rule_set = rule_set_of(board_file, version)
        Settings(board_file.board.name, rule_set.options, given)
        return _define_builtin(
            game, tuple(sorted(given.items())), rule_set.version, board_file.digest
        )
    board_file = find_board(game)
    check_digest(board_file, digest)
    return define_board(board_file, given, board_text=board_file.text, version=version)


def define_from_text(text: str, options: Options, *, version: int | None = None) -> GameDefinition:
    """Define a game by the text of a board file, as stored in a save, and a version of its rules.

    Raise `UnknownVersion` if the installed rules do not have that version.
    """
    board_file = parse_board(text, "the board in the save")
    return define_board(board_file, options, board_text=text, version=version)


@lru_cache(maxsize=64)
def _define_builtin(
    name: str, options: tuple[tuple[str, bool | int | str], ...], version: int, digest: str
) -> GameDefinition:
    board_file = builtin_board(name, digest)
    return define_board(board_file, dict(options), board_text=None, version=version)


def define_board(
    board_file: BoardFile,
    options: Options,
    *,
    board_text: str | None,
    version: int | None = None,
) -> GameDefinition:
    """Combine a board with the rules that its file names; report everything that does not fit."""
    try:
        rule_set = rule_set_of(board_file, version)
        settings = Settings(board_file.board.name, rule_set.options, options)
        rules = _rules(board_file, rule_set.rules(settings))
    except FormatError as error:
        where = str(error).partition(":")[0]
        line = line_of(board_file, *where.split("."))
        raise BoardError([BoardProblem(board_file.file, line, str(error))]) from None
    definition = GameDefinition(
        name=board_file.board.id,
        title=board_file.board.name,
        board=board_file.board,
        rules=rules,
        seats=rule_set.seats,
        options=options,
        rule_set=rule_set.name,
        version=rule_set.version,
        board_text=board_text,
        board_digest=board_file.digest,
    )
    problems = list(_problems(board_file, definition))
    if problems:
        raise BoardError(problems)
    return definition


def rule_sets() -> Mapping[str, RuleSet]:
    """Return the rule sets that boards can name, those of other packages included."""
    from fogline.games.plugins import plugin_rule_sets  # noqa: PLC0415 (few games need it)

    return {**plugin_rule_sets(), **_RULE_SETS}


def known_rules() -> Mapping[str, type[Rule]]:
    """Return all rules by name: the built-in ones in their order, then those of other packages."""
    from fogline.games.plugins import plugin_rules  # noqa: PLC0415 (few games need it)

    return {**RULES, **plugin_rules()}


def rule_set_versions(name: str) -> tuple[int, ...]:
    """List the versions of a rule set that games can be played by, oldest first."""
    return _rule_set(name).versions


def _rule_set(name: str) -> RuleSet:
    """Return a rule set by name; without a name, one that leaves all rules to the board."""
    if not name:
        return _NO_RULE_SET
    # Search other packages only when they are needed, which reads many small files.
    known = _RULE_SETS if name in _RULE_SETS else rule_sets()
    if name not in known:
        raise FormatError(f"game.rules: {name!r} is not one of {', '.join(known)}")
    return known[name]


def rule_set_of(board_file: BoardFile, version: int | None = None) -> RuleSet:
    """Read the section `[game]` of a board file: the base rules, and the number of players.

    The rules are those of `version`, by default the newest.
    """
    section = cast("dict[str, Json]", dict(board_file.game))
    for key in section:
        if key not in ("rules", "seats", "without"):
            raise FormatError(f"game: {key!r} is not known; expected rules, seats or without")
    name = expect(str, section["rules"], "game.rules") if "rules" in section else ""
    base = _rule_set(name).at(version)
    if "seats" not in section:
        return base
    seats = [
        expect(int, seat, "game.seats") for seat in expect(list, section["seats"], "game.seats")
    ]
    if len(seats) != 2 or not 2 <= seats[0] <= seats[1] <= 6:
        raise FormatError("game.seats: expected the fewest and the most players, from 2 to 6")
    return replace(base, seats=(seats[0], seats[1]))


def _rules(board_file: BoardFile, base: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Read `[rules.NAME]`: change the numbers of a rule, or add it; `without` leaves rules out."""
    rules = {rule.name: rule for rule in base}
    known = RULES if RULES.keys() >= {*rules, *board_file.rules} else known_rules()
    for name, numbers in cast("dict[str, Json]", dict(board_file.rules)).items():
        if name not in known:
            raise FormatError(f"rules.{name}: there is no such rule; there are: {', '.join(known)}")
        kind = type(rules[name]) if name in rules else known[name]
        rules[name] = _with_numbers(kind, rules.get(name), numbers, f"rules.{name}")
    without = cast("Json", board_file.game.get("without", []))
    for name in expect(list, without, "game.without"):
        if rules.pop(expect(str, name, "game.without"), None) is None:
            raise FormatError(f"game.without: there is no rule {name!r} to leave out")
    order = {name: position for position, name in enumerate(known)}
    # A rule set may bring rules that no board file can name.
    ordered = sorted(rules.values(), key=lambda rule: order.get(rule.name, len(order)))
    return in_order(ordered, RULES)


def _with_numbers(kind: type[Rule], base: Rule | None, numbers: Json, where: str) -> Rule:
    """Make a rule from the numbers given; the others keep their defaults."""
    given = expect(dict, numbers, where)
    defaults: dict[str, object] = {}
    for field in fields(kind):  # type: ignore[arg-type]  # rules are dataclasses
        if field.name in given:
            continue
        if base is not None:
            defaults[field.name] = getattr(base, field.name)
        elif field.default is not MISSING:
            defaults[field.name] = field.default
        else:
            raise FormatError(f"{where}: {field.name!r} is missing")
    return kind(**defaults, **decode_fields(kind, given, where, given_only=True))


def _problems(board_file: BoardFile, definition: GameDefinition) -> Iterator[BoardProblem]:
    names = [rule.name for rule in definition.rules]
    for needed in ("turns", "drawing", "tickets", "claiming", "ending"):
        if needed not in names:
            message = f"the rule {needed!r} is missing: add [rules.{needed}]"
            yield BoardProblem(board_file.file, line_of(board_file, "game"), message)
    for rule in definition.rules:
        if isinstance(rule, Drawing):
            yield from colours_outside(board_file, [card for card in Card if rule.deck[card]])
    for name, error in definition.board_errors():
        line = line_of(board_file, "rules", name) or line_of(board_file, "game")
        yield BoardProblem(board_file.file, line, f"{name}: {error}")
