"""What the tests of the compiled engine share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fogline import define
from fogline.fast import compile_game, jit

try:
    import fcntl
except ImportError:  # Windows: both workers compile, and the last to write wins
    fcntl = None  # type: ignore[assignment]

GAMES_OPTION = "--lockstep-games"
GAMES_VARIABLE = "FOGLINE_LOCKSTEP_GAMES"
"""For runs in which pytest reads this file too late to know the option: all tests at once."""
FEWEST_GAMES = 2_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        GAMES_OPTION,
        type=int,
        default=None,
        help=f"random games that both engines play in lockstep (default: {FEWEST_GAMES})",
    )


@pytest.fixture(scope="session")
def lockstep_games(request: pytest.FixtureRequest) -> int:
    """How many random games the two engines are to play in lockstep, over all variants."""
    asked = request.config.getoption(GAMES_OPTION, default=None)
    return int(asked or os.environ.get(GAMES_VARIABLE) or FEWEST_GAMES)


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile the kernels once: of several workers the first does, the others wait for its code."""
    with _one_at_a_time():
        engine = compile_game(define("old-west"), 2)
        state = engine.start("compile")
        state.step(0, int(state.legal(0)[0]))
        assert state.scores == (0, 0)
        assert engine.play_games(["compile"], [["0", "1"]]).decisions


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    folder = jit.CACHE_FOLDER or Path(tempfile.gettempdir())
    with (folder / "compiling.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
