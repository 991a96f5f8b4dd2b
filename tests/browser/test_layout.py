"""The table in every window: nothing is cut off, names can be read, and nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import layouts
from tests.browser.conftest import Enter, Pictures
from tests.browser.offers import MY_TURN
from tests.browser.player import DESK, ME, PHONE, RANDOM, WIDE, hurry
from tests.soak import amount, soaking

SIZES = layouts.SIZES
EACH = amount(3, len(SIZES))
"""How many sizes a state is looked at in; the states take turns, so that every size is seen."""
CHOSEN = [("san-francisco", 2, "en"), ("old-west", 6, "pl")]
EVERYWHERE = {"san-francisco": {"payment", "plan"}, "old-west": {"FirstTickets", "undo"}}
"""States that are looked at in all sizes: nobody can play without a payment or a ticket choice, and
a plan and the offer to undo lie on the board."""

WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // The fog lies on the board, and moves with it when the board is shown larger.
      if (sources.every(({ node }) => node?.closest?.('.fog'))) continue;
      const moved = sources.map(({ node, previousRect: a, currentRect: b }) =>
        `${node?.parentElement?.className} > ${node?.className || node?.nodeName}: `
        + `${a.x},${a.y} ${a.width}×${a.height} to ${b.x},${b.y} ${b.width}×${b.height}, `
        + node?.textContent?.trim().slice(0, 200));
      window.shifts.push([value, moved]);
    }
  }).observe({ type: 'layout-shift' });
}"""


class Surveyor:
    """Measures a page in some sizes of the window, others in every state."""

    def __init__(self, page: Page, pictures: Pictures, name: str) -> None:
        self._page = page
        self._name = name
        self._pictures = pictures
        self._next = 0
        self.found: dict[str, Any] = {}

    def look(self, state: str, sizes: list[tuple[int, int]] | None = None) -> None:
        if sizes is None:
            start, self._next = self._next, self._next + EACH
            sizes = [SIZES[k % len(SIZES)] for k in range(start, start + EACH)]
        before = self._page.viewport_size
        assert before
        for size in sizes:
            wrong = layouts.faults(layouts.measure(self._page, size), size)
            name = f"{self._name}-{state}-{size[0]}x{size[1]}"
            if wrong:
                self.found[name] = wrong
            self._pictures.take(self._page, f"layout-{name}.png", needed=bool(wrong))
        # The game goes on in a window where everything that it needs has room.
        self._page.set_viewport_size(before)


@pytest.mark.parametrize("table", layouts.PRODUCT if soaking() else CHOSEN, ids=str)
def test_the_table_in_every_window(
    enter: Enter, address: str, pictures: Pictures, table: tuple[str, int, str]
) -> None:
    game, seats, language = table
    player = enter(f"surveys {game} {seats}")
    layouts.speak(player, language)
    surveyor = Surveyor(player.page, pictures, f"{game}-{seats}-{language}")
    for state in layouts.scenes(player, address, game, seats, thorough=soaking()):
        surveyor.look(state, SIZES if state in EVERYWHERE[game] else None)
    assert not surveyor.found


def test_the_start_page_in_narrow_windows(enter: Enter) -> None:
    page = enter("starts").page
    page.wait_for_selector("article")
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for width in (768, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        tops = page.locator("article .button.primary").evaluate_all(
            "all => all.map((button) => button.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1, tops


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("san-francisco", PHONE, id="san-francisco-phone"),
        pytest.param("old-west", WIDE, id="old-west-desk"),
        pytest.param("san-francisco", WIDE, id="san-francisco-desk", marks=pytest.mark.soak),
        pytest.param("old-west", PHONE, id="old-west-phone", marks=pytest.mark.soak),
    ],
)
def test_no_layout_shift_when_cards_change(enter: Enter, game: str, size: dict[str, int]) -> None:
    player = enter(f"stands still {game}", size, still=False, painted=True)
    player.open_table(game, ME, RANDOM)
    player.page.wait_for_selector("section.prompt.asked")
    player.page.evaluate(WATCH)
    assert player.play(25) == 25
    shifts = player.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.01, sorted(shifts, reverse=True)[:3]


