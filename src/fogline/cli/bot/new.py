"""`fogline bot new`: write a small bot to start from, and a test for it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from string import Template

from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import write_whole

_BOT = Template('''\
"""$title, a bot for Fogline. Try it with: fogline bot check python:$file:$kind"""

from fogline import Action, Chance, ClaimRoute, Seed, View, legal_actions


class $kind:
    """Claims the longest route it can pay for; else it does anything."""

    def __init__(self, seed: Seed) -> None:
        self._dice = Chance(seed)  # dice of its own, so that its games can be played again

    def choose(self, view: View) -> Action:
        """Return a legal action; `view` is all that this seat may know."""

        def worth(action: Action) -> int:
            match action:
                case ClaimRoute(route):
                    return view.board.route[route].length
                case _:
                    return 0

        actions = legal_actions(view)
        best = max(map(worth, actions))
        return self._dice.take([action for action in actions if worth(action) == best])
''')

_TEST = Template('''\
"""Tests of $title. Run them with: python -m pytest $test"""

from pathlib import Path

from fogline import check_bot

BOT = f"python:{Path(__file__).with_name('$file')}:$kind"


def test_it_plays_by_the_rules() -> None:
    """Every action is legal, the view stays as it is, and the same seed gives the same game."""
    check_bot(BOT, games=4).raise_if_bad()
''')

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def run(arguments: argparse.Namespace) -> int:
    """Write the files."""
    if not _NAME.fullmatch(arguments.name):
        raise UsageError(f"{arguments.name!r} is no name for a bot: use letters, digits and -.")
    words = re.split(r"[-_]+", arguments.name.strip("-_"))
    stem = "_".join(words).lower()
    kind = "".join(word[:1].upper() + word[1:] for word in words)
    folder = Path(arguments.output)
    file, test = folder / f"{stem}.py", folder / f"test_{stem}.py"
    for path in (file, test):
        if path.exists():
            raise UsageError(f"{path} is there already, and is left as it is.")
    folder.mkdir(parents=True, exist_ok=True)
    names = {"title": " ".join(words), "file": file.name, "test": test.name, "kind": kind}
    write_whole(file, _BOT.substitute(names))
    write_whole(test, _TEST.substitute(names))
    print(f"Wrote {file} and {test}. Now try:")
    print(f"  fogline bot check python:{file}:{kind} --num 4")
    print(f"  fogline simulate san-francisco --players python:{file}:{kind},random --num 10")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="its name, such as my-bot")
    parser.add_argument(
        "-o", "--output", default=".", metavar="FOLDER", help="where to put it (default: .)"
    )


COMMAND = Command(
    description="""\
Write NAME.py with a bot that plays, and test_NAME.py with a test of it. Change it as you like.

examples:
  fogline bot new my-bot
  fogline bot new my-bot -o bots
""",
    arguments=_arguments,
    run=run,
)
