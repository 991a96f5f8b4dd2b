"""What players are called: as they like, and nobody like another."""

from __future__ import annotations

import argparse

import pytest

from fogline.cli.frame.command import UsageError
from fogline.cli.text.names import name_seats, names


def test_who_has_no_name_gets_one() -> None:
    assert name_seats([], 2, humans=2) == ("Player 1", "Player 2")
    assert name_seats(["Ann"], 3, humans=2) == ("Ann", "Player 2", "Otis")
    assert name_seats([], 6, humans=1)[0] == "Player 1"


@pytest.mark.parametrize(
    "given", [["Player 2"], ["player 3", "Player 4"], ["otis"], ["Otis", "pearl", "QUINCY"], []]
)
@pytest.mark.parametrize("humans", range(1, 7))
def test_no_two_are_called_the_same(given: list[str], humans: int) -> None:
    called = name_seats(given, 6, humans)
    assert len({name.casefold() for name in called}) == 6
    assert list(called[: len(given)]) == given


def test_what_cannot_be() -> None:
    with pytest.raises(UsageError, match="same name"):
        name_seats(["Ann", "ann"], 2, 2)
    with pytest.raises(UsageError, match="3 names are too many for 2 players"):
        name_seats(["A", "B", "C"], 2, 2)
    for bad in ("", "A,,B", "x" * 17, "tab\there", "\x1b[2J"):
        with pytest.raises(argparse.ArgumentTypeError, match="1 to 16 letters"):
            names(bad)
    assert names(" Ann , Bea ") == ("Ann", "Bea")
