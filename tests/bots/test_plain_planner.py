"""The planner in plain Python plays any rules, by its view alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

import fogline.bots
from fogline import Action, Chance, Game, GameDefinition, View, define, legal_actions
from fogline.bots import check_bot, make_bot
from fogline.bots.plain_planner import Outlook, PlainPlanner, lacking, plan_for
from fogline.core.cards import Card, Cards
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, Turn
from fogline.core.events import PointsScored, TurnEnded
from fogline.core.messages import Event, Seat, Shown
from fogline.core.payment import Price
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays
from fogline.core.table import Part, State, Table, TableT
from fogline.rules.city_markers import Markers
from tests.sim.boards import tidewick


def wins(game: GameDefinition, other: str, deals: int) -> float:
    """Play every deal from both seats; return the share of wins."""
    won = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            running = Game.start(game, 2, Chance(f"plain/{deal}"))
            bots = [make_bot(other, f"{deal}/{each}") for each in (0, 1)]
            bots[seat] = PlainPlanner(f"{deal}/{seat}")
            while running.deciding:
                deciding = running.deciding[0]
                running.play(deciding, bots[deciding].choose(running.view(deciding)))
            assert running.outcome is not None
            winners = running.outcome.winners
            won += (seat in winners) / len(winners)
    return won / (2 * deals)


@pytest.mark.parametrize("name", ["san-francisco", "old-west", "tidewick"])
def test_it_beats_random_players(name: str) -> None:
    game = tidewick() if name == "tidewick" else define(name)
    assert wins(game, "random", 3) == 1


def test_it_beats_one_step_on_san_francisco() -> None:
    assert wins(define("san-francisco"), "one-step", 5) >= 0.7


def test_it_passes_the_check_for_bots() -> None:
    check_bot("plain-planner", games=4).raise_if_bad()


def test_it_counts_the_cards_that_are_missing() -> None:
    hand = Cards.of({Card.RED: 2, Card.BLUE: 1, Card.WILD: 1})
    assert lacking(Price(3, Card.RED), hand) == 0
    assert lacking(Price(3, Card.BLUE), hand) == 1
    assert lacking(Price(4), hand) == 1
    assert lacking(Price(2, Card.RED, wilds=2), hand) == 1
    assert lacking(Price(2, Card.GREEN), hand) == 1


def test_it_sees_where_a_network_must_grow_from() -> None:
    passing: dict[Refusal, bool] = {}
    loose = Game.start(define("san-francisco"), 2, Chance(1)).view(0)
    assert Outlook(loose, passing).roots is None
    game = Game.start(define("old-west", {"first": 0}), 2, Chance(1))
    while game.view(None).turn is None:
        seat = game.deciding[0]
        game.play(seat, game.legal_actions(seat)[0])
    city = game.view(0).part(Markers).starts[0]
    outlook = Outlook(game.view(0), passing)
    assert passing == {Refusal.NOT_CONNECTED: True}
    assert city in (outlook.roots or ())
    assert {route.ends for route in outlook.now} == {
        route.ends for route in game.definition.board.routes_at[city or ""]
    }
    assert len(outlook.open) == len(game.definition.board.routes)


def test_a_plan_joins_the_ends_of_its_tickets() -> None:
    view = Game.start(define("san-francisco"), 2, Chance(3)).view(0)
    for ticket in view.me.offered:
        assert ticket is not None
        plan = plan_for(Outlook(view, {}), view.me.hand, [ticket])
        if plan.routes:
            seen = tuple(0 if index in plan.routes else None for index in range(len(view.owners)))
            assert replace(view, owners=seen).is_complete(0, ticket)
            assert plan.worth < view.board.ticket[ticket].points


# A rule that the planner has never seen: a turn may be spent on a treasure that pays.


@dataclass(frozen=True)
class Chest(Part):
    verb: ClassVar[str] = "chest-of-tests"
    open: Shown[Seat | None] = None


@dataclass(frozen=True, slots=True)
class Dive(Action):
    verb: ClassVar[str] = "dive-of-tests"
    deep: bool


@dataclass(frozen=True, slots=True)
class Loot(Action):
    verb: ClassVar[str] = "loot-of-tests"
    points: int


@dataclass(frozen=True, slots=True)
class ChestFound(Event):
    verb: ClassVar[str] = "found-of-tests"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class ChestLeft(Event):
    verb: ClassVar[str] = "left-of-tests"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class OpenChest(Decision):
    """The seat that dived chooses what to take."""


@dataclass(frozen=True)
class Treasure(Rule):
    name: ClassVar[str] = "treasure-of-tests"

    def lay_out(self, table: TableT) -> TableT:
        return table.with_part(Chest())

    def decision(self, table: Table) -> Decision | None:
        seat = table.part(Chest).open
        return None if seat is None else OpenChest((seat,))

    @offers(OpenChest)
    def loot(self, view: View, decision: OpenChest) -> Iterable[Action]:
        return [Loot(points) for points in (-5, 30, 2)]

    @offers(Turn)
    def dives(self, view: View, decision: Turn) -> Iterable[Action]:
        yield Dive(deep=True)

    @plays(Dive, at=Turn)
    def dive(self, state: State, seat: Seat, action: Dive, dice: Dice) -> Iterable[Event]:
        yield ChestFound(seat)

    @plays(Loot, at=OpenChest)
    def take(self, state: State, seat: Seat, action: Loot, dice: Dice) -> Iterable[Event]:
        yield PointsScored(seat, action.points, "treasure")
        yield ChestLeft(seat)

    @changes(ChestFound)
    def found(self, table: TableT, event: ChestFound) -> TableT:
        return replace(table, acted=True).with_part(Chest(event.seat))

    @changes(ChestLeft, TurnEnded)
    def left(self, table: TableT, event: ChestLeft | TurnEnded) -> TableT:
        return table.with_part(Chest())


def test_it_finds_the_good_of_actions_that_it_does_not_know() -> None:
    base = define("san-francisco", {"first": 0})
    game = replace(base, name="treasure", rules=(Treasure(), *base.rules))
    running = Game.start(game, 2, Chance(1))
    bot = PlainPlanner(1)
    chosen: list[Action] = []
    while len(chosen) < 2:
        seat = running.deciding[0]
        view = running.view(seat)
        action = bot.choose(view) if seat == 0 else legal_actions(view)[0]
        if seat == 0 and view.turn == 0:
            chosen.append(action)
        running.play(seat, action)
    assert chosen == [Dive(deep=True), Loot(30)]


def test_no_bot_imports_the_truth() -> None:
    """Bots see views. Those that run compiled code get guesses made from views."""
    folder = Path(fogline.bots.__file__).parent
    for file in sorted(folder.rglob("*.py")):
        names = {
            alias.name
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        if file.name != "compiled.py":  # whole games in compiled code end as states
            assert "State" not in names, file


def test_the_planner_needs_nothing_but_the_standard_library() -> None:
    source = Path(fogline.bots.__file__).parent / "plain_planner.py"
    lines = source.read_text().splitlines()
    assert not [line for line in lines if "numpy" in line or "fogline.fast" in line]
