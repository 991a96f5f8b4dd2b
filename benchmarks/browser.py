"""How fast the client is in Chromium, with its processor slowed down to that of an old laptop.

    python benchmarks/browser.py [--slower N] [--num N] [--json]

Measured are

- what the start page loads: script and style, as sent;
- the time from the arrival of a board's data to the board on the screen: by the clock, and as work
  of the page's thread, slowed down and at full speed, where other work of the machine shows least;
- the time between frames while fog drifts and routes glow, while vehicles roll onto claimed
  routes, and while the board is dragged and zoomed; and the same for an empty page, which is as
  good as this machine can be at that moment;
- how much things shift (CLS) while a game is played, on a phone and on a desk.

Frames are drawn by the processor alone, so a machine with a graphics card does better.
Build the client first: `make web`.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
GAMES = ("san-francisco", "old-west")
DESK: Any = {"width": 1024, "height": 768}
PHONE: Any = {"width": 390, "height": 844}
FRAME = 1000 / 60
TRACED = ["blink.user_timing"]
INSIDE = Path(__file__).with_suffix(".js")


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


@contextmanager
def visit(browser: Browser, address: str, size: Any = DESK) -> Iterator[Page]:
    """Open the start page as somebody who was never here."""
    context = browser.new_context(viewport=size)
    context.add_init_script(path=INSIDE)
    page = context.new_page()
    page.goto(address)
    try:
        yield page
    finally:
        context.close()


def slow_down(page: Page, slower: float) -> None:
    """Slow the page's thread down."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})


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


def between(trace: bytes) -> tuple[float, float]:
    """Milliseconds from the last `arrived` to `drawn`: by the clock, and of the thread's work."""
    marks = {
        event["name"]: event
        for event in json.loads(trace)["traceEvents"]
        if event.get("name") in ("arrived", "drawn")
    }
    first, last = marks["arrived"], marks["drawn"]
    return (last["ts"] - first["ts"]) / 1000, (last["tts"] - first["tts"]) / 1000


def draw_once(
    browser: Browser, address: str, game: str | None, slower: float
) -> tuple[float, float]:
    """Open a table, or an empty page; tell how long the picture took."""
    with visit(browser, address) as page:
        table = page.evaluate("bench.openTable", game) if game else None
        slow_down(page, slower)
        browser.start_tracing(page=page, categories=TRACED)
        if game:
            page.evaluate("bench.watchDrawing()")
            page.evaluate("table => { location.hash = `#/table/${table}`; }", table)
            page.wait_for_selector("section.prompt", timeout=60_000)
        else:
            page.evaluate("bench.drawNothing()")
        return between(browser.stop_tracing())


def drawing(browser: Browser, address: str, game: str | None, slower: float, num: int) -> Any:
    """Draw several times: the median of each figure."""
    slow = [draw_once(browser, address, game, slower) for _ in range(num)]
    fast = [draw_once(browser, address, game, 1) for _ in range(num)]
    return {
        "wall_ms": statistics.median(wall for wall, _ in slow),
        "least_wall_ms": min(wall for wall, _ in slow),
        "work_ms": statistics.median(work for _, work in slow),
        "full_speed_work_ms": statistics.median(work for _, work in fast),
    }


def told(gaps: list[float], trace: bytes) -> dict[str, float]:
    """Say how even frames came, and how much of the page's thread each took."""
    marks = [
        (event["ts"], event["name"], event["tts"] / 1000)
        for event in json.loads(trace)["traceEvents"]
        if event.get("name") in ("begin", "end")
    ]
    work = sum(at if name == "end" else -at for _, name, at in sorted(marks))
    ordered = sorted(gaps)
    return {
        "fps": 1000 * len(gaps) / sum(gaps),
        "median_ms": statistics.median(ordered),
        "p95_ms": ordered[math.ceil(0.95 * len(ordered)) - 1],
        "dropped": sum(max(0, round(gap / FRAME) - 1) for gap in gaps) / len(gaps),
        "work_ms": work / len(gaps),
    }


def watch(browser: Browser, page: Page, do: Callable[[], list[float]]) -> dict[str, float]:
    """Watch the frames while something is done that counts them."""
    browser.start_tracing(page=page, categories=TRACED)
    gaps = do()
    return told(gaps, browser.stop_tracing())


def again(page: Page, move: Callable[[int], None], seconds: float = 3.0) -> list[float]:
    """Count frames while the mouse does something again and again."""
    page.evaluate(f"window.gaps = bench.frames({seconds * 1000}), 0")
    end, step = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        step += 1
        move(step)
        page.wait_for_timeout(FRAME / 2)
    gaps: list[float] = page.evaluate("window.gaps")
    return gaps


