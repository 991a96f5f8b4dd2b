"""`fogline admin stats`, `tables`, `close` and `delete`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from fogline.cli.admin.database import (
    NOTHING_DONE,
    Store,
    add_common,
    add_num,
    add_yes,
    confirmed,
    when,
    with_store,
)
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import console, grid, print_json
from fogline.core.text.words import number_of

if TYPE_CHECKING:
    from fogline.server.live.table_index import Summary
    from fogline.store import TableLog

_Change = Callable[["TableLog", str, int], Awaitable[None]]
"""Changes a table, now."""
_TABLES = ("table", "tables")
_STATUS = ("open", "playing", "ended")


def run_stats(arguments: argparse.Namespace) -> int:
    """Print how much there is."""
    from fogline.cli.admin.statistics import statistics_of  # noqa: PLC0415 (it loads SQLAlchemy)

    found = with_store(arguments, lambda store: statistics_of(store.database, store.now))
    if arguments.json:
        print_json({name: number for name, _, number in found})
        return 0
    counts = grid("", "", numbers=[0])
    for _, label, number in found:
        counts.add_row(f"{number:,}", label)
    console().print(counts)
    return 0


def run_tables(arguments: argparse.Namespace) -> int:
    """List tables."""
    found = with_store(
        arguments,
        lambda store: store.finder.search(arguments.status, arguments.text, arguments.num),
    )
    if arguments.json:
        print_json({"tables": [_to_json(summary) for summary in found]})
        return 0
    tables = grid("table", "status", "game", "players", "last change", fixed=[0, 1])
    for summary in found:
        shown = _read_summary(summary)
        players = ", ".join(str(name) for name in shown.get("seats", ()) if name)
        row = (summary.table, summary.status, str(shown.get("game", "?")), players)
        tables.add_row(*row, when(summary.updated))
    console().print(tables)
    return 0


def run_close(arguments: argparse.Namespace) -> int:
    """Close tables."""
    from fogline.server.live.rewriting import close_table  # noqa: PLC0415 (as above)

    return _change(arguments, "Close", "closed", close_table)


def run_delete(arguments: argparse.Namespace) -> int:
    """Delete tables."""
    from fogline.server.live.rewriting import delete_table  # noqa: PLC0415 (as above)

    return _change(arguments, "Delete", "deleted", delete_table)


def _change(arguments: argparse.Namespace, verb: str, done: str, change: _Change) -> int:
    async def work(store: Store) -> None:
        for table in arguments.table:
            await change(store.log, table, store.now)

    many = number_of(len(arguments.table), _TABLES)
    if not confirmed(arguments, f"{verb} {many} for good?"):
        return NOTHING_DONE
    with_store(arguments, work)
    if arguments.json:
        print_json({done: arguments.table})
    else:
        print(f"{done.capitalize()}: {', '.join(arguments.table)}")
    return 0


def _read_summary(summary: Summary) -> dict[str, list[str | None]]:
    """Read what lists show; a newer server may have written something else."""
    try:
        found = json.loads(summary.text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _to_json(summary: Summary) -> dict[str, object]:
    shown = _read_summary(summary)
    return {
        "table": summary.table,
        "status": summary.status,
        "listed": summary.listed,
        "game": shown.get("game"),
        "players": shown.get("seats"),
        "updated": summary.updated,
    }


def _list_arguments(parser: Parser) -> None:
    parser.add_argument(
        "text", nargs="?", default="", metavar="TEXT", help="part of an id, or of a player's name"
    )
    parser.add_argument("--status", choices=_STATUS, help="only tables of this status")
    add_num(parser)
    add_common(parser)


def _change_arguments(parser: Parser) -> None:
    parser.add_argument("table", nargs="+", metavar="TABLE", help="the ids of tables")
    add_yes(parser)
    add_common(parser)


STATS = Command(
    description="""\
Show how many users, tables and entries there are, and how many of the last day.

examples:
  fogline admin stats
  fogline admin stats --json --database postgresql://fogline@db/fogline
""",
    arguments=add_common,
    run=run_stats,
)

TABLES = Command(
    description="""\
List tables, the last changed first.

examples:
  fogline admin tables
  fogline admin tables Robert --status playing
  fogline admin tables --num 1000 --json
""",
    arguments=_list_arguments,
    run=run_tables,
)

CLOSE = Command(
    description="""\
Close tables. They can still be looked at, and fogline export writes them; nobody can play there or
write to the chat. A game that is running ends without a winner.

examples:
  fogline admin close t3YkQx0
  fogline admin close t3YkQx0 u81mPq2 --yes
""",
    arguments=_change_arguments,
    run=run_close,
)

DELETE = Command(
    description="""\
Delete tables with all that was played and said there. It cannot be undone: fogline export writes a
table to a file first. A table that is damaged can be deleted, too.

examples:
  fogline admin delete t3YkQx0
  fogline admin delete t3YkQx0 --yes --json
""",
    arguments=_change_arguments,
    run=run_delete,
)
