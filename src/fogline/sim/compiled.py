"""The compiled backend: `fogline.fast` plays. Importing this loads the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.fast import FastEngine, FastState, compile_game, determinise
from fogline.sim.play import Played, Player, play


class CompiledSimulator:
    """A simulator by the compiled engine."""

    compiled = True
    reason: str | None = None

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.engine: FastEngine = compile_game(game, seats)

    @property
    def codes(self) -> int:
        """How many dense action codes there are."""
        return self.engine.codes

    def start(self, seed: Seed) -> CompiledPosition:
        """Deal a game. Its dice are `Chance(seed)`."""
        return CompiledPosition(self.engine.start(seed))

    def resume(self, state: State, seed: Seed) -> CompiledPosition:
        """Go on from a state, with new dice."""
        return CompiledPosition(self.engine.from_state(state, seed))

    def guess(self, view: View, seed: Seed) -> CompiledPosition:
        """Fill in at random what a view hides."""
        return CompiledPosition(determinise(self.engine, view, seed))

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        return self.engine.action(code)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        return self.engine.code(action)

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

    def __init__(self, fast: FastState) -> None:
        self.fast = fast
        """The state, for kernels."""

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
        return self.fast.turns

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return self.fast.scores

    @property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Each seat's points so far, by category."""
        return self.fast.points

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """What decides between seats with equal points."""
        return self.fast.tie_breaks

    def legal(self, seat: Seat) -> list[int]:
        """List the codes of a seat's legal actions."""
        codes: list[int] = self.fast.legal(seat).tolist()
        return codes

    def step(self, seat: Seat, code: int) -> None:
        """Perform a legal action."""
        self.fast.step(seat, code)

    def copy(self) -> CompiledPosition:
        """Copy the position and its dice."""
        return CompiledPosition(self.fast.copy())

    def view(self, seat: Seat | None) -> View:
        """Return the game as a seat knows it."""
        return view_of(self.state(), seat)

    def state(self) -> State:
        """Return the state of the readable engine."""
        return self.fast.to_state()
