"""Measure the table in all windows, states and languages, and keep a picture of each.

Run it as `python docs/tools/layouts.py OUT --language pl`, with the repository on
PYTHONPATH, and look at the pictures.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser import layouts
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.player import DESK, ME, RANDOM, Player
from tests.browser.serving import serving

SIZES = [*layouts.UPRIGHT, *layouts.LANDSCAPE, *layouts.TINY]


def size(text: str) -> tuple[int, int]:
    """Read the size of a window."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def states(player: Player, address: str, game: str, seats: int) -> Iterator[str]:
    """Stop at every state of a game, and at the pages that show a table in another way."""
    page = player.page
    table = layouts.seated(player, game, seats)
    yield from layouts.states(player, table, set(layouts.STATES[game]))
    player.call("POST", f"api/tables/{table}/seats/0/resign")
    page.wait_for_selector(".final", timeout=120_000)
    yield "count"
    page.goto(f"{address}#/replay/{table}")
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.goto(f"{address}#/learn/{game}")
    page.wait_for_selector(".coach h2:not(:empty)")
    yield "tutorial"
    seated = [{**ME, "name": "Ann"}, {**ME, "name": "Bea"}, *[RANDOM] * (seats - 2)]
    made = player.call("POST", "api/tables", {"game": game, "seats": seated})
    player.call("POST", f"api/tables/{made['table']}/start")
    player.watch(made["table"])
    page.wait_for_selector(".curtain")
    yield "curtain"


def look(browser: Browser, address: str, chosen: argparse.Namespace) -> int:
    """Measure everything that was asked for; return how many windows have faults."""
    found = 0
    for game in chosen.game or layouts.STATES:
        for seats in chosen.seats or (2, 6 if game == "old-west" else 4):
            player = Player(browser, address, f"{game} {seats}", size=dict(DESK))
            layouts.speak(player, chosen.language)
            for state in states(player, address, game, seats):
                for size in chosen.size or SIZES:
                    wrong = layouts.faults(layouts.measure(player.page, size), size)
                    name = f"{game}-{seats}-{state}-{size[0]}x{size[1]}"
                    player.page.screenshot(path=chosen.out / f"{name}.png")
                    if wrong:
                        found += 1
                        print(name, wrong)
            player.close()
    return found


def main() -> None:
    """Measure, and say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", action="append")
    parser.add_argument("--seats", action="append", type=int)
    parser.add_argument("--size", action="append", type=size, help="for example 390x844")
    parser.add_argument("--language", default="en")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as (_, address),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        print(look(browser, address, chosen), "windows have faults")
        browser.close()


if __name__ == "__main__":
    main()
