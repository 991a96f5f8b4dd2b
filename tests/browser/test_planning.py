"""Planning at the table: a pinned ticket, what happened since, keys, cards dragged onto a route."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Enter
from tests.browser.offers import MY_TURN
from tests.browser.player import ME, RANDOM, Body, Player

WINDOW = {"width": 1280, "height": 800}


def test_plan_a_turn(enter: Enter) -> None:
    player = enter("plans", WINDOW)
    page = player.page
    table = player.open_table("san-francisco", ME, RANDOM, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    player.play(30, until=f"() => document.querySelector('[data-fresh]') && ({MY_TURN})()")

    # What the others did since is framed on the board, and read in two lines.
    since = page.locator(".since")
    expect(since).to_contain_text("Since your last turn:")
    assert page.locator("[data-fresh]").count() >= 1
    assert since.evaluate("e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)") < 2.5

    # A pinned ticket shows its way, and the hand says what it lacks.
    page.keyboard.press("p")
    expect(page.locator(".plan strong")).to_be_visible()
    expect(page.locator(".lights .way").first).to_be_attached()
    page.get_by_role("button", name="Unpin the ticket").click()
    expect(page.locator(".plan")).to_have_count(0)

    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Options and keys")
    expect(dialog.locator("dt")).to_have_count(11)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    _drag_a_card(player, page, table)


def _drag_a_card(player: Player, page: Page, table: str) -> None:
    claim = _first_claim(player.snapshot(table))
    card = next(iter(claim["payment"]))
    hand = page.locator(f"[data-fly=hand-{card}] .fan").bounding_box()
    route = page.locator(f'[data-target="{claim["route"]}"]').bounding_box()
    assert hand
    assert route
    page.mouse.move(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2)
    page.mouse.down()
    at = route["x"] + route["width"] / 2, route["y"] + route["height"] / 2
    page.mouse.move(*at, steps=4)
    page.mouse.up()
    expect(page.locator("section.prompt .confirm .primary")).to_contain_text("Claim with")
    expect(page.locator(".lights .selected")).to_have_count(1)


def _first_claim(snapshot: Body) -> Body:
    return next(
        legal["action"] for legal in snapshot["legal"] if legal["action"]["type"] == "claim"
    )
