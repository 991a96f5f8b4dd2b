"""Somebody who plays in a browser: as fast as it can, by mouse or finger, or by keyboard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, ElementHandle, Error, Page

from fogline import Chance
from tests.browser.offers import CHOOSE, playing
from tests.browser.painting import UNPAINTED, showing
from tests.soak import soaking

Body = dict[str, Any]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1024, "height": 768}
WIDE = {"width": 1920, "height": 1080}
ME: Body = {"kind": "me"}
RANDOM: Body = {"kind": "bot", "level": "random"}
_CALL = """async ([method, path, body]) => {
  const headers = {'x-fogline': '1', 'content-type': 'application/json'};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  return answer.json();
}"""
_DICE = """(() => {
  // A page that is loaded again must not give out the same ids again: the count is kept.
  const next = () => {
    const count = Number(sessionStorage.getItem('dice')) + 1;
    sessionStorage.setItem('dice', String(count));
    let x = (SEED ^ Math.imul(count, 0x9e3779b1)) | 0;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  };
  crypto.getRandomValues = (values) => {
    for (let k = 0; k < values.length; k += 1) values[k] = next();
    return values;
  };
})()"""
"""Gives the page dice that roll the same in every run."""
_ENDED = """async ([table, patience]) => {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if ((await (await fetch(`api/tables/${table}`)).json()).status === 'ended') return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the game does not end');
}"""
"""Asks by HTTP until a game is over: a page that shows every move needs the processor for it."""
_PATIENCE = 600_000
"""How many milliseconds a whole game may take where many others want the machine as well."""
COMPILING = 1_800_000
"""How many milliseconds it may take where code is compiled first, with what is left by others."""
_GLANCE = 0.02
"""How many seconds pass between two looks for something to do."""
_TAB_STOPS = 120
_DECK_KEYS = {"deck": "d", "ticket-deck": "t"}


class Player:
    """A page with a session of its own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        seed: str,
        *,
        size: dict[str, int],
        still: bool = True,
        painted: bool = False,
        service_worker: bool = False,
    ) -> None:
        self._phone = phone = size is PHONE
        self._context = browser.new_context(
            viewport=cast("Any", size), has_touch=phone, is_mobile=phone, locale="en-GB",
            reduced_motion="reduce" if still else "no-preference",
            # It fetches every file of the client, in each session of a test.
            service_workers="allow" if service_worker else "block",
        )  # fmt: skip
        # Copies of the page before and after each step take a good part of the time of a test.
        self._context.tracing.start(snapshots=soaking())
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note_error)
        self._chance = Chance(seed)
        self._next = self._draw()
        """What decides the next thing to do: the same, however often nothing was offered before."""
        # The copies of a page in the trace of a soak are to be seen.
        if not painted and not soaking():
            self.page.add_init_script(UNPAINTED)
        self.page.add_init_script(_DICE.replace("SEED", str(self._chance.below(2**31))))
        self.page.goto(address)
        self._address = address
        self._cookies = ""

    def _note_error(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def forgive(self, fault: str) -> None:
        """Let the browser complain of this: it was meant."""
        self.faults = [other for other in self.faults if fault not in other]

    def close(self, keep: Path | None = None) -> None:
        """Leave; after a failure, keep the page, a picture of it and the trace of what was done."""
        if keep is None:
            self._context.tracing.stop()
        else:
            keep.parent.mkdir(parents=True, exist_ok=True)
            with suppress(Error):  # a page that has crashed has no picture
                with showing(self.page):
                    self.page.screenshot(path=keep.with_suffix(".png"))
                keep.with_suffix(".html").write_text(self.page.content(), encoding="utf-8")
            self._context.tracing.stop(path=keep.with_suffix(".zip"))
        self._context.close()

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

    def await_end(self, table: str) -> None:
        """Wait until a game that others play is over, without looking at it."""
        self.page.evaluate(_ENDED, [table, _PATIENCE])

    def snapshot(self, table: str) -> Body:
        """See the table as this player knows it."""
        return self.call("GET", f"api/tables/{table}")

    def counted(self) -> dict[str, int]:
        """The totals that the page shows at the end."""
        final = self.page.locator(".final")
        if (skip := final.get_by_role("button", name="Skip")).count():
            skip.click()
        names = final.locator("thead th").all_inner_texts()
        totals = final.locator("tfoot td").all_inner_texts()
        return {name.strip(): int(total) for name, total in zip(names, totals, strict=True)}

    def results(self, table: str) -> dict[str, int]:
        """The totals as the server tells them."""
        shown = self.snapshot(table)
        names = [seat["name"] for seat in shown["seats"]]
        return {names[result["seat"]]: result["total"] for result in shown["outcome"]["results"]}

    def begin(
        self, limit: int = 1 << 30, *, until: str = "() => false", law: str = "() => true"
    ) -> None:
        """Begin to play as fast as the page allows, for so many steps, until … or to the end."""
        self.page.evaluate(playing(until, law), [self._draw(), limit, _PATIENCE])

    def leave_table(self) -> None:
        """Go to the start page, to act without a page."""
        self.page.goto(f"{self._address}#/")
        self.page.wait_for_selector("article")
        cookies = self._context.cookies(self._address)
        self._cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)

    def act(self, table: str, left: int) -> bool | None:
        """Act by HTTP if there is anything to decide; `None` if somebody has few vehicles left."""
        known = self._ask(f"api/tables/{table}")
        if known["status"] != "playing" or any(
            player["vehicles"] <= left for player in known["view"]["players"]
        ):
            return None
        claims = [offer for offer in known["legal"] if offer["action"]["type"] == "claim"]
        offered = claims or known["legal"]
        if not offered:
            return False
        version = known["version"]
        action = offered[self._draw() % len(offered)]["action"]
        body = {"id": f"hurrying-{version}", "version": version, "action": action}
        self._ask(f"api/tables/{table}/actions", {**body, "seat": known["you"]["seat"]})
        return True

    def _ask(self, path: str, body: Body | None = None) -> Body:
        """Ask the server without the page, with its cookies."""
        headers = {
            "x-fogline": "1", "content-type": "application/json", "cookie": self._cookies,
        }  # fmt: skip
        data = None if body is None else json.dumps(body).encode()
        request = Request(urljoin(self._address, path), data, headers)  # noqa: S310 (our server)
        with urlopen(request) as answer:  # noqa: S310
            return cast("Body", json.load(answer))

    def finish(self) -> int:
        """Wait for the end of what was begun; return how many things were done."""
        return cast("int", self.page.evaluate("window.played"))

    def play(
        self, limit: int = 1 << 30, *, until: str = "() => false", law: str = "() => true"
    ) -> int:
        """Begin, and finish."""
        self.begin(limit, until=until, law=law)
        return self.finish()

    def touch(self) -> bool:
        """Do one thing by mouse or finger; routes and places are pointed at on the map."""
        return self._do(self._by_pointer, on_map=True)

    def strike(self) -> bool:
        """Do the same by keyboard, now with the map, now without."""
        return self._do(self._by_key, on_map=self._next % 2 == 0)

    def tab_to(self, selector: str) -> None:
        """Press Tab until what the selector names has the focus."""
        for _ in range(_TAB_STOPS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no way to {selector} by keyboard")

    def _draw(self) -> int:
        return self._chance.below(1 << 20)

    def _do(self, way: Callable[[ElementHandle], bool], *, on_map: bool) -> bool:
        chosen = self.page.evaluate_handle(CHOOSE, [self._next >> 1, on_map]).as_element()
        if chosen is None:
            return False
        self._next = self._draw()
        try:
            return way(chosen)
        except Error:
            # What was pressed before is under way, and took this with it.
            if chosen.evaluate("element => element.isConnected"):
                raise
            return False

    def _by_pointer(self, element: ElementHandle) -> bool:
        box = element.bounding_box() if element.get_attribute("data-target") else None
        if box is not None:
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            press = self.page.touchscreen.tap if self._phone else self.page.mouse.click
            press(*at)
        elif self._phone:
            element.tap(timeout=5_000)
        else:
            element.click(timeout=5_000)
        return True

    def _by_key(self, element: ElementHandle) -> bool:
        keyboard = self.page.keyboard
        kind = element.evaluate(
            "e => e.closest('[data-target]') ? 'map' : e.closest('.market') ? 'card' : e.localName"
        )
        if kind == "card":
            slot = element.get_attribute("data-fly") or ""
            keyboard.press(_DECK_KEYS.get(slot) or str(int(slot.removeprefix("slot-")) + 1))
            return True
        if not self._tab_to(element, "[data-target]" if kind == "map" else None):
            return False
        if kind == "map":
            keyboard.press("ArrowRight")
        keyboard.press("ArrowDown" if kind == "select" else "Enter")
        return True

    def _tab_to(self, element: ElementHandle, likewise: str | None) -> bool:
        """Press Tab until the element has the focus, or one as good; not if it goes away."""
        look = """([element, likewise]) => {
          if (!element.isConnected || element.matches(':disabled')) return null;
          const focus = document.activeElement;
          return focus === element || (likewise !== null && focus.matches(likewise));
        }"""
        for _ in range(_TAB_STOPS):
            there = self.page.evaluate(look, [element, likewise])
            if there is not False:
                return there is not None
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way by keyboard to {element.evaluate('e => e.outerHTML')}")


def hurry(table: str, *players: Player, left: int) -> None:
    """Leave the pages of a table until somebody has so few vehicles left: most turns are alike.

    The players act by HTTP, and claim whenever they can.
    """
    for player in players:
        player.leave_table()
    end = time.monotonic() + _PATIENCE / 1000
    while None not in (acted := [player.act(table, left) for player in players]):
        assert time.monotonic() < end, "nothing moves"
        if not any(acted):
            time.sleep(_GLANCE)
    for player in players:
        player.watch(table)


def play_together(
    *players: Player, by: Callable[[Player], bool] | None = None, until: str = "() => false"
) -> int:
    """Play until everybody sees something, or the points; return how many things were done."""
    if by is None:
        for player in players:
            player.begin(until=until)
        return sum(player.finish() for player in players)
    done = 0
    end = time.monotonic() + _PATIENCE / 1000
    seen = f"() => document.querySelector('.final') !== null || ({until})()"
    while not all(player.page.evaluate(seen) for player in players):
        assert time.monotonic() < end, players[0].page.locator("body").inner_text()
        did = sum(by(player) for player in players)
        done += did
        if not did:
            players[0].page.wait_for_timeout(1000 * _GLANCE)
    return done
