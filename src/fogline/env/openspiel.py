"""The games for OpenSpiel: `import fogline.env.openspiel` registers them; extra `openspiel`.

Chance is explicit: each card, ticket, shuffled symbol and the start player is a chance node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, cast

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError as error:  # pragma: no cover (the tests have the extra)
    raise ImportError(
        "OpenSpiel is not here; install it with: pip install 'fogline[openspiel]'"
    ) from error

from fogline.core.cards import ALL_CARDS
from fogline.core.messages import Seat
from fogline.env.kernel import WIN
from fogline.env.observer import Observer, Reward, reward_kind
from fogline.env.positions import Position, Variant
from fogline.fast import layout as at
from fogline.games import define
from fogline.saves import to_json

Parameters = Mapping[str, bool | int | str]

_SWEEPS = 4
"""More than so many sweeps of the display after each choice are not reckoned with."""


class FoglineState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A position, behind the interface that OpenSpiel asks for."""

    def __init__(self, game: FoglineGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        """Return who must choose, or that chance must, or that the game is over."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.position.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    def _legal_actions(self, player: Seat) -> list[int]:
        codes: list[int] = np.sort(self.position.compiled.legal(player)).tolist()
        return codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the ways that chance can go, and how likely each is."""
        fork = self.position.fork
        return [] if fork is None else list(fork.chances)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        fork = self.position.fork
        if player != int(pyspiel.PlayerId.CHANCE):
            return str(self.position.compiled.action(player, action))
        if fork is None:
            raise ValueError("chance is not asked now")
        numbers = [number for number, _ in fork.chances]
        return fork.names[numbers.index(action)]

    def returns(self) -> list[float]:
        """Return every seat's reward; nothing before the end."""
        position = self.position
        if not position.is_over:
            return [0.0] * position.variant.seats
        kind = self.get_game().reward
        return list(position.variant.observer.rewards(position.compiled, kind).values())

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> FoglineState:
        """Deal all anew that a player does not know; the new state has no history."""
        seed = " ".join(repr(sampler()) for _ in range(4))
        state: FoglineState = self.get_game().new_initial_state()
        state.position = self.position.guess(player, seed)
        return state

    def __str__(self) -> str:
        return str(self.position)


class FoglineObserver:
    """What a seat knows: the numbers of the other environments, and JSON."""

    def __init__(self, observer: Observer, *, recalls: bool) -> None:
        self._observer = observer
        self._recalls = recalls
        self.tensor: npt.NDArray[np.float32] = np.zeros(observer.layout.size, np.float32)
        parts = [part for part in observer.layout.parts if part.size]
        self.dict = {part.name: self.tensor[part.slice].reshape(part.shape) for part in parts}

    def set_from(self, state: FoglineState, player: Seat) -> None:
        """Write the numbers; all 0 while the game is being dealt."""
        self.tensor[:] = 0
        if state.position.is_dealt:
            self.tensor[:] = self._observer.vector(state.position.compiled, player)

    def string_from(self, state: FoglineState, player: Seat) -> str:
        """Write the view, with a digest of all that the seat was ever told if it is to recall."""
        view = to_json(state.position.view(player))
        return (
            f'{{"told":"{state.position.told[player]}","view":{view}}}' if self._recalls else view
        )


class FoglineGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A game for a number of players; what is registered is a class of its own for each game."""

    name: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()
    """Options of the game that are parameters here."""
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, parameters: Parameters) -> None:
        options = tuple((option, parameters[option]) for option in self.options)
        variant = Variant(self.name, int(parameters["players"]), options)
        self.reward = reward_kind(cast("Reward", parameters["reward"]))
        self.start = Position.start(variant)
        numbers = variant.observer.engine.tables.numbers
        least, most = (-1.0, 1.0) if self.reward == WIN else _points(numbers)
        info = pyspiel.GameInfo(
            num_distinct_actions=variant.observer.engine.tables.codes,
            max_chance_outcomes=max(len(ALL_CARDS), int(numbers[at.N_TICKETS]), variant.seats),
            num_players=variant.seats,
            min_utility=least,
            max_utility=most,
            max_game_length=_choices(numbers),
        )
        super().__init__(self.kind, info, dict(parameters))

    def new_initial_state(self) -> FoglineState:
        """Return a game of which nothing is dealt."""
        return FoglineState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Bound how often chance is asked; see the documentation for what it leaves out."""
        numbers = self.start.variant.observer.engine.tables.numbers
        return int(
            _choices(numbers) * (1 + _SWEEPS * numbers[at.DISPLAYED] + numbers[at.N_TICKETS])
        )

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Parameters | None = None,
    ) -> FoglineObserver:
        """Return an observer of what one seat knows; no other kind is offered."""
        if params:
            raise ValueError(f"observers take no parameters, but got {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer shows what is public and one seat's own, together")
        return FoglineObserver(self.start.variant.observer, recalls=kind.perfect_recall)


def _points(numbers: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return points that nobody can fall below or exceed."""
    routes = numbers[at.R_POINTS : at.R_POINTS + at.MOST_ROUTES].sum()
    tickets = numbers[at.T_POINTS : at.T_POINTS + at.MOST_TICKETS].sum()
    tokens = numbers[at.TOKEN_VALUE : at.TOKEN_VALUE + at.MOST_SYMBOLS + 1].max()
    # A route may pay twice, to who controls both its ends; Alvin pays for a catch and at the end.
    alvin = numbers[at.ALVIN_VALUE] * (numbers[at.N_ROUTES] + 1)
    return float(-tickets), float(2 * routes + tickets + tokens + numbers[at.BONUS] + alvin)


def _choices(numbers: npt.NDArray[np.int64]) -> int:
    """Return a number of choices that no game exceeds."""
    seats, routes, tickets = (int(numbers[i]) for i in (at.N_SEATS, at.N_ROUTES, at.N_TICKETS))
    cards = int(numbers[at.DECK_OF : at.DECK_OF + len(ALL_CARDS)].sum())
    # A card comes to a hand again only after it was paid, for a vehicle or for a marker.
    markers = int(numbers[at.N_MARKERS] * numbers[at.MARKER_COST])
    drawn = cards + seats * (int(numbers[at.START_VEHICLES]) + markers)
    # A claim may be followed by a token, Alvin's move and a marker; an offer keeps a ticket.
    acted = drawn + 4 * routes + 2 * tickets
    set_up = seats * 2 + int(numbers[at.N_SYMBOLS])
    # Between two actions all others may pass.
    return acted * seats + set_up


class SanFrancisco(FoglineGame):
    """`pyspiel.load_game("python_fogline_san_francisco", {"players": 4})`."""

    name = "san-francisco"


class OldWest(FoglineGame):
    """`pyspiel.load_game("python_fogline_old_west", {"players": 6, "alvin": True})`."""

    name = "old-west"
    options = ("alvin",)


def _register(game: type[FoglineGame]) -> None:
    definition = define(game.name)
    game.kind = pyspiel.GameType(
        short_name=f"python_fogline_{game.name.replace('-', '_')}",
        long_name=f"Fogline: {definition.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=definition.seats[0],
        max_num_players=definition.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": definition.seats[0],
            "reward": "score",
            **dict.fromkeys(game.options, False),
        },
    )
    # A class, not a function: OpenSpiel lets go of it only after Python has ended.
    pyspiel.register_game(game.kind, game)


for _game in (SanFrancisco, OldWest):
    _register(_game)
