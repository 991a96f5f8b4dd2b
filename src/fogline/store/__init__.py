"""Storage on SQLite or PostgreSQL: the append-only logs of all tables."""

from fogline.store.database import Database, StoreError, database_url
from fogline.store.table_log import TableLog

__all__ = ["Database", "StoreError", "TableLog", "database_url"]
