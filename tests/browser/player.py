"""Somebody who plays in a browser: by mouse and finger, or by keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from playwright.sync_api import Browser, ElementHandle, Error, Page

from fogline import Chance

Body = dict[str, Any]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1024, "height": 768}
ME: Body = {"kind": "me"}
RANDOM: Body = {"kind": "bot", "level": "random"}
_CALL = """async ([method, path, body]) => {
  const headers = {'x-fogline': '1', 'content-type': 'application/json'};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  return answer.json();
}"""
_PATIENCE = 240.0
# In one go, because between two looks the table may have moved on.
_CHOOSE = """([chance, map]) => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const any = (found) => found[chance % found.length];
  if (all('.curtain button').length) return all('.curtain button')[0];
  if (all('dialog li button').length) return any(all('dialog li button'));
  const prompt = all('section.prompt.asked')[0];
  if (prompt === undefined) return null;
  const confirm = all('.primary:enabled', all('.buttons', prompt).at(-1))[0];
  const [select] = all('select', prompt);
  if (confirm === undefined && map && all('[data-target]').length) return any(all('[data-target]'));
  if (confirm === undefined && select) return select;
  if (confirm === undefined && all('[aria-pressed=false]', prompt).length) {
    return any(all('[aria-pressed=false]', prompt));
  }
  const claim = all('.button:enabled', prompt).find((b) => b.innerText.includes('Claim a route'));
  if (claim !== undefined) return map ? any(all('[data-target]')) : claim;
  const cards = all('.market .slot.can:enabled');
  if (cards.length && chance % 2) return any(cards.slice(0, -1));
  return confirm ?? any([...all('.button:enabled', prompt), ...cards]) ?? null;
}"""
_STEP = f"""(given) => {{
  const chosen = ({_CHOOSE})(given);
  if (chosen?.tagName === 'SELECT') {{
    chosen.selectedIndex = 1 + given[0] % (chosen.options.length - 1);
    return chosen.dispatchEvent(new Event('change', {{bubbles: true}}));
  }}
  chosen?.click();
  return chosen !== null;
}}"""


class Player:
    """A page with a session of its own."""

    def __init__(self, browser: Browser, address: str, seed: str, *, size: dict[str, int]) -> None:
        self._phone = phone = size is PHONE
        self._context = browser.new_context(
            viewport=cast("Any", size), has_touch=phone, is_mobile=phone, locale="en-GB",
            reduced_motion="reduce",
        )  # fmt: skip
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(30_000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(address)
        self._address = address
        self._chance = Chance(seed)

    def _hear(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def close(self) -> None:
        """Leave; nothing may have gone wrong."""
        self._context.close()
        assert self.faults == []

    def call(self, method: str, path: str, body: object = None) -> Body:
        """Ask the server by HTTP."""
        return cast("Body", self.page.evaluate(_CALL, [method, path, body]))

    def open_table(self, game: str, *seats: Body, **options: bool) -> str:
        """Create a table, start it and sit down at it."""
        self.call("POST", "api/session", {"name": "Ann"})
        made = self.call("POST", "api/tables", {"game": game, "seats": seats, "options": options})
        table = str(made["table"])
        self.call("POST", f"api/tables/{table}/start")
        self.watch(table)
        return table

    def watch(self, table: str) -> None:
        """Go to a table."""
        self.page.goto(f"{self._address}#/table/{table}")
        self.page.wait_for_selector(".fog-table .picture svg")

    def snapshot(self, table: str) -> Body:
        """See the table as this player knows it."""
        return self.call("GET", f"api/tables/{table}")

    def play(self) -> int:
        """Play until the points are counted; return how many things were done."""
        return play_together(self)

    def step(self) -> bool:
        """Do one thing that the page offers, if it offers any."""
        return bool(self.page.evaluate(_STEP, [self._chance.below(1 << 20), False]))

    def touch(self) -> bool:
        """Do the same by mouse or finger; routes and places are pointed at on the map."""
        given = [self._chance.below(1 << 20), True]
        chosen = self.page.evaluate_handle(_CHOOSE, given).as_element()
        if chosen is None:
            return False
        try:
            self._press(chosen)
        except Error:
            # What was pressed before is under way, and took this with it.
            if chosen.evaluate("element => element.isConnected"):
                raise
            return False
        return True

    def _press(self, element: ElementHandle) -> None:
        box = element.bounding_box() if element.get_attribute("data-target") else None
        if box is not None:
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            press = self.page.touchscreen.tap if self._phone else self.page.mouse.click
            press(*at)
        elif self._phone:
            element.tap(timeout=5_000)
        else:
            element.click(timeout=5_000)


def play_together(*players: Player, by: Callable[[Player], bool] = Player.step) -> int:
    """Play until everybody sees the points counted; return how many things were done."""
    done = 0
    end = time.monotonic() + _PATIENCE
    while not all(player.page.locator(".final").count() for player in players):
        assert time.monotonic() < end, players[0].page.locator(".prompt").first.inner_text()
        did = sum(by(player) for player in players)
        done += did
        if not did:
            players[0].page.wait_for_timeout(30)
    return done
