"""Results of jobs on disk, so that a command that was stopped can continue.

A checkpoint is a file of JSON lines: first a description of the jobs, then their results in order.
 Numbers in arrays, counters and keys that are tuples keep their types.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from fogline import __version__
from fogline.arena.process_pool import Workers, run
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

SCHEMA = 1
_KIND = "fogline-checkpoint"


class CheckpointError(FoglineError):
    """Raised when a file cannot be continued by these jobs."""


class Checkpoint:
    """A file with the results of earlier jobs, to which later ones are added."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def known_seed(self) -> str | None:
        """Return the seed of the jobs in the file, or `None` without a file."""
        header = self._header()
        return None if header is None else str(header["seed"])

    def _header(self) -> dict[str, Any] | None:
        if not self._path.exists() or not self._path.stat().st_size:
            return None
        with self._path.open("rb") as file:
            header = _json(file.readline())
        if not isinstance(header, dict) or header.get("kind") != _KIND:
            raise CheckpointError(f"{self._path} is no checkpoint; name another file.")
        return header

    def results(
        self,
        header: dict[str, object],
        worker: Callable[[JobT], ResultT],
        jobs: Iterable[JobT],
        workers: Workers,
    ) -> Generator[ResultT, None, None]:
        """Yield the results in the file, then those of the other jobs, which are added to it."""
        expected = {"kind": _KIND, "schema": SCHEMA, "version": __version__, **header}
        found = self._header()
        if found is not None and found != (wanted := json.loads(json.dumps(expected))):
            names = [name for name in wanted if found.get(name) != wanted[name]]
            raise CheckpointError(
                f"{self._path} is of another run ({', '.join(names)} differ); name another file, "
                "or delete it."
            )
        if found is None:
            self._path.write_bytes(json.dumps(expected).encode() + b"\n")
        remaining = iter(jobs)
        with self._path.open("r+b") as file:
            file.readline()
            end = file.tell()
            while (line := file.readline()).endswith(b"\n"):
                if next(remaining, None) is None:
                    raise CheckpointError(f"{self._path} has more results than there are jobs.")
                yield cast("ResultT", decode(_json(line)))
                end = file.tell()
            file.seek(end)
            file.truncate()  # an incomplete line, if the command was stopped
            with closing(run(worker, remaining, workers)) as rest:
                for result in rest:
                    file.write(json.dumps(encode(result), separators=(",", ":")).encode() + b"\n")
                    file.flush()
                    yield result


def results(
    checkpoint: Checkpoint | None,
    header: dict[str, object],
    worker: Callable[[JobT], ResultT],
    jobs: Iterable[JobT],
    workers: Workers,
) -> Generator[ResultT, None, None]:
    """Yield the results of jobs in their order, those in the checkpoint first, if there is one."""
    if checkpoint is None:
        return run(worker, jobs, workers)
    return checkpoint.results(header, worker, jobs, workers)


def header_of(game: GameDefinition, seed: Seed, **more: object) -> dict[str, object]:
    """Describe the games; other games cannot continue the results."""
    rules = [game.name, game.version, sorted(game.options.items()), game.board_digest]
    return {"seed": str(seed), "game": rules, **more}


def encode(value: object) -> object:
    """Convert a result to JSON values."""
    match value:
        case np.ndarray():
            return {"array": value.tolist(), "of": value.dtype.str}
        case Counter():
            return {"counter": [[encode(key), encode(count)] for key, count in value.items()]}
        case dict():
            return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
        case tuple():
            return {"tuple": [encode(item) for item in value]}
        case list():
            return [encode(item) for item in value]
        case np.generic():
            return value.item()
    return value


def decode(value: Any) -> object:
    """Undo `encode`."""
    match value:
        case {"array": items, "of": kind}:
            return np.array(items, kind)
        case {"counter": items}:
            return Counter({decode(key): decode(count) for key, count in items})
        case {"dict": items}:
            return {decode(key): decode(item) for key, item in items}
        case {"tuple": items}:
            return tuple(decode(item) for item in items)
        case list():
            return [decode(item) for item in value]
    return value


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
