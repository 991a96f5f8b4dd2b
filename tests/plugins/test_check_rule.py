"""`check_rule` passes the built-in rules, and catches rules that break a law."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from fogline import GameDefinition, define
from fogline.core.feature import Feature
from fogline.plugin import (
    Action,
    Board,
    CardTaken,
    Decision,
    Dice,
    Event,
    Part,
    PointsScored,
    Refusal,
    Route,
    RouteClaimed,
    Rule,
    Seat,
    Shown,
    State,
    Table,
    TableT,
    Turn,
    View,
    Words,
    check_rule,
)
from fogline.rule_check import BadRule


@dataclass(frozen=True, slots=True)
class Rung(Event):
    verb: ClassVar[str] = "test-rung"
    seat: Shown[Seat]
    times: Shown[int] = 1


@dataclass(frozen=True, slots=True)
class Ring(Action):
    verb: ClassVar[str] = "test-ring"
    times: int = 1


@dataclass(frozen=True, slots=True)
class RingNow(Decision):
    """A decision that should not be."""


@dataclass(frozen=True)
class Rings(Part):
    verb: ClassVar[str] = "test-rings"
    last: Shown[int] = 0


@dataclass(frozen=True)
class Bell(Rule):
    """Ring a bell instead of acting. Nothing is wrong with it."""

    name: ClassVar[str] = "test-bell"
    handles: ClassVar[tuple[type[Action], ...]] = (Ring,)
    words: ClassVar[Words] = Words(
        actions={Ring: "Ring the bell"},
        events={Rung: "{seat} rang the bell."},
        categories={"bell": "the bell"},
    )

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        if isinstance(decision, Turn) and not view.owners[0]:
            yield Ring()

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        if not isinstance(decision, Turn) or view.owners[0] or action != Ring():
            return Refusal.NOT_NOW
        return None

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        yield Rung(seat)

    def lay_out(self, table: TableT) -> TableT:
        return table.with_part(Rings())

    def apply(self, table: TableT, event: Event) -> TableT:
        if not isinstance(event, Rung):
            return table
        # Everything about a turn that takes no turn would go on for ever.
        table = replace(table, acted=True, passes=0)
        return table.with_part(Rings(event.times))


class NoWords(Bell):
    words: ClassVar[Words] = Words()


class Rolls(Bell):
    """It asks chance, and does not say so in the event."""

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        yield Rung(seat, dice.take([1, 2, 3]))


class Spies(Bell):
    """It looks into the hands of the others."""

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        reds = sum(player.hand.counts[0] for player in table.players)
        yield PointsScored(claim.seat, reds, "bell")


class Asks(Bell):
    """It asks for something by a secret, until the bell has rung: the game shall come to an end."""

    before: ClassVar[tuple[str, ...]] = ("turns",)

    def decision(self, table: Table) -> Decision | None:
        if table.turn is None or table.acted or table.part(Rings).last:
            return None
        return RingNow((table.turn,)) if table.players[1].hand.counts[2] > 0 else None

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        if isinstance(decision, RingNow | Turn):
            yield Ring()

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        return None if isinstance(decision, RingNow | Turn) else Refusal.NOT_NOW


class Forgets(Bell):
    """It lists an action that it refuses."""

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        return Refusal("test-mute", "The bell is mute.")


class TakesAll(Bell):
    """It accepts an action that it does not list, and lists one twice."""

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        return None

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        return [Ring(), Ring(2), Ring(2)]


class Mute(Bell):
    """Its refusal says nothing."""

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        accepted = isinstance(decision, Turn) and not view.owners[0] and action == Ring()
        return None if accepted else Refusal("test-silence", "")

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        return [Ring(2)]


class Grows(Bell):
    """It describes itself by more numbers each turn."""

    def observe(self, view: View) -> Iterable[Feature]:
        yield Feature("bell", [0] * view.turns, (view.turns,), 0, 1, "Turns.")


class Peeks(Bell):
    """It changes a view and the truth in different ways."""

    def apply(self, table: TableT, event: Event) -> TableT:
        if isinstance(event, CardTaken):
            return table.with_part(Rings(table.players[0].hand.hidden))
        return super().apply(table, event)


class LooksAway(Bell):
    """It says that it looks at nothing, and does."""

    def looks_at(self, kind: type[Event]) -> bool:
        return False

    def apply(self, table: TableT, event: Event) -> TableT:
        return super().apply(table, event)


class LooksAgain(LooksAway):
    """What its parent says of another `apply` does not count."""

    def apply(self, table: TableT, event: Event) -> TableT:
        return super().apply(table, event)


class Sleeps(Bell):
    """It says that nothing wakes it, and asks for something after each card taken."""

    def wakes_at(self, kind: type[Event]) -> bool:
        return False

    def decision(self, table: Table) -> Decision | None:
        return Turn((table.turn,)) if table.turn is not None and table.second_card else None

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        return ()

    def apply(self, table: TableT, event: Event) -> TableT:
        return super().apply(table, event)


class Idle(Bell):
    """It says that it has no actions, and lists one."""

    def acts_on(self, kind: type[Decision]) -> bool:
        return False

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        return super().actions(view, decision)


class Bars(Bell):
    """It says something else of all routes than of each."""

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        return Refusal.NOT_NOW if route.index == 1 else None

    def open_to(self, view: View, kind: type[Action]) -> set[int]:
        return {each.index for each in view.game.board.routes}


class BarsForGood(Bell):
    """It says that all its refusals are temporary, and has another one."""

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        return Refusal.NOT_NOW if route.index == 1 else None

    def bars_for_now(self) -> bool:
        return True


class Foretells(Bell):
    """It says that it foretells claims, and looks at who owns the routes."""

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        claims = sum(owner is not None for owner in table.owners)
        yield PointsScored(claim.seat, claims, "bell")

    def foretells(self) -> bool:
        return True


class CountsAgain(Foretells):
    """What its parent says of another `claimed` does not count."""

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        return super().claimed(table, claim)


class Picky(Bell):
    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        yield "there is no bell"


@pytest.mark.parametrize("game", [define("san-francisco"), define("old-west", {"alvin": True})])
def test_the_built_in_games_pass(game: GameDefinition) -> None:
    report = check_rule(game, games=1)
    report.raise_if_bad()
    assert report.games == 1
    assert report.decisions > 50


def test_a_rule_passes_on_the_built_in_boards() -> None:
    report = check_rule(Bell(), games=2)
    report.raise_if_bad()
    assert report.ok
    assert report.unmet == ()
    assert report.games == 2


def test_what_a_rule_says_of_a_hook_does_not_count_for_another_hook() -> None:
    check_rule(LooksAgain(), games=1).raise_if_bad()
    check_rule(CountsAgain(), games=1).raise_if_bad()


@pytest.mark.parametrize(
    ("rule", "law", "message"),
    [
        (NoWords(), "words", "there are none for Rung"),
        (Rolls(), "error", "LogError: move"),
        (Spies(), "non-interference", "hidden cards change what follows"),
        (Asks(), "public decisions", "RingNow depends on a secret"),
        (Forgets(), "legal actions", "Ring is listed and refused (test-mute)"),
        (TakesAll(), "legal actions", "Ring is accepted and not listed"),
        (TakesAll(), "every action", "1 are listed twice"),
        (Mute(), "refusals", "Refusal('test-silence') of Ring has no sentence"),
        (Grows(), "observations", "'bell' has another size or values out of its bounds"),
        (Peeks(), "the view is enough", "folding what a seat is told does not give its view"),
        (LooksAway(), "events looked at", "test-bell says that it does not look at Rung"),
        (Sleeps(), "waking", "test-bell says that CardTaken does not wake it, and then it does"),
        (Idle(), "acting", "test-bell says that it has no actions for Turn"),
        (Bars(), "open routes", "open_to of test-bell does not give what its bar_route leaves"),
        (BarsForGood(), "routes barred for now", "test-bell says that it bars routes for now, and"),
        (Foretells(), "claims foretold", "test-bell says that it foretells claims, and does not"),
        (Picky(), "board", "no built-in board suits it, give one of yours: old-west: there is no"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Rule) else None,
)
def test_a_broken_law_is_found(rule: Rule, law: str, message: str) -> None:
    report = check_rule(rule, games=1)
    assert not report.ok
    found = [problem.message for problem in report.problems if problem.law == law]
    assert any(each.startswith(message) for each in found), report.problems
    with pytest.raises(BadRule, match=law):
        report.raise_if_bad()


def test_a_board_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    report = check_rule(tmp_path / "nowhere.toml")
    assert [problem.law for problem in report.problems] == ["board"]
    assert report.games == 0
