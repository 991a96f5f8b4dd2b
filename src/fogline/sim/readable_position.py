"""A game in progress on the readable engine, for bots and environments that play many of them."""

from __future__ import annotations

from copy import copy

from fogline.core import engine
from fogline.core.chance import Dice
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.outcome import tie_break
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.sim.guessing import guess_state


class ReadablePosition:
    """A state and its dice. It changes in place, and holds secrets: give players its views."""

    def __init__(self, state: State, dice: Dice) -> None:
        self._state = state
        self._dice = dice

    @classmethod
    def start(cls, game: GameDefinition, seats: int, dice: Dice) -> ReadablePosition:
        """Deal a game."""
        return cls(engine.start(game, seats, dice)[0], dice)

    @classmethod
    def guess(cls, view: View, dice: Dice) -> ReadablePosition:
        """Fill in at random what a view hides."""
        return cls(guess_state(view, dice), dice)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must choose now; empty once the game has ended."""
        now = engine.decision(self._state)
        return () if now is None else now.seats

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self._state.ended is not None

    @property
    def turns(self) -> int:
        """Return the number of turns that have ended."""
        return self._state.turns

    @property
    def scores(self) -> tuple[int, ...]:
        """Return each seat's points so far."""
        return tuple(player.score for player in self._state.players)

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """Return the number that breaks ties between seats with equal points."""
        return tuple(tie_break(self._state, seat) for seat in self._state.seats)

    def play(self, seat: Seat, action: Action) -> None:
        """Perform an action; raise `IllegalAction` if it is not legal."""
        self._state, _ = engine.play(self._state, seat, action, self._dice)

    def copy(self) -> ReadablePosition:
        """Copy the position and its dice, so that both continue alike."""
        return ReadablePosition(self._state, copy(self._dice))

    def view(self, seat: Seat | None) -> View:
        """Return the game as a seat knows it; `None` means a spectator."""
        return view_of(self._state, seat)

    def to_state(self) -> State:
        """Return the state."""
        return self._state
