"""Take the pictures of these pages from the real thing: make pictures.

A server is started, games are played at it by a bot through the browser's own session, and the
screens are kept as they are. What chance dealt is new each time: look at them before you commit.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.serving import serving

from fogline import View, from_json
from fogline.bots import make_bot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
_CALL = """async ([method, path, body]) => {
  const headers = {'x-fogline': '1', 'content-type': 'application/json'};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  return answer.json();
}"""

Body = dict[str, Any]


def keep(png: bytes, name: str) -> None:
    """Keep a picture, as good as its room allows."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in range(90, 40, -5):
        packed = io.BytesIO()
        picture.save(packed, "webp", quality=quality, method=6)
        if packed.tell() <= MOST_BYTES:
            break
    (FOLDER / f"{name}.webp").write_bytes(packed.getvalue())
    print(f"{name}.webp: {packed.tell() // 1000} kB, quality {quality}")


class Guest:
    """Somebody with a browser, for whom a bot thinks."""

    def __init__(self, browser: Browser, address: str, size: dict[str, int]) -> None:
        phone = size is PHONE
        self._address = address
        self._context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]  # a dictionary of that form
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self.page: Page = self._context.new_page()
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")

    def call(self, method: str, path: str, body: object = None) -> Body:
        """Ask the server, as this browser."""
        answer: Body = self.page.evaluate(_CALL, [method, path, body])
        return answer

    def open_table(self, game: str, bots: int, **options: bool) -> str:
        """Sit down with skilled bots, and start."""
        self.call("POST", "api/session", {"name": "Ann"})
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "skilled"}] * bots]
        made = self.call("POST", "api/tables", {"game": game, "seats": seats, "options": options})
        table = str(made["table"])
        self.call("POST", f"api/tables/{table}/start")
        self.go(f"table/{table}")
        return table

    def go(self, where: str) -> None:
        """Go to a page of the client."""
        self.page.goto(f"{self._address}#/{where}")
        self.page.wait_for_timeout(1_500)

    def play_until(self, table: str, enough: Callable[[Body], bool] | None = None) -> None:
        """Play, until it is this seat's turn and enough has been done; else to the end."""
        bot = make_bot("planner", 1)
        for number in range(1_000):
            shown = self.call("GET", f"api/tables/{table}?seat=0")
            if shown["status"] == "ended":
                if enough is not None:
                    raise RuntimeError("the game ended before there was enough to see")
                return
            if 0 not in shown["deciding"]:
                self.page.wait_for_timeout(50)
                continue
            if enough and shown["decision"]["type"] == "Turn" and enough(shown["view"]):
                return
            action = str(bot.choose(from_json(json.dumps(shown["view"]), View)))
            act = {"id": f"picture-{number:04}", "version": shown["version"], "seat": 0}
            self.call("POST", f"api/tables/{table}/actions", {**act, "action": action})
        raise RuntimeError("the game does not end")

    def shoot(self, name: str) -> None:
        """Keep what is on the screen."""
        self.page.mouse.move(2, 2)
        self.page.wait_for_timeout(2_500)
        keep(self.page.screenshot(), name)


def claimed(least: int) -> Callable[[Body], bool]:
    """Say whether so many routes have their owners."""
    return lambda view: sum(owner is not None for owner in view["owners"]) >= least


def screens(browser: Browser, address: str) -> None:
    """Take the screens."""
    desk = Guest(browser, address, DESK)
    desk.shoot("start")
    table = desk.open_table("san-francisco", 2)
    desk.play_until(table, claimed(14))
    desk.shoot("san-francisco")
    desk.play_until(table)
    desk.page.wait_for_timeout(6_000)
    desk.shoot("count")
    last = int(desk.call("GET", f"api/tables/{table}")["version"])
    desk.go(f"replay/{table}/{last * 2 // 3}")
    desk.page.get_by_role("button", name="All hands").click()
    desk.shoot("replay")
    table = desk.open_table("old-west", 3, alvin=True)
    desk.play_until(table, claimed(24))
    desk.shoot("old-west")
    phone = Guest(browser, address, PHONE)
    phone.play_until(phone.open_table("san-francisco", 1), claimed(8))
    phone.shoot("phone")


def main() -> None:
    """Take all pictures that are not drawn by hand."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as (_, address), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            screens(browser, address)
            browser.close()
        points = Path(folder) / "points.png"
        example = [sys.executable, "examples/games/points.py", str(points)]
        subprocess.run(example, check=True, cwd=ROOT)  # noqa: S603 (our own)
        keep(points.read_bytes(), "points")


if __name__ == "__main__":
    main()
