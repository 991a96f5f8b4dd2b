"""Tutorials: what they teach happens by the rules, and is told as the learner may know it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fogline.core.codec import encode
from fogline.core.engine import legal_actions
from fogline.core.table import View
from fogline.saves import from_json, to_json
from fogline.server.features.catalogue.lessons import (
    ScriptError,
    parse_script,
    play_script,
    tutorial,
    tutorial_names,
)
from fogline.store.json_writer import write
from fogline.table.problems import Problem
from tests.server.harness import Body, in_loop, serving, settings_for

GAMES = ("old-west", "san-francisco")


def lessons_of(game: str) -> list[Body]:
    """The lessons of a tutorial, as they are sent."""
    sent: Body = json.loads(write(tutorial(game)))
    lessons: list[Body] = sent["lessons"]
    return lessons


def view(lesson: Body) -> Body:
    """The table of a lesson, as the learner sees it."""
    seen: Body = lesson["update"]["view"]["view"]
    return seen


def points(lesson: Body) -> list[int]:
    return [sum(player["points"].values()) for player in view(lesson)["players"]]


def named(game: str) -> dict[str, Body]:
    return {lesson["name"]: lesson for lesson in lessons_of(game)}


def test_both_games_have_a_tutorial() -> None:
    assert tuple(tutorial_names()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_asks_for_something_legal_or_for_nothing(game: str) -> None:
    lessons = lessons_of(game)
    assert len({lesson["name"] for lesson in lessons}) == len(lessons) > 10
    for lesson in lessons:
        snapshot = lesson["update"]["view"]
        assert snapshot["you"]["seat"] == 0
        if lesson["asked"] is not None:
            assert snapshot["deciding"][0] == 0
            assert lesson["asked"] in snapshot["legal"]
    assert [lesson["asked"] for lesson in lessons[-1:]] == [None]


@pytest.mark.parametrize("game", GAMES)
def test_versions_go_on_without_a_gap(game: str) -> None:
    sent = [entry for lesson in lessons_of(game) for entry in lesson["update"]["entries"]]
    assert [entry["version"] for entry in sent] == list(range(1, len(sent) + 1))
    assert lessons_of(game)[-1]["update"]["version"] == len(sent)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_a_view_and_offers_what_it_allows(game: str) -> None:
    for lesson in lessons_of(game):
        snapshot = lesson["update"]["view"]
        read = from_json(json.dumps(view(lesson)), View)
        assert json.loads(to_json(read)) == view(lesson)
        assert [legal["action"] for legal in snapshot["legal"]] == [
            encode(action) for action in legal_actions(read)
        ]


@pytest.mark.parametrize("game", GAMES)
def test_the_other_hand_stays_hidden_while_the_game_goes_on(game: str) -> None:
    for lesson in lessons_of(game):
        snapshot = lesson["update"]["view"]
        if snapshot["status"] == "ended":
            continue
        other = view(lesson)["players"][1]
        assert set(other["hand"]) <= {"hidden"}
        assert set(other["tickets"]) <= {None}
        events: list[Any] = [
            event
            for entry in lesson["update"]["entries"]
            if entry["type"] in ("dealt", "moved")
            for event in entry["events"]
        ]
        drawn = [event for event in events if event["type"] == "drew" and event["seat"] == 1]
        assert all(event["card"] is None for event in drawn)


def test_san_francisco_is_played_to_its_end() -> None:
    lessons = named("san-francisco")
    assert points(lessons["wild"]) == [1, 0]
    assert points(lessons["token"]) == [3, 1]
    assert view(lessons["token"])["parts"]["tourist-tokens"]["held"][0] == ["bell"]
    assert view(lessons["last-round"])["turns_left"] is None
    assert view(lessons["last-turn"])["turns_left"] == 1
    end = lessons["end"]["update"]["view"]
    assert end["outcome"]["winners"] == [0]
    assert [result["total"] for result in end["outcome"]["results"]] == [42, 25]


def test_old_west_shows_whom_a_route_pays_and_catches_alvin() -> None:
    lessons = named("old-west")
    assert points(lessons["second"]) == [2, 1]
    assert points(lessons["control"]) == [6, 1]
    assert points(lessons["move-alvin"]) == [18, 1]
    assert view(lessons["wild"])["parts"]["alvin"]["city"] == "albuquerque"
    assert view(lessons["end"])["parts"]["alvin"]["holder"] == 0


def test_hints_are_those_of_the_same_table() -> None:
    lessons = named("san-francisco")
    for lesson in lessons.values():
        assert lesson["hints"]["version"] == lesson["update"]["version"]
    before, after = lessons["ferry"]["hints"]["tickets"], lessons["token"]["hints"]["tickets"]
    assert [(hint["ticket"], hint["complete"], hint["spaces"]) for hint in (*before, *after)] == [
        ("alcatraz/lombard-street", False, 2),
        ("alcatraz/lombard-street", True, 0),
    ]


SCRIPT = """
options first=0
deal red orange green blue
 + alcatraz/lombard-street golden-gate-bridge/potrero-hill
 + market-street/the-embarcadero pier-39/south-beach
 + wheel seal poppy lantern gull crab bell blue wild green black blue
[tickets]
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("? keep market-street/the-embarcadero", "line 8: .* is not legal here"),
        ("1 keep alcatraz/lombard-street", "line 8: .* just shown"),
        ("1 draw", "line 8: .* not one of the things to choose"),
        ("1 keep pier-39/south-beach > red", "line 8: the game did not use the chance red"),
        ("1 fly", "line 8: fly"),
        ("hello", "line 8: 'hello' is not valid in a script"),
        ("1 keep pier-39/south-beach\n? draw", "line 9: a lesson has one question"),
    ],
)
def test_a_script_against_the_rules_is_refused(more: str, message: str) -> None:
    with pytest.raises(ScriptError, match=message):
        list(play_script(parse_script("san-francisco", SCRIPT + more)))


def test_a_deal_that_cannot_be_is_refused() -> None:
    with pytest.raises(ScriptError, match="deal: white cannot have been drawn"):
        list(play_script(parse_script("san-francisco", SCRIPT.replace("red", "white"))))
    with pytest.raises(ScriptError, match="deal: the game did not use the chance red"):
        list(
            play_script(
                parse_script("san-francisco", SCRIPT.replace("black blue", "black blue red"))
            )
        )


def test_there_is_no_tutorial_of_another_game() -> None:
    with pytest.raises(Problem, match="no tutorial"):
        tutorial("atlantis")


@in_loop
async def test_a_tutorial_can_be_read_without_a_session(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        client = server.stranger()
        sent = await client.get("/api/tutorial/old-west")
        assert sent == json.loads(write(tutorial("old-west")))
        missing = await client.call("GET", "/api/tutorial/atlantis")
        assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
