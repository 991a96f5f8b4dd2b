"""Rules bring their own words, and every message of the built-in games has some."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from fogline import Action, Card, Cards, Event, Refusal, Rule, define, new_game, parse_action
from fogline.core.decisions import Decision
from fogline.core.events import CardDrawn, Category, PointsScored, RouteClaimed
from fogline.core.messages import Seat, Shown, TurnTaken
from fogline.core.table import Table
from fogline.core.text.words import Minor, Words, sentence
from fogline.rules import RULES
from fogline.rules.tourist_tokens import StackPlaced, TakeToken, Tokens, TokenTaken

SAN_FRANCISCO = define("san-francisco")
OLD_WEST = define("old-west", {"alvin": True})
NAMES = ("Ann", "bea")


def kinds(base: type) -> list[type]:
    """Find the messages of the core and of the rules of both games."""
    rules = {type(rule).__module__ for game in (SAN_FRANCISCO, OLD_WEST) for rule in game.rules}
    # A dataclass with slots is made twice; the newest of a name is the one in use.
    newest: dict[str, type] = {}
    subclasses: list[type] = [*base.__subclasses__(), *TurnTaken.__subclasses__()]
    for kind in subclasses:
        if kind is TurnTaken or not issubclass(kind, base):
            continue
        if kind.__module__.startswith("fogline.core.") or kind.__module__ in rules:
            newest[f"{kind.__module__}.{kind.__name__}"] = kind
    return list(newest.values())


@pytest.mark.parametrize("base", [Action, Event, Decision])
def test_every_message_of_the_built_in_games_has_words(base: type) -> None:
    books = [SAN_FRANCISCO.phrasebook(), OLD_WEST.phrasebook()]
    assert len(kinds(base)) > 5
    for kind in kinds(base):
        assert any(book.knows(kind) for book in books), kind


def test_every_category_has_a_name() -> None:
    named = {name for rule in RULES.values() for name in rule.words.categories}
    assert named == {*Category, "tourist-tokens", "alvin"}


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("draw", "Draw from the deck"),
        ("take wild", "Take a locomotive"),
        ("take orange", "Take an orange card"),
        ("claim denver/pueblo#1 orange*1", "Claim Denver – Pueblo for 1 orange"),
        ("keep boise/wolf-point bend/las-vegas", "Keep Bend – Las Vegas and Boise – Wolf Point"),
        ("mark denver red*1 wild*1", "Put a marker on Denver for 1 red and 1 locomotive"),
        ("move-alvin denver", "Move Alvin to Denver"),
    ],
)
def test_actions_in_words(action: str, said: str) -> None:
    assert sentence(parse_action(action), OLD_WEST) == said


def test_a_reader_is_called_you_and_others_by_name() -> None:
    claim = RouteClaimed(1, "denver/pueblo#1", Cards.of([Card.ORANGE]))
    assert sentence(claim, OLD_WEST, names=NAMES) == "bea claimed Denver – Pueblo for 1 orange."
    assert sentence(claim, OLD_WEST, reader=1) == "You claimed Denver – Pueblo for 1 orange."
    assert sentence(claim, OLD_WEST) == "Player 2 claimed Denver – Pueblo for 1 orange."


def test_what_is_not_known_is_left_out() -> None:
    assert sentence(CardDrawn(0, Card.RED), OLD_WEST, names=NAMES) == "Ann drew a red card."
    assert sentence(CardDrawn(0, None), OLD_WEST, names=NAMES) == "Ann drew a card."


def test_the_same_event_can_be_minor_or_not() -> None:
    put = sentence(StackPlaced(0, "bell", "sunset", 1), SAN_FRANCISCO, names=NAMES)
    lies = sentence(StackPlaced(None, "bell", "sunset", 2), SAN_FRANCISCO, names=NAMES)
    assert put == "Ann put 1 bell token at Sunset."
    assert lies == "2 bell tokens lie at Sunset."
    assert isinstance(lies, Minor)
    assert not isinstance(put, Minor)


def test_a_table_lets_a_rule_say_more() -> None:
    table = new_game("san-francisco", 2, 1).state
    place, symbol, _ = table.part(Tokens).stacks[0]
    name = table.board.place[place].name
    assert sentence(TakeToken(place), SAN_FRANCISCO) == f"Take the token at {name}"
    at_a_turn = replace(table, turn=0)
    assert sentence(TakeToken(place), at_a_turn) == f"Take the {symbol} token at {name}"


@dataclass(frozen=True, slots=True)
class Honked(Event):
    verb: ClassVar[str] = "test-honked"
    seat: Shown[Seat]
    times: Shown[int]


NO_HORN = Refusal("test-no-horn", "You have no horn.")


@dataclass(frozen=True)
class Horn(Rule):
    name: ClassVar[str] = "test-horn"
    words: ClassVar[Words] = Words(
        events={Honked: "{seat} honked {times:# time|# times} at {loudest:seat} in a {vehicle}."},
        categories={"noise": "making noise"},
        translations={
            "de": Words(
                events={Honked: "{seat} hupte {times:#-mal}."},
                categories={"noise": "Lärm"},
                refusals={NO_HORN: "Du hast keine Hupe."},
            )
        },
    )

    def details(self, table: Table, message: Action | Event | Decision) -> dict[str, object]:
        return {"loudest": 1}


def test_rules_of_other_packages_speak_several_languages() -> None:
    game = replace(SAN_FRANCISCO, rules=(*SAN_FRANCISCO.rules, Horn()))
    table = replace(new_game("san-francisco", 2, 1).state, game=game)
    honked = Honked(0, 2)
    said = sentence(honked, table, names=NAMES, reader=0)
    assert said == "You honked 2 times at bea in a cable car."
    assert sentence(honked, table, "de", NAMES) == "Ann hupte 2-mal."
    points = PointsScored(0, 1, "noise")
    assert sentence(points, table, names=NAMES) == "Ann scored 1 point for making noise."
    # What a rule does not say in a language, it says in English.
    taken = TokenTaken(0, "sunset", "bell")
    assert sentence(taken, table, "de", NAMES) == "Ann got the bell token at Sunset."
    assert game.phrasebook("de").category("noise") == "Lärm"
    assert game.phrasebook("de").explain(NO_HORN) == "Du hast keine Hupe."
    assert game.phrasebook().explain(NO_HORN) == "You have no horn."


def test_a_rule_without_words_is_told_in_notation() -> None:
    assert sentence(Honked(1, 3), SAN_FRANCISCO) == "test-honked 1 3"
    assert SAN_FRANCISCO.phrasebook().category("high-water") == "high water"


def test_what_lies_on_the_table_in_words() -> None:
    def facts(game: str, **options: bool) -> Iterable[str]:
        table = new_game(game, 2, 1, options).state
        return {fact.label for rule in table.game.rules for fact in rule.summary(table)}

    assert facts("san-francisco") == {"Tokens", "tokens"}
    assert facts("old-west", alvin=True) == {"markers", "Alvin"}
