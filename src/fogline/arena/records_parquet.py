"""Records as Parquet files, by pyarrow."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.json
import pyarrow.parquet as pq

from fogline.arena.game_records import SCHEMA, Kind
from fogline.core.errors import FoglineError

_ROW_GROUP = 1 << 15
"""Rows that are read and written at once."""

_TYPES: dict[Kind, pa.DataType] = {
    "whole": pa.int32(),
    "yes": pa.bool_(),
    "text": pa.string(),
    "texts": pa.list_(pa.string()),
}
_RUN, _GAMES = b"fogline.run", b"fogline.games"


def convert(journal: Path, path: Path, columns: Mapping[str, Kind], run: tuple[str, int]) -> None:
    """Convert JSON lines to a Parquet file, and flush it to disk.

    Its metadata hold the schema, the key of the run, and the number of games.
    """
    key, games = run
    metadata = {b"fogline.schema": str(SCHEMA), _RUN: key, _GAMES: str(games)}
    schema = pa.schema({name: _TYPES[kind] for name, kind in columns.items()}, metadata)
    options = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    with (
        journal.open("rb") as lines,
        path.open("wb") as file,
        pq.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        while block := b"".join(islice(lines, _ROW_GROUP)):
            settings = pa.json.ReadOptions(block_size=len(block))
            table = pa.json.read_json(io.BytesIO(block), settings, options)
            writer.write_table(table.select(schema.names).cast(schema), _ROW_GROUP)
        writer.close()
        file.flush()
        os.fsync(file.fileno())


def run_of(path: Path) -> tuple[str, int]:
    """Return the key of a file's run, and its number of games."""
    metadata = _open(path).schema_arrow.metadata
    return metadata[_RUN].decode(), int(metadata[_GAMES])


def rows(path: Path) -> Iterator[Mapping[str, object]]:
    """Read a file row by row."""
    for batch in _open(path).iter_batches(batch_size=1024):
        yield from batch.to_pylist()


def _open(path: Path) -> pq.ParquetFile:
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowException:
        file = None
    if file is None or _RUN not in (file.schema_arrow.metadata or {}):
        raise FoglineError(
            f"{path.name} holds something else than records; "
            "use another name, or --force to replace it."
        )
    return file
