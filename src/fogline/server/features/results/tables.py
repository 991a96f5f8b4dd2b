"""What is kept of finished games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from fogline.store.ownership import Ownership
from fogline.store.schema import METADATA

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    # The player, or the level of the bot; who had the seat when the game was dealt keeps it.
    Column("user_id", String(32)),
    Column("level", Text),
    # The version of the level when the bot sat down, unless an older Fogline wrote the log.
    Column("level_version", Integer),
    Column("name", Text),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),  # an object of JSON
    Column("rule_set", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("board_digest", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    # The place in the turn order, from 1, unless the game ended before it was known.
    Column("turn", Integer),
    # Without a rank and a total the game was closed before its end, and nobody has won.
    Column("rank", Integer),
    Column("won", Boolean, nullable=False),
    Column("total", Integer),
    Column("points", Text, nullable=False),  # an object of JSON, by category
    # Tickets: lists of ids, as JSON.
    Column("drawn", Text, nullable=False),
    Column("kept", Text, nullable=False),
    Column("completed", Text, nullable=False),
    # Why the game ended: a value of `EndReason`, `resigned` or `closed`.
    Column("reason", Text, nullable=False),
    # What has happened at the seat, at any time: a stand-in has decided, the clock ran out.
    Column("resigned", Boolean, nullable=False),
    Column("out_of_time", Boolean, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    # Whether a player at the table has taken back decisions of bots.
    Column("undone", Boolean, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    # What names the deal: the server's commitment to its secret.
    Column("deal", Text, nullable=False),
    # Where the player's client found the server, if it took part in the deal.
    Column("origin", Text),
    Index("results_of_user", "user_id", "ended", "table_id", "seat"),
    info=Ownership(users=("user_id",), table="table_id", exports_tables=True).info,
)
"""The results of finished games, one row for each seat."""
