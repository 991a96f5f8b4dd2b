"""`fogline admin rebuild`: makes the rows of projections again from the logs."""

from __future__ import annotations

import argparse

from fogline.cli.admin.database import Store, add_common, with_store
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import print_json
from fogline.cli.frame.progress import ProgressReport
from fogline.core.text.words import number_of

_TABLES = ("table", "tables")


def run_rebuild(arguments: argparse.Namespace) -> int:
    """Rebuild projections, table by table."""
    from fogline.store.table_log import UnreadableLog  # noqa: PLC0415 (it loads SQLAlchemy)

    async def rebuild(store: Store) -> tuple[list[str], int, list[str]]:
        known = {each.table.name: each for each in store.log.schema.projections}
        for name in arguments.projection:
            if name not in known:
                raise UsageError(f"there is no projection {name!r}; expected {', '.join(known)}")
        names = [name for name in known if name in (arguments.projection or known)]
        tables = await store.log.all_tables()
        skipped = []
        with ProgressReport(len(tables), "tables") as progress:
            for done, table in enumerate(tables):
                progress.update(done)
                try:
                    await store.log.rebuild(table, [known[name] for name in names])
                except UnreadableLog:
                    skipped.append(table)
        return names, len(tables) - len(skipped), skipped

    names, tables, skipped = with_store(arguments, rebuild)
    if arguments.json:
        print_json({"rebuilt": names, "tables": tables, "skipped": skipped})
        return 0
    print(f"Rebuilt {', '.join(names)} from the logs of {number_of(tables, _TABLES)}.")
    if skipped:
        many = number_of(len(skipped), _TABLES)
        print(f"Skipped {many} whose logs cannot be read: {', '.join(skipped)}")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "projection", nargs="*", metavar="NAME", help="which rows, such as results (default: all)"
    )
    add_common(parser)


REBUILD = Command(
    description="""\
Read all logs, and replace what follows from them: summaries and members of tables, invitations, who
wrote to chats, and results of finished games. A server may run meanwhile. Tables that are damaged,
or whose rules are missing, keep the rows that they have.

examples:
  fogline admin rebuild
  fogline admin rebuild results --json
""",
    arguments=_arguments,
    run=run_rebuild,
)
