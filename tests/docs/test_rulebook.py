"""The rulebook and the tutorials of the browser client say what the games are."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

from fogline import define
from fogline.catalogs import LANGUAGES
from fogline.server.features.catalogue.lessons import tutorial

WEB = Path(__file__).parents[2] / "web"
RULEBOOK = WEB / "src" / "rulebook"


def test_its_numbers_are_those_of_the_games() -> None:
    spec = importlib.util.spec_from_file_location("rulebook_facts", WEB / "tools" / "facts.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    kept = json.loads((RULEBOOK / "facts.json").read_text(encoding="utf-8"))
    assert kept == tool.facts(), "run: make types"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_the_marked_places_of_the_boards(language: str) -> None:
    for game, mark in (("san-francisco", "tourist-stacks"), ("old-west", "alvin")):
        board = define(game).board
        text = (RULEBOOK / "text" / f"{game}.{language}.md").read_text(encoding="utf-8")
        missing = [
            board.place[place].name
            for place in board.marks[mark]
            if board.place[place].name not in text
        ]
        assert missing == []


def test_its_pictures_show_what_the_boards_have() -> None:
    figures = sorted((WEB / "src" / "games").glob("*/figures.ts"))
    text = "".join(file.read_text(encoding="utf-8") for file in figures)
    shown = set(re.findall(r"'([a-z0-9-]+/[a-z0-9-]+(?:#\d)?)'", text))
    boards = [define(game).board for game in ("san-francisco", "old-west")]
    known = {one for board in boards for one in (*board.route, *board.ticket)}
    assert len(shown) > 10
    assert shown <= known


@pytest.mark.parametrize(
    ("game", "route", "colour", "length"),
    [
        ("san-francisco", "haight-ashbury/pacific-heights", "black", 3),
        ("old-west", "denver/grand-junction", "red", 3),
    ],
)
def test_the_routes_to_pay_for_are_as_the_captions_say(
    game: str, route: str, colour: str, length: int
) -> None:
    printed = define(game).board.route[route]
    assert (printed.colour, printed.length) == (colour, length)


def test_every_decision_leads_to_a_section() -> None:
    mechanics = sorted((WEB / "src" / "mechanics").glob("*.ts"))
    texts = "".join(file.read_text(encoding="utf-8") for file in mechanics)
    lists = re.findall(r"decisions: \{(.*?)\}", texts, flags=re.DOTALL)
    listed = {name for text in lists for name in re.findall(r"([A-Z]\w+): '", text)}
    games = [define("san-francisco"), define("old-west", {"alvin": True})]
    rules = [rule for game in games for rule in game.rules]
    asked = {kind.__name__ for rule in rules for kind in rule.words.decisions}
    # In a turn it depends on what the player points at.
    assert listed == asked - {"Turn"}


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_the_tutorial_has_words_for_each_lesson(game: str) -> None:
    file = WEB / "src" / "tutorial" / "text" / f"{game}.en.json"
    words = json.loads(file.read_text(encoding="utf-8"))
    lessons = tutorial(game).lessons
    assert list(words) == [lesson.name for lesson in lessons]
    asking = [name for name, said in words.items() if "ask" in said]
    assert asking == [lesson.name for lesson in lessons if lesson.asked is not None]
