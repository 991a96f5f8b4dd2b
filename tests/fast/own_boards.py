"""Boards of one's own: a small one on which nearly all rules meet, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fogline import Chance, GameDefinition
from fogline.core.cards import COLOURS
from fogline.core.chance import pick, shuffled
from fogline.games import define_from_text

MIXED = """\
schema = 1
id = "mixed-bay"
name = "Mixed Bay"
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
places = ["Ashore", "Bridge", "Cove", "Dock", "End", "Fort", "Gate", "Hill"]
routes = [
  { between = ["Ashore", "Bridge"], length = 2, tracks = ["red", "blue", "gray"] },
  { between = ["Bridge", "Cove"], length = 3, tracks = ["gray"], ferries = 2 },
  { between = ["Cove", "Dock"], length = 2, tracks = ["green"], ferries = 2 },
  { between = ["Dock", "End"], length = 1, tracks = ["gray", "gray"] },
  { between = ["End", "Fort"], length = 4, tracks = ["red"], ferries = 1 },
  { between = ["Fort", "Gate"], length = 1, tracks = ["blue", "green"] },
  { between = ["Gate", "Hill"], length = 3, tracks = ["gray", "red", "blue"] },
  { between = ["Hill", "Ashore"], length = 2, tracks = ["green"] },
  { between = ["Ashore", "End"], length = 3, tracks = ["blue"] },
  { between = ["Bridge", "Fort"], length = 1, tracks = ["gray"] },
  { between = ["Cove", "Gate"], length = 2, tracks = ["red", "gray"] },
]
tickets = [
  { between = ["Ashore", "Dock"], points = 7 },
  { between = ["Ashore", "Fort"], points = 3 },
  { between = ["Bridge", "Dock"], points = 4 },
  { between = ["Bridge", "Hill"], points = 4 },
  { between = ["Cove", "Hill"], points = 5 },
  { between = ["Dock", "Gate"], points = 4 },
  { between = ["End", "Hill"], points = 5 },
  { between = ["Fort", "Hill"], points = 4 },
  { between = ["Cove", "End"], points = 3 },
  { between = ["Gate", "End"], points = 5 },
  { between = ["Cove", "Fort"], points = 3 },
]

[marks]
tourist-stacks = ["Dock", "Hill"]
alvin = ["Fort"]

[game]
seats = [2, 5]

