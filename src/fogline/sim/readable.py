"""The readable backend: the engine of `fogline.core` plays. It plays every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from fogline.core import engine
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.outcome import tie_break
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.sim.codes import ActionCodes
from fogline.sim.guessing import guess_state

if TYPE_CHECKING:  # it loads NumPy
    from fogline.sim.play import Played, Player


class ReadableSimulator:
    """A simulator that needs nothing but the standard library."""

    compiled = False

    def __init__(self, game: GameDefinition, seats: int, reason: str) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.reason: str | None = reason
        self.actions = ActionCodes(game, seats)

    @property
    def codes(self) -> int:
        """How many dense action codes there are so far."""
        return len(self.actions)

    def start(self, seed: Seed) -> ReadablePosition:
        """Deal a game. Its dice are `Chance(seed)`."""
        dice = Chance(seed)
        state, _ = engine.start(self.game, self.seats, dice)
        return ReadablePosition(self.actions, state, dice)

    def resume(self, state: State, seed: Seed) -> ReadablePosition:
        """Go on from a state, with new dice."""
        return ReadablePosition(self.actions, state, Chance(seed))

    def guess(self, view: View, seed: Seed) -> ReadablePosition:
        """Fill in at random what a view hides."""
        dice = Chance(seed)
        return ReadablePosition(self.actions, guess_state(view, dice), dice)

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        return self.actions.action(code)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        return self.actions.code(action)

    def play(
        self,
        players: Sequence[Player],
        deals: Sequence[Seed],
        dice: Sequence[Sequence[Seed]],
        *,
        log: bool = False,
    ) -> Played:
        """Play whole games between bots."""
        from fogline.sim.play import play  # noqa: PLC0415 (it loads NumPy)

        return play(self.game, players, deals, dice, log=log)


class ReadablePosition:
    """A state of the readable engine, with dice of its own."""

    def __init__(self, actions: ActionCodes, state: State, dice: Chance) -> None:
        self._actions = actions
        self._state = state
        self._dice = dice

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        now = engine.decision(self._state)
        return () if now is None else now.seats

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.ended is not None

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return self._state.turns

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return tuple(player.score for player in self._state.players)

    @property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Each seat's points so far, by category."""
        return tuple(player.points for player in self._state.players)

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """What decides between seats with equal points."""
        return tuple(tie_break(self._state, seat) for seat in self._state.seats)

    def legal(self, seat: Seat) -> list[int]:
        """List the codes of a seat's legal actions."""
        return [self._actions.code(action) for action in engine.legal_actions(self.view(seat))]

    def step(self, seat: Seat, code: int) -> None:
        """Perform an action; raise `IllegalAction` if it is not legal."""
        self.play(seat, self._actions.action(code))

    def play(self, seat: Seat, action: Action) -> None:
        """Perform an action without a detour through its code."""
        self._state, _ = engine.play(self._state, seat, action, self._dice)

    def copy(self) -> ReadablePosition:
        """Copy the position and its dice."""
        return ReadablePosition(self._actions, self._state, copy(self._dice))

    def view(self, seat: Seat | None) -> View:
        """Return the game as a seat knows it."""
        return view_of(self._state, seat)

    def state(self) -> State:
        """Return the state."""
        return self._state
