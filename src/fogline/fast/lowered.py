"""A game for a number of players, in the form that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np

from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.core.rule import Rule
from fogline.fast import layout
from fogline.fast.compose import CodeKind
from fogline.fast.context import Numbers, Words

RuleT = TypeVar("RuleT", bound=Rule)


class CannotLower(FoglineError):
    """Raised when the compiled engine cannot play a game; the readable one can."""


@dataclass(eq=False)
class LoweredGame:
    """The numbers and masks of a game, and the ids that its indices stand for."""

    game: GameDefinition
    seats: int
    numbers: Numbers = field(default_factory=lambda: np.zeros(layout.NUMBERS, np.int64))
    masks: Words = field(default_factory=lambda: np.zeros(layout.MASKS, np.uint64))
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """More ids that a mechanic numbers, by its own name for the list."""
    block: int = 0
    """Bytes of one state."""
    codes: int = 0
    """The number of dense action codes."""
    kinds: list[CodeKind] = field(default_factory=list)
    """The kinds of actions that have codes in this game, in the order of their codes."""
    phases: dict[type[Decision], int] = field(default_factory=dict)
    """The decisions of this game with their numbers, in the order of the rules."""

    def __post_init__(self) -> None:
        self.block = layout.PLAYERS + self.seats * layout.STRIDE

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Return the ids in the order of the board."""
        return tuple(self.game.board.place)

    @cached_property
    def routes(self) -> tuple[str, ...]:
        """Return the ids in the order of the board."""
        return tuple(self.game.board.route)

    @cached_property
    def tickets(self) -> tuple[str, ...]:
        """Return the sorted ids, in the order of the ticket deck's layers."""
        return tuple(sorted(self.game.board.ticket))

    @cached_property
    def place_index(self) -> Mapping[str, int]:
        """Return the index of each place."""
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def route_index(self) -> Mapping[str, int]:
        """Return the index of each route."""
        return {route: index for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_index(self) -> Mapping[str, int]:
        """Return the index of each ticket."""
        return {ticket: index for index, ticket in enumerate(self.tickets)}

    def record(self, seat: int) -> int:
        """Return where a player's record begins in a block, in bytes."""
        return layout.PLAYERS + seat * layout.STRIDE

    def rule(self, kind: type[RuleT]) -> RuleT:
        """Return the game's rule of a kind."""
        return next(rule for rule in self.game.rules if isinstance(rule, kind))

    def begin_of(self, kind: CodeKind) -> int:
        """Return the first code of a kind of actions."""
        return self[kind.begin]

    def __getitem__(self, index: int) -> int:
        return int(self.numbers[index])

    def __setitem__(self, index: int, value: int) -> None:
        self.numbers[index] = value

    def fill(self, index: int, values: Sequence[int]) -> None:
        """Write several numbers from an index on."""
        self.numbers[index : index + len(values)] = values

    def append(self, index: int, values: Sequence[int]) -> None:
        """Append numbers whose count depends on the board, and store their start at the index."""
        self.numbers[index] = len(self.numbers)
        self.numbers = np.concatenate([self.numbers, np.array(values, np.int64)])

    def reserve(self, size: int) -> int:
        """Reserve bytes at the end of the block; return where they begin."""
        first = self.block
        self.block = -(-(first + size) // 8) * 8
        return first

    def mask(self, index: int, routes: Iterable[int]) -> None:
        """Set the bits of routes in a mask."""
        for route in routes:
            self.masks[index + route // 64] |= np.uint64(1) << np.uint64(route % 64)

    def check(self, rule: str, what: str, size: int, most: int, least: int = 0) -> None:
        """Raise `CannotLower` for a number that the kernels do not support."""
        title = self.game.title
        if size > most:
            raise CannotLower(f"{title}: {size} {what}, and the compiled {rule!r} takes {most}.")
        if size < least:
            raise CannotLower(
                f"{title}: {size} {what}, and the compiled {rule!r} takes no fewer than {least}."
            )


def bits(mask: int | np.uint64) -> list[int]:
    """List the positions of the bits that are set."""
    value = int(mask)
    return [position for position in range(64) if value >> position & 1]


def mask_of(positions: Iterable[int]) -> int:
    """Return the word in which these bits are set."""
    return sum(1 << position for position in positions)
