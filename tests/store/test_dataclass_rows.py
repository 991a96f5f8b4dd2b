"""Dataclasses are kept in the columns of their fields."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from fogline.store.dataclass_rows import columns_of, row_of


@dataclass(frozen=True)
class Loan:
    user: str
    book: str


LOANS = sa.Table(
    "loans",
    sa.MetaData(),
    sa.Column("digest", sa.String(64)),
    sa.Column("book", sa.String(64)),
    sa.Column("user_id", sa.String(32)),
)


def test_columns_come_in_the_order_of_the_fields() -> None:
    assert columns_of(LOANS, Loan) == [LOANS.c.user_id, LOANS.c.book]


def test_a_row_has_the_fields_and_nothing_that_was_not_given() -> None:
    assert row_of(LOANS, Loan("ann", "fog")) == {"user_id": "ann", "book": "fog"}
    assert row_of(LOANS, Loan("ann", "fog"), digest="5e")["digest"] == "5e"


def test_a_field_without_a_column_is_an_error() -> None:
    with pytest.raises(KeyError):
        columns_of(sa.Table("empty", sa.MetaData()), Loan)
