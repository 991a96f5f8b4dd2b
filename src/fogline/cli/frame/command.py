"""Commands, each imported when it is asked for, and a parser that reports errors in one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

from fogline.core.errors import FoglineError


class UsageError(FoglineError):
    """The command line asks for something that cannot be done."""


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors instead of printing them and exiting."""

    entry: Subcommand | None = None
    """The command whose arguments it will read, until they are declared."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        raise UsageError(f"{message} (try: {self.prog} --help)")

    def parse_known_args(
        self,
        args: Iterable[str] | None = None,
        namespace: Any = None,
    ) -> tuple[Any, list[str]]:
        """Parse; argparse calls this for the command that is named, and for no other."""
        self.declare()
        return super().parse_known_args(args, namespace)

    def declare(self) -> None:
        """Import the command, and declare its arguments or the commands within it."""
        if self.entry is None:
            return
        command, self.entry = self.entry.load(), None
        self.description = command.description
        command.arguments(self)
        if command.family:
            add_commands(self, command.family)
        else:
            self.set_defaults(run=command.run)


@dataclass(frozen=True, slots=True)
class Command:
    """One command of `fogline`, or a family of them."""

    description: str
    """What it does, with examples."""
    arguments: Callable[[Parser], None] = lambda _: None
    """Declare its arguments."""
    run: Callable[[argparse.Namespace], int] | None = None
    """Do it, and return the exit status; `None` for a family."""
    family: tuple[Subcommand, ...] = ()


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A line in the list of commands. The command itself is imported when it is asked for."""

    name: str
    home: str
    """The module of `fogline.cli` that has it as `COMMAND`; or `module:NAME`."""
    summary: str

    def load(self) -> Command:
        """Import the command."""
        module, _, name = self.home.partition(":")
        command: Command = getattr(import_module(f"fogline.cli.{module}"), name or "COMMAND")
        return command


def one_line(error: Exception) -> str:
    """Return in one line what is wrong; of a board, its first problem."""
    from fogline.boards import BoardError  # noqa: PLC0415 (most commands end without an error)

    if isinstance(error, BoardError):
        first, *more = error.problems
        rest = f" (and {len(more)} more; fogline board check shows all)" if more else ""
        return f"{first}{rest}"
    return " ".join(str(error).split())


def complain(message: str) -> None:
    """Print a message as one line on stderr."""
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(message.split()))
    print(f"fogline: {plain}", file=sys.stderr)


def add_commands(parser: Parser, entries: tuple[Subcommand, ...]) -> None:
    """List commands; each declares its arguments when it is named."""
    choices = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser
    )
    for entry in entries:
        child = choices.add_parser(
            entry.name,
            help=entry.summary,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        child.entry = entry
