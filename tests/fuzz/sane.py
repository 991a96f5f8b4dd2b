"""What may come of bad input: a typed error with a readable message, or something that works."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fogline import (
    Chance,
    FoglineError,
    Game,
    State,
    View,
    decision,
    legal_actions,
    outcome_of,
    refusal_of,
    to_json,
    view_of,
)
from fogline.core import engine
from fogline.core.chance import Dice, pick
from fogline.core.invariants import violations

T = TypeVar("T")

LONGEST_LINE = 1_000
"""A person cannot act on a line of a message that is longer."""


def attempt(call: Callable[[], T]) -> T | FoglineError:
    """Call, and return the typed error if there is one; any other error is a bug."""
    try:
        return call()
    except FoglineError as error:
        assert_readable(error)
        return error


def assert_readable(error: FoglineError) -> None:
    message = str(error)
    assert message.strip()
    assert all(len(line) <= LONGEST_LINE for line in message.split("\n")), message[:200]
    assert message.encode(), "cannot be printed"


class Patience(Dice):
    """Chance that gives up: bad input must not make the engine throw dice without end."""

    def __init__(self, seed: int, most: int = 20_000) -> None:
        self.chance = Chance(seed)
        self.left = most

    def below(self, bound: int) -> int:
        self.left -= 1
        assert self.left, "the engine throws dice without end"
        return self.chance.below(bound)


def use_view(view: View) -> None:
    """A view that was let in answers all questions."""
    decision(view)
    outcome_of(view)
    assert to_json(view)
    assert repr(view)
    for action in legal_actions(view):
        assert refusal_of(view, action) is None
        assert str(action)


def use_state(state: State, moves: int = 8) -> None:
    """A state that was let in can be looked at, and played on."""
    assert not list(violations(state, engine.lay_out(state.game, len(state.players)).deck))
    assert to_json(state)
    for seat in (*state.seats, None):
        use_view(view_of(state, seat))
    dice, chance = Patience(1), Chance(2)
    for _ in range(moves):
        now = decision(state)
        if now is None:
            break
        seat = pick(chance, now.seats)
        action = pick(chance, legal_actions(view_of(state, seat)))
        state, _ = engine.play(state, seat, action, dice)


def use_game(game: Game) -> None:
    use_state(game.state)
    assert (game.outcome is None) == bool(game.deciding)
    assert to_json(game.log)
