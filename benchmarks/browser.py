"""How fast the client is in Chromium, with its processor slowed down to that of an old laptop.

    python benchmarks/browser.py [--slower N] [--json]

Measured are what the start page loads (script and style, as sent), the time from the arrival of the
board's drawing to the picture of it on the screen, and the frames a second while the table waits
with glowing routes, and while the board is dragged about. Frames are drawn by the processor alone,
so a machine with a graphics card does better. Build the client first: `make web`.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
GAMES = ("san-francisco", "old-west")
OPEN_TABLE = """async (game) => {
  const post = async (path, body) => (await fetch(path, {method: 'POST',
    headers: {'x-fogline': '1', 'content-type': 'application/json'},
    body: body && JSON.stringify(body)})).json();
  await post('api/session', {name: 'Ann'});
  const seats = [{kind: 'me'}, {kind: 'bot', level: 'random'}, {kind: 'bot', level: 'random'}];
  const {table} = await post('api/tables', {game, seats});
  await post(`api/tables/${table}/start`);
  return table;
}"""
WATCH_DRAWING = """() => {
  const times = window.drawing = {};
  const plain = window.fetch;
  window.fetch = async (...given) => {
    const answer = await plain(...given);
    if (!String(given[0]).includes('picture.svg')) return answer;
    const text = await answer.text();
    times.arrived = performance.now();
    return new Response(text, {headers: answer.headers});
  };
  new MutationObserver(() => {
    if (times.asked || !document.querySelector('.picture svg')) return;
    times.asked = true;
    requestAnimationFrame(() => setTimeout(() => { times.shown = performance.now(); }));
  }).observe(document.body, {childList: true, subtree: true});
}"""
FRAMES = """(milliseconds) => new Promise((done) => {
  let first, count = 0;
  const frame = (now) => {
    first ??= now;
    if (now - first < milliseconds) { count += 1; requestAnimationFrame(frame); }
    else done(1000 * count / (now - first));
  };
  requestAnimationFrame(frame);
})"""


@contextmanager
def server() -> Iterator[str]:
    """Serve on a free port, from an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "fogline", "serve", "--host", "127.0.0.1", "--port", "0",
            "--data-dir", folder, "--bot-delay", "0", "--no-limits", "--json",
        ]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            assert process.stdout is not None
            try:
                yield str(json.loads(process.stdout.readline())["local"])
            finally:
                process.terminate()


def first_load(page: Page, address: str) -> float:
    """Kilobytes of script and style, as sent, that the start page needs."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    cdp.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    cdp.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    page.goto(address, wait_until="networkidle")
    wanted = ("Script", "Stylesheet")
    return sum(size for request, size in sizes.items() if kinds.get(request) in wanted) / 1024


def measure(page: Page, address: str, game: str, slower: float) -> dict[str, Any]:
    """Open a table and look at its board."""
    page.goto(address)
    table = page.evaluate(OPEN_TABLE, game)
    page.evaluate(WATCH_DRAWING)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate("table => { location.hash = `#/table/${table}`; }", table)
    page.wait_for_selector(".fog-table .picture svg", timeout=60_000)
    page.wait_for_timeout(1000)
    drawn = page.evaluate("window.drawing.shown - window.drawing.arrived")
    page.wait_for_timeout(1500)
    waiting = page.evaluate(FRAMES, 3000)
    box = page.locator(".board").bounding_box() or {"x": 0, "y": 0, "width": 800, "height": 600}
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(800)
    page.evaluate(f"() => {{ window.frames_ = ({FRAMES})(3000); }}")
    page.mouse.down()
    end = time.monotonic() + 3
    step = 0
    while time.monotonic() < end:
        step += 1
        page.mouse.move(x + 80 * math.sin(step / 9), y + 60 * math.cos(step / 9))
    page.mouse.up()
    dragged = page.evaluate("() => window.frames_")
    return {"game": game, "drawn_ms": drawn, "waiting_fps": waiting, "dragged_fps": dragged}


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--slower", type=float, default=4.0, help="slow the processor down by this")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    wanted = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        size: Any = {"width": 1024, "height": 768}
        loaded = first_load(browser.new_page(viewport=size), address)
        rows = [
            measure(browser.new_page(viewport=size), address, game, wanted.slower) for game in GAMES
        ]
        browser.close()
    if wanted.json:
        print(json.dumps({"slower": wanted.slower, "first_load_kb": loaded, "games": rows}))
        return
    shown = Table(
        title=f"start page {loaded:.0f} KB; processor slowed down {wanted.slower:g} times"
    )
    for heading in ("game", "board drawn, ms", "frames/s waiting", "frames/s dragged"):
        shown.add_column(heading)
    for row in rows:
        numbers = (row["drawn_ms"], row["waiting_fps"], row["dragged_fps"])
        shown.add_row(row["game"], *(f"{number:.0f}" for number in numbers))
    Console().print(shown)


if __name__ == "__main__":
    main()
