"""What things are worth is at hand during the game, as on the printed board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter, Pictures
from tests.browser.player import ME, RANDOM

SIZES = {"desk": (1280, 800), "small": (320, 480)}
WHOLE = """it => [...it.querySelectorAll('table')].every(
  (one) => one.offsetHeight <= one.parentElement.clientHeight
    && one.offsetWidth <= one.parentElement.clientWidth)"""


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_the_table_of_points_is_at_hand(enter: Enter, pictures: Pictures, game: str) -> None:
    player = enter(f"counts in {game}")
    page = player.page
    player.open_table(game, ME, RANDOM, **({"alvin": True} if game == "old-west" else {}))
    page.get_by_role("button", name="Points table").click()
    sheet = page.get_by_role("dialog", name="Points table")
    routes = sheet.locator("table").first
    expect(routes.locator("th")).to_have_text(["Spaces", "Points"])
    expect(routes.locator("tr").nth(1).locator("td").nth(3)).to_have_text("7")
    if game == "san-francisco":
        tokens = sheet.locator("table").nth(1)
        expect(tokens.locator("tr").nth(1).locator("td").last).to_have_text("12")
    else:
        expect(sheet).to_contain_text("15 points")
        expect(sheet).to_contain_text("Alvin: 10 points")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        pictures.take(page, f"points-{game}-{size}.png")
        assert sheet.evaluate("it => it.scrollWidth <= it.clientWidth")
        assert sheet.evaluate(WHOLE)
    pieces = sheet.get_by_role("link", name="What is in the box")
    assert (pieces.get_attribute("href") or "").endswith(f"#/rules/{game}/box")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_the_rulebook_lists_pieces_and_sources(enter: Enter, address: str) -> None:
    page = enter("reads all of it").page
    page.goto(f"{address}#/rules/san-francisco/credits")
    expect(page.locator("#rules-credits")).to_be_in_viewport()
    expect(page.locator("section[aria-labelledby=rules-box] li")).to_have_count(5)
