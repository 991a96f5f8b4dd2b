"""`fogline bot new`: write a small bot to start from, and a test for it."""

from __future__ import annotations

import argparse
import re
from importlib.resources import files
from pathlib import Path
from string import Template

from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import write_whole

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
    for path, template in ((file, "new_bot.txt"), (test, "new_bot_test.txt")):
        text = files("fogline.cli.bot").joinpath(template).read_text(encoding="utf-8")
        write_whole(path, Template(text).substitute(names))
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
