"""The command line: it finds the command, and prints every error in one line."""

from __future__ import annotations

import argparse
import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence

from fogline import __version__
from fogline.cli.frame.command import Parser, Subcommand, add_commands, complain, one_line
from fogline.core.errors import FoglineError

BAD_INPUT = 2
INTERRUPTED = 130

DESCRIPTION = """\
San Francisco and Old West: play them, watch them, study them, draw your own boards.

examples:
  fogline play                                  play in the browser, alone or with friends
  fogline tty                                   play in this terminal
  fogline simulate old-west --players random,random --num 100
  fogline board draw san-francisco -o board.svg
"""

COMMANDS = (
    Subcommand("play", "serve:PLAY", "play in the browser, alone or with friends"),
    Subcommand("tty", "tty", "play in this terminal"),
    Subcommand("serve", "serve:SERVE", "serve tables to browsers and bots"),
    Subcommand("simulate", "simulate", "play whole games between bots"),
    Subcommand("ladder", "ladder", "rate bots by letting each play against each"),
    Subcommand("lab", "lab", "study a board: many games, and one page about them"),
    Subcommand("replay", "replay", "print a saved game move by move"),
    Subcommand("review", "review", "say what was luck and what was skill in a finished game"),
    Subcommand("verify", "verify", "check saved games and tables, and that they were dealt fairly"),
    Subcommand("export", "transfer:EXPORT", "write a server's tables to files"),
    Subcommand("import", "transfer:IMPORT", "read tables into a server's database"),
    Subcommand("admin", "admin", "look after a server: its tables, users and reports"),
    Subcommand("board", "board", "check, draw, list and lay out boards"),
    Subcommand("bot", "bot", "list the bots there are, start your own, and check it"),
    Subcommand("bench", "bench", "measure how fast this machine plays"),
    Subcommand("doctor", "doctor", "say what works on this machine"),
    Subcommand("completion", "completion", "let your shell complete commands"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    _accept_any_character()
    if argv is None:  # a program of its own, which ends with the command
        atexit.register(gc.freeze)  # so that Python looks for no garbage in all that was imported
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt as stop:
        # The terminal has shown ^C on a line that is not ended yet.
        print(file=sys.stderr)
        complain(f"stopped; {stop}" if stop.args else "stopped")
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except OSError as error:
        where = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        complain(f"{where}{error.strerror or error}")
    except FoglineError as error:
        complain(one_line(error))
    else:
        return status
    return BAD_INPUT


def make_parser() -> Parser:
    """Build the parser of the whole command line."""
    parser = Parser(
        prog="fogline",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fogline {__version__}")
    add_commands(parser, COMMANDS)
    return parser


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = make_parser().parse_args(argv)
    except SystemExit as done:  # --help and --version
        return done.code if isinstance(done.code, int) else 0
    status: int = arguments.run(arguments)
    return status


def _accept_any_character() -> None:
    """Replace characters that the terminal cannot encode or decode by `?`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _silence_stdout() -> None:
    """Keep the interpreter from reporting the closed pipe again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