@pytest.mark.parametrize("size", [PHONE, dict(DESK)], ids=["phone", "desk"])
def test_no_layout_shift_when_a_table_opens(enter: Enter, size: dict[str, int]) -> None:
    """The header gave way to the table, and the board had another size at first: 0.09 in all."""
    player = enter("comes to a table", size, still=False, painted=True)
    page = player.page
    page.wait_for_selector("article")
    # The start page is complete, too, with its own typefaces.
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.evaluate(WATCH.replace("if (sources.every", "if (false && sources.every"))
    player.open_table("san-francisco", ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.01, shifts


def test_the_ticket_choice_of_a_phone_leaves_the_tabs_free(enter: Enter) -> None:
    player = enter("chooses tickets", PHONE)
    page = player.page
    player.open_table("old-west", ME, RANDOM)
    asked = page.locator("section.prompt.asked")
    asked.wait_for()
    box, tabs = asked.bounding_box(), page.locator(".tabs").bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert box
    assert tabs
    assert stage
    assert stage["y"] + 90 < box["y"] < stage["y"] + stage["height"]
    assert box["y"] + box["height"] <= tabs["y"]


FILL = """([kind, mark]) => {
  for (const counts of document.querySelectorAll('.players .counts')) {
    for (const number of counts.querySelectorAll('li > span[aria-hidden]')) {
      number.textContent = '18';
    }
    const last = counts.lastElementChild.cloneNode(false);
    if (kind === 'badge') {
      last.textContent = mark;
    } else {
      const number = document.createElement('b');
      number.className = `${last.className} many`;
      number.textContent = mark;
      last.append(number);
    }
    last.classList.add(kind);
    counts.append(last);
  }
}"""
"""Fill the panels of all players with large numbers and one thing more."""
ROOM = """all => all.map((counts) =>
  counts.getBoundingClientRect().right - counts.lastElementChild.getBoundingClientRect().right)"""
"""What room is left in them."""


@pytest.mark.parametrize(
    ("game", "more"),
    [("san-francisco", ("things", "9")), ("old-west", ("badge", "Alvin"))],
    ids=["tokens", "alvin"],
)
def test_all_that_a_player_has_is_seen_on_a_phone(
    enter: Enter, game: str, more: tuple[str, str]
) -> None:
    """With 14 cards and 12 cable cars the number of tokens was cut off."""
    player = enter(f"has much {game}", PHONE)
    page = player.page
    player.open_table(game, ME, RANDOM)
    page.wait_for_selector("section.prompt.asked")
    page.evaluate(FILL, [*more])
    for width in (360, 390, 430):
        page.set_viewport_size({"width": width, "height": 844})
        room = page.locator(".players .counts").evaluate_all(ROOM)
        assert len(room) == 2
        assert min(room) >= 0, (width, room)


BESIDE = """([game, k, off]) => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const world = document.querySelector('.world');
  const at = world.getBoundingClientRect();
  const [left, top, width] = world.querySelector('svg').getAttribute('viewBox').split(' ');
  const scale = at.width / width;
  window.boards ??= fetch('api/boards/' + game).then((answer) => answer.json());
  return window.boards.then(({ routes, places }) => {
    const { id, ends, spaces: [{ x, y }] } = routes[(7 * k) % routes.length];
    const point = [at.left + (x - left) * scale + off * Math.cos(2.4 * k),
      at.top + (y - top) * scale + off * Math.sin(2.4 * k)];
    const seen = point[0] > board.left + 30 && point[0] < board.right - 70
      && point[1] > board.top + 30 && point[1] < board.bottom - 40;
    const named = ends.map((end) => places.find((place) => place.id === end).name).join(' – ');
    return seen ? [id, named, ...point] : null;
  });
}"""
"""A point some pixels beside the first space of a route, if it is seen; not near the next one."""


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_a_finger_never_picks_the_wrong_route(enter: Enter, game: str) -> None:
    player = enter(f"taps {game}", PHONE)
    page = player.page
    player.open_table(game, ME, RANDOM)
    player.play(until="() => document.querySelector('.prompt.asked .turn') !== null")
    chooser = page.locator(".chooser")
    asked, wrong = 0, []
    for k in range(amount(30, 60)):
        if (spot := page.evaluate(BESIDE, [game, k, 7])) is None:
            continue
        route, named, x, y = spot
        page.touchscreen.tap(x, y)
        if chooser.count():
            asked += 1
            if not chooser.locator(f'[data-choice="{route}"]').count():
                wrong.append(route)
            page.keyboard.press("Escape")
        elif page.locator("section.prompt .say").inner_text() != named:
            wrong.append(route)
        page.keyboard.press("Escape")
    assert asked  # how often depends on the cards in hand
    assert not wrong


PLACES = """() => {
  const { left, top, right, bottom } = document.querySelector('.stage').getBoundingClientRect();
  return [...document.querySelectorAll('.lights .goal')].map((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    return x + width / 2 > left && x + width / 2 < right
      && y + height / 2 > top && y + height / 2 < bottom;
  });
}"""
"""Of each place of one's tickets that has a ring, whether it is seen."""


@pytest.mark.parametrize(("game", "least"), [("san-francisco", 1), ("old-west", 0.5)])
def test_a_phone_opens_on_the_places_of_ones_tickets(enter: Enter, game: str, least: float) -> None:
    """The West is too large for tickets across all of it: then the middle of them is seen."""
    player = enter(f"opens {game} on a phone", PHONE)
    table = player.open_table(game, ME, RANDOM)
    player.play(until="() => document.querySelector('.prompt.asked .turn') !== null")
    player.page.reload()
    player.page.wait_for_selector(".lights .goal")
    ends = player.snapshot(table)["view"]["players"][0]["tickets"]
    seen: list[bool] = player.page.evaluate(PLACES)
    assert len(seen) >= 2
    assert len(seen) <= 2 * len(ends)
    assert sum(seen) >= least * len(seen)


FREE = """async () => {
  const { routes } = await (await fetch('api/boards/san-francisco')).json();
  const world = document.querySelector('.world');
  const { left, width } = world.getBoundingClientRect();
  const stage = world.querySelector('svg').getAttribute('viewBox').split(' ').map(Number);
  const first = Math.min(...routes.flatMap(({ spaces }) =>
    spaces.map(({ x, half_length }) => x - half_length)));
  return document.querySelector('.fog').getBoundingClientRect().right
    <= left + (first - stage[0]) * width / stage[2];
}"""
"""Whether the fog ends before the first space of the board."""


def test_neither_fog_nor_the_last_round_hides_a_route(enter: Enter) -> None:
    player = enter("sees all routes", dict(DESK))
    page = player.page
    table = player.open_table("san-francisco", ME, RANDOM)
    assert page.evaluate(FREE)
    hurry(table, player, left=3)
    player.play(until="() => document.querySelector('.last-round') !== null")
    assert page.locator(".last-round").count() == 1
    assert page.locator(".stage .last-round").count() == 0


def test_a_double_tap_zooms_and_chooses_nothing(enter: Enter) -> None:
    player = enter("taps twice", PHONE)
    page = player.page
    player.open_table("san-francisco", ME, RANDOM)
    player.play(until="() => document.querySelector('.prompt.asked .turn') !== null")
    before = page.locator(".world").get_attribute("style")
    page.evaluate(
        """() => {
          const board = document.querySelector('.board');
          const { left, top, width, height } = board.getBoundingClientRect();
          const more = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true,
            pointerId: 1, pointerType: 'touch', button: 0 };
          for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
            board.dispatchEvent(new PointerEvent(type, more));
        }"""
    )
    page.wait_for_function(
        "before => document.querySelector('.world').getAttribute('style') !== before", arg=before
    )
    assert page.locator(".chooser").count() == 0
    assert page.locator("section.prompt .turn").count() == 1


GRAY = """async () => {
  const draw = (image, to) => {
    const canvas = new OffscreenCanvas(to[0], to[1]);
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.fillStyle = '#888';
    pen.fillRect(0, 0, ...to);
    pen.drawImage(image, 0, 0, ...to);
    const { data } = pen.getImageData(0, 0, ...to);
    return Array.from({ length: to[0] * to[1] }, (_, k) =>
      0.299 * data[4 * k] + 0.587 * data[4 * k + 1] + 0.114 * data[4 * k + 2]);
  };
  const load = (href) => new Promise((done) => {
    const image = new Image();
    image.onload = () => done(image);
    image.src = href;
  });
  const size = [40, 16];
  const vehicles = await Promise.all([...document.querySelectorAll('.vehicles image')].map(
    async (e) => [e.closest('[data-seat]').dataset.seat,
      draw(await load(e.getAttribute('href')), size)]));
  const spaces = await Promise.all([...document.querySelectorAll('[data-space]')].map(
    async (e) => {
      const copy = e.cloneNode(true);
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      copy.setAttribute('width', 104);
      copy.setAttribute('height', 42);
      const text = new XMLSerializer().serializeToString(copy);
      const image = await load('data:image/svg+xml,' + encodeURIComponent(text));
      return [e.dataset.space, draw(image, size)];
    }));
  return vehicles.flatMap(([seat, a]) => spaces.map(([colour, b]) =>
    [seat, colour, a.reduce((sum, v, k) => sum + Math.abs(v - b[k]), 0) / a.length]));
}"""
"""How far each vehicle on the board is from each space of the list, in shades of gray of 255."""


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_no_vehicle_looks_like_an_open_space(enter: Enter, game: str) -> None:
    player = enter(f"looks at vehicles of {game}", dict(DESK))
    page = player.page
    player.open_table(game, ME, *[RANDOM] * (5 if game == "old-west" else 3))
    seats = "new Set([...document.querySelectorAll('.vehicles [data-seat]')]"
    all_there = f"{seats}.map((e) => e.dataset.seat)).size > 3"
    player.play(until=f"() => {all_there} && ({MY_TURN})()")
    page.locator(".tools button").first.click()
    dialog = page.get_by_role("dialog")
    if dialog.get_by_role("checkbox").is_checked():
        dialog.get_by_role("checkbox").uncheck()
    pairs: list[tuple[str, str, float]] = page.evaluate(GRAY)
    assert len({(seat, colour) for seat, colour, _ in pairs}) >= 4 * 6
    alike = [pair for pair in pairs if pair[2] < 36]
    assert not alike
