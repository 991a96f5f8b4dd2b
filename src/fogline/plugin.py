"""The plugin API: all that packages with rules, rule sets and bots may rely on.

`docs/writing-rules.md` shows how a rule is written with it, and `docs/plugin-api.md` lists it.
Everything else in `fogline` may move. Names here stay as they are within one `API_VERSION`.
"""

from __future__ import annotations

from fogline.bots.specs import BotKind, BotOption
from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from fogline.core.board import Board, Place, PlaceId, Route, RouteId, Ticket, TicketId
from fogline.core.cards import ALL_CARDS, COLOURS, NO_CARDS, Card, Cards
from fogline.core.chance import Chance, Dice, Seed, pick, shuffled
from fogline.core.decisions import Decision, FirstTickets, SecondCard, TicketOffer, Turn
from fogline.core.definition import DefinitionError, GameDefinition
from fogline.core.engine import (
    barred,
    claimable,
    consequences,
    decision,
    lay_out,
    legal_actions,
    place_refusal,
    price_of,
    refusal_of,
    route_refusal,
)
from fogline.core.events import (
    CardDrawn,
    CardTaken,
    Category,
    DiscardsShuffled,
    GameEnded,
    LastRoundBegan,
    PointsScored,
    RouteClaimed,
    TurnBegan,
    TurnEnded,
)
from fogline.core.feature import Feature, from_viewer
from fogline.core.graph import cheapest_way, groups, joined
from fogline.core.messages import Action, Event, FaceDown, Seat, Secret, Shown, TurnTaken
from fogline.core.payment import Price, affordable, payments, refuse_payment, shortage
from fogline.core.refusal import IllegalAction, Refusal
from fogline.core.route_set import RouteSet
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import Part, Player, State, Table, TableT, View
from fogline.core.text.words import Fact, Mark, Minor, Words, listing, number_of, sentence
from fogline.games.rule_set import FIRST, Option, RuleSet, Settings
from fogline.rule_check import check_rule
from fogline.rules.drawing import can_draw, pay
from fogline.sim.bot_interface import Bot

API_VERSION = 2
"""Incremented when something that a plugin relies on changes or is removed."""

__all__ = [
    "ALL_CARDS",
    "API_VERSION",
    "COLOURS",
    "FIRST",
    "NO_CARDS",
    "Action",
    "Board",
    "Bot",
    "BotKind",
    "BotOption",
    "Card",
    "CardDrawn",
    "CardTaken",
    "Cards",
    "Category",
    "Chance",
    "ClaimRoute",
    "Decision",
    "DefinitionError",
    "Dice",
    "DiscardsShuffled",
    "DrawCard",
    "DrawTickets",
    "Event",
    "FaceDown",
    "Fact",
    "Feature",
    "FirstTickets",
    "GameDefinition",
    "GameEnded",
    "IllegalAction",
    "KeepTickets",
    "LastRoundBegan",
    "Mark",
    "Minor",
    "Option",
    "Part",
    "Pass",
    "Place",
    "PlaceId",
    "Player",
    "PointsScored",
    "Price",
    "Refusal",
    "Route",
    "RouteClaimed",
    "RouteId",
    "RouteSet",
    "Rule",
    "RuleSet",
    "Seat",
    "SecondCard",
    "Secret",
    "Seed",
    "Settings",
    "Shown",
    "State",
    "Table",
    "TableT",
    "TakeCard",
    "Ticket",
    "TicketId",
    "TicketOffer",
    "Turn",
    "TurnBegan",
    "TurnEnded",
    "TurnTaken",
    "View",
    "Words",
    "affordable",
    "barred",
    "can_draw",
    "changes",
    "cheapest_way",
    "check_rule",
    "claimable",
    "consequences",
    "decision",
    "from_viewer",
    "groups",
    "joined",
    "lay_out",
    "legal_actions",
    "listing",
    "number_of",
    "offers",
    "pay",
    "payments",
    "pick",
    "place_refusal",
    "plays",
    "price_of",
    "refusal_of",
    "refuse_payment",
    "refuses",
    "route_refusal",
    "sentence",
    "shortage",
    "shuffled",
]
