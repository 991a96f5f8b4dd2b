"""Fogline: San Francisco and Old West, two route-building games, as a small typed library.

Start with `new_game`; see the README for a game in ten lines. What is named here is imported when
it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fogline.boards import BoardError
    from fogline.bots.check import check_bot
    from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
    from fogline.core.board import Board, Place, Route, Ticket
    from fogline.core.cards import Card, Cards
    from fogline.core.chance import Chance, Dice, Seed
    from fogline.core.decisions import Decision
    from fogline.core.definition import DefinitionError, GameDefinition, Options
    from fogline.core.engine import (
        consequences,
        decision,
        fold,
        legal_actions,
        refusal_of,
        route_refusal,
    )
    from fogline.core.errors import FoglineError, FormatError
    from fogline.core.events import Category
    from fogline.core.game import Game
    from fogline.core.log import GameLog, LogError, Move, states
    from fogline.core.messages import Action, Event, Seat
    from fogline.core.outcome import Outcome, Result, outcome_of
    from fogline.core.refusal import IllegalAction, Refusal
    from fogline.core.rule import Rule
    from fogline.core.table import EndReason, Player, State, View
    from fogline.core.text.notation import NotationError, parse_action, parse_event
    from fogline.core.view import redact, view_of
    from fogline.games import define, game_names
    from fogline.games.new_game import new_game, replay
    from fogline.rules.alvin import MoveAlvin
    from fogline.rules.city_markers import ChooseStartCity, DeclineMarker, PlaceMarker
    from fogline.rules.tourist_tokens import PlaceStack, TakeToken
    from fogline.saves import from_json, to_json

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Board",
    "BoardError",
    "Card",
    "Cards",
    "Category",
    "Chance",
    "ChooseStartCity",
    "ClaimRoute",
    "Decision",
    "DeclineMarker",
    "DefinitionError",
    "Dice",
    "DrawCard",
    "DrawTickets",
    "EndReason",
    "Event",
    "FoglineError",
    "FormatError",
    "Game",
    "GameDefinition",
    "GameLog",
    "IllegalAction",
    "KeepTickets",
    "LogError",
    "Move",
    "MoveAlvin",
    "NotationError",
    "Options",
    "Outcome",
    "Pass",
    "Place",
    "PlaceMarker",
    "PlaceStack",
    "Player",
    "Refusal",
    "Result",
    "Route",
    "Rule",
    "Seat",
    "Seed",
    "State",
    "TakeCard",
    "TakeToken",
    "Ticket",
    "View",
    "check_bot",
    "consequences",
    "decision",
    "define",
    "fold",
    "from_json",
    "game_names",
    "legal_actions",
    "new_game",
    "outcome_of",
    "parse_action",
    "parse_event",
    "redact",
    "refusal_of",
    "replay",
    "route_refusal",
    "states",
    "to_json",
    "view_of",
]

_HOMES = {
    "fogline.boards": "BoardError",
    "fogline.bots.check": "check_bot",
    "fogline.core.actions": "ClaimRoute DrawCard DrawTickets KeepTickets Pass TakeCard",
    "fogline.core.board": "Board Place Route Ticket",
    "fogline.core.cards": "Card Cards",
    "fogline.core.chance": "Chance Dice Seed",
    "fogline.core.decisions": "Decision",
    "fogline.core.definition": "DefinitionError GameDefinition Options",
    "fogline.core.engine": "consequences decision fold legal_actions refusal_of route_refusal",
    "fogline.core.errors": "FoglineError FormatError",
    "fogline.core.events": "Category",
    "fogline.core.game": "Game",
    "fogline.core.log": "GameLog LogError Move states",
    "fogline.core.messages": "Action Event Seat",
    "fogline.core.text.notation": "NotationError parse_action parse_event",
    "fogline.core.outcome": "Outcome Result outcome_of",
    "fogline.core.refusal": "IllegalAction Refusal",
    "fogline.core.rule": "Rule",
    "fogline.core.table": "EndReason Player State View",
    "fogline.core.view": "redact view_of",
    "fogline.games": "define game_names",
    "fogline.games.new_game": "new_game replay",
    "fogline.rules.alvin": "MoveAlvin",
    "fogline.rules.city_markers": "ChooseStartCity DeclineMarker PlaceMarker",
    "fogline.rules.tourist_tokens": "PlaceStack TakeToken",
    "fogline.saves": "from_json to_json",
}
"""For each module the names that come from it; the imports above are for type checkers."""
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import_module("fogline.rules")  # texts and JSON can name the actions of every rule
        value = globals()[name] = getattr(import_module(_HOME[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
