"""Games whose chance is explicit: positions that wait for a player or for a chance node."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from fogline.core import engine as rules
from fogline.core.messages import Action, Event, Seat
from fogline.core.scripted_dice import ChanceNode, NeedsOutcome, NumberedDice
from fogline.core.table import State, View
from fogline.core.view import redact, view_of
from fogline.env.backends import observer_of
from fogline.env.observer import Observer
from fogline.saves import from_json, to_json


@dataclass(frozen=True, slots=True)
class Variant:
    """A game for a number of players, identified by names."""

    game: str
    seats: int
    options: tuple[tuple[str, bool | int | str], ...] = ()

    @property
    def observer(self) -> Observer[Any]:
        """Return the observer of the game, which is cached."""
        return _observer(self)


@cache
def _observer(variant: Variant) -> Observer[Any]:
    return observer_of(variant.game, variant.seats, dict(variant.options))


@dataclass(frozen=True, slots=True)
class PendingMove:
    """An unfinished action, with its outcomes of chance so far; without a seat, the deal."""

    seat: Seat | None = None
    action: Action | None = None
    outcomes: tuple[int, ...] = ()
    """The numbers of the outcomes at its chance nodes."""


@dataclass(frozen=True, eq=False)
class OpenSpielPosition:
    """A game that waits for a player or, in the middle of a move, for chance; or has ended.

    It never changes, so it is its own copy.
    """

    variant: Variant
    state: State
    """The table before the unfinished move."""
    told: tuple[str, ...]
    """For each seat, then for a spectator, a digest of all events that were sent to it."""
    move: PendingMove | None = None
    node: ChanceNode | None = None
    """The chance node at which the move waits."""

    @classmethod
    def start(cls, variant: Variant) -> OpenSpielPosition:
        """Return a game before the deal."""
        empty = rules.lay_out(variant.observer.game, variant.seats)
        return cls(variant, empty, ("",) * (variant.seats + 1)).carry_out(PendingMove())

    def carry_out(self, move: PendingMove) -> OpenSpielPosition:
        """Perform a move as far as its outcomes of chance are known."""
        dice = NumberedDice(move.outcomes)
        try:
            if move.seat is None or move.action is None:
                state, events = rules.start(self.state.game, self.variant.seats, dice)
            else:
                state, events = rules.play(self.state, move.seat, move.action, dice)
        except NeedsOutcome as needed:
            return replace(self, move=move, node=needed.node)
        viewers = (*range(self.variant.seats), None)
        told = tuple(
            _digest(before, events, viewer)
            for before, viewer in zip(self.told, viewers, strict=True)
        )
        return OpenSpielPosition(self.variant, state, told)

    def after(self, number: int) -> OpenSpielPosition:
        """Perform an action code of the seat that decides, or an outcome of the chance node."""
        if self.move is not None:
            return self.carry_out(replace(self.move, outcomes=(*self.move.outcomes, number)))
        seat = self.seat
        if seat is None:
            raise ValueError("the game is over")
        return self.carry_out(
            PendingMove(seat, self.variant.observer.action(self.simulated, seat, number))
        )

    @property
    def is_dealt(self) -> bool:
        """Return whether the game has come to its first decision."""
        return self.move is None or self.move.seat is not None

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.ended is not None

    @property
    def seat(self) -> Seat | None:
        """Return the first seat that must choose, or `None` at a chance node or at the end."""
        now = rules.decision(self.state) if self.move is None else None
        return None if now is None else now.seats[0]

    @cached_property
    def simulated(self) -> Any:
        """Return the state in the observer's form."""
        return self.variant.observer.resume(self.state, 0)

    def view(self, seat: Seat) -> View:
        """Return the table before the unfinished move, as a seat knows it."""
        return view_of(self.state, seat)

    def guess(self, seat: Seat, seed: str) -> OpenSpielPosition:
        """Deal again everything that a seat does not know.

        The seat's own digest stays. Others get that of a spectator: what was sent to them in secret
        would not fit what they hold now.
        """
        if self.move is not None:
            raise ValueError("no seat has to choose while chance is asked")
        guess = self.variant.observer.guess(self.view(seat), seed).to_state()
        players = list(self.state.players)
        told = [self.told[-1]] * len(self.told)
        told[seat] = self.told[seat]
        for other in set(self.state.seats) - {seat}:
            held = guess.players[other]
            players[other] = replace(
                players[other],
                hand=held.hand,
                tickets=held.tickets,
                offered=held.offered,
                choice=held.choice,
            )
        # What is public stays as it is: the compiled engine does not keep the order of all of it.
        state = replace(
            self.state, players=tuple(players), deck=guess.deck, ticket_deck=guess.ticket_deck
        )
        return OpenSpielPosition(self.variant, state, tuple(told))

    def __str__(self) -> str:
        """Return the complete state as text."""
        text = to_json(self.state)
        if self.move is None:
            return text
        doing = "deal" if self.move.action is None else f"{self.move.seat} {self.move.action}"
        return f"{text} {doing} {list(self.move.outcomes)}"

    def __deepcopy__(self, memo: object) -> OpenSpielPosition:
        """Return the position itself, because it never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the JSON of saves, which is validated, instead of by classes."""
        text = to_json(self.state) if self.is_dealt else None
        move = self.move
        action = None if move is None or move.action is None else to_json(move.action)
        doing = None if move is None else (move.seat, action, move.outcomes)
        return _restore, (self.variant, text, self.told, doing)


def _restore(
    variant: Variant,
    text: str | None,
    told: tuple[str, ...],
    doing: tuple[Seat | None, str | None, tuple[int, ...]] | None,
) -> OpenSpielPosition:
    """Restore a pickled position."""
    start = OpenSpielPosition.start(variant)
    before = start if text is None else OpenSpielPosition(variant, from_json(text, State), told)
    if doing is None:
        return before
    seat, action, outcomes = doing
    intent = None if action is None else from_json(action, Action)
    return before.carry_out(PendingMove(seat, intent, outcomes))


def _digest(before: str, events: Iterable[Event], viewer: Seat | None) -> str:
    """Add events to a digest of all that were sent to a viewer."""
    digest = hashlib.sha256(before.encode())
    for event in events:
        digest.update(to_json(redact(event, viewer)).encode())
    return digest.hexdigest()