[rules.turns]
[rules.drawing]
deck = { red = 7, blue = 7, green = 7, wild = 9 }
dealt = 3
display = 4
sweep_at = 2
[rules.tickets]
dealt = 2
keep_dealt = 1
shown = 3
keep_shown = 2
shuffle_returned = true
[rules.claiming]
vehicles = 14
[rules.ferries]
[rules.parallel-routes]
one_used_up_to = 3
[rules.builder-scores]
[rules.controller-scores]
[rules.tourist-tokens]
symbols = ["wave", "anchor", "shell", "buoy"]
points = [0, 1, 3, 6, 10]
height = 3
low_height = 2
low_up_to = 3
singles_up_to = 2
[rules.alvin]
points = 6
[rules.city-markers]
markers = 4
cost = 1
[rules.ticket-bonus]
points = 8
[rules.ending]
vehicles_left = 1
"""
"""Tokens, markers, Alvin, both ways to score; several ferries and tracks; networks in pieces."""


def mixed() -> GameDefinition:
    """Define the small board."""
    return define_from_text(MIXED, {})


def random_game(seed: str) -> GameDefinition:
    """Define a random board with random rules and numbers."""
    return define_from_text("\n".join(_Board(Chance(seed)).lines()) + "\n", {})


class _Board:
    """What is to be decided about a random board before it can be written."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.most_seats = 2 + chance.below(5)
        large = chance.below(8) == 0
        self.places = [f"P{n}" for n in range(64 if large else 8 + chance.below(10))]
        self.colours = shuffled(chance, COLOURS)[: 1 + chance.below(8)]
        self.dealt_tickets = 1 + chance.below(4)
        self.markers = self.some()
        self.tokens = self.some()
        self.alvin = self.markers and self.some()

    def some(self) -> bool:
        """Throw a coin."""
        return self.chance.below(2) == 0

    def up_to(self, most: int, least: int = 0) -> int:
        """Throw a number; both ends are possible."""
        return least + self.chance.below(most - least + 1)

    def lines(self) -> Iterator[str]:
        """Write the board file."""
        yield 'schema = 1\nid = "random"\nname = "Random"'
        yield f"route_points = {{ {', '.join(f'{n} = {2 * n}' for n in range(1, 16))} }}"
        yield f"places = {_strings(self.places)}"
        yield "routes = ["
        yield from self._routes()
        yield "]\ntickets = ["
        yield from self._tickets()
        yield "]\n[marks]"
        if self.tokens:
            starts = shuffled(self.chance, self.places)[: self.up_to(3)]
            yield f"tourist-stacks = {_strings(starts)}"
        if self.alvin:
            yield f'alvin = ["{pick(self.chance, self.places)}"]'
        yield f"[game]\nseats = [2, {self.most_seats}]"
        yield from self._rules()

    def _routes(self) -> Iterator[str]:
        """A tree, so that all can be reached, and some more; three words of routes at the most."""
        order = shuffled(self.chance, self.places)
        pairs = [(place, pick(self.chance, order[:n])) for n, place in enumerate(order) if n]
        joined = {frozenset(pair) for pair in pairs}
        more = [pair for pair in combinations(order, 2) if frozenset(pair) not in joined]
        pairs += shuffled(self.chance, more)[: self.up_to(len(order) // 2)]
        longest = 15 if self.chance.below(6) == 0 else 5
        for one, other in pairs[:64]:
            length = self.up_to(longest, least=1)
            tracks = [pick(self.chance, [*self.colours, "gray"]) for _ in range(self.up_to(3, 1))]
            ferries = self.up_to(length) if self.chance.below(3) == 0 else 0
            yield (
                f'  {{ between = ["{one}", "{other}"], length = {length},'
                f" tracks = {_strings(tracks)}, ferries = {ferries} }},"
            )

    def _tickets(self) -> Iterator[str]:
        """Sometimes just enough to deal, or one or two more."""
        pairs = shuffled(self.chance, list(combinations(self.places, 2)))
        extra = self.up_to(2) if self.some() else self.up_to(40)
        for one, other in pairs[: self.dealt_tickets * self.most_seats + extra]:
            points = self.up_to(20, least=1)
            yield f'  {{ between = ["{one}", "{other}"], points = {points} }},'

    def _rules(self) -> Iterator[str]:
        yield from self._cards()
        keep = self.up_to(self.dealt_tickets, least=1)
        shown = self.up_to(8, least=1)
        yield f"[rules.tickets]\ndealt = {self.dealt_tickets}\nkeep_dealt = {keep}"
        yield f"shown = {shown}\nkeep_shown = {self.up_to(shown, least=1)}"
        yield f"shuffle_returned = {str(self.some()).lower()}"
        yield f"[rules.turns]\n[rules.claiming]\nvehicles = {self.up_to(30, least=15)}"
        yield f"[rules.ending]\nvehicles_left = {self.up_to(4)}"
        if self.chance.below(4):
            yield "[rules.ferries]"
        if self.chance.below(4):
            yield f"[rules.parallel-routes]\none_used_up_to = {self.up_to(6)}"
        if self.some():
            yield f"[rules.ticket-bonus]\npoints = {self.up_to(20)}"
        if self.some() or not self.markers:
            yield "[rules.builder-scores]"
        if self.tokens:
            yield from self._tokens()
        if self.markers:
            yield f"[rules.city-markers]\nmarkers = {self.up_to(4, 1)}\ncost = {self.up_to(3, 1)}"
            if self.some():
                yield "[rules.controller-scores]"
            if self.some():
                yield "[rules.connected-network]"
        if self.alvin:
            yield f"[rules.alvin]\npoints = {self.up_to(20, least=1)}"

    def _cards(self) -> Iterator[str]:
        """Some cards are left to draw when all have been dealt theirs."""
        dealt = self.up_to(5)
        each = -(-(dealt * self.most_seats + 5) // len(self.colours)) + self.up_to(6)
        deck = ", ".join(f"{colour} = {each}" for colour in self.colours)
        yield f"[rules.drawing]\ndeck = {{ {deck}, wild = {self.up_to(12)} }}\ndealt = {dealt}"
        yield f"display = {self.up_to(8)}\nsweep_at = {self.up_to(5, least=2)}"

    def _tokens(self) -> Iterator[str]:
        symbols = [f"s{9 - n}" for n in range(self.up_to(8, least=3))]
        height = self.up_to(4, least=1)
        yield f"[rules.tourist-tokens]\nsymbols = {_strings(symbols)}"
        yield f"points = {[n * n for n in range(len(symbols) + 1)]}"
        yield f"height = {height}\nlow_height = {self.up_to(height, least=1)}"
        yield f"low_up_to = {self.up_to(6)}\nsingles_up_to = {self.up_to(4)}"


def _strings(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
