"""The compiled backend: `fogline.fast` plays. Importing this loads the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.fast import FastEngine, FastState, compile_game, determinise
from fogline.sim.codes import ActionCodes
from fogline.sim.play import Played, Player, play


class CompiledSimulator:
    """A simulator by the compiled engine."""

    compiled = True
    reason: str | None = None

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.engine: FastEngine = compile_game(game, seats)
        self._actions = ActionCodes(game, seats)

    @property
    def codes(self) -> int:
        """How many dense action codes there are."""
        return len(self._actions)

    def start(self, seed: Seed) -> CompiledPosition:
        """Deal a game. Its dice are `Chance(seed)`."""
        return CompiledPosition(self._actions, self.engine.start(seed))

    def resume(self, state: State, seed: Seed) -> CompiledPosition:
        """Go on from a state, with new dice."""
        return CompiledPosition(self._actions, self.engine.from_state(state, seed))

    def guess(self, view: View, seed: Seed) -> CompiledPosition:
        """Fill in at random what a view hides."""
        return CompiledPosition(self._actions, determinise(self.engine, view, seed))

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        return self._actions.action(code)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        return self._actions.code(action)

    def play(
        self,
        players: Sequence[Player],
        deals: Sequence[Seed],
        dice: Sequence[Sequence[Seed]],
        *,
        log: bool = False,
    ) -> Played:
        """Play whole games between bots."""
        return play(self.game, players, deals, dice, log=log)


class CompiledPosition:
    """A state of the compiled engine, with dice of its own."""

    def __init__(self, actions: ActionCodes, fast: FastState) -> None:
        self._actions = actions
        self.fast = fast

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        return self.fast.deciding

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.fast.is_over

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return self.state().turns

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return self.fast.scores

    @property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Each seat's points so far, by category."""
        return tuple(player.points for player in self.state().players)

    @property
    def complete(self) -> tuple[int, ...]:
        """How many tickets each seat has completed."""
        state = self.state()
        return tuple(len(state.complete_tickets(seat)) for seat in state.seats)

    # Today's compiled codes of kept tickets and markers depend on the state, so actions translate.
    def legal(self, seat: Seat) -> list[int]:
        """List the codes of a seat's legal actions."""
        found = [self.fast.action(seat, code) for code in self.fast.legal(seat).tolist()]
        return [self._actions.code(action) for action in found]

    def step(self, seat: Seat, code: int) -> None:
        """Perform a legal action."""
        self.fast.step(seat, self.fast.code(seat, self._actions.action(code)))

    def copy(self) -> CompiledPosition:
        """Copy the position and its dice."""
        return CompiledPosition(self._actions, self.fast.copy())

    def view(self, seat: Seat | None) -> View:
        """Return the game as a seat knows it."""
        return view_of(self.state(), seat)

    def state(self) -> State:
        """Return the state of the readable engine."""
        return self.fast.to_state()
