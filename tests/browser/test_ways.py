"""Ways away from a table and back to it, and what a wrong way leads to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import ME, RANDOM

TURN = "() => document.querySelector('.prompt.asked .turn') !== null"


def test_who_leaves_the_table_is_gone_until_the_seat_is_taken_back(
    enter: Enter, address: str
) -> None:
    player = enter("leaves")
    page = player.page
    table = player.open_table("san-francisco", ME, RANDOM)
    player.play(until=TURN)
    page.get_by_role("button", name="Seats").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Play against a bot").first.wait_for()
    page.goto(f"{address}#/table/{table}")
    page.get_by_role("button", name="Take the seat back").wait_for()
    assert page.locator("section.prompt .turn").count() == 0
    assert page.locator(".slot.can").count() == 0


def test_giving_up_says_what_comes_of_it(enter: Enter) -> None:
    player = enter("gives up")
    page = player.page
    player.open_table("san-francisco", ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    page.get_by_role("button", name="Seats").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_text("the game ends and you have lost").wait_for()
    page.get_by_role("button", name="Yes, give up").click()
    page.wait_for_selector(".final.over")
    expect(page.get_by_role("button", name="Play again")).to_have_count(1)


def test_a_rematch_keeps_the_seats(enter: Enter) -> None:
    ann, bea = enter("asks for a rematch"), enter("follows")
    ann.call("POST", "api/session", {"name": "Ann"})
    bea.call("POST", "api/session", {"name": "Bea"})
    bea.page.reload()
    seats = [ME, {"kind": "open"}]
    table = str(ann.call("POST", "api/tables", {"game": "san-francisco", "seats": seats})["table"])
    bea.call("POST", f"api/tables/{table}/seats/1/sit", {"name": "Bea"})
    ann.call("POST", f"api/tables/{table}/start")
    bea.watch(table)
    ann.call("POST", f"api/tables/{table}/seats/0/resign")
    new = str(ann.call("POST", f"api/tables/{table}/rematch")["table"])
    bea.page.get_by_role("link", name="To the next game").click()
    bea.page.wait_for_selector(".room")
    chairs = ann.call("GET", f"api/tables/{new}")["seats"]
    assert [chair["name"] for chair in chairs] == ["Ann", "Bea"]


def test_a_player_whom_the_browser_forgot_finds_the_way_back(enter: Enter) -> None:
    player, stranger = enter("is known"), enter("is forgotten")
    table = player.open_table("san-francisco", ME, RANDOM)
    stranger.watch(table)
    stranger.page.get_by_role("link", name="Sign in to take your seat again.").click()
    expect(stranger.page).to_have_url(re.compile("#/account$"))


def test_wrong_addresses_lead_to_the_start(enter: Enter, address: str) -> None:
    player = enter("is lost")
    page = player.page
    page.goto(f"{address}#/replay/nothing")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("button", name="Play against a bot").first.wait_for()
    page.goto(f"{address}nowhere")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("button", name="Play against a bot").first.wait_for()
    player.forgive("404")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (768, 1024), (1280, 600)])
def test_a_game_can_be_started_without_scrolling(enter: Enter, width: int, height: int) -> None:
    player = enter(f"starts at {width}", {"width": width, "height": height})
    page = player.page
    page.locator(".strength").first.wait_for()
    start = page.get_by_role("button", name="Play against a bot").first.bounding_box()
    strength = page.locator(".strength").first.bounding_box()
    assert start is not None
    assert strength is not None
    assert start["y"] + start["height"] <= height
    assert strength["y"] < start["y"]


def test_what_was_chosen_at_the_start_is_remembered(enter: Enter) -> None:
    player = enter("chooses")
    page = player.page
    poster = page.locator("article").filter(has=page.get_by_role("heading", name="Old West"))
    poster.locator(".strength").select_option("random")
    poster.get_by_role("combobox", name="How many players?").select_option("3")
    poster.get_by_role("checkbox", name="Alvin").check()
    page.reload()
    expect(poster.locator(".strength")).to_have_value("random")
    poster.get_by_role("button", name="Play against 2 bots").click()
    page.wait_for_selector("section.prompt.asked")
    shown = player.snapshot(page.url.rpartition("/")[2])
    assert [seat["level"] for seat in shown["seats"]] == [None, "random", "random"]
    assert "alvin" in shown["game"]["rules"]
