"""Adds a table from a file to a database, with its users."""

from __future__ import annotations

from fogline.server.features.people.users import Users
from fogline.server.live.people import User
from fogline.store.database import Database
from fogline.store.table_log import TableLog
from fogline.table.entries import Created, Seated, is_former
from fogline.table.table_file import TableFile


async def write_table(database: Database, log: TableLog, file: TableFile) -> bool:
    """Add a table with its users; `False` if a table with this id exists."""
    known = Users(database)
    created = file.log[0]
    users = {
        logged.entry.user: logged.entry.name
        for logged in file.log
        if isinstance(logged.entry, Seated)
    }
    if isinstance(created.entry, Created):
        users.setdefault(created.entry.owner, "Owner")
    if await log.read(file.table, limit=1):
        return False
    for user, name in users.items():
        if not is_former(user):
            await known.add(User(user, name), created.entry.at)
    return await log.add(file.table, file.log)
