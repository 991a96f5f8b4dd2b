"""Lines that break and servers that stop: who plays need not notice."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Enter
from tests.browser.player import ME, RANDOM
from tests.browser.serving import serving


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
        player = enter("restart", at=address)
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
        for _ in range(4):
            page.wait_for_selector("section.prompt.asked")
            assert player.step()
        assert len(player.snapshot(table)["view"]["players"][0]["tickets"]) == 1
        # The browser itself writes down that nobody was there; nothing else went wrong.
        assert all("ERR_CONNECTION_REFUSED" in fault for fault in player.faults)
        player.faults.clear()
        page.goto("about:blank")
