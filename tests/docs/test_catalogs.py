"""The browser client has a word in every language for what the server names."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from fogline import Refusal, define
from fogline.catalogs import LANGUAGES
from fogline.review.model import Label
from fogline.review.reason_words import KINDS
from fogline.server.live.levels import EVERY_LEVEL
from fogline.table.commands import BOT_NAMES
from fogline.table.problems import Code

I18N = Path(__file__).parents[2] / "web" / "src" / "i18n"


def words(language: str) -> dict[str, Any]:
    catalog: dict[str, Any] = json.loads((I18N / "words" / f"{language}.json").read_text("utf-8"))
    return catalog


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_problems_have_words(language: str) -> None:
    named = {f"page.level.{level.name}" for level in EVERY_LEVEL}
    named |= {f"page.problem.{code.value}" for code in Code}
    assert sorted(named - words(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_categories_have_words(language: str) -> None:
    games = [define("san-francisco"), define("old-west", {"alvin": True})]
    rules = [rule for game in games for rule in game.rules]
    homes = [Refusal, *(sys.modules[type(rule).__module__] for rule in rules)]
    known = [value for home in homes for value in vars(home).values() if isinstance(value, Refusal)]
    named = {f"table.refusal.{refusal}" for refusal in known}
    named |= {f"table.category.{name}" for rule in rules for name in rule.words.categories}
    assert sorted(named - words(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_names_and_not_those_of_their_levels(language: str) -> None:
    catalog = words(language)
    levels = {catalog[f"page.level.{level.name}"].casefold() for level in EVERY_LEVEL}
    assert len(levels) == len(EVERY_LEVEL)
    assert not levels & {name.casefold() for name in BOT_NAMES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_reviews_have_words(language: str) -> None:
    file = I18N / "review" / f"{language}.json"
    said = {key for key in json.loads(file.read_text("utf-8")) if key.startswith("page.review.")}
    named = {f"page.review.fact.{kind}" for kind in KINDS}
    named |= {f"page.review.label.{label}" for label in Label}
    assert sorted(named - said) == []
    told = {key for key in said if re.match(r"page\.review\.(fact|label)\.", key)}
    assert sorted(told - named) == []
