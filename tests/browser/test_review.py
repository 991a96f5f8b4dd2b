"""From the final count to the review: the curve, the position, the questions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.player import COMPILING, DESK, PHONE
from tests.browser.test_replay import finished


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.soak), pytest.param(PHONE, id="phone")]
)
def test_a_review(
    enter: Enter, pictures: Pictures, size: dict[str, int], request: pytest.FixtureRequest
) -> None:
    player = enter("review", size)
    page = player.page
    table = finished(player, "san-francisco")
    page.locator(".final").get_by_role("link", name="Review the game").click()
    expect(page).to_have_url(re.compile(rf"#/review/{table}"))
    slider = page.get_by_role("slider", name="Move")
    slider.wait_for(timeout=COMPILING)
    expect(page.get_by_role("heading", level=1)).to_have_text("Review: San Francisco")
    name = request.node.callspec.id
    pictures.take(page, f"review-{name}.png", full_page=True)

    # The curve, the board and what is said of the move go together, by keyboard as well.
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-claimed]")).to_have_count(0)
    expect(page.get_by_role("heading", name="The deal")).to_be_visible()
    page.keyboard.press("End")
    owned = sum(owner is not None for owner in player.snapshot(table)["final"]["owners"])
    expect(page.locator("[data-claimed]")).to_have_count(owned)
    page.get_by_text("Winning chances as a table").click()
    rows = page.get_by_role("group", name="Winning chances as a table").get_by_role("row")
    expect(rows).to_have_count(last + 2)
    assert not barriers(page)

    # A bad decision is asked again, then compared.
    page.get_by_role("button", name=re.compile("^Learn from the mistakes of")).first.click()
    expect(page.get_by_role("heading", name="What would you do here?")).to_be_focused()
    page.get_by_role("radio").first.check()
    pictures.take(page, f"review-question-{name}.png", full_page=True)
    assert not barriers(page)
    page.get_by_role("button", name="Answer").click()
    answers = page.get_by_role("table")
    expect(answers.get_by_text("Expert’s choice")).to_be_visible()
    expect(answers.get_by_text("Your answer")).to_be_visible()
    page.get_by_role("button", name="Back to the review").click()
    expect(slider).to_be_visible()


def test_the_replay_leads_a_visitor_to_the_review_of_the_same_move(
    enter: Enter, address: str
) -> None:
    table = finished(enter("from the replay"), "san-francisco")
    visitor = enter("a visitor")
    page = visitor.page
    page.goto(f"{address}#/replay/{table}")
    page.get_by_role("slider", name="Move").fill("12")
    expect(page).to_have_url(re.compile(rf"#/replay/{table}/\d+$"))
    assert visitor.call("GET", "api/session")["user"] is None
    page.get_by_role("link", name="Review the game").click()
    # The replay has a slider, too.
    expect(page).to_have_url(re.compile(rf"#/review/{table}/"))
    title = page.get_by_role("heading", name="Review: San Francisco", level=1)
    title.wait_for(timeout=COMPILING)
    slider = page.get_by_role("slider", name="Move")
    slider.wait_for(timeout=COMPILING)
    expect(slider).to_have_js_property("valueAsNumber", 12)
    assert visitor.call("GET", "api/session")["user"]["name"].startswith("Guest ")


def test_a_game_that_is_not_over_has_no_review(enter: Enter, address: str) -> None:
    player = enter("too early")
    page = player.page
    player.call("POST", "api/session", {"name": "Ann"})
    seats = [{"kind": "me"}, {"kind": "me", "name": "Bea"}]
    made = player.call("POST", "api/tables", {"game": "san-francisco", "seats": seats})
    player.call("POST", f"api/tables/{made['table']}/start")
    page.goto(f"{address}#/review/{made['table']}")
    expect(page.get_by_text("This game is not over yet.")).to_be_visible()
