"""San Francisco: cable cars, ferries and tourist tokens, for 2 to 4 players."""

from __future__ import annotations

from dataclasses import replace

from fogline.core.cards import Card, Cards
from fogline.core.rule import Rule
from fogline.games.rule_set import FIRST, RuleSet, Settings
from fogline.rules.claiming import BuilderScores, Claiming
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.ferries import Ferries
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TouristTokens
from fogline.rules.turns import Turns

DECK = Cards.of(
    {
        Card.BLUE: 6,
        Card.GREEN: 6,
        Card.BLACK: 6,
        Card.PURPLE: 6,
        Card.RED: 6,
        Card.ORANGE: 6,
        Card.WILD: 8,
    }
)


def rules(settings: Settings) -> tuple[Rule, ...]:
    """Return the rules with their numbers (SF1 to SF10)."""
    return _rules(
        Turns(first=settings.first, drawn_after_tickets=True),
        Tickets(dealt=2, keep_dealt=1, shown=2, returned_by_seat=True),
    )


def rules_1(settings: Settings) -> tuple[Rule, ...]:
    """Return version 1: the first player was known while the first tickets were chosen."""
    return _rules(Turns(first=settings.first), Tickets(dealt=2, keep_dealt=1, shown=2))


def _rules(turns: Turns, tickets: Tickets) -> tuple[Rule, ...]:
    return (
        turns,
        Drawing(deck=DECK, dealt=2),
        tickets,
        Claiming(vehicles=20),
        Ferries(),
        ParallelRoutes(one_used_up_to=2),
        BuilderScores(),
        TouristTokens(
            symbols=("bell", "crab", "gull", "lantern", "poppy", "seal", "wheel"),
            points=(0, 0, 1, 2, 4, 6, 9, 12),
            height=3,
            low_height=2,
            low_up_to=3,
            singles_up_to=2,
        ),
        Ending(),
    )


VERSION_1 = RuleSet("san-francisco", version=1, seats=(2, 4), rules=rules_1, options=(FIRST,))
SAN_FRANCISCO = replace(VERSION_1, version=2, rules=rules, older=(VERSION_1,))
