"""Events in words: right for each reader, for every kind of event."""

from __future__ import annotations

import pytest

from fogline import Card, Cards, Chance, Event, define, parse_event, redact
from fogline.bots import RandomBot
from fogline.cli.text.narrate import Narrator
from fogline.core.events import CardDrawn, RouteClaimed
from tests.play import Variant, variants

NAMES = ("Ann", "Bea", "Cy", "Dee", "Ed", "Flo")
OLD_WEST = define("old-west", {"alvin": True})
SAN_FRANCISCO = define("san-francisco")


def narrated(*lines: str, game: str = "old-west", listener: int | None = None) -> list[str]:
    narrator = Narrator(OLD_WEST if game == "old-west" else SAN_FRANCISCO, NAMES, listener)
    return narrator.sentences(redact(parse_event(line), listener) for line in lines)


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (["drew 1 red", "drew 1 blue"], ["Bea drew two cards."]),
        (
            ["took 1 2 red", "turned-up 2 blue", "drew 1 red"],
            ["Bea took a red card and drew a card."],
        ),
        (["took 1 0 red", "took 1 0 orange"], ["Bea took a red card and an orange card."]),
        (["took 1 0 wild"], ["Bea took a locomotive."]),
        (["drew 0 wild", "took 0 1 red"], ["You drew a locomotive and took a red card."]),
        (["drew 0 red", "drew 0 red"], ["You drew a red card and a red card."]),
        (
            ["drew 1 red", "drew 1 red", "end-turn 1", "turn 2", "drew 2 red", "drew 2 red"],
            ["Bea drew two cards.", "Cy drew two cards."],
        ),
        (
            ["claimed 1 albuquerque/durango red*1 wild*1", "scored 1 2 routes"],
            ["Bea claimed Albuquerque – Durango for 1 red and 1 locomotive: 2 points."],
        ),
        (
            ["claimed 0 albuquerque/durango wild*2", "scored 0 1 routes"],
            ["You claimed Albuquerque – Durango for 2 locomotives: 1 point."],
        ),
        (
            ["claimed 1 albuquerque/durango red*2", "scored 2 2 routes"],
            ["Bea claimed Albuquerque – Durango for 2 red: 2 points for Cy and none for Bea."],
        ),
        (
            ["claimed 1 albuquerque/durango red*2", "scored 0 2 routes", "scored 0 2 routes"],
            ["Bea claimed Albuquerque – Durango for 2 red: 4 points for you and none for Bea."],
        ),
        (
            ["claimed 1 albuquerque/durango red*2", "scored 1 2 routes", "scored 0 2 routes"],
            ["Bea claimed Albuquerque – Durango for 2 red: 2 points for Bea and 2 points for you."],
        ),
        (
            ["captured-alvin 1", "scored 1 10 alvin", "moved-alvin 1 denver"],
            ["Bea captured Alvin: 10 points.", "Bea took Alvin to Denver."],
        ),
        (["started 0 st-george"], ["You will start in St. George."]),
        (["marked 1 denver red*2", "marked-none 2"], ["Bea put a marker on Denver for 2 red."]),
        (["dealt 0 red*2 wild*1", "dealt 1 red*3"], ["You got 2 red and 1 locomotive."]),
        (["first 0"], ["You will act first."]),
        (["swept"], ["Too many locomotives on display: all of it was swept away."]),
        (["passed 1"], ["Bea could do nothing, and passed."]),
        (["last-round 0"], ["You ran low on train cars: one more turn for everybody."]),
        (["chose 1 seattle/denver"], []),
        (["chose 0 denver/seattle"], ["You chose to keep Seattle – Denver."]),
        (["kept 1 denver/seattle bend/las-vegas"], ["Bea kept 1 ticket, and gave 1 back."]),
        (["kept 0 denver/seattle -"], ["You kept Seattle – Denver."]),
        (
            ["kept 0 denver/seattle bend/las-vegas"],
            ["You kept Seattle – Denver, and gave 1 ticket back."],
        ),
        (["offered 1 denver/seattle"], []),
        (["revealed 1 denver/seattle", "ticket 1 denver/seattle -17", "ended last-round"], []),
    ],
    ids=lambda lines: " ".join(lines)[:40],
)
def test_what_you_are_told(lines: list[str], sentences: list[str]) -> None:
    assert narrated(*lines, listener=0) == sentences


def test_tokens_in_words() -> None:
    lines = ["stack ? bell sunset 2", "took-token 1 alcatraz bell", "stack 0 crab presidio 1"]
    assert narrated(*lines, game="san-francisco", listener=0) == [
        "Bea got the bell token at Alcatraz.",
        "You put 1 crab token at Presidio.",
    ]


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_event_of_every_game_has_words(variant: Variant) -> None:
    game = variant.deal("words")
    bot = RandomBot(Chance(1))
    while game.deciding:
        seat = game.deciding[0]
        game.play(seat, bot.choose(game.view(seat)))
    for listener in (None, 0):
        narrator = Narrator(
            variant.definition, NAMES, listener, minor=listener is None, final=listener is None
        )
        events = list(game.log.events)
        if listener is not None:
            events = [redact(event, listener) for event in events]
        sentences = narrator.sentences(events)
        assert len(sentences) > 20
        for sentence in sentences:
            assert sentence.endswith(".")
            assert sentence.split()[0] not in Event.kinds
            assert "None" not in sentence


def test_an_event_of_another_package_is_told_in_its_notation() -> None:
    class Whistle(Event):
        verb = "whistle"

        def __str__(self) -> str:
            return "whistle 1"

    try:
        assert Narrator(OLD_WEST, NAMES).sentences([Whistle()]) == ["whistle 1"]
    finally:
        del Event.kinds["whistle"]


def test_what_is_hidden_cannot_be_told() -> None:
    for listener in (0, None):
        secret = redact(CardDrawn(1, Card.RED), listener)
        assert Narrator(OLD_WEST, NAMES, listener).sentences([secret]) == ["Bea drew a card."]


def test_a_claim_of_nothing_is_still_a_sentence() -> None:
    claim = RouteClaimed(1, "albuquerque/durango", Cards())
    assert Narrator(OLD_WEST, NAMES).sentences([claim]) == [
        "Bea claimed Albuquerque – Durango for nothing."
    ]
