"""What stands where in an observation: named slices of one vector, for a game and its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fogline.core.cards import ALL_CARDS
from fogline.env import kernel
from fogline.fast import layout as at
from fogline.fast.lower import CannotLower, Tables

VERSION = 0
"""Raised whenever the meaning of an observation or of an action code changes."""

Vector = npt.NDArray[np.int8]

_MOST = 127
"""Every number of an observation takes one byte: ten thousand of them are soon remembered."""


@dataclass(frozen=True, slots=True)
class Part:
    """One named slice of the vector."""

    name: str
    first: int
    """Where it begins."""
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))

    @property
    def slice(self) -> slice:
        """Its place in the vector."""
        return slice(self.first, self.first + self.size)


class Layout:
    """The parts of an observation in order. Players are counted from the viewer, who is 0."""

    def __init__(self, tables: Tables) -> None:
        self.parts: tuple[Part, ...] = _parts(tables)
        self.size: int = sum(part.size for part in self.parts)
        self.offsets: npt.NDArray[np.uint32] = np.array([p.first for p in self.parts], np.uint32)
        """Where each part begins, in the order that the kernel knows."""

    @cached_property
    def low(self) -> Vector:
        """The least that each number can be."""
        return self._bounds("low")

    @cached_property
    def high(self) -> Vector:
        """The most that each number can be; divide by it to scale."""
        return self._bounds("high")

    def _bounds(self, side: str) -> Vector:
        bounds = [np.full(part.size, getattr(part, side), np.int8) for part in self.parts]
        return np.concatenate(bounds)

    def split(self, vector: Vector) -> Mapping[str, Vector]:
        """Give each part its name and shape; leading dimensions stay. Empty parts are left out."""
        return {
            part.name: vector[..., part.slice].reshape(*vector.shape[:-1], *part.shape)
            for part in self.parts
            if part.size
        }


def _parts(tables: Tables) -> tuple[Part, ...]:
    t = tables.numbers
    seats, routes, places = int(t[at.N_SEATS]), len(tables.routes), len(tables.places)
    tickets, symbols, kinds = len(tables.tickets), len(tables.symbols), len(ALL_CARDS)
    marked = places if t[at.N_MARKERS] else 0
    alvin = int(t[at.ALVIN_VALUE] > 0)
    offered = max(int(t[at.TICKETS_DEALT]), int(t[at.TICKETS_SHOWN]))
    cards = int(t[at.DECK_OF : at.DECK_OF + kinds].sum())
    most = int(t[at.DECK_OF : at.DECK_OF + kinds].max())
    height = max(int(t[at.START_HEIGHT]), int(t[at.ASIDE_HEIGHT]), 1)
    rows: dict[int, tuple[str, tuple[int, ...], int, int, str]] = {
        kernel.ROUTES: ("routes", (seats, routes), 0, 1, "routes of each player"),
        kernel.OPEN: ("open", (routes,), 0, 1, "routes that no rule forbids the viewer to claim"),
        kernel.HAND: ("hand", (kinds,), 0, most, "own cards of each kind"),
        kernel.KNOWN: (
            "known",
            (seats - 1, kinds),
            0,
            most,
            "cards of the others that all saw them take and not spend",
        ),
        kernel.HANDS: ("hands", (seats,), 0, cards, "cards in each hand"),
        kernel.DISPLAYED: (
            "display",
            (kinds,),
            0,
            max(int(t[at.DISPLAYED]), 1),
            "cards on display of each kind",
        ),
        kernel.DISCARDED: ("discards", (kinds,), 0, most, "discarded cards of each kind"),
        kernel.IN_DECK: ("deck", (1,), 0, cards, "cards in the deck"),
        kernel.KEPT: ("tickets", (tickets,), 0, 1, "own tickets"),
        kernel.COMPLETE: ("complete", (tickets,), 0, 1, "own or offered tickets that are complete"),
        kernel.OFFER: ("offered", (offered, tickets), 0, 1, "tickets offered, in their order"),
        kernel.RETURNED: (
            "returned",
            (tickets,),
            0,
            1,
            "tickets that the viewer put under the deck and knows to be there",
        ),
        kernel.TICKET_DECK: ("ticket_deck", (1,), 0, tickets, "tickets in the deck"),
        kernel.TICKET_COUNTS: ("ticket_counts", (seats,), 0, tickets, "tickets of each player"),
        kernel.OFFER_COUNTS: (
            "offer_counts",
            (seats,),
            0,
            offered,
            "tickets offered to each player",
        ),
        kernel.VEHICLES_OF: (
            "vehicles",
            (seats,),
            0,
            int(t[at.START_VEHICLES]),
            "vehicles of each player",
        ),
        kernel.POINTS: (
            "scores",
            (seats, 2),
            -_MOST,
            _MOST,
            "points of each player so far: hundreds, and the rest from 0 to 99",
        ),
        kernel.DECIDING: ("deciding", (seats,), 0, 1, "players who must choose now"),
        kernel.FIRST_PLAYER: ("first", (seats,), 0, 1, "the player who began"),
        kernel.PHASE_IS: ("phase", (at.OVER + 1,), 0, 1, "what is to be chosen, see below"),
        kernel.TURNS_LEFT: (
            "turns_left",
            (1,),
            -1,
            seats,
            "turns to come in the last round; -1 before it",
        ),
        kernel.PASSED: ("passes", (1,), 0, seats, "players who passed one after the other"),
        kernel.STACKS: (
            "stacks",
            (symbols, places if symbols else 0),
            0,
            height,
            "tokens of each symbol on each place",
        ),
        kernel.SET_ASIDE: ("aside", (symbols,), 0, 1, "stacks still to be placed"),
        kernel.TOKENS: ("tokens", (seats if symbols else 0, symbols), 0, 1, "tokens held"),
        kernel.TOKEN_CHOICE: (
            "token_choice",
            (places if symbols else 0,),
            0,
            1,
            "the two places to take a token from",
        ),
        kernel.CITIES_OF: (
            "cities",
            (seats if marked else 0, marked),
            0,
            1,
            "cities that each player controls",
        ),
        kernel.CLAIM: (
            "claimed",
            (2 if marked else 0, marked),
            0,
            1,
            "the two ends of the route just claimed, in their order",
        ),
        kernel.ALVIN: ("alvin", (places * alvin,), 0, 1, "the city where Alvin is"),
        kernel.HOLDER: ("alvin_holder", (seats * alvin,), 0, 1, "the player who has Alvin"),
    }
    parts: list[Part] = []
    first = 0
    for index in range(kernel.N_PARTS):
        name, shape, low, high, meaning = rows[index]
        if high > _MOST:
            raise CannotLower(f"an observation counts no further than {_MOST}: {meaning}.")
        parts.append(Part(name, first, shape, low, high, meaning))
        first += parts[-1].size
    return tuple(parts)
