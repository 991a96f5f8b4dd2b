"""The games for OpenSpiel: `import fogline.env.openspiel` registers them; extra `openspiel`.

Chance is explicit: each card, ticket, shuffled symbol and the start player is a chance node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError as error:  # pragma: no cover (the tests have the extra)
    raise ImportError(
        "OpenSpiel is not installed; install it with: pip install 'fogline[openspiel]'"
    ) from error

from fogline.boards import builtin_boards
from fogline.core.cards import ALL_CARDS
from fogline.core.engine import lay_out
from fogline.core.messages import Seat
from fogline.core.table import State
from fogline.env.observer import Observer, Reward, checked_reward, rewards_of
from fogline.env.positions import OpenSpielPosition, Variant
from fogline.games import define, find_board, rule_set_of
from fogline.saves import to_json

Parameters = Mapping[str, bool | int | str]

_MOST_POINTS = 32_767.0
"""A bound of the points that a seat can win or lose."""
_SWEEPS = 4
"""The assumed maximum of sweeps of the display after a choice."""


class FoglineState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A position with the interface of OpenSpiel."""

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
        """Return whether the game has ended."""
        return self.position.is_over

    def _legal_actions(self, player: Seat) -> list[int]:
        position = self.position
        if position.is_over:
            return []
        mask = position.variant.observer.mask(position.simulated, player)
        codes: list[int] = np.flatnonzero(mask).tolist()
        return codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance here, and the probability of each."""
        node = self.position.node
        return [] if node is None else list(node.chances)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.position.node
        if player != int(pyspiel.PlayerId.CHANCE):
            observer = self.position.variant.observer
            return str(observer.action(self.position.simulated, player, action))
        if node is None:
            raise ValueError("chance is not asked now")
        numbers = [number for number, _ in node.chances]
        return node.names[numbers.index(action)]

    def returns(self) -> list[float]:
        """Return every seat's reward; nothing before the end."""
        position = self.position
        if not position.is_over:
            return [0.0] * position.variant.seats
        return list(rewards_of(position.simulated, self.get_game().reward).values())

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> FoglineState:
        """Deal again everything that a player does not know; the new state has no history."""
        seed = " ".join(repr(sampler()) for _ in range(4))
        state: FoglineState = self.get_game().new_initial_state()
        state.position = self.position.guess(player, seed)
        return state

    def __str__(self) -> str:
        return str(self.position)


class FoglineObserver:
    """The information of a seat: the numbers of the other environments, and JSON."""

    def __init__(self, observer: Observer[Any], *, recalls: bool) -> None:
        self._observer = observer
        self._recalls = recalls
        self.tensor: npt.NDArray[np.float32] = np.zeros(observer.layout.size, np.float32)
        parts = [part for part in observer.layout.parts if part.size]
        self.dict = {part.name: self.tensor[part.slice].reshape(part.shape) for part in parts}

    def set_from(self, state: FoglineState, player: Seat) -> None:
        """Write the numbers; all 0 while the game is being dealt."""
        self.tensor[:] = 0
        if state.position.is_dealt:
            self.tensor[:] = self._observer.vector(state.position.simulated, player)

    def string_from(self, state: FoglineState, player: Seat) -> str:
        """Write the view, with a digest of all that was sent to the seat for perfect recall."""
        view = to_json(state.position.view(player))
        return (
            f'{{"told":"{state.position.told[player]}","view":{view}}}' if self._recalls else view
        )


class FoglineGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A game for a number of players; a separate class is registered for each game."""

    name: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()
    """Options of the game that are parameters here."""
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, parameters: Parameters) -> None:
        options = tuple((option, parameters[option]) for option in self.options)
        variant = Variant(self.name, int(parameters["players"]), options)
        self.reward = checked_reward(cast("Reward", parameters["reward"]))
        self.start = OpenSpielPosition.start(variant)
        board = self.start.state.board
        most = 1.0 if self.reward == "win" else _MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=variant.observer.codes,
            max_chance_outcomes=max(len(ALL_CARDS), len(board.tickets), len(board.places)),
            num_players=variant.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=_choices(self.start.state),
        )
        super().__init__(self.kind, info, dict(parameters))

    def new_initial_state(self) -> FoglineState:
        """Return a game of which nothing is dealt."""
        return FoglineState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound of the chance nodes; see the documentation for its limits."""
        empty = lay_out(self.start.state.game, self.start.variant.seats)
        at_once = 1 + _SWEEPS * len(empty.display) + len(empty.board.tickets)
        return _choices(empty) * at_once

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


def _choices(empty: State) -> int:
    """Return a number of choices that no game exceeds, given a table with nothing dealt."""
    seats, rules = len(empty.players), len(empty.game.rules)
    routes, tickets = len(empty.board.routes), len(empty.board.tickets)
    # A card comes to a hand again only after it was paid: for vehicles, or for what a rule sells.
    paid = 2 * sum(player.vehicles for player in empty.players)
    # Each rule may ask something after a claim; an offer keeps a ticket.
    acted = empty.deck.total + paid + (1 + rules) * routes + 2 * tickets
    set_up = rules * max(seats, len(empty.board.places))
    # Between two actions all others may pass.
    return acted * seats + set_up


def _game_class(board: str) -> type[FoglineGame]:
    """Make the class of a game: `pyspiel.load_game("python_fogline_old_west", {"players": 6})`."""
    definition, options = define(board), rule_set_of(find_board(board)).options
    switches = {option.name: option.default for option in options if option.kind is bool}
    name = board.replace("-", "_")
    kind = pyspiel.GameType(
        short_name=f"python_fogline_{name}",
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
        parameter_specification={"players": definition.seats[0], "reward": "score", **switches},
    )
    members = {"name": board, "options": tuple(switches), "kind": kind}
    return type(name, (FoglineGame,), members)


GAMES = {board: _game_class(board) for board in builtin_boards()}
"""The games that are registered, by the ids of their boards."""

for _game in GAMES.values():
    # A class, not a function: OpenSpiel lets go of it only after Python has ended.
    pyspiel.register_game(_game.kind, _game)
