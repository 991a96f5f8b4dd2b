"""Storage on SQLite or PostgreSQL: the append-only logs of all tables, and the users."""

from fogline.store.database import Database, StoreError, database_url
from fogline.store.entries import Entry, read_entry, write_entry
from fogline.store.table_log import Summary, TableLog
from fogline.store.users import User, Users

__all__ = [
    "Database",
    "Entry",
    "StoreError",
    "Summary",
    "TableLog",
    "User",
    "Users",
    "database_url",
    "read_entry",
    "write_entry",
]
