"""Lines that break and servers that stop: who plays need not notice."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Enter
from tests.browser.player import ME, PHONE, RANDOM, hurry
from tests.browser.relay import relaying
from tests.browser.serving import serving

NO_COMPLAINT = "() => !document.querySelector('.problem')"


def test_the_line_breaks_again_and_again_and_the_game_goes_on(enter: Enter, address: str) -> None:
    with relaying(address) as relay:
        player = enter("broken line", PHONE, at=relay.address, service_worker=True)
        page = player.page
        table = player.open_table("san-francisco", ME, RANDOM)
        page.wait_for_selector("section.prompt.asked")
        cuts = 0
        while not page.locator(".final").count():
            player.begin(8, law=NO_COMPLAINT)
            relay.cut()
            cuts += 1
            player.finish()
            if cuts == 4:
                hurry(table, player, left=6)
        assert cuts > 5
        assert relay.opened > cuts // 2
        assert player.counted() == player.results(table)
        page.goto("about:blank")
        # It may have been cut before it was open.
        player.forgive("WebSocket connection to")


def test_what_was_done_as_the_line_broke_is_done_once(enter: Enter) -> None:
    player = enter("lost answer")
    page = player.page
    acts: list[str | bytes] = []

    def swallow(line: WebSocketRoute) -> None:
        """The first move never reaches the server, and the line breaks."""
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"act"' in str(message):
                acts.append(message)
                if len(acts) == 1:
                    line.close(code=1012)
                    return
            server.send(message)

        line.on_message(pass_on)

    page.route_web_socket(lambda _: True, swallow)
    table = player.open_table("san-francisco", ME, RANDOM)
    page.locator("section.prompt.asked li button").first.click()
    page.get_by_role("button", name="Keep 1 ticket").click()
    expect(page.locator(".tickets li button")).to_have_count(1)
    assert len(acts) == 2
    assert acts[0] == acts[1]
    assert len(player.snapshot(table)["view"]["players"][0]["tickets"]) == 1


def test_the_server_stops_and_comes_back(enter: Enter, tmp_path: Path) -> None:
    with serving(tmp_path) as (server, address):
        player = enter("restart", at=address, service_worker=True)
        page = player.page
        table = player.open_table("san-francisco", ME, RANDOM)
        page.locator("section.prompt.asked li button").first.click()
        server.send_signal(signal.SIGKILL)
        server.wait()
        # Chosen while nobody answers; it is said when somebody does.
        page.get_by_role("button", name="Keep 1 ticket").click()
        page.locator(".line", has_text="Connection lost").wait_for()
    with serving(tmp_path, port=urlsplit(address).port or 0):
        page.locator(".line", has_text="Connection lost").wait_for(state="detached")
        expect(page.locator(".tickets li button")).to_have_count(1)
        assert player.play(4) == 4
        assert len(player.snapshot(table)["view"]["players"][0]["tickets"]) == 1
        # Requests that were under way when the server was killed were reset, later ones refused.
        player.forgive("net::ERR_")
        page.goto("about:blank")
