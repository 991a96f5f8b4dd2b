"""How the table lies in a window: sizes, states of a game, and what is measured of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from playwright.sync_api import Page

from tests.browser.offers import MY_TURN
from tests.browser.painting import PAINT, STOP_PAINTING
from tests.browser.player import COMPILING, ME, RANDOM, Body, Player

UPRIGHT = [(360, 740), (390, 844), (768, 1024)]
LANDSCAPE = [
    (844, 390), (1024, 600), (1024, 768), (1280, 600), (1280, 800), (1366, 657), (1920, 1080),
    (2560, 1440),
]  # fmt: skip
TINY = [(320, 320), (320, 568), (480, 320), (640, 360), (915, 412), (932, 430)]
"""Windows in which everything can be pressed, though the board may get less."""
SIZES = [*UPRIGHT, *LANDSCAPE, *TINY]
MOST_SEATS = {"san-francisco": 4, "old-west": 6}
PRODUCT = [
    (game, seats, language)
    for game, most in MOST_SEATS.items()
    for seats in (2, most)
    for language in ("en", "pl")
]
"""Every game, with the fewest and the most players, in a short and in a long language."""

MEASURE = """() => {
  const table = document.querySelector('.fog-table');
  if (!table.checkVisibility({opacityProperty: true})) throw new Error('the page is not painted');
  const within = (a, b, by = 1.5) => a.left >= b.left - by && a.top >= b.top - by
    && a.right <= b.right + by && a.bottom <= b.bottom + by;
  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const box = (e) => e.getBoundingClientRect();
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !e.closest('.unseen, [inert]') && box(e).width > 0;
  const named = (e) => (e.getAttribute('aria-label') || e.innerText || e.className).trim()
    .slice(0, 40) + ' ' + Object.values(box(e).toJSON()).slice(0, 4).map(Math.round);
  // Whether all of it can be seen, if need be after scrolling.
  const reachable = (e) => {
    const own = box(e);
    let part = own;
    for (let up = e.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowY === 'visible' && style.overflowX === 'visible') continue;
      const frame = box(up);
      if (within(part, frame)) continue;
      const down = ['auto', 'scroll'].includes(style.overflowY);
      const across = ['auto', 'scroll'].includes(style.overflowX);
      const scrolled = part !== own;
      const high = down && (part.height <= frame.height + 2 || scrolled)
        || part.top >= frame.top - 1.5 && part.bottom <= frame.bottom + 1.5;
      const wide = across && (part.width <= frame.width + 2 || scrolled)
        || part.left >= frame.left - 1.5 && part.right <= frame.right + 1.5;
      if (!high || !wide) return false;
      part = frame;
    }
    return within(part, screen) || document.scrollingElement.scrollHeight > innerHeight + 2;
  };
  const controls = [...document.querySelectorAll(
    ':is(.fog-table, .coach) :is(button, a, select, input)'
  )].filter((e) => seen(e) && !e.matches('li > a, [type=radio]'));
  // A prompt may grow over panels while there is something to choose; in a replay there is not,
  // and at the beginning of a turn one may want to look at all of them.
  const over = (document.querySelector('.bar, .prompt .turn') ? '' : '.prompt, ')
    + '.count, .curtain, dialog, .chooser, .sheet, .hands, .hand';
  const hit = (e) => {
    const {left, top, width, height} = box(e);
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
    // What is scrolled out of sight can be scrolled back.
    for (let up = e.parentElement; up; up = up.parentElement) {
      const [frame, style] = [box(up), getComputedStyle(up)];
      if (style.overflowX === 'auto' && (x < frame.left || x > frame.right)) return true;
      if (style.overflowY === 'auto' && (y < frame.top || y > frame.bottom)) return true;
    }
    const at = document.elementFromPoint(x, y);
    return !at || e.contains(at) || at.contains(e) || e.closest('label')?.contains(at)
      || !!at.closest(over);
  };
  const parts = ['.corner', '.players', '.stage', '.market', '.tabs', '.hand', '.sheet']
    .flatMap((s) => [...table.querySelectorAll(s)].slice(0, 1)).filter(seen)
    .filter((e) => e.parentElement === table || e.parentElement.className === 'left');
  const overlaps = parts.flatMap((a, k) => parts.slice(k + 1)
    .filter((b) => shared(box(a), box(b)) > 12).map((b) => `${a.className} over ${b.className}`));
  // What is told of a player lies beside the points.
  for (const panel of table.querySelectorAll('.players .panel')) {
    const score = panel.querySelector('.score');
    for (const fact of panel.querySelectorAll('.name, .clock, .counts > li'))
      if (seen(fact) && getComputedStyle(fact).clipPath === 'none'
          && shared(box(fact), box(score)) > box(score).width * box(score).height / 5)
        overlaps.push(`${fact.className || 'a fact'} over the points of ${named(panel)}`);
  }
  const outside = parts.filter((e) => !within(box(e), box(table))).map(named);
  const stage = box(table.querySelector('.stage'));
  const world = box(table.querySelector('.world')).toJSON();
  // A prompt that has grown over the board hides what the board leaves free below it.
  const grown = table.querySelector('.prompt.tall');
  if (grown && box(grown).top <= world.bottom && box(grown).bottom >= stage.bottom)
    world.bottom = Math.max(world.bottom, stage.bottom);
  const texts = [...table.querySelectorAll('*')].filter((e) => !(e instanceof SVGElement)
    && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '')).filter(seen)
    .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 11).map(named);
  const scale = world.width / table.querySelector('.world svg').viewBox.baseVal.width;
  const small = [...table.querySelectorAll('.world text')].filter((e) =>
    e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) * scale < 10.95)
    .map((e) => e.textContent);
  const spilled = [...table.querySelectorAll('.ticket > *')].filter((e) => seen(e)
    && !within(box(e), box(e.parentElement), 3)).map(named);
  const panes = [...table.querySelectorAll('.players .panel, .market .slot, .hand li')]
    .filter((e) => seen(e) && !reachable(e)).map(named);
  return {
    share: shared(stage, world) / innerWidth / innerHeight,
    lesson: document.querySelector('.coach') !== null,
    names: table.querySelectorAll('.labels text').length,
    clipped: [...controls.filter((e) => !reachable(e)).map(named), ...panes, ...spilled],
    covered: controls.filter((e) => reachable(e) && !hit(e)).map(named),
    targets: controls.filter((e) => box(e).width < 23.5 || box(e).height < 23.5).map(named),
    labels: [...texts, ...small], overlaps, outside,
    scrolls: document.scrollingElement.scrollHeight - innerHeight,
  };
}"""
"""What is wrong in the window as it is, and which share of it shows the board."""


def asked(decision: str) -> str:
    """Whether one is asked for this decision."""
    return f"() => document.querySelector('.prompt.asked[data-decision={decision}]') !== null"


def speak(player: Player, language: str) -> None:
    """Let the page speak another language."""
    kept = f'{{"language": "{language}"}}'
    player.page.evaluate("kept => { localStorage.setItem('fogline.settings', kept) }", kept)
    player.page.reload()


def seated(player: Player, game: str, seats: int, **options: bool) -> str:
    """Sit down with bots."""
    return player.open_table(game, ME, *[RANDOM] * (seats - 1), **options)


def states(player: Player, table: str, wanted: set[str]) -> Iterator[str]:
    """Play, and stop in each of these states once, in the order in which they come."""
    page = player.page
    page.wait_for_selector("section.prompt.asked")
    left = set(wanted)
    while left:
        stops = " || ".join(f"({asked(one)})()" for one in left & DECISIONS)
        at_turn = left & BEGINNING or left - DECISIONS - {"undo"}
        turn = f"({MY_TURN})()" if at_turn else "false"
        undo = f"({_CAN_UNDO})()" if "undo" in left else "false"
        player.play(until=f"() => {stops or 'false'} || {turn} || {undo}")
        if page.locator(".final").count():
            return
        if "undo" in left and page.evaluate(_CAN_UNDO):
            left.discard("undo")
            yield "undo"
        decision = page.locator("section.prompt").get_attribute("data-decision") or ""
        if decision in left:
            left.discard(decision)
            yield decision
            player.play(1)
            continue
        if not page.evaluate(MY_TURN):
            player.play(1)
            continue
        left -= BEGINNING
        if "Turn" in left:
            left.discard("Turn")
            yield "Turn"
        if "payment" in left and (route := _dear(player.snapshot(table))):
            left.discard("payment")
            page.locator(f'[data-target="{route}"]').dispatch_event("click")
            page.wait_for_selector("section.prompt fieldset")
            yield "payment"
            page.locator("section.prompt .confirm .button").last.click()
        if "plan" in left:
            left.discard("plan")
            page.keyboard.press("p")
            page.wait_for_selector(".plan")
            yield "plan"
            page.keyboard.press("Escape")
        player.play(1)


def scenes(player: Player, address: str, game: str, seats: int, *, thorough: bool) -> Iterator[str]:
    """Stop in every state of a game, and at the pages that show a table in another way.

    Rare states are looked for if it is to be thorough. Else the count is that of two people, which
    is there at once.
    """
    page = player.page
    left = STATES[game] - (set() if thorough else RARE[game])
    for _ in range(GAMES):
        table = seated(player, game, seats, **OPTIONS.get(game, {}))
        for state in states(player, table, left):
            yield state
            left = left - {state}
        if not left:
            break
    people = [{**ME, "name": "Ann"}, {**ME, "name": "Bea"}]
    if thorough:
        people += [RANDOM] * (seats - 2)
    made = player.call("POST", "api/tables", {"game": game, "seats": people})["table"]
    player.call("POST", f"api/tables/{made}/start")
    player.watch(made)
    page.wait_for_selector(".curtain")
    yield "curtain"
    if thorough:
        # Bots go on with the game, which takes a while, and all of its players are counted.
        player.watch(table)
    else:
        # Of two people one gives up, and the game is over.
        table = made
        page.locator(".curtain button").click()
    player.call("POST", f"api/tables/{table}/seats/0/resign")
    page.wait_for_selector(".final", timeout=COMPILING)
    yield "count"
    page.goto(f"{address}#/replay/{table}")
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.goto(f"{address}#/learn/{game}")
    page.wait_for_selector(".coach h2:not(:empty)")
    yield "tutorial"
    if left:
        # What was not seen was not measured.
        raise LookupError(f"in {GAMES} games never came: {', '.join(sorted(left))}")


DECISIONS = {
    "FirstTickets", "SecondCard", "TokenChoice", "StackPlacement", "MarkerOffer", "StartCity",
    "TicketOffer",
}  # fmt: skip
BEGINNING = {"FirstTickets", "StartCity", "StackPlacement"}
"""States before the first turn; some come to one of the seats only."""
RARE = {"san-francisco": {"TokenChoice", "undo"}, "old-west": set()}
"""States that may not come in a whole game."""
GAMES = 25
"""In how many games, at most, the states are looked for."""
OPTIONS = {"old-west": {"alvin": True}}
STATES = {
    "san-francisco": {
        "FirstTickets", "Turn", "SecondCard", "payment", "plan", "undo", "TokenChoice",
        "StackPlacement",
    },
    "old-west": {
        "FirstTickets", "Turn", "SecondCard", "payment", "plan", "undo", "MarkerOffer",
        "StartCity",
    },
}  # fmt: skip
_CAN_UNDO = """() => document.querySelector('section.prompt.asked') !== null
  && document.querySelector('.tools [aria-disabled=false]') !== null"""
"""Whether one is asked for anything, and the button that takes back a move can be pressed."""


def _dear(snapshot: Body) -> str | None:
    """Find the route with the most ways to pay, if one has several."""
    ways: dict[str, int] = {}
    for legal in snapshot["legal"]:
        if legal["action"]["type"] == "claim":
            route = legal["action"]["route"]
            ways[route] = ways.get(route, 0) + 1
    best = max(ways, key=ways.__getitem__, default=None)
    return best if best and ways[best] > 1 else None


def measure(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """Resize the window, wait until it is drawn, and measure."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    # In one go, so that nothing is painted meanwhile.
    script = f"() => {{ {PAINT} try {{ return ({MEASURE})(); }} finally {{ {STOP_PAINTING} }} }}"
    return cast("dict[str, Any]", page.evaluate(script))


def faults(found: dict[str, Any], size: tuple[int, int]) -> dict[str, Any]:
    """What of the measures is wrong in a window of this size."""
    wrong = {
        what: found[what]
        for what in ("clipped", "covered", "targets", "labels", "overlaps", "outside")
        if found[what]
    }
    least = 0.45 if size in UPRIGHT else 0.6 if size in LANDSCAPE else 0.0
    # A lesson needs a part of the window for itself.
    if found["share"] < least and not found["lesson"]:
        wrong["share"] = found["share"]
    if size not in TINY and found["scrolls"] > 0:
        wrong["scrolls"] = found["scrolls"]
    return wrong
