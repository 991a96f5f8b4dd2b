"""Write the numbers of the rulebook, as the games are defined, to `src/rulebook/facts.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict, TypeVar

from fogline.core.cards import Card
from fogline.core.definition import GameDefinition
from fogline.core.rule import Rule
from fogline.games import define
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.city_markers import CityMarkers
from fogline.rules.claiming import Claiming
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TouristTokens

FILE = Path(__file__).parents[1] / "src" / "rulebook" / "facts.json"
EXAMPLE = "salt-lake-city/st-george#1"
"""The route by which the text about city markers counts."""

RuleT = TypeVar("RuleT", bound=Rule)


class Facts(TypedDict):
    """What the text of one game may name."""

    numbers: dict[str, int]
    tables: dict[str, list[list[int]]]


def facts() -> dict[str, Facts]:
    """Collect the numbers of both games."""
    return {
        "san-francisco": _san_francisco(define("san-francisco")),
        "old-west": _old_west(define("old-west", {"alvin": True})),
    }


def _san_francisco(game: GameDefinition) -> Facts:
    tokens = _rule(game, TouristTokens)
    stacks = len(game.board.marks[tokens.start])
    found = _common(game)
    found["numbers"] |= {
        "symbols": len(tokens.symbols),
        "tokens": len(tokens.symbols) * tokens.height,
        "height": tokens.height,
        "low_height": tokens.low_height,
        "singles_up_to": tokens.singles_up_to,
        "stacks": stacks,
        "aside": len(tokens.symbols) - stacks,
        "ferry_symbols": _one({route.ferries for route in game.board.routes if route.ferries}),
    }
    found["tables"]["token_points"] = [[n, points] for n, points in enumerate(tokens.points)]
    # The text says "with fewer players" for all but the largest number.
    assert tokens.low_up_to == game.seats[1] - 1  # noqa: S101
    return found


def _old_west(game: GameDefinition) -> Facts:
    points = game.board.route_points[game.board.route[EXAMPLE].length]
    ferry = _one({route for route in game.board.routes if route.ferries})
    found = _common(game)
    found["numbers"] |= {
        "markers": _rule(game, CityMarkers).markers,
        "marker_cost": _rule(game, CityMarkers).cost,
        "bonus": _rule(game, TicketBonus).points,
        "alvin": _rule(game, AlvinTheAlien).points,
        "ferry_length": ferry.length,
        "ferry_symbols": ferry.ferries,
        "example_length": game.board.route[EXAMPLE].length,
        "example_points": points,
        "example_double": 2 * points,
    }
    return found


def _common(game: GameDefinition) -> Facts:
    drawing, tickets = _rule(game, Drawing), _rule(game, Tickets)
    colours = [card for card in Card if card is not Card.WILD and drawing.deck[card]]
    return {
        "numbers": {
            "least": game.seats[0],
            "most": game.seats[1],
            "vehicles": _rule(game, Claiming).vehicles,
            "cards": drawing.deck.total,
            "wilds": drawing.deck.wilds,
            "colours": len(colours),
            "each": _one({drawing.deck[card] for card in colours}),
            "dealt": drawing.dealt,
            "display": drawing.display,
            "sweep": drawing.sweep_at,
            "tickets": len(game.board.tickets),
            "tickets_dealt": tickets.dealt,
            "tickets_keep": tickets.keep_dealt,
            "tickets_shown": tickets.shown,
            "tickets_keep_shown": tickets.keep_shown,
            "twins_up_to": _rule(game, ParallelRoutes).one_used_up_to,
            "last": _rule(game, Ending).vehicles_left,
        },
        "tables": {
            "route_points": [
                [length, points] for length, points in sorted(game.board.route_points.items())
            ]
        },
    }


def _rule(game: GameDefinition, kind: type[RuleT]) -> RuleT:
    return next(rule for rule in game.rules if isinstance(rule, kind))


ItemT = TypeVar("ItemT")


def _one(items: set[ItemT]) -> ItemT:
    """The only one: the text speaks of a single number."""
    (item,) = items
    return item


if __name__ == "__main__":
    FILE.write_text(json.dumps(facts(), indent=2) + "\n", encoding="utf-8")
