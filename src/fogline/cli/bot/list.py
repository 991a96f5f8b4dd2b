"""`fogline bot list`: the bots that can be named, and the options they take."""

from __future__ import annotations

import argparse

from fogline.bots import BotKind, bot_kinds
from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command
from fogline.cli.frame.output import console, grid, print_json


def run(arguments: argparse.Namespace) -> int:
    """Print the bots."""
    kinds = list(bot_kinds().values())
    if arguments.json:
        print_json({"bots": [_to_json(kind) for kind in kinds]})
        return 0
    bots = grid("bot", "plays", fixed=[0])
    for kind in kinds:
        bots.add_row(kind.plain_usage, kind.summary)
        for option in kind.options:
            bots.add_row(f"  {option.usage}", option.help)
    console().print(bots)
    return 0


def _to_json(kind: BotKind) -> dict[str, object]:
    return {
        "name": kind.name,
        "usage": kind.usage,
        "summary": kind.summary,
        "options": [
            {"name": option.name, "kind": option.kind.__name__, "help": option.help}
            for option in kind.options
        ],
    }


COMMAND = Command(
    description="""\
List the bots that can be named, with the options they take; those of other packages included.

examples:
  fogline bot list
  fogline bot list --json
""",
    arguments=add_json,
    run=run,
)
