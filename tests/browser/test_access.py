"""Nothing on any page shuts out who reads by ear, by keyboard or with weak eyes (axe-core).

Each page is looked at in both themes and in both sizes, in a soak in each theme in each size.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import layouts
from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.offers import MY_TURN
from tests.browser.player import ME, PHONE, RANDOM, WIDE
from tests.browser.test_replay import finished
from tests.soak import soaking

Theme = Literal["light", "dark"]

PLAIN = {
    "start": "main:has(h1:text('Fogline:')) article h2",
    "lobby": "main:has(h1:text('Tables')) h2",
    "new/old-west": "main:has(h1:text('Set up')) form",
    "account": "main h1:text('Account')",
    "settings": "main h1:text('Settings')",
    "rules": "main:has(h1:text('Rules')) li a",
    "rules/san-francisco": "main:has(h1:text('San Francisco')) h2",
    "rules/old-west": "main:has(h1:text('Old West')) h2",
    "learn/san-francisco": ".coach h2",
    "lost": "main h1:text('Lost')",
}
"""Pages, and what is there when they are."""
SIZES = {"phone": PHONE, "desk": WIDE}
THEMES: dict[str, list[Theme]] = {"phone": ["light", "dark"], "desk": ["dark", "light"]}


class Inspector:
    """Looks at pages, and writes down what axe-core finds serious or critical.

    The themes take turns, and a page that one size shows light the other shows dark.
    """

    def __init__(self, page: Page, pictures: Pictures, size: str) -> None:
        self._page = page
        self._pictures = pictures
        self._size = size
        self._themes = cycle(THEMES[size])
        self.found: dict[str, Any] = {}

    def look(self, what: str) -> None:
        page = self._page
        for theme in THEMES[self._size] if soaking() else [next(self._themes)]:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            found = barriers(page)
            if found:
                self.found[f"{what} {theme}"] = found
            name = f"{what}-{theme}-{self._size}.png"
            self._pictures.take(page, name, needed=bool(found))


@pytest.mark.parametrize("size", SIZES)
def test_pages_around_the_game(enter: Enter, address: str, pictures: Pictures, size: str) -> None:
    player = enter(f"looks around {size}", SIZES[size])
    page = player.page
    player.call("POST", "api/session", {"name": "Ann"})
    seats = [ME, {"kind": "open"}]
    waiting = player.call("POST", "api/tables", {"game": "old-west", "seats": seats})["table"]
    inspector = Inspector(page, pictures, size)
    for where, sign in PLAIN.items():
        page.goto(f"{address}#/{where}")
        page.wait_for_selector(sign)
        inspector.look(where.replace("/", "-"))
    page.goto(f"{address}#/table/{waiting}")
    page.wait_for_selector(".room .start")
    inspector.look("waiting")
    assert not inspector.found


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("san-francisco", "phone"),
        ("old-west", "desk"),
        pytest.param("san-francisco", "desk", marks=pytest.mark.soak),
        pytest.param("old-west", "phone", marks=pytest.mark.soak),
    ],
)
def test_the_table(enter: Enter, address: str, pictures: Pictures, game: str, size: str) -> None:
    player = enter(f"sits {game} {size}", SIZES[size])
    page = player.page
    inspector = Inspector(page, pictures, size)
    mine = player.open_table(game, ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    inspector.look(f"{game}-question")
    player.play(until=MY_TURN)
    inspector.look(f"{game}-turn")
    page.keyboard.press("c")
    page.wait_for_selector("dialog li button")
    inspector.look(f"{game}-routes")
    page.keyboard.press("Escape")
    player.call("POST", f"api/tables/{mine}/seats/0/resign")
    page.wait_for_selector(".final")
    inspector.look(f"{game}-final")
    page.goto(f"{address}#/replay/{finished(player, game)}")
    page.get_by_role("button", name="All hands").click()
    inspector.look(f"{game}-replay")
    assert not inspector.found


TREE = """
- main:
  - heading "San Francisco" [level=1]
  - group "Tools":
    - button "Routes"
    - button "Take back the last move"
  - region "Players in turn order":
    - list:
      - listitem:
        - text: Ann 0 points
        - list:
          - listitem "2 cards in hand"
          - listitem "20 cable cars left"
          - listitem "1 ticket"
          - listitem "0 tokens"
  - region "The board San Francisco":
    - img:
      - group /arrow keys/:
        - button /spaces?.*point/
  - region "Display and decks":
    - button /Draw from the deck .* cards left/
  - region "What to do":
    - paragraph: It is your turn.
    - button "Draw a card"
  - 'region "Your hand: 2 cards"'
  - 'region "Your tickets: 1"'
"""
"""What is read aloud of a table, in this order."""


def test_what_a_screen_reader_tells_of_a_table(enter: Enter) -> None:
    player = enter("listens", WIDE)
    page = player.page
    player.open_table("san-francisco", ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    page.locator("section.prompt li button").first.click()
    page.locator("section.prompt .keep button").click()
    player.play(until=MY_TURN)
    expect(page.locator("body")).to_match_aria_snapshot(TREE)


LEAST = ("clipped", "covered", "overlaps", "outside")
"""What must not be in any window, however large the letters are."""


LEAST_NAME = """() => Math.min(...[...document.querySelectorAll('.labels text')].map((e) =>
  parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a))"""
"""The size of the smallest name on the board, in pixels."""


def test_letters_of_twice_the_size(enter: Enter) -> None:
    player = enter("reads large letters")
    page = player.page
    page.add_init_script(
        "new MutationObserver(() => { document.documentElement.style.fontSize = '200%'; })"
        ".observe(document, { childList: true })"
    )
    player.open_table("san-francisco", ME, RANDOM, RANDOM)
    page.reload()
    found = {}
    for state in ("tickets", "turn"):
        if state == "turn":
            player.play(until=MY_TURN)
        page.wait_for_selector("section.prompt.asked")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        for size in ((390, 844), (844, 390), (1280, 800), (1920, 1080)):
            measured = layouts.measure(page, size)
            assert page.evaluate(LEAST_NAME) >= 22.9
            wrong = {what: measured[what] for what in LEAST if measured[what]}
            if wrong:
                found[state, size] = wrong
    assert not found


def test_colours_of_the_system(enter: Enter) -> None:
    player = enter("has colours of the system", WIDE)
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    player.open_table("san-francisco", ME, RANDOM)
    player.play(until=MY_TURN)
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    shades = "e => { const s = getComputedStyle(e); return [s.backgroundColor, s.outlineStyle]; }"
    tabs = [tab.evaluate(shades) for tab in page.locator(".tabs button").all()]
    assert tabs[0] != tabs[1]
    players = [one.evaluate(shades) for one in page.locator(".players ol > [data-fly]").all()]
    assert players[0] != players[1]
    ways = [way.evaluate(shades) for way in page.locator("section.prompt .turn .button").all()]
    assert ways[0] != ways[1]
