"""One's own finished games, on the page with the tables."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import ME, PHONE, Player

AT_ONCE = 20


def give_up(player: Player, seat: int) -> str:
    """Play a very short game around one screen; return its table."""
    wish = {"game": "san-francisco", "seats": [ME, {"kind": "me", "name": "Bea"}]}
    table = str(player.call("POST", "api/tables", wish)["table"])
    player.call("POST", f"api/tables/{table}/start")
    player.call("POST", f"api/tables/{table}/seats/{seat}/resign")
    return table


def test_finished_games_are_listed_with_their_results(enter: Enter, address: str) -> None:
    player = enter("has played", PHONE)
    page = player.page
    player.call("POST", "api/session", {"name": "Ann"})
    page.goto(f"{address}#/lobby")
    page.reload()
    finished = page.get_by_role("region", name="Finished games")
    expect(finished).to_contain_text("The games that you finish are listed here.")

    for _ in range(AT_ONCE // 2):
        give_up(player, 0)
    table = give_up(player, 1)
    # A game that ends while the page is open is there a moment later.
    rows = finished.get_by_role("listitem")
    expect(rows).to_have_count(AT_ONCE)
    expect(rows.nth(0)).to_contain_text("Place 2 of 2 · 0 points against Ann (0) gave up")
    expect(rows.nth(1)).to_contain_text("Won · 0 points against Bea (0)")
    # What is said of a game has most of the row, also where there is little room.
    wide = rows.nth(0).evaluate("row => row.querySelector('.what').offsetWidth / row.offsetWidth")
    assert wide > 0.55
    page.reload()  # now nothing that the page still hears of makes it list them again
    more = finished.get_by_role("button", name="More games")
    more.focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(AT_ONCE + 2)
    expect(more).to_have_count(0)
    expect(rows.nth(AT_ONCE).get_by_role("link")).to_be_focused()
    rows.nth(1).get_by_role("link", name="Replay San Francisco, Ann and Bea").tap()
    page.wait_for_url(f"**/#/replay/{table}")
