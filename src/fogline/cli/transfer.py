"""`fogline export` and `fogline import`: tables as files, to move them between servers."""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import naming, print_json, write_whole
from fogline.cli.serve import add_database, database_of
from fogline.core.text.words import number_of
from fogline.saves import read_file

_TABLES = ("table", "tables")


def run_export(arguments: argparse.Namespace) -> int:
    """Write tables to files."""
    # The libraries of the server take a moment to load, which other commands need not spend.
    from fogline.store.transfer import opened, read_tables  # noqa: PLC0415
    from fogline.table.table_file import log_to_json  # noqa: PLC0415

    async def export() -> list[str]:
        async with opened(database_of(arguments)) as (_, log):
            files = await read_tables(log, arguments.table)
        folder = Path(arguments.output)
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            text = json.dumps(log_to_json(file.table, file.log), ensure_ascii=False)
            write_whole(folder / f"{file.table}.json", text + "\n")
        return [file.table for file in files]

    tables = asyncio.run(export())
    if arguments.json:
        print_json({"tables": tables, "folder": arguments.output})
    else:
        print(f"Wrote {number_of(len(tables), _TABLES)} to {Path(arguments.output).resolve()}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    """Read tables from files; those that are there already stay as they are."""
    from fogline.server.features import SCHEMA  # noqa: PLC0415
    from fogline.server.features.people.table_import import write_table  # noqa: PLC0415
    from fogline.store.transfer import opened  # noqa: PLC0415
    from fogline.table.table_file import TableFile, read_log  # noqa: PLC0415
    from fogline.table.verification import verify_if_dealt  # noqa: PLC0415

    def read(name: str) -> TableFile:
        with naming(name):
            file = read_log(read_file(Path(name)))
            verify_if_dealt(file)
        return file

    # All are read before any is written.
    files = [read(name) for name in arguments.file]

    async def enter() -> list[bool]:
        async with opened(database_of(arguments), SCHEMA) as (database, log):
            return [await write_table(database, log, file) for file in files]

    entered = asyncio.run(enter())
    new = [file.table for file, is_new in zip(files, entered, strict=True) if is_new]
    if arguments.json:
        print_json({"imported": new, "known": len(files) - len(new)})
    else:
        print(f"{len(new)} tables are new here, {len(files) - len(new)} were known already.")
    return 0


def _export_arguments(parser: Parser) -> None:
    parser.add_argument(
        "table", nargs="*", metavar="TABLE", help="the ids of tables (default: all)"
    )
    parser.add_argument(
        "-o", "--output", default=".", metavar="FOLDER", help="where to put TABLE.json (default: .)"
    )
    add_database(parser)
    add_json(parser)


def _import_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE", help="files of fogline export")
    add_database(parser)
    add_json(parser)


EXPORT = Command(
    description="""\
Write tables to files, each with its whole log, secrets included: keep those of running games safe.

examples:
  fogline export -o backup
  fogline export t3YkQx0 --database /srv/fogline/tables.db
""",
    arguments=_export_arguments,
    run=run_export,
)

IMPORT = Command(
    description="""\
Read tables that fogline export wrote. Their players keep their seats if they come with the same
session or account; a table that is there already is left as it is.

examples:
  fogline import backup/*.json
  fogline import t3YkQx0.json --database postgresql://fogline@db/fogline
""",
    arguments=_import_arguments,
    run=run_import,
)
