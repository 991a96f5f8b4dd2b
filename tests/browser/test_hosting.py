"""Behind a proxy, under a path; and without any server at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import WebSocket, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.player import PHONE, Player
from tests.browser.relay import relaying
from tests.browser.serving import serving
from tests.server.test_club_night import OPENING, SITTING

PATH = "/games/fogline"


def test_everything_works_under_a_path(enter: Enter, tmp_path: Path) -> None:
    with serving(tmp_path, path=PATH) as (_, server), relaying(server, PATH) as relay:
        assert relay.address.endswith(f"{PATH}/")
        player = enter("under a path", at=relay.address, service_worker=True)
        friend = enter("friend", at="about:blank")
        page = player.page
        page.locator(".strength").first.select_option("random")
        page.get_by_role("button", name="Play against a bot").first.click()
        page.wait_for_selector("section.prompt.asked")
        assert player.play(10) == 10
        assert urlsplit(page.url).path == f"{PATH}/"
        friend.page.goto(page.url)
        expect(friend.page.get_by_text("You are watching.")).to_be_visible()
        assert relay.opened == 2
        # Who loads the page anew is still the same person.
        page.reload()
        expect(page.locator(".hand section")).to_be_visible()
        page.goto(f"{relay.address}#/rules/old-west")
        expect(page.locator("main h2").first).to_be_visible()
        for each in (player, friend):
            each.page.goto("about:blank")


def test_without_a_server_there_is_a_page_that_says_so(
    enter: Enter, pictures: Pictures, tmp_path: Path
) -> None:
    with serving(tmp_path) as (_, address):
        player = enter("offline", PHONE, at=address, service_worker=True)
        page = player.page
        posters = page.get_by_role("button", name="Play against a bot")
        expect(posters).to_have_count(2)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.get_by_role("heading", name="Deep in the fog")).to_be_visible()
    assert not barriers(page)
    pictures.take(page, "offline-phone.png")
    page.get_by_role("link", name="Read the rules").tap()
    page.get_by_role("main").get_by_role("link", name="Old West").tap()
    expect(page.locator("main h2").first).to_be_visible()
    page.goto(f"{address}#/")
    expect(page.get_by_role("heading", name="Deep in the fog")).to_be_visible()
    with serving(tmp_path, port=urlsplit(address).port or 0):
        page.get_by_role("button", name="Try again").tap()
        expect(posters).to_have_count(2)
        player.forgive("Failed to load resource: net::ERR_")


def asked(player: Player) -> tuple[int, int]:
    """Count the files and the calls that a page has asked for."""
    found = "performance.getEntriesByType('resource').map((each) => each.name)"
    names: list[str] = player.page.evaluate(found)
    calls = sum("/api/" in name for name in names)
    return len(names) - calls, calls


def all_calls(expected: Mapping[str, int]) -> int:
    """Count the calls among what is expected."""
    return sum(times for name, times in expected.items() if "/api/" in name and "WS" not in name)


def test_a_page_asks_for_no_more_than_forty_people_may(enter: Enter) -> None:
    """A club night is counted with these numbers."""
    ann, bea = enter("ann", PHONE), enter("bea", PHONE)
    sockets: list[WebSocket] = []
    bea.page.on("websocket", lambda socket: sockets.append(socket))  # noqa: PLW0108 (Playwright marks it)
    for player in (ann, bea):
        expect(player.page.get_by_role("button", name="Play with friends")).to_have_count(2)
        files, calls = asked(player)
        assert files <= OPENING["file"]
        assert calls <= all_calls(OPENING)
    ann.page.get_by_role("button", name="Play with friends").last.click()
    bea.page.goto(ann.page.get_by_role("textbox", name="Link to this table").input_value())
    bea.page.get_by_role("button", name="Sit here").tap()
    ann.page.get_by_role("button", name="Start the game").click()
    for player in (ann, bea):
        player.page.wait_for_selector(".fog-table .picture svg")
        files, calls = asked(player)
        assert files <= OPENING["file"] + SITTING["file"]
        assert calls <= all_calls(OPENING) + all_calls(SITTING)
    assert len(sockets) <= SITTING["WS /api/tables/{table}/ws"]
