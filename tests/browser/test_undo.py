"""Taking back a move: by agreement with others, at once at one screen, and why not."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter
from tests.browser.player import ME, PHONE

OPEN = {"kind": "open"}


def _keep(page: Page) -> None:
    for ticket in page.locator("section.prompt li button").all()[:2]:
        ticket.click()
    page.locator("section.prompt .keep button").click()


def test_a_move_is_taken_back(enter: Enter) -> None:
    ann, bea = enter("ann undoes"), enter("bea agrees", PHONE)
    ann.call("POST", "api/session", {"name": "Ann"})
    table = ann.call("POST", "api/tables", {"game": "san-francisco", "seats": [ME, OPEN]})["table"]
    bea.call("POST", "api/session", {"name": "Bea"})
    bea.call("POST", f"api/tables/{table}/seats/1/sit")
    ann.call("POST", f"api/tables/{table}/start")
    ann.watch(table)
    bea.watch(table)
    banner = {player: player.page.locator(".stage .banner") for player in (ann, bea)}
    button = ann.page.get_by_role("button", name="Take back the last move")

    # Nothing to take back yet, and it is said why.
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(banner[ann]).to_have_text("You have no move to take back.")

    # Asked, withdrawn, asked again and agreed.
    _keep(ann.page)
    expect(button).to_have_attribute("aria-disabled", "false")
    ann.page.keyboard.press("u")
    expect(banner[ann]).to_contain_text("Waiting for Bea")
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(banner[bea]).to_have_count(0)
    button.click()
    expect(banner[bea]).to_contain_text("Ann would like to take back a move.")
    assert not barriers(bea.page)
    bea.page.get_by_role("button", name="Agree").tap()
    expect(ann.page.locator("section.prompt .keep button")).to_be_visible()
    expect(banner[ann]).to_have_count(0)

    # A phone has the way back on the board; what all have chosen stays chosen.
    _keep(bea.page)
    bea.page.get_by_role("button", name="Take back the last move").tap()
    ann.page.get_by_role("button", name="Decline").click()
    expect(banner[bea]).to_have_count(0)
    _keep(ann.page)
    expect(ann.page.locator("section.prompt .keep")).to_have_count(0)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(banner[ann]).to_contain_text("revealed something hidden")


def test_at_one_screen_nobody_is_asked(enter: Enter) -> None:
    player = enter("one screen undoes")
    page = player.page
    player.open_table("san-francisco", ME, {"kind": "me", "name": "Bea"})
    page.get_by_role("button", name="I am Ann").click()
    _keep(page)
    expect(page.get_by_role("button", name="I am Bea")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("section.prompt .keep button")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
