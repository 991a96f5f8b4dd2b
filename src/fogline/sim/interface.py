"""What a simulator and a position are. There are two backends: readable and compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View

if TYPE_CHECKING:  # it loads NumPy
    from fogline.sim.play import Played, Player

PositionT = TypeVar("PositionT", bound="Position")


class Position(Protocol):
    """A game being simulated. It changes in place. It holds secrets: give players its views."""

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now; empty once the game has ended."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        ...

    @property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Each seat's points so far, by category."""
        ...

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """What decides between seats with equal points: complete tickets by default (C25)."""
        ...

    def legal(self, seat: Seat) -> list[int]:
        """List the codes of a seat's legal actions, in the order of the readable engine."""
        ...

    def step(self, seat: Seat, code: int) -> None:
        """Perform a legal action. The caller makes sure that it is legal."""
        ...

    def copy(self: PositionT) -> PositionT:
        """Copy the position and its dice: both copies go on in the same way."""
        ...

    def view(self, seat: Seat | None) -> View:
        """Return the game as a seat knows it; `None` means a spectator."""
        ...

    def state(self) -> State:
        """Return the state of the readable engine."""
        ...


class Simulator(Protocol):
    """A game for a number of seats, ready to be played many times.

    With the same seed and actions both backends go through the same states.
    """

    @property
    def game(self) -> GameDefinition:
        """The board and the rules."""
        ...

    @property
    def seats(self) -> int:
        """The number of players."""
        ...

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays. It is faster; nothing else differs."""
        ...

    @property
    def reason(self) -> str | None:
        """Why compiled code does not play, in one line; `None` if it does."""
        ...

    @property
    def codes(self) -> int:
        """How many dense action codes there are: they are 0, 1, … codes - 1."""
        ...

    def start(self, seed: Seed) -> Position:
        """Deal a game. Its dice are `Chance(seed)`."""
        ...

    def resume(self, state: State, seed: Seed) -> Position:
        """Go on from a state, with new dice."""
        ...

    def guess(self, view: View, seed: Seed) -> Position:
        """Fill in at random what a view hides. The position gives its seat an equal view."""
        ...

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        ...

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        ...

    def play(
        self,
        players: Sequence[Player],
        deals: Sequence[Seed],
        dice: Sequence[Sequence[Seed]],
        *,
        log: bool = False,
    ) -> Played:
        """Play whole games between bots: a seed for each game, and in each one for each seat."""
        ...
