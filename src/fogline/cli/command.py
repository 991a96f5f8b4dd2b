"""Commands, and a parser that reports errors in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from fogline.boards import BoardError
from fogline.core.errors import FoglineError


class UsageError(FoglineError):
    """The command line asks for something that cannot be done."""


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors instead of printing them and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        raise UsageError(f"{message} (try: {self.prog} --help)")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of `fogline`, or a family of them."""

    name: str
    summary: str
    """One line for the list of commands."""
    description: str
    """What it does, with examples."""
    arguments: Callable[[Parser], None] = lambda _: None
    """Declare its arguments."""
    run: Callable[[argparse.Namespace], int] | None = None
    """Do it, and return the exit status; `None` for a family."""
    family: tuple[Command, ...] = ()


def one_line(error: Exception) -> str:
    """Say in one line what is wrong; of a board, the first of all problems."""
    if isinstance(error, BoardError):
        first, *more = error.problems
        rest = f" (and {len(more)} more; fogline board check shows all)" if more else ""
        return f"{first}{rest}"
    return " ".join(str(error).split())


def complain(message: str) -> None:
    """Print a message as one line on stderr."""
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(message.split()))
    print(f"fogline: {plain}", file=sys.stderr)


def add_commands(parser: Parser, commands: tuple[Command, ...]) -> None:
    """Declare commands, and those within them."""
    choices = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser
    )
    for command in commands:
        child = choices.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.arguments(child)
        if command.family:
            add_commands(child, command.family)
        else:
            child.set_defaults(run=command.run)