def resting(page: Page) -> list[float]:
    """Count frames for a while."""
    gaps: list[float] = page.evaluate("bench.frames", 3000)
    return gaps


def frames(browser: Browser, address: str, game: str, slower: float) -> dict[str, Any]:
    """Watch a table's frames: at rest with glowing routes, dragged and zoomed, and at claims."""
    with visit(browser, address) as page:
        table = page.evaluate("bench.openTable", game)
        page.goto(f"{address}#/table/{table}")
        page.wait_for_selector("section.prompt")
        page.evaluate("table => bench.play(table, 2)", table)
        page.wait_for_timeout(500)
        slow_down(page, slower)
        seen = {"resting": watch(browser, page, lambda: resting(page))}
        box = page.locator(".board").bounding_box() or {"x": 0, "y": 0, "width": 800, "height": 600}
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def wheel(step: int) -> None:
            page.mouse.wheel(0, -40 if step % 80 < 40 else 40)

        def drag(step: int) -> None:
            page.mouse.move(x + 80 * math.sin(step / 9), y + 60 * math.cos(step / 9))

        page.mouse.move(x, y)
        seen["zoomed"] = watch(browser, page, lambda: again(page, wheel))
        page.mouse.wheel(0, -600)
        page.wait_for_timeout(800)
        page.mouse.down()
        seen["dragged"] = watch(browser, page, lambda: again(page, drag))
        page.mouse.up()
    with visit(browser, address) as page:
        table = page.evaluate("bench.finished", game)
        page.goto(f"{address}#/replay/{table}")
        page.wait_for_selector(".steps button")
        slow_down(page, slower)
        claims = "table => bench.claims(table, 5)"
        seen["claims"] = watch(browser, page, lambda: page.evaluate(claims, table))
    return seen


def empty_frames(browser: Browser, address: str, slower: float) -> dict[str, float]:
    """Watch the frames of a page with nothing on it."""
    with visit(browser, address) as page:
        page.evaluate("document.body.innerHTML = ''")
        slow_down(page, slower)
        return watch(browser, page, lambda: resting(page))


def shift(browser: Browser, address: str, game: str, size: Any) -> float:
    """Play for a while from elsewhere, and sum up what shifted on the page meanwhile."""
    with visit(browser, address, size) as page:
        table = page.evaluate("bench.openTable", game)
        page.goto(f"{address}#/table/{table}")
        page.evaluate("bench.watchShifts()")
        page.evaluate("table => bench.play(table, 12)", table)
        shifted: float = page.evaluate("window.shifted")
        return shifted


def show(report: dict[str, Any]) -> None:
    """Print the report as tables."""
    console = Console()
    slower = f"processor slowed down {report['slower']:g} times"
    drawn = Table(title=f"start page {report['first_load_kb']:.0f} KB; board drawn, ms, {slower}")
    for heading in ("", "by the clock", "at best", "work", "work at full speed"):
        drawn.add_column(heading)
    for name, one in report["drawn"].items():
        drawn.add_row(name, *(f"{number:.0f}" for number in one.values()))
    console.print(drawn)
    even = Table(title=f"frames, {slower}")
    for heading in ("", "", "frames/s", "median, ms", "95 %, ms", "work, ms", "dropped"):
        even.add_column(heading)
    for name, kinds in report["frames"].items():
        for kind, one in kinds.items():
            numbers = (one["fps"], one["median_ms"], one["p95_ms"], one["work_ms"])
            rounded = (f"{number:.1f}" for number in numbers)
            even.add_row(name, kind, *rounded, f"{one['dropped']:.1%}")
    console.print(even)
    for name, one in report["shift"].items():
        console.print(f"shift (CLS) in {name}: {one['phone']:.4f} phone, {one['desk']:.4f} desk")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--slower", type=float, default=4.0, help="slow the processor down by this")
    parser.add_argument("--num", type=int, default=5, help="draw each board this often")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    wanted = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        given = (browser, address)
        report: dict[str, Any] = {
            "slower": wanted.slower,
            "first_load_kb": first_load(browser.new_page(viewport=DESK), address),
            "drawn": {
                game or "empty page": drawing(*given, game, wanted.slower, wanted.num)
                for game in (*GAMES, None)
            },
            "frames": {
                "empty page": {"resting": empty_frames(*given, wanted.slower)},
                **{game: frames(*given, game, wanted.slower) for game in GAMES},
            },
            "shift": {
                game: {"phone": shift(*given, game, PHONE), "desk": shift(*given, game, DESK)}
                for game in GAMES
            },
        }
        browser.close()
    if wanted.json:
        print(json.dumps(report))
    else:
        show(report)


if __name__ == "__main__":
    main()
