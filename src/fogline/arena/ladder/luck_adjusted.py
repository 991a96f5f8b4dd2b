"""Results of a pairing less the luck of its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fogline.arena.ladder.pairings import Meeting, mean_over_deals
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.report.estimates import Estimate, Values
from fogline.review.adjust import adjust, luck_of_game
from fogline.review.values import LEAD, WIN
from fogline.sim import cannot_compile
from fogline.sim.whole_games import Played

if TYPE_CHECKING:  # it loads the compiler
    from fogline.review.compiled_review import CompiledEvaluator


@dataclass(frozen=True, slots=True)
class LuckAdjusted:
    """The result of a pairing without the luck that could be measured."""

    wins: Estimate | None
    """The share of the games that `one` won; `None` if there was only one deal."""
    lead: Estimate | None
    """The points by which it was ahead, likewise."""
    saved: float | None
    """How many games without adjustment are worth one with it for wins; `None` if no doubt is
    left."""
    lead_saved: float | None
    """The same for the lead."""

    @property
    def reversed(self) -> LuckAdjusted:
        """Return the same from the other's viewpoint, for two players."""
        return replace(
            self,
            wins=self.wins and self.wins.complement(1.0),
            lead=self.lead and self.lead.complement(0.0),
        )


def check_luck(game: GameDefinition, players: int) -> None:
    """Raise an error if a game's luck cannot be measured: only compiled playouts are fast."""
    reason = cannot_compile(game, players)
    if reason is not None:
        raise FoglineError(f"the luck of {game.title} cannot be measured: {reason}")


def measure_luck(game: GameDefinition, deals: Sequence[Seed], played: Played) -> Values:
    """Return the luck of each game and seat, in shares of the victory and in points.

    A game in which a bot failed has no luck.
    """
    evaluator = _evaluator(game, played.scores.shape[1])
    if played.log is None:
        raise ValueError("the games were played without a log")
    found = np.zeros((*played.scores.shape, 2))
    for number, deal in enumerate(deals):
        if not played.failed[number].any():
            decisions = (
                (seat, evaluator.engine.code(action)) for seat, action in played.log.of(number)
            )
            found[number] = luck_of_game(evaluator, deal, decisions)
    return found


@lru_cache(maxsize=4)
def _evaluator(game: GameDefinition, seats: int) -> CompiledEvaluator:
    from fogline.review.compiled_review import CompiledEvaluator  # noqa: PLC0415 (loads the compiler)

    return CompiledEvaluator(game, seats)


def luck_adjusted(meeting: Meeting) -> LuckAdjusted | None:
    """Return the result of a pairing without luck; `None` if luck was not measured."""
    if meeting.luck is None:
        return None
    own = np.diagonal(meeting.luck, axis1=1, axis2=2)  # deals, kinds of value, arrangements
    luck = own.mean(axis=2)
    wins = adjust(meeting.wins, luck[:, WIN])
    sound = meeting.sound
    leads = adjust(meeting.leads[sound], luck[sound, LEAD])
    return LuckAdjusted(
        mean_over_deals(wins.values), mean_over_deals(leads.values), wins.saved, leads.saved
    )
