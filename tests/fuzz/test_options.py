"""A game that cannot be set up is refused with a message, whatever was set up before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fogline import DefinitionError, FoglineError, define, new_game
from tests.fuzz.sane import attempt
from tests.play import variants


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 8, 100, 10**30])
def test_an_impossible_number_of_players(game: str, seats: int) -> None:
    error = attempt(lambda: new_game(game, seats, 1))
    assert isinstance(error, DefinitionError)
    assert str(seats)[:9] in str(error)


@pytest.mark.parametrize("seats", [5, 6])
def test_too_many_for_san_francisco(seats: int) -> None:
    assert isinstance(attempt(lambda: new_game("san-francisco", seats, 1)), DefinitionError)


@pytest.mark.parametrize("seats", [2.0, 2.5, "3", None, True, [3], (2, 3)], ids=repr)
def test_players_that_are_not_a_number(seats: Any) -> None:
    assert isinstance(attempt(lambda: new_game("old-west", seats, 1)), FoglineError)


ALIKE: list[Any] = [
    0,
    1,
    0.0,
    1.0,
    True,
    False,
    "true",
    "1",
    None,
    [],
    {},
    [True],
    1j,
    float("nan"),
]
"""Values of the wrong type; some of them are equal to one of the right type."""


@pytest.mark.parametrize("known_before", [False, True])
@pytest.mark.parametrize("value", ALIKE, ids=repr)
@pytest.mark.parametrize(("option", "kind"), [("alvin", bool), ("first", int)])
def test_an_option_of_the_wrong_type(
    option: str, kind: type, value: Any, *, known_before: bool
) -> None:
    """Also when a game with an equal value of the right type is remembered."""
    if type(value) is kind:
        return
    if known_before:
        for right in [False, True] if kind is bool else [0, 1]:
            define("old-west", {option: right})
    error = attempt(lambda: new_game("old-west", 3, 1, {option: value}))
    assert isinstance(error, DefinitionError)
    assert option in str(error)


@pytest.mark.parametrize("first", [-1, 3, 9, 10**30])
@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_a_first_player_who_is_not_there(game: str, first: int) -> None:
    assert isinstance(attempt(lambda: new_game(game, 3, 1, {"first": first})), DefinitionError)


@pytest.mark.parametrize("value", [True, False])
def test_alvin_in_san_francisco(value: bool) -> None:
    error = attempt(lambda: new_game("san-francisco", 2, 1, {"alvin": value}))
    assert isinstance(error, DefinitionError)
    assert "alvin" in str(error)


@pytest.mark.parametrize(
    "name", ["", "Alvin", "alvin ", "zork", "seats", "\0", "\ud800", "x" * 9999]
)
def test_an_option_that_does_not_exist(name: str) -> None:
    assert isinstance(attempt(lambda: new_game("old-west", 2, 1, {name: True})), DefinitionError)


@pytest.mark.parametrize(
    "game",
    [
        *(
            "",
            "tokyo",
            "Old West",
            "old_west",
            "old-west ",
            "../old-west",
            "\0",
            "\ud800",
            "x" * 9999,
        ),
        *("nowhere.toml", "\0.toml", "\ud800.toml", "x" * 9999 + ".toml", "/", "/.toml"),
        *(Path("nowhere"), Path("/"), Path("\0"), Path()),
    ],
    ids=lambda game: ascii(game)[:20],
)
def test_a_game_that_does_not_exist(game: str | Path) -> None:
    assert isinstance(attempt(lambda: new_game(game, 2, 1)), FoglineError)


def test_a_refused_game_leaves_no_trace() -> None:
    """After all those attempts the games that can be are what they were."""
    for variant in variants():
        game = variant.deal(1)
        options = dict(game.definition.options)
        assert options == dict(variant.options)
        assert all(type(value) is bool for value in options.values())
