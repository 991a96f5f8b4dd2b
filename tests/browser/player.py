"""Somebody who plays in a browser: by mouse and finger, or by keyboard alone."""

from __future__ import annotations

import time
from typing import Any, cast

from playwright.sync_api import Browser, Page

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
_PATIENCE = 90.0
# In one go, because between two looks the table may have moved on.
_STEP = """chance => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const any = (found) => found[chance % found.length];
  const press = (button) => { button?.click(); return button !== undefined; };
  if (all('.curtain button').length) return press(all('.curtain button')[0]);
  if (all('dialog li button').length) return press(any(all('dialog li button')));
  const prompt = all('section.prompt.asked')[0];
  if (prompt === undefined) return false;
  const confirm = all('.primary:enabled', all('.buttons', prompt).at(-1))[0];
  const [select] = all('select', prompt);
  if (confirm === undefined && select) {
    select.selectedIndex = 1 + chance % (select.options.length - 1);
    return select.dispatchEvent(new Event('change', {bubbles: true}));
  }
  if (confirm === undefined && all('[aria-pressed=false]', prompt).length) {
    return press(any(all('[aria-pressed=false]', prompt)));
  }
  const claim = all('.button:enabled', prompt).find((b) => b.innerText.includes('Claim a route'));
  if (claim !== undefined) return press(claim);
  const cards = all('.market .slot.can:enabled');
  if (cards.length && chance % 2) return press(any(cards.slice(0, -1)));
  return press(confirm ?? any([...all('.button:enabled', prompt), ...cards]));
}"""


class Player:
    """A page with a session of its own."""

    def __init__(self, browser: Browser, address: str, seed: str, *, size: dict[str, int]) -> None:
        phone = size is PHONE
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
        done = 0
        end = time.monotonic() + _PATIENCE
        while not self.page.locator(".final").count():
            assert time.monotonic() < end, self.page.locator(".prompt").first.inner_text()
            if self._step():
                done += 1
            else:
                self.page.wait_for_timeout(30)
        return done

    def _step(self) -> bool:
        """Do one thing that the page offers, if it offers any."""
        return bool(self.page.evaluate(_STEP, self._chance.below(1 << 20)))
