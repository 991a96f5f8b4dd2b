"""A game by keyboard alone, from the start page to the last point."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.offers import claimed
from tests.browser.player import ME, RANDOM, Player, hurry, play_together


def test_a_game_by_keyboard_alone(enter: Enter) -> None:
    player = enter("keys")
    page = player.page
    page.get_by_role("button", name="Play against a bot").first.wait_for()
    player.tab_to(".strength")
    page.keyboard.press("Home")
    expect(page.locator(".strength").first).to_have_value("random")
    player.tab_to("article .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("section.prompt.asked")
    table = page.url.rpartition("/")[2]

    assert play_together(player, by=Player.strike, until=claimed(4)) > 5
    hurry(table, player, left=4)
    assert play_together(player, by=Player.strike) > 2
    assert player.counted() == player.results(table)
    # The button that goes on has the focus already.
    page.keyboard.press("Enter")
    expect(page.locator(".final")).to_have_count(0)


@pytest.mark.parametrize("key", ["c", "Tab"])
def test_who_opens_the_routes_by_keyboard_leaves_them_by_keyboard(enter: Enter, key: str) -> None:
    player = enter("routes by key")
    page = player.page
    player.open_table("san-francisco", ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    if key == "Tab":
        player.tab_to('.tools button[aria-label="Routes"]')
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(key)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("li button").first).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
