"""Games in which chance is asked for each card: positions that wait for a seat or for the dice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeVar

from fogline.core import engine as rules
from fogline.core.cards import ALL_CARDS, POSITION, Card, Cards
from fogline.core.chance import Dice
from fogline.core.definition import Options
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import State, View
from fogline.core.view import redact, view_of
from fogline.env.backends import observer_of
from fogline.env.observer import Observer
from fogline.saves import from_json, to_json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fork:
    """What chance has to decide: the ways it can go, in the order of their numbers."""

    chances: tuple[tuple[int, float], ...]
    """The number of each way, and how likely it is."""
    names: tuple[str, ...]


class _Asked(Exception):
    """The dice were told nothing more, and must know."""

    def __init__(self, fork: Fork) -> None:
        super().__init__("what chance gives is not yet known")
        self.fork = fork


class Told(Dice):
    """Dice that fall as they are told. What can go one way only is not asked."""

    def __init__(self, falls: Sequence[int]) -> None:
        self._falls = iter(falls)

    def _fall(self, ways: list[tuple[int, int, str]]) -> int:
        """Return the number of one of the ways, given as number, weight and name."""
        if len(ways) == 1:
            return ways[0][0]
        fall = next(self._falls, None)
        if fall is None:
            total = sum(weight for _, weight, _ in ways)
            chances = tuple((number, weight / total) for number, weight, _ in ways)
            raise _Asked(Fork(chances, tuple(name for _, _, name in ways)))
        if all(fall != number for number, _, _ in ways):
            raise ValueError(f"chance cannot go the way {fall} here")
        return fall

    def below(self, bound: int) -> int:
        """Fall on a number."""
        return self._fall([(number, 1, f"number {number}") for number in range(bound)])

    def card(self, deck: Cards) -> Card:
        """Fall on a kind of card."""
        ways = [(POSITION[card], count, f"card {card}") for card, count in deck]
        return ALL_CARDS[self._fall(ways)]

    def take(self, rest: list[T]) -> T:
        """Fall on the place of an item in the list."""
        return rest.pop(self._fall([(at, 1, f"take {item}") for at, item in enumerate(rest)]))


@dataclass(frozen=True, slots=True)
class Variant:
    """A game for a number of players, by names alone."""

    game: str
    seats: int
    options: tuple[tuple[str, bool | int | str], ...] = ()

    @property
    def observer(self) -> Observer[Any]:
        """The observer of the game; made once."""
        return _observer(self.game, self.seats, self.options)


@cache
def _observer(
    game: str, seats: int, options: tuple[tuple[str, bool | int | str], ...]
) -> Observer[Any]:
    given: Options = dict(options)
    return observer_of(game, seats, given)


@dataclass(frozen=True, slots=True)
class Move:
    """An action under way, and how the dice have fallen for it so far; no seat deals the game."""

    seat: Seat | None = None
    action: Action | None = None
    falls: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Position:
    """A game that waits: for a seat, for chance in the middle of a move, or for nobody any more.

    Nothing of it changes, so copies are the thing itself.
    """

    variant: Variant
    state: State
    """The table before the move under way."""
    told: tuple[str, ...]
    """For each seat, then for a spectator, a digest of all events as it was told of them."""
    move: Move | None = None
    fork: Fork | None = None
    """What chance must decide before the move can go on."""

    @classmethod
    def start(cls, variant: Variant) -> Position:
        """Lay out a game of which nothing is dealt."""
        empty = rules.lay_out(variant.observer.game, variant.seats)
        return cls(variant, empty, ("",) * (variant.seats + 1)).carry_out(Move())

    def carry_out(self, move: Move) -> Position:
        """Carry out a move as far as the dice are known."""
        dice = Told(move.falls)
        try:
            if move.seat is None or move.action is None:
                state, events = rules.start(self.state.game, self.variant.seats, dice)
            else:
                state, events = rules.play(self.state, move.seat, move.action, dice)
        except _Asked as asked:
            return replace(self, move=move, fork=asked.fork)
        viewers = (*range(self.variant.seats), None)
        told = tuple(
            _digest(before, events, viewer)
            for before, viewer in zip(self.told, viewers, strict=True)
        )
        return Position(self.variant, state, told)

    def after(self, number: int) -> Position:
        """Perform an action code of the seat that decides, or let chance go one way."""
        if self.move is not None:
            return self.carry_out(replace(self.move, falls=(*self.move.falls, number)))
        seat = self.seat
        if seat is None:
            raise ValueError("the game is over")
        return self.carry_out(
            Move(seat, self.variant.observer.action(self.simulated, seat, number))
        )

    @property
    def is_dealt(self) -> bool:
        """Whether the game has come to its first decision."""
        return self.move is None or self.move.seat is not None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    @property
    def seat(self) -> Seat | None:
        """Who must choose; of several the first. Nobody, while chance is asked or at the end."""
        now = rules.decision(self.state) if self.move is None else None
        return None if now is None else now.seats[0]

    @cached_property
    def simulated(self) -> Any:
        """The state as the observer wants it."""
        return self.variant.observer.resume(self.state, 0)

    def view(self, seat: Seat) -> View:
        """Return the table before the move under way, as a seat knows it."""
        return view_of(self.state, seat)

    def guess(self, seat: Seat, seed: str) -> Position:
        """Deal again everything that a seat does not know.

        The seat was told what it was told. What the others were told in secret is forgotten: it
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
        # What lies open stays as it is: the compiled engine does not keep the order of all of it.
        state = replace(
            self.state, players=tuple(players), deck=guess.deck, ticket_deck=guess.ticket_deck
        )
        return Position(self.variant, state, tuple(told))

    def __str__(self) -> str:
        """Write the whole truth."""
        text = to_json(self.state)
        if self.move is None:
            return text
        doing = "deal" if self.move.action is None else f"{self.move.seat} {self.move.action}"
        return f"{text} {doing} {list(self.move.falls)}"

    def __deepcopy__(self, memo: object) -> Position:
        """Return the same, for it never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the JSON of saves, which says what is wrong with it, and not by classes."""
        text = to_json(self.state) if self.is_dealt else None
        move = self.move
        action = None if move is None or move.action is None else to_json(move.action)
        doing = None if move is None else (move.seat, action, move.falls)
        return _restore, (self.variant, text, self.told, doing)


def _restore(
    variant: Variant,
    text: str | None,
    told: tuple[str, ...],
    doing: tuple[Seat | None, str | None, tuple[int, ...]] | None,
) -> Position:
    """Make a position again of what was pickled."""
    start = Position.start(variant)
    before = start if text is None else Position(variant, from_json(text, State), told)
    if doing is None:
        return before
    seat, action, falls = doing
    intent = None if action is None else from_json(action, Action)
    return before.carry_out(Move(seat, intent, falls))


def _digest(before: str, events: Iterable[Event], viewer: Seat | None) -> str:
    """Add events to a digest of all that a viewer was told."""
    digest = hashlib.sha256(before.encode())
    for event in events:
        digest.update(to_json(redact(event, viewer)).encode())
    return digest.hexdigest()
