"""Games against bots, as many as there are seats, from the page of a new table to the count."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.offers import claimed
from tests.browser.player import DESK, PHONE, hurry


def invite_bots(page: Page, count: int) -> None:
    """Fill the table with the fastest bots there are."""
    for seat in range(2, count + 2):
        if seat > 2:
            page.get_by_role("button", name="Add a player").click()
        page.get_by_label(f"Seat {seat}", exact=True).select_option("bot:random")


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        pytest.param("san-francisco", 3, id="san-francisco", marks=pytest.mark.soak),
        pytest.param("old-west", 5, id="old-west"),
    ],
)
def test_a_full_table(enter: Enter, address: str, pictures: Pictures, game: str, bots: int) -> None:
    west = game == "old-west"
    player = enter(f"full table of {game}", DESK if west else PHONE)
    page = player.page
    page.goto(f"{address}#/new/{game}")
    invite_bots(page, bots)
    if west:
        page.get_by_role("switch", name="Alvin the Alien").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".fog-table .picture svg")
    table = page.url.rpartition("/")[2]
    assert player.play(until=claimed(5)) > 2
    hurry(table, player, left=4)
    player.play()
    counted = player.counted()
    assert len(counted) == bots + 1
    assert counted == player.results(table)
    results = player.snapshot(table)["outcome"]["results"]
    categories = {category for result in results for category in result["points"]}
    rows = page.locator(".final tbody th")
    expect(rows).to_have_count(len(categories))
    # Whether anybody reaches Alvin is for the deal to say.
    expect(rows.filter(has_text="Alvin")).to_have_count(int("alvin" in categories))
    assert not barriers(page)
    pictures.take(page, f"{game}-count.png")
    page.get_by_role("button", name="Look at the board").click()
    owned = sum(owner is not None for owner in player.snapshot(table)["final"]["owners"])
    expect(page.locator("[data-claimed]")).to_have_count(owned)
    assert not barriers(page)
    pictures.take(page, f"{game}-board.png")
