"""A check of an order of bots, which fails only if chance cannot explain the results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fogline.arena.ladder.pairings import Meeting, Pairing
from fogline.arena.ladder.tournament import checked, deals_for, play_pairings
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.report.estimates import BEYOND_CHANCE, Estimate, rate_of, score_of


@dataclass(frozen=True, slots=True)
class Upset:
    """A bot that should be at least as good as another, but is weaker."""

    upper: str
    lower: str
    wins: Estimate
    """The share of the games that the upper bot won."""
    chance: float
    """The probability of such a low share if the two are equal."""

    def __str__(self) -> str:
        return (
            f"{self.upper} should be at least as good as {self.lower}, but won only "
            f"{self.wins.value:.1%} of the games ({self.wins.low:.1%} to {self.wins.high:.1%})."
        )


def upsets(
    game: GameDefinition,
    bots: Sequence[str],
    num: int,
    seed: Seed,
) -> tuple[Upset, ...]:
    """Play `num` games between neighbours of a list, weakest first; return those out of order."""
    pairings = [Pairing(upper, lower, 2) for lower, upper in pairwise(checked(bots))]
    meetings = play_pairings(game, pairings, deals_for(num, 2), seed)
    return tuple(found for each in meetings if (found := upset_of(each)) is not None)


def chance_below(score: float) -> float:
    """Return how likely a score this low is by chance, where par is the truth."""
    return math.erfc(-score / math.sqrt(2)) / 2


def upset_of(meeting: Meeting) -> Upset | None:
    """Return an upset if chance cannot explain the result; `one` should be the better bot.

    The hypothesis is that `one` wins its par, 1/n among n players, or more.
    """
    chance = chance_below(score_of(meeting.wins, 1 / meeting.pairing.seats))
    if chance >= BEYOND_CHANCE:
        return None
    return Upset(meeting.pairing.one, meeting.pairing.other, rate_of(meeting.wins), chance)
