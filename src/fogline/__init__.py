"""Fogline: San Francisco and Old West, two route-building games, as a small typed library.

Start with `new_game`; see the README for a game in ten lines.
"""

from __future__ import annotations

from pathlib import Path

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
from fogline.core.notation import NotationError, parse_action, parse_event
from fogline.core.outcome import Outcome, Result, outcome_of
from fogline.core.refusal import IllegalAction, Refusal
from fogline.core.rule import Rule
from fogline.core.table import EndReason, Player, State, View
from fogline.core.view import redact, view_of
from fogline.games import define, game_names
from fogline.rules.alvin import MoveAlvin
from fogline.rules.city_markers import ChooseStartCity, DeclineMarker, PlaceMarker
from fogline.rules.tourist_tokens import PlaceStack, TakeToken
from fogline.saves import from_json, to_json

__version__ = "0.1.0"


def new_game(game: str | Path, seats: int, seed: Seed, options: Options | None = None) -> Game:
    """Deal a game.

    `game` is `"san-francisco"`, `"old-west"`, the name of a board in one's own folder, or the path
    of a board file. The same seed and actions give the same game everywhere. `options` are the
    game's own, such as `{"alvin": True}`, and for all games `{"first": seat}`.
    """
    return Game.start(define(game, options), seats, Chance(seed))


def replay(log: GameLog, seed: Seed = "replay") -> Game:
    """Fold a log into the game it tells of, checking every move; the seed serves only to go on."""
    return Game.resume(log, Chance(seed))


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
