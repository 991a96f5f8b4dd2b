"""`check_rule` passes the built-in rules, and catches rules that break a law."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from fogline import GameDefinition, define
from fogline.core.feature import Feature
from fogline.core.rule import declarations
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
    changes,
    check_rule,
    offers,
    plays,
    refuses,
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
    words: ClassVar[Words] = Words(
        actions={Ring: "Ring the bell"},
        events={Rung: "{seat} rang the bell."},
        categories={"bell": "the bell"},
    )

    @offers(Turn)
    def rings(self, view: View, decision: Decision) -> Iterable[Action]:
        if not view.owners[0]:
            yield Ring()

    @refuses(Ring)
    def why_not(self, view: View, decision: Decision, action: Ring) -> Refusal | None:
        return Refusal.NOT_NOW if view.owners[0] or action != Ring() else None

    @plays(Ring, at=Turn)
    def ring(self, state: State, seat: Seat, action: Ring, dice: Dice) -> Iterable[Event]:
        yield Rung(seat)

    def lay_out(self, table: TableT) -> TableT:
        return table.with_part(Rings())

    @changes(Rung)
    def rung(self, table: TableT, event: Rung) -> TableT:
        # Everything about a turn that takes no turn would go on for ever.
        table = replace(table, acted=True, passes=0)
        return table.with_part(Rings(event.times))


class NoWords(Bell):
    words: ClassVar[Words] = Words()


class Rolls(Bell):
    """It asks chance, and does not say so in the event."""

    def ring(self, state: State, seat: Seat, action: Ring, dice: Dice) -> Iterable[Event]:
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

    @offers(RingNow, Turn)
    def rings(self, view: View, decision: Decision) -> Iterable[Action]:
        yield Ring()

    def why_not(self, view: View, decision: Decision, action: Ring) -> Refusal | None:
        return None

    @plays(Ring, at=(RingNow, Turn))
    def ring(self, state: State, seat: Seat, action: Ring, dice: Dice) -> Iterable[Event]:
        yield Rung(seat)


class Forgets(Bell):
    """It lists an action that it refuses."""

    def why_not(self, view: View, decision: Decision, action: Ring) -> Refusal | None:
        return Refusal("test-mute", "The bell is mute.")


class TakesAll(Bell):
    """It accepts an action that it does not list, and lists one twice."""

    def why_not(self, view: View, decision: Decision, action: Ring) -> Refusal | None:
        return None

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        return [Ring(), Ring(2), Ring(2)]


class Mute(Bell):
    """Its refusal says nothing."""

    def why_not(self, view: View, decision: Decision, action: Ring) -> Refusal | None:
        accepted = not view.owners[0] and action == Ring()
        return None if accepted else Refusal("test-silence", "")

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        return [Ring(2)]


class Grows(Bell):
    """It describes itself by more numbers each turn."""

    def observe(self, view: View) -> Iterable[Feature]:
        yield Feature("bell", [0] * view.turns, (view.turns,), 0, 1, "Turns.")


class Peeks(Bell):
    """It changes a view and the truth in different ways."""

    @changes(CardTaken)
    def peek(self, table: TableT, event: CardTaken) -> TableT:
        return table.with_part(Rings(table.players[0].hand.hidden))


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


def test_a_rule_of_version_1_gets_one_clear_line() -> None:
    with pytest.raises(TypeError, match=r"OldBell was written for version 1 .* it has 'apply'"):
        type("OldBell", (Rule,), {"apply": None})


def test_an_overriding_method_inherits_its_declaration() -> None:
    changes_of = [d.kinds for name, d in declarations(Rolls) if name == "ring"]
    assert changes_of == [(Ring,)]


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
