"""Every page in every language, switched at any time."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from fogline import catalogs
from tests.browser import layouts
from tests.browser.conftest import Enter, Pictures
from tests.browser.offers import MY_TURN
from tests.browser.player import ME, RANDOM

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "words"
LANGUAGES = dict(sorted(catalogs.LANGUAGES.items(), key=lambda each: each[0] == "en"))
"""By code, English last."""
TITLES = {
    "": "page.start.head",
    "lobby": "page.lobby.title",
    "new/old-west": "page.new.title",
    "account": "page.account.title",
    "settings": "page.settings.title",
    "rules": "page.nav.rules",
    "lost": "page.lost.title",
}
LEVELS = ("beginner", "casual", "expert", "master", "random", "skilled", "strong")
KEY = re.compile(r"\b(?:page|table|learn|rules)\.[a-z][a-z.-]+\b")
"""A message without words shows its key."""


def words(language: str) -> dict[str, Any]:
    catalog: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text())
    return catalog


def test_the_language_changes_in_mid_game(enter: Enter, pictures: Pictures) -> None:
    player = enter("speaks five")
    page = player.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    player.open_table("san-francisco", ME, RANDOM)
    player.play(6)
    player.play(until=MY_TURN)
    hand = page.locator(".hand b").all_inner_texts()
    for language in LANGUAGES:
        said = words(language)
        page.locator(".corner > button").click()
        page.locator(".corner nav a[href='#/settings']").click()
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main h1")).to_have_text(said["page.settings.title"])
        page.go_back()
        expect(page.locator("section.prompt .say")).to_have_text(said["table.turn.yours"])
        expect(page.locator(".turn .primary")).to_have_text(said["table.turn.draw"])
        assert page.locator(".hand b").all_inner_texts() == hand
        assert not KEY.findall(page.locator("body").inner_text())
        pictures.take(page, f"table-{language}.png")
    assert player.play(4) == 4


def test_bots_have_names_and_a_translated_level(enter: Enter, address: str) -> None:
    """Table review, defect 16: a bot was called "Casual", in every language."""
    player = enter("plays against somebody")
    page = player.page
    layouts.speak(player, "pl")
    levels = ["casual", "expert"]
    bots = [{"kind": "bot", "level": level} for level in levels]
    seats = [ME, {"kind": "open"}, *bots]
    player.call("POST", "api/session", {"name": "Ann"})
    made = player.call("POST", "api/tables", {"game": "san-francisco", "seats": seats})["table"]
    page.goto(f"{address}#/table/{made}")
    shown = page.locator(".seats li")
    for row, level in zip((2, 3), levels, strict=True):
        expect(shown.nth(row)).to_contain_text(f"Bot, {words('pl')[f'page.level.{level}']}")
    titles = {words(language)[f"page.level.{level}"] for language in LANGUAGES for level in LEVELS}
    player.open_table("san-francisco", ME, *bots, bots[0])
    shown = page.locator(".players .name")
    expect(shown).to_have_count(4)
    names = shown.all_inner_texts()
    assert len(set(names)) == 4
    assert not titles & set(names)


def test_who_comes_for_the_first_time_is_spoken_to_in_their_language(
    browser: Browser, address: str
) -> None:
    for locale in ("fi-FI", "pl-PL", "da-DK", "nl-BE"):
        with browser.new_context(locale=locale) as context:
            page = context.new_page()
            page.goto(address)
            expect(page.locator("html")).to_have_attribute("lang", locale[:2])
            bot = page.get_by_role("button", name=words(locale[:2])["page.start.bot"], exact=True)
            expect(bot).to_have_count(2)


def test_every_page_has_words_in_every_language(enter: Enter, address: str) -> None:
    player = enter("reads all")
    page = player.page
    for language, name in LANGUAGES.items():
        page.goto(f"{address}#/")
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for where, title in TITLES.items():
            page.goto(f"{address}#/{where}")
            expect(page.locator("main h1")).to_have_text(words(language)[title])
            assert not KEY.findall(page.locator("body").inner_text())
