"""A log that was tampered with, cut or forged is refused, or at the least does no harm."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogline import Chance, FoglineError, Game, GameLog, LogError, from_json, replay, to_json
from fogline.core.chance import pick
from tests.fuzz.mangle import mangled, mangled_bytes, mangled_text, nudged, signed
from tests.fuzz.sane import attempt, use_game
from tests.fuzz.test_json import any_game
from tests.play import STABLE, Playout, Style, variants

FUZZ = settings(STABLE, max_examples=40)
SEEDS = st.integers(0, 2**32 - 1)
Data = dict[str, Any]


def read_and_replay(text: str | bytes) -> Game:
    return replay(from_json(text, GameLog))


def a_log(name: str = "old-west_3_alvin_v2", decisions: int = 60) -> Data:
    variant = next(variant for variant in variants() if str(variant) == name)
    *_, step = Playout(variant, 4, Style.BUILDER, decisions).steps()
    data: Data = json.loads(to_json(step.game.log))
    return data


def harmless(text: str | bytes) -> None:
    """Refused, or a game that obeys all invariants and can be played on."""
    game = attempt(lambda: read_and_replay(text))
    if not isinstance(game, FoglineError):
        use_game(game)


@FUZZ
@given(SEEDS)
def test_a_changed_log_does_not_fit_its_digest(seed: int) -> None:
    chance = Chance(seed)
    log = any_game(chance, 60).log
    data = json.loads(to_json(log))
    for _ in range(10):
        spoil = pick(chance, [mangled, nudged])
        text = json.dumps(spoil(data, chance))
        read = attempt(lambda: from_json(text, GameLog))  # noqa: B023
        assert isinstance(read, FoglineError) or read == log


@FUZZ
@given(SEEDS)
def test_changed_letters_of_a_log(seed: int) -> None:
    chance = Chance(seed)
    log = any_game(chance, 60).log
    text = to_json(log)
    for _ in range(10):
        letters = mangled_text(text, chance)
        data = mangled_bytes(text.encode(), chance)
        for spoiled in (letters, data):
            read = attempt(lambda: from_json(spoiled, GameLog))  # noqa: B023
            assert isinstance(read, FoglineError) or read == log


@FUZZ
@given(SEEDS)
def test_a_forged_log_does_no_harm(seed: int) -> None:
    """With a digest that fits again, what is impossible is refused; the rest is some game."""
    chance = Chance(seed)
    data = json.loads(to_json(any_game(chance, 60).log))
    for _ in range(8):
        spoil = pick(chance, [mangled, nudged, nudged, nudged])
        harmless(json.dumps(signed(spoil(data, chance))))


def without_move(data: Data) -> None:
    del data["moves"][20]


def with_move_twice(data: Data) -> None:
    data["moves"].insert(20, copy.deepcopy(data["moves"][20]))


def with_moves_swapped(data: Data) -> None:
    moves = data["moves"]
    moves[20], moves[21] = moves[21], moves[20]


def with_other_seat(data: Data) -> None:
    data["moves"][20]["seat"] = (data["moves"][20]["seat"] + 1) % 3


def without_set_up(data: Data) -> None:
    data["set_up"] = []


def cut_in_the_set_up(data: Data) -> None:
    data["moves"] = []
    del data["set_up"][-3:]


def cut_in_a_move(data: Data) -> None:
    del data["moves"][20]["events"][-1:]


def without_first_moves(data: Data) -> None:
    del data["moves"][:3]


def with_a_card_too_many(data: Data) -> None:
    data["set_up"].insert(1, {"type": "dealt", "seat": 0, "cards": {"red": 13}})


def with_a_ticket_twice(data: Data) -> None:
    offers = [event for event in data["set_up"] if event["type"] == "offered"]
    offers[1]["tickets"] = offers[0]["tickets"]


def with_a_hidden_card(data: Data) -> None:
    deal = next(event for event in data["set_up"] if event["type"] == "dealt")
    deal["cards"] = {"hidden": 4}


def with_hidden_tickets(data: Data) -> None:
    offer = next(event for event in data["set_up"] if event["type"] == "offered")
    offer["tickets"] = [None] * len(offer["tickets"])


def with_an_event_of_nobody(data: Data) -> None:
    data["moves"][20]["events"][0]["seat"] = -1


def with_an_event_of_a_seventh(data: Data) -> None:
    data["moves"][20]["events"][0]["seat"] = 7


def with_a_city_of_nowhere(data: Data) -> None:
    start = next(move for move in data["moves"] if move["action"]["type"] == "start-city")
    start["events"][0]["city"] = "atlantis"


def with_another_route_than_claimed(data: Data) -> None:
    move = next(m for m in data["moves"] if m["action"]["type"] == "claim")
    claimed = {m["action"]["route"] for m in data["moves"] if m["action"]["type"] == "claim"}
    board = variants()[0].definition.board
    free = next(route.id for route in board.routes if route.id not in claimed)
    move["events"][0]["route"] = free


TAMPERINGS: list[Callable[[Data], None]] = [
    without_move,
    with_move_twice,
    with_moves_swapped,
    with_other_seat,
    without_set_up,
    cut_in_a_move,
    with_another_route_than_claimed,
    without_first_moves,
    with_a_card_too_many,
    with_a_ticket_twice,
    with_a_hidden_card,
    with_hidden_tickets,
    with_an_event_of_nobody,
    with_an_event_of_a_seventh,
    with_a_city_of_nowhere,
]


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_shows_in_the_digest(tamper: Callable[[Data], None]) -> None:
    data = a_log()
    tamper(data)
    error = attempt(lambda: from_json(json.dumps(data), GameLog))
    assert isinstance(error, LogError)
    assert "digest" in str(error)


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_shows_in_the_replay(tamper: Callable[[Data], None]) -> None:
    data = a_log()
    tamper(data)
    assert isinstance(attempt(lambda: read_and_replay(json.dumps(signed(data)))), LogError)


def with_more_points(data: Data) -> None:
    scored = [e for move in data["moves"] for e in move["events"] if e["type"] == "scored"]
    scored[0]["points"] += 100


def without_points(data: Data) -> None:
    move = next(m for m in data["moves"] if any(e["type"] == "scored" for e in m["events"]))
    move["events"] = [event for event in move["events"] if event["type"] != "scored"]


def with_points_for_nothing(data: Data) -> None:
    gift = {"type": "scored", "seat": 0, "points": 50, "category": "routes"}
    data["moves"][20]["events"].insert(0, gift)


def ended_early(data: Data) -> None:
    del data["moves"][21:]
    data["moves"][20]["events"].append({"type": "ended", "reason": "last-round"})


def with_a_card_for_nothing(data: Data) -> None:
    drawn = {"type": "drew", "seat": 0, "card": "red"}
    data["moves"][20]["events"].insert(0, drawn)


FORGERIES: list[Callable[[Data], None]] = [
    with_more_points,
    without_points,
    with_points_for_nothing,
    ended_early,
    cut_in_the_set_up,
    with_a_card_for_nothing,
]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_events_that_do_not_follow_from_the_action(forge: Callable[[Data], None]) -> None:
    """A legal action is not enough: what the log says came of it must be what comes of it."""
    data = a_log()
    forge(data)
    assert isinstance(attempt(lambda: read_and_replay(json.dumps(signed(data)))), LogError)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_shows_in_the_digest(forge: Callable[[Data], None]) -> None:
    data = a_log()
    forge(data)
    assert isinstance(attempt(lambda: from_json(json.dumps(data), GameLog)), LogError)


def test_the_digest_does_not_mind_the_order_of_keys() -> None:
    data = a_log()
    backwards = dict(reversed(data.items()))
    assert from_json(json.dumps(backwards, indent=1), GameLog) == from_json(
        json.dumps(data), GameLog
    )


@pytest.mark.parametrize("digest", [None, "", "0" * 64, 7, [], True])
def test_a_log_without_its_digest(digest: object) -> None:
    data = {**a_log(), "digest": digest}
    assert isinstance(attempt(lambda: from_json(json.dumps(data), GameLog)), FoglineError)
    del data["digest"]
    assert isinstance(attempt(lambda: from_json(json.dumps(data), GameLog)), FoglineError)


def test_a_log_cut_after_a_move_is_a_game_to_go_on_with() -> None:
    data = a_log()
    for length in (0, 1, 7, 30):
        shorter = signed({**data, "moves": data["moves"][:length]})
        game = read_and_replay(json.dumps(shorter))
        assert len(game.log.moves) == length
        use_game(game)


def test_a_log_of_another_number_of_players() -> None:
    data = a_log()
    for seats in (2, 4, 5, 6):
        data["game"]["seats"] = seats
        assert isinstance(attempt(lambda: read_and_replay(json.dumps(signed(data)))), LogError)
