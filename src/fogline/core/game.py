"""A running game: the pure engine with its own state, log and dice."""

from __future__ import annotations

from itertools import starmap

from fogline.core import engine
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.core.log import GameLog, LogError, Move, states
from fogline.core.messages import Action, Event, Seat
from fogline.core.outcome import Outcome, outcome_of
from fogline.core.refusal import IllegalAction, Refusal
from fogline.core.table import State, View
from fogline.core.view import view_of


class Game:
    """A game being played. `fogline.new_game` starts one."""

    def __init__(self, log: GameLog, state: State, dice: Dice) -> None:
        self._set_up = log
        # Tuples are much faster to create than `Move`, and the log is seldom read.
        self._moves = [(move.seat, move.action, move.events) for move in log.moves]
        self._state = state
        self._dice = dice

    @classmethod
    def start(cls, definition: GameDefinition, seats: int, dice: Dice) -> Game:
        """Deal a new game."""
        state, events = engine.start(definition, seats, dice)
        return cls(GameLog(definition, seats, tuple(events)), state, dice)

    @classmethod
    def resume(cls, log: GameLog, dice: Dice) -> Game:
        """Continue a game from its log."""
        *_, state = states(log)
        if engine.decision(state) is None and state.ended is None:
            raise LogError("the log stops in the middle of a move: events are missing.")
        return cls(log, state, dice)

    @property
    def definition(self) -> GameDefinition:
        """Return the board and the rules."""
        return self._state.game

    @property
    def state(self) -> State:
        """Return the truth. Players and bots must get views instead."""
        return self._state

    @property
    def log(self) -> GameLog:
        """Return everything that happened so far."""
        log = self._set_up
        return GameLog(log.game, log.seats, log.set_up, tuple(starmap(Move, self._moves)))

    @property
    def decision(self) -> Decision | None:
        """Return who must choose what now, or `None` once the game has ended."""
        return engine.decision(self._state)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must choose now; none once the game has ended."""
        now = engine.decision(self._state)
        return () if now is None else now.seats

    def legal_actions(self, seat: Seat) -> list[Action]:
        """List what a seat may do now, in a stable order; none if it is not deciding."""
        return engine.legal_actions(self.view(seat))

    def play(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Perform an action and return its events, or raise `IllegalAction` and change nothing."""
        if not 0 <= seat < len(self._state.players):
            raise IllegalAction(Refusal.NOT_DECIDING, f"There is no seat {seat}.")
        self._state, happened = engine.play(self._state, seat, action, self._dice)
        events = tuple(happened)
        self._moves.append((seat, action, events))
        return events

    def view(self, seat: Seat | None) -> View:
        """Return the table as a seat knows it; `None` means a spectator."""
        if seat is not None and not 0 <= seat < len(self._state.players):
            raise FoglineError(f"there is no seat {seat}; seats are numbered from 0")
        return view_of(self._state, seat)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or `None` if it has not."""
        return outcome_of(self._state)
