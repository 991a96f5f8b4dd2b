"""What the tests of the compiled engine share."""

from __future__ import annotations

import os

import pytest

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
