"""Whatever a text says, reading it as notation gives a record that round-trips, or an error."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogline import (
    Action,
    Chance,
    Event,
    FoglineError,
    NotationError,
    parse_action,
    parse_event,
    redact,
)
from fogline.core.chance import pick
from tests.fuzz.mangle import SCRAPS, mangled_text
from tests.fuzz.sane import attempt
from tests.fuzz.test_json import any_game
from tests.laws.test_view_is_enough import any_actions
from tests.play import STABLE, viewers

FUZZ = settings(STABLE, max_examples=30)
SEEDS = st.integers(0, 2**32 - 1)
WORDS = [*Action.kinds, *Event.kinds, *SCRAPS, "0", "1", "-1", "a/b", "a,b", "red*2,blue*1", "-"]


def try_both(text: str) -> None:
    for parse in (parse_action, parse_event):
        record = attempt(lambda: parse(text))  # noqa: B023
        if isinstance(record, FoglineError):
            assert isinstance(record, NotationError)
        else:
            assert parse(str(record)) == record


@FUZZ
@given(SEEDS)
def test_what_is_written_is_read_back(seed: int) -> None:
    chance = Chance(seed)
    game = any_game(chance, 150)
    for seat in game.state.seats:
        for action in game.legal_actions(seat):
            assert parse_action(str(action)) == action
        for action in any_actions(game.view(seat), chance):
            if "" not in (getattr(action, field.name) for field in fields(action)):
                assert parse_action(str(action)) == action
    for event in game.log.events:
        for told in (event, redact(event, pick(chance, viewers(game)))):
            assert parse_event(str(told)) == told


@FUZZ
@given(SEEDS)
def test_spoiled_notation(seed: int) -> None:
    chance = Chance(seed)
    game = any_game(chance)
    texts = [str(event) for event in game.log.events]
    texts += [str(move.action) for move in game.log.moves]
    for _ in range(60):
        try_both(mangled_text(pick(chance, texts), chance))


@settings(STABLE, max_examples=300)
@given(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
def test_any_words(text: str) -> None:
    try_both(text)


@settings(STABLE, max_examples=300)
@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    try_both(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "\n", "dance", "draw 1", "draw draw", "take", "take pink", "take red red"),
        *("claim", "claim a/b", "claim a/b red", "claim a/b red*0", "claim a/b red*-1"),
        *("claim a/b red*1000", "claim a/b red*1e3", "claim a/b *2", "claim a/b red*", "keep"),
        *("claim a/b red*٣", "claim a,b red*1", "token", "token a b", "place-stack bell", "pass 0"),
        *("DRAW", "Take red", "take Red", "mark denver", "move-alvin", "start-city", "take ?"),
    ],
)
def test_not_an_action(text: str) -> None:
    error = attempt(lambda: parse_action(text))
    assert isinstance(error, NotationError)


@pytest.mark.parametrize(
    "text",
    [
        *("", "drew", "drew 0", "drew zero red", "drew 0 pink", "drew 0 red red", "turn", "turn x"),
        *("turn 1.5", "turn 1e2", "turn ١", "turn 9999999999", "took 0 red", "ended", "ended soon"),
        *("claimed 0 a/b", "kept 0 a/b", "scored 0 x routes", "swept 1", "draw", "first ?"),
    ],
)
def test_not_an_event(text: str) -> None:
    error = attempt(lambda: parse_event(text))
    assert isinstance(error, NotationError)
