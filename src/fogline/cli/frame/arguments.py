"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fogline.cli.frame.command import Parser, UsageError

if TYPE_CHECKING:  # games load all rules, which commands without a game and --help do not need
    from fogline.core.chance import Seed
    from fogline.core.definition import GameDefinition, Options, OptionValue
    from fogline.games import Option

GAME_HELP = "san-francisco, old-west, a board of your own by name, or the path of a FILE.toml"

_WHOLE = re.compile(r"([0-9]{1,9})(?:[eE]\+?([0-9]))?", re.ASCII)
"""Digits, or as in 1e6."""
_TOO_MANY = 10**9

_YES = ("yes", "true", "on", "1")
_NO = ("no", "false", "off", "0")


def add_seed(parser: Parser) -> None:
    """Declare `--seed`."""
    parser.add_argument(
        "--seed",
        type=read_seed,
        metavar="S",
        help="a number or word; the same seed gives the same game (default: a new one)",
    )


def add_options(parser: Parser) -> None:
    """Declare `--option`."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option of the game: NAME, NAME=no or first=0; may be repeated",
    )


def add_json(parser: Parser) -> None:
    """Declare `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def whole_number(least: int) -> Callable[[str], int]:
    """Make a reader of whole numbers for `add_argument(type=…)`."""

    def read(text: str) -> int:
        found = _WHOLE.fullmatch(text)
        number = int(found[1]) * 10 ** int(found[2] or 0) if found else -1
        if least <= number < _TOO_MANY:
            return number
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, {least} or more")

    return read


def words(text: str) -> list[str]:
    """Split what is separated by commas."""
    return [word.strip() for word in text.split(",")]


def read_seed(text: str) -> Seed:
    """Read a seed; a number in plain digits is one."""
    try:
        number = int(text)
    except ValueError:
        return text
    return number if str(number) == text else text


def new_seed() -> int:
    """Choose a new seed, short enough to be read aloud."""
    return secrets.randbelow(1_000_000_000)


def options_of(game: str) -> tuple[Option, ...]:
    """List the options that a game knows."""
    from fogline.games import find_board, rule_set_of  # noqa: PLC0415 (as above)

    return rule_set_of(find_board(game)).options


def load_game(game: str, given: Sequence[str]) -> GameDefinition:
    """Define a game with options from a command line."""
    from fogline.games import define  # noqa: PLC0415 (as above)

    return define(game, read_options(game, given))


def read_options(game: str, given: Sequence[str]) -> Options:
    """Read options from a command line; the game checks whether they exist."""
    known = {option.name: option for option in options_of(game)}
    options: dict[str, OptionValue] = {}
    for item in given:
        name, _, value = item.partition("=")
        if name in options:
            raise UsageError(f"--option {name} is given twice.")
        option = known.get(name)
        if option is None or option.kind is bool:
            options[name] = _yes_or_no(item, name, value)
        else:
            options[name] = _number(item, option, value)
    return options


def _yes_or_no(item: str, name: str, value: str) -> bool:
    if item == name or value.lower() in _YES:
        return True
    if value.lower() in _NO:
        return False
    raise UsageError(f"--option {item}: expected {name}, {name}=yes or {name}=no.")


def _number(item: str, option: Option, value: str) -> int:
    digits = value.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        return int(value)
    raise UsageError(f"--option {item}: expected a number, as in {option.name}=0 ({option.help}).")
