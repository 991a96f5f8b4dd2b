"""What a rule of another package can rely on: marks, vetoes, prices, turns, order, refusals."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from fogline import Chance, DefinitionError, GameDefinition, Refusal, Rule, define
from fogline.boards import BoardError, parse_board
from fogline.core import engine
from fogline.core.actions import ClaimRoute
from fogline.core.board import PlaceId, Route
from fogline.core.decisions import Turn
from fogline.core.definition import in_order
from fogline.core.messages import Action, Event, Seat, Shown, TurnTaken
from fogline.core.payment import Price
from fogline.core.route_set import RouteSet
from fogline.core.rule import offers, plays
from fogline.core.table import State, Table, View
from fogline.core.view import view_of
from fogline.rules import RULES
from tests.boards.test_board_problems import GOOD
from tests.play import Playout, Style, Variant, variants

SLIPPERY = Refusal("test-slippery", "This route is icy; slide along it instead.")


@dataclass(frozen=True, slots=True)
class Slide(Action):
    verb: ClassVar[str] = "test-slide"
    route: str


@dataclass(frozen=True, slots=True)
class Slid(TurnTaken):
    verb: ClassVar[str] = "test-slid"
    seat: Shown[Seat]


@dataclass(frozen=True)
class Ice(Rule):
    """The first route is icy: it can be slid along, not claimed, and all others cost one less."""

    name: ClassVar[str] = "test-ice"

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        if kind is ClaimRoute:
            yield SLIPPERY, RouteSet.of({0})

    def price_now(self, table: Table, route: Route, price: Price) -> Price:
        late = table.turns >= 2
        return replace(price, spaces=max(1, price.spaces - 1)) if late else price

    @offers(Turn)
    def slides(self, view: View, decision: Turn) -> Iterable[Action]:
        first = view.board.routes[0]
        if engine.route_refusal(view, first, Slide) is None:
            yield Slide(first.id)

    @plays(Slide, at=Turn)
    def slide(self, state: State, seat: Seat, action: Action, dice: object) -> Iterable[Event]:
        yield Slid(seat)


def icy() -> GameDefinition:
    base = define("san-francisco", {"first": 0})
    return replace(base, rules=(*base.rules, Ice()))


def started(game: GameDefinition) -> State:
    state, _ = engine.start(game, 2, Chance(1))
    while not isinstance(engine.decision(state), Turn):
        now = engine.decision(state)
        assert now is not None
        seat = now.seats[0]
        state, _ = engine.play(
            state, seat, engine.legal_actions(view_of(state, seat))[0], Chance(1)
        )
    return state


def test_a_veto_tells_actions_apart() -> None:
    view = view_of(started(icy()), 0)
    first = view.board.routes[0]
    assert engine.route_refusal(view, first) is SLIPPERY
    assert engine.route_refusal(view, first, Slide) is None
    # The other rules are asked too: nobody slides along what is taken.
    taken = replace(view, owners=(1, *view.owners[1:]))
    assert engine.route_refusal(taken, first, Slide) is Refusal.ROUTE_TAKEN


def test_an_event_that_takes_the_turn_ends_it() -> None:
    state = started(icy())
    slide = Slide(state.board.routes[0].id)
    state, events = engine.play(state, 0, slide, Chance(1))
    assert [event.verb for event in events][:2] == ["test-slid", "end-turn"]
    assert state.turn == 1
    assert state.passes == 0


def test_a_price_can_depend_on_what_everybody_knows() -> None:
    state = started(icy())
    route = next(route for route in state.board.routes if route.length == 3)
    assert engine.price_of(state, route).spaces == 3
    assert engine.price_of(replace(state, turns=2), route).spaces == 2
    assert state.game.prices[route.index].spaces == 3


def test_a_veto_on_a_place_tells_actions_apart() -> None:
    @dataclass(frozen=True)
    class NoSlides(Rule):
        name: ClassVar[str] = "test-no-slides"

        def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
            return SLIPPERY if kind is Slide else None

    base = define("old-west")
    state = engine.lay_out(replace(base, rules=(*base.rules, NoSlides())), 2)
    assert engine.place_refusal(state, "boise", Slide) is SLIPPERY
    assert engine.place_refusal(state, "boise", ClaimRoute) is None


def test_a_refusal_is_its_code_and_keeps_its_sentence() -> None:
    assert SLIPPERY == "test-slippery"
    assert str(SLIPPERY) == "test-slippery"
    assert type(str(SLIPPERY)) is str
    again = pickle.loads(pickle.dumps(Refusal.NOT_CONNECTED))  # noqa: S301 (our own)
    assert again == Refusal.NOT_CONNECTED
    assert again.explain == Refusal.NOT_CONNECTED.explain
    assert again.temporary


def rule(name: str, before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> Rule:
    kind: type[Rule] = type(name, (Rule,), {"name": name, "before": before, "after": after})
    return kind()


def names(rules: Iterable[Rule]) -> list[str]:
    return [each.name for each in rules]


def test_rules_say_what_they_come_before_and_after() -> None:
    a, b, c = rule("a"), rule("b"), rule("c")
    first = rule("first", before=("b", "elsewhere"))
    last = rule("last", after=("c",))
    assert names(in_order([a, b, c, last, first], "abc")) == ["a", "first", "b", "c", "last"]
    assert names(in_order([last, a, b, c], "abc")) == ["a", "b", "c", "last"]
    assert names(in_order([a, b, c], "abc")) == ["a", "b", "c"]


def test_an_order_that_cannot_be_is_an_error() -> None:
    x, y = rule("x", before=("y",)), rule("y", before=("x",))
    with pytest.raises(DefinitionError, match="each of these rules must come before another: x, y"):
        in_order([x, y], ())
    # Built-in rules are not put in another order.
    with pytest.raises(DefinitionError):
        in_order([rule("a"), rule("b"), rule("z", before=("a",), after=("b",))], "ab")


def test_built_in_games_keep_the_built_in_order() -> None:
    for game in (define("san-francisco"), define("old-west", {"alvin": True})):
        order = [name for name in RULES if name in names(game.rules)]
        assert names(game.rules) == order


MARKED = GOOD.replace('tracks = ["red", "blue"]', 'tracks = ["red", "blue"], marks = ["tunnel"]')


def test_a_mark_is_on_every_track_of_its_entry() -> None:
    board = parse_board(MARKED, "hills.toml").board
    assert board.route_marks == {"tunnel": ("harbour/west-hill#1", "harbour/west-hill#2")}
    assert parse_board(GOOD, "hills.toml").board.route_marks == {}


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ('"tunnel"', 'marks of route 2 is "tunnel"; expected an array'),
        (
            '["Old Tunnel"]',
            'marks of route 2 has "Old Tunnel"; expected one like "tunnel"',
        ),
        (
            '["tunnel", "tunnel"]',
            'marks of route 2 has "tunnel" again; expected it once',
        ),
        ("[1]", "entry 1 of marks of route 2 is 1; expected a string"),
    ],
)
def test_wrong_marks_are_reported(marks: str, expected: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(MARKED.replace('["tunnel"]', marks), "hills.toml")
    assert str(caught.value.problems[0]) == f"hills.toml:12: error: {expected}"


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_action_is_listed_beforehand(variant: Variant) -> None:
    playout = Playout(variant, 3, Style.BUILDER, 10_000)
    listed: set[Action] = set()
    for step in playout.steps():
        game = step.game
        listed = listed or set(engine.every_action(game.definition, len(game.state.players)))
        for seat in game.deciding:
            legal = {action for action in game.legal_actions(seat) if action.verb != "keep"}
            assert legal <= listed
