"""Whole games in a real browser, against a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.player import DESK, ME, PHONE, RANDOM, Player


def counted(player: Player) -> dict[str, int]:
    """The totals that the page shows at the end."""
    button = player.page.locator(".final footer button")
    if button.inner_text() == "Skip":
        button.click()
    names = player.page.locator(".final thead th").all_inner_texts()
    totals = player.page.locator(".final tfoot td").all_inner_texts()
    return {name.strip(): int(total) for name, total in zip(names, totals, strict=True)}


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_a_whole_game(browser: Browser, address: str, pictures: Path, game: str) -> None:
    phone = game == "san-francisco"
    player = Player(browser, address, f"browser {game}", size=PHONE if phone else DESK)
    table = (
        player.open_table(game, ME, RANDOM, RANDOM)
        if phone
        else player.open_table(game, ME, RANDOM, alvin=True)
    )
    assert player.play() > 20
    shown = player.snapshot(table)
    names = [seat["name"] for seat in shown["seats"]]
    assert counted(player) == {
        names[result["seat"]]: result["total"] for result in shown["outcome"]["results"]
    }
    player.page.screenshot(path=pictures / f"{game}-count.png")
    player.page.locator(".final footer button").click()
    owned = sum(owner is not None for owner in shown["final"]["owners"])
    assert player.page.locator("[data-claimed]").count() == owned
    player.page.screenshot(path=pictures / f"{game}-board.png")
    player.close()


def test_two_people_at_one_screen_never_see_each_others_cards(
    browser: Browser, address: str, pictures: Path
) -> None:
    player = Player(browser, address, "curtain", size=DESK)
    table = player.open_table(
        "san-francisco", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}
    )
    curtain = player.page.locator(".curtain")
    hand = player.page.locator(".hand section")
    curtain.wait_for()
    assert hand.get_attribute("aria-label") == "Your hand: 0 cards"
    player.page.screenshot(path=pictures / "curtain.png")
    curtain.get_by_role("button", name="I am Ann").click()
    player.page.wait_for_selector("section.prompt.asked")
    assert hand.get_attribute("aria-label") == "Your hand: 2 cards"
    player.page.locator("section.prompt li button").first.click()
    player.page.get_by_role("button", name="Keep 1 ticket").click()
    curtain.get_by_role("button", name="I am Bea").wait_for()
    assert hand.get_attribute("aria-label") == "Your hand: 0 cards"
    assert player.page.locator(".talk li").count() == 0
    assert player.snapshot(table)["deciding"] == [1]
    player.close()


def test_who_watches_is_told_no_secret(browser: Browser, address: str) -> None:
    player = Player(browser, address, "watched", size=DESK)
    table = player.open_table("san-francisco", ME, RANDOM)
    watcher = Player(browser, address, "watching", size=DESK)
    told: list[str] = []
    watcher.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))),
    )
    watcher.page.reload()
    watcher.watch(table)
    watcher.page.get_by_text("You are watching.").wait_for()
    assert not watcher.page.locator(".hand").count()
    player.page.locator("section.prompt.asked li button").first.click()
    player.page.locator("section.prompt .keep button").click()
    player.page.locator(".tickets li button").first.wait_for()
    assert player.snapshot(table)["view"]["players"][0]["tickets"] != [None]
    watcher.page.locator(".talk li").nth(4).wait_for(state="attached")
    views = [json.loads(text) for text in told if '"players"' in text]
    assert views
    for message in views:
        view = (message.get("view") if message["type"] == "update" else message) or {}
        for seat in view["view"]["players"]:
            assert set(seat["tickets"]) <= {None}
            assert seat["hand"].keys() - {"hidden"} <= seat["seen"].keys()
    player.close()
    watcher.close()


def test_a_game_by_keyboard_alone(browser: Browser, address: str) -> None:
    player = Player(browser, address, "keys", size=DESK)
    page = player.page
    table = player.open_table("san-francisco", ME, RANDOM, RANDOM)
    page.wait_for_selector("section.prompt.asked li button")
    claims = 0
    for _ in range(400):
        if page.locator(".final").count() or claims >= 3:
            break
        shown = player.snapshot(table)
        if not shown["legal"]:
            page.wait_for_timeout(30)
            continue
        match shown["decision"]:
            case "FirstTickets":
                tab_to(player, "section.prompt li button")
                page.keyboard.press("Space")
                tab_to(player, "section.prompt .keep button:enabled")
                page.keyboard.press("Enter")
            case "Turn" if any(choice["action"]["type"] == "claim" for choice in shown["legal"]):
                tab_to(player, "[data-target]")
                page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
                tab_to(player, "section.prompt .buttons .primary:enabled")
                page.keyboard.press("Enter")
                claims += 1
            case "Turn" | "SecondCard":
                page.keyboard.press("d")
            case _:
                tab_to(player, "[data-target]")
                page.keyboard.press("Enter")
                tab_to(player, "section.prompt .buttons:last-of-type .primary:enabled")
                page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert claims >= 3
    assert shown["view"]["players"][0]["vehicles"] < 20
    player.close()


def tab_to(player: Player, selector: str) -> None:
    """Press Tab until what the selector names has the focus."""
    for _ in range(120):
        player.page.keyboard.press("Tab")
        if player.page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"no way to {selector} by keyboard")
