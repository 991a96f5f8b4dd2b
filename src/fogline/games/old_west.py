"""Old West: home cities, city markers, a connected network, for 2 to 6 players; Alvin optional."""

from __future__ import annotations

from dataclasses import replace

from fogline.core.cards import COLOURS, Card, Cards
from fogline.core.rule import Rule
from fogline.games.rule_set import FIRST, Option, RuleSet, Settings
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.city_markers import CityMarkers, ControllerScores
from fogline.rules.claiming import Claiming
from fogline.rules.connected_network import ConnectedNetwork
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.ferries import Ferries
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tickets import Tickets
from fogline.rules.turns import Turns

DECK = Cards.of({**dict.fromkeys(COLOURS, 12), Card.WILD: 14})

ALVIN = Option(
    "alvin", kind=bool, default=False, help="play with Alvin the Alien", title="Alvin the Alien"
)


def rules(settings: Settings) -> tuple[Rule, ...]:
    """Return the rules with their numbers (OW1 to OW12, AL1 to AL5)."""
    return _rules(
        settings,
        Turns(first=settings.first, drawn_after_tickets=True),
        Tickets(dealt=5, keep_dealt=3, shown=4, shuffle_returned=True, returned_by_seat=True),
    )


def rules_1(settings: Settings) -> tuple[Rule, ...]:
    """Return version 1: the first player was known while the first tickets were chosen."""
    return _rules(
        settings,
        Turns(first=settings.first),
        Tickets(dealt=5, keep_dealt=3, shown=4, shuffle_returned=True),
    )


def _rules(settings: Settings, turns: Turns, tickets: Tickets) -> tuple[Rule, ...]:
    alvin = (AlvinTheAlien(points=10),) if settings["alvin"] else ()
    return (
        turns,
        Drawing(deck=DECK, dealt=4),
        tickets,
        Claiming(vehicles=40),
        Ferries(),
        ParallelRoutes(one_used_up_to=3),
        ConnectedNetwork(),
        ControllerScores(),
        *alvin,
        CityMarkers(markers=3),
        TicketBonus(points=15),
        Ending(),
    )


VERSION_1 = RuleSet("old-west", version=1, seats=(2, 6), rules=rules_1, options=(FIRST, ALVIN))
OLD_WEST = replace(VERSION_1, version=2, rules=rules, older=(VERSION_1,))
