"""What the commands of `fogline admin` share: the database, questions, and times."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fogline.cli.frame.arguments import add_json, whole_number
from fogline.cli.frame.command import Parser, UsageError
from fogline.cli.serve import add_database, database_of

if TYPE_CHECKING:
    from fogline.server.features.lobby.index import TableFinder
    from fogline.server.features.people.users import StoredUser, Users
    from fogline.store import Database, TableLog

T = TypeVar("T")
NOTHING_DONE = 1
"""The exit status if the host says no."""


@dataclass(frozen=True)
class Store:
    """An open database."""

    database: Database
    log: TableLog
    finder: TableFinder
    users: Users
    now: int

    async def user(self, text: str) -> StoredUser:
        """Find a user by login or id."""
        found = await self.users.find_login(text) or await self.users.find(text)
        if found is None:
            raise UsageError(f"there is no user with the login or id {text!r}")
        return found


def with_store(arguments: argparse.Namespace, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the database, which must exist, and do something with it."""
    # The libraries of the server take a moment to load, which other commands need not spend.
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    from fogline.server.features import SCHEMA  # noqa: PLC0415
    from fogline.server.features.lobby.index import TableFinder  # noqa: PLC0415
    from fogline.server.features.people.users import Users  # noqa: PLC0415
    from fogline.store import StoreError, database_url  # noqa: PLC0415
    from fogline.store.transfer import opened  # noqa: PLC0415

    name = database_of(arguments)
    url = database_url(name)
    if url.get_backend_name() == "sqlite" and not _is_file(url.database):
        raise UsageError(f"there is no database {url.database}; name it with --database")

    async def run() -> T:
        async with opened(name, SCHEMA) as (database, log):
            finder, users = TableFinder(database), Users(database)
            return await work(Store(database, log, finder, users, int(time.time() * 1000)))

    try:
        return asyncio.run(run())
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"the database cannot be used: {cause}") from None


def _is_file(path: str | None) -> bool:
    return path is not None and Path(path).is_file()


def confirmed(arguments: argparse.Namespace, question: str) -> bool:
    """Whether the host wants it: by `--yes`, or by an answer."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError(f"{question} Say --yes, for there is nobody to ask")
    if input(f"{question} [y/N] ").strip().lower() in ("y", "yes"):
        return True
    print("Nothing was changed.")
    return False


def add_common(parser: Parser) -> None:
    """Declare the database and `--json`."""
    add_database(parser)
    add_json(parser)


def add_yes(parser: Parser) -> None:
    """Declare `--yes`."""
    parser.add_argument("--yes", action="store_true", help="do not ask")


def add_num(parser: Parser) -> None:
    """Declare `--num`."""
    parser.add_argument(
        "--num",
        type=whole_number(1),
        default=50,
        metavar="N",
        help="how many at most (default: %(default)s)",
    )


def when(at: int) -> str:
    """Write a time for people."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
