"""The random games that both engines play in lockstep: whose players, deals and first seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from fogline import Chance, GameDefinition
from fogline.games import define
from fogline.rules.claiming import Claiming
from tests.fast import branches
from tests.fast.lockstep import Choose
from tests.fast.players import Style, random_player
from tests.play import Variant, every_version

ROUND = (
    None,
    Style.BUILDER,
    None,
    Style.HOARDER,
    Style.COLLECTOR,
    None,
    Style.MISER,
    Style.WASTER,
    Style.ANYTHING,
)
"""The players that take turns; `None` is the random one that is compiled, too."""


@dataclass(frozen=True)
class RandomGame:
    """One game of a variant by its number."""

    variant: Variant
    number: int

    @property
    def seed(self) -> str:
        """The seed of its deal."""
        return f"{self.variant} {self.number}"

    @property
    def first(self) -> int | None:
        """The first seat; every other game leaves it to chance."""
        return self.number // 4 % self.variant.seats if self.number % 4 >= 2 else None

    @property
    def definition(self) -> GameDefinition:
        first = {} if self.first is None else {"first": self.first}
        options = {**dict(self.variant.options), **first}
        return define(self.variant.game, options, version=self.variant.version)

    @property
    def style(self) -> Style | None:
        return ROUND[self.number // 2 % len(ROUND)]

    def player(self) -> Choose:
        """Who plays all seats."""
        if self.style is None:
            dice = [Chance(f"{self.seed}/{seat}") for seat in range(self.variant.seats)]
            return random_player(dice)
        return self.style.player(Chance(f"{self.seed}/{self.style.name}"))


def vehicles(variant: Variant) -> int:
    """How many vehicles there are: games are about as long as that."""
    rules = variant.definition.rules
    return variant.seats * next(rule.vehicles for rule in rules if isinstance(rule, Claiming))


def games_of(variant: Variant, games: int) -> int:
    """A variant's share of the games: in all of them about as many decisions are made."""
    shares = {each: 1 / vehicles(each) for each in every_version()}
    return ceil(games * shares[variant] / sum(shares.values()))


def wanted(variant: Variant) -> frozenset[str]:
    """The branches that the games of a variant must go through."""
    if variant.game == "san-francisco":
        return branches.COMMON | branches.SAN_FRANCISCO
    with_alvin = branches.ALVIN if dict(variant.options)["alvin"] else frozenset()
    return branches.COMMON | branches.OLD_WEST | with_alvin
