"""Dataclasses as rows of SQL tables, field by field.

A field is kept in the column of its name, or of its name and `_id`: a user in `user_id`.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import sqlalchemy as sa


def columns_of(table: sa.Table, kind: type[Any]) -> list[sa.Column[Any]]:
    """Return the columns of the fields of a dataclass, in their order."""
    return [_column(table, field.name) for field in fields(kind)]


def row_of(table: sa.Table, record: Any, **others: object) -> dict[str, object]:
    """Return the row of a dataclass, with the values of other columns."""
    columns = columns_of(table, type(record))
    values = (getattr(record, field.name) for field in fields(record))
    return {column.name: value for column, value in zip(columns, values, strict=True)} | others


def _column(table: sa.Table, name: str) -> sa.Column[Any]:
    return table.c[name if name in table.c else f"{name}_id"]
