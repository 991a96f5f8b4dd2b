"""Running games can be found and watched, and who watches may talk."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import ME, PHONE, RANDOM, WIDE


def test_watch_a_running_game_and_talk(enter: Enter, address: str) -> None:
    player, watcher = enter("plays", WIDE), enter("watches", PHONE)
    player.call("POST", "api/session", {"name": "Ann"})
    wish = {"game": "san-francisco", "seats": [ME, RANDOM], "listed": True}
    table = str(player.call("POST", "api/tables", wish)["table"])
    player.call("POST", f"api/tables/{table}/start")
    player.watch(table)

    page = watcher.page
    page.goto(f"{address}#/lobby")
    page.get_by_role("heading", name="Games to watch").wait_for()
    page.get_by_role("link", name="Watch").first.click()
    page.wait_for_selector(".fog-table .picture svg")
    page.get_by_role("button", name="Join the chat").tap()
    page.get_by_role("textbox", name="Say something").fill("Good luck!")
    page.get_by_role("button", name="Send").tap()
    expect(page.locator(".log .chat")).to_contain_text("(watching): Good luck!")

    expect(player.page.locator(".log .chat")).to_contain_text("(watching): Good luck!")
