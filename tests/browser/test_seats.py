"""Leaving a game, coming back, handing a seat to a bot, and giving up: all from the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import PHONE, Player

OPEN = {"kind": "open"}


def _two(enter: Enter) -> tuple[Player, Player, str]:
    """Two people at one table, which the first of them owns, and its id."""
    ann, bea = enter("ann of the seats"), enter("bea of the seats", PHONE)
    ann.call("POST", "api/session", {"name": "Ann"})
    bea.call("POST", "api/session", {"name": "Bea"})
    seats = [{"kind": "me"}, OPEN]
    table = str(ann.call("POST", "api/tables", {"game": "san-francisco", "seats": seats})["table"])
    bea.call("POST", f"api/tables/{table}/seats/1/sit", {})
    ann.call("POST", f"api/tables/{table}/start")
    ann.watch(table)
    bea.watch(table)
    # On a phone the choice of tickets takes the whole screen.
    bea.play(until="() => document.querySelector('.fog-table.offering') === null")
    _open_log(bea)
    return ann, bea, table


def _open_log(player: Player) -> None:
    """Show the log, chat and helpers, which share a tab on a phone."""
    tabs = player.page.get_by_role("group", name="Parts of the table")
    # It may also say how much is new.
    tabs.get_by_role("button", name="Log").click()


def _seats(player: Player) -> None:
    player.page.get_by_role("button", name="Seats", exact=True).click()


def test_a_seat_is_left_played_by_a_bot_and_taken_back(enter: Enter) -> None:
    ann, bea, table = _two(enter)
    _seats(bea)
    bea.page.get_by_role("button", name="Leave the table").click()
    expect(bea.page.locator(".fog-table")).to_have_count(0)
    bea.watch(table)
    expect(bea.page.get_by_text("Your seat is waiting for you.")).to_be_visible()

    ann.play(until="() => document.body.innerText.includes('Bea is not here. A bot could')")
    _seats(ann)
    ann.page.get_by_role("button", name="Let a bot play for Bea").click()
    expect(ann.page.get_by_text("left · a bot plays: Strong")).to_be_visible()
    ann.page.get_by_role("button", name="Close", exact=True).click()

    expect(bea.page.get_by_text("A bot plays for you.")).to_be_visible()
    bea.page.get_by_role("button", name="Take the seat back…").click()
    bea.page.get_by_role("button", name="Take the seat back", exact=True).click()
    expect(bea.page.get_by_text("A bot plays for you.")).to_have_count(0)
    _open_log(bea)
    _seats(bea)
    expect(bea.page.get_by_role("dialog").get_by_text("at the table")).to_have_count(2)


def test_who_gives_up_is_asked_twice(enter: Enter) -> None:
    ann, bea, _ = _two(enter)
    _seats(ann)
    ann.page.get_by_role("button", name="Give up…").click()
    ann.page.get_by_text("If you give up, the game ends and you have lost.").wait_for()
    ann.page.get_by_role("button", name="Yes, give up").click()
    for player in (ann, bea):
        expect(player.page.locator(".final")).to_be_visible()
        expect(player.page.locator(".final")).to_contain_text("Bea")


def test_the_owner_mutes(enter: Enter) -> None:
    ann, bea, _ = _two(enter)
    _seats(ann)
    ann.page.get_by_role("button", name="Mute Bea").click()
    ann.page.get_by_role("button", name="Unmute Bea").wait_for()
    expect(bea.page.get_by_text("The owner of this table has muted you.")).to_be_visible()
    expect(bea.page.get_by_role("button", name="Send")).to_have_count(0)
    ann.page.get_by_role("button", name="Unmute Bea").click()
    expect(bea.page.get_by_role("button", name="Send")).to_be_visible()
