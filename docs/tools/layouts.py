"""Measure the table in all windows, states and languages, and keep a picture of each.

Run it as `python docs/tools/layouts.py OUT --language pl`, with the repository on
PYTHONPATH, and look at the sheets: one for each game, state and language, with all windows.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright
from tests.browser import layouts
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.player import DESK, Player
from tests.browser.serving import serving

SHEET = 2000
"""The width of a sheet, in pixels."""
SCALE = 0.5
GAP = 8
LINE = 14


def size(text: str) -> tuple[int, int]:
    """Read the size of a window."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def look(browser: Browser, address: str, chosen: argparse.Namespace) -> int:
    """Measure everything that was asked for; return how many windows have faults."""
    found = 0
    sizes = chosen.size or layouts.SIZES
    for game, seats, language in layouts.PRODUCT:
        wanted = (chosen.game or game, chosen.seats or seats, chosen.language or language)
        if wanted != (game, seats, language):
            continue
        player = Player(browser, address, f"{game} {seats}", size=dict(DESK), painted=True)
        layouts.speak(player, language)
        for state in layouts.scenes(player, address, game, seats, thorough=True):
            pictures = []
            for size in sizes:
                wrong = layouts.faults(layouts.measure(player.page, size), size)
                name = f"{game}-{seats}-{language}-{state}-{size[0]}x{size[1]}"
                pictures.append(chosen.out / f"{name}.png")
                player.page.screenshot(path=pictures[-1])
                if wrong:
                    found += 1
                    print(name, wrong, flush=True)
            sheet(pictures, chosen.out / f"sheet-{game}-{seats}-{language}-{state}.png")
        player.close()
    return found


def sheet(pictures: Sequence[Path], path: Path) -> None:
    """Put pictures on one sheet, in rows."""
    placed: list[tuple[int, int, Image.Image, str]] = []
    x = y = row = 0
    for picture in pictures:
        with Image.open(picture) as opened:
            small = opened.convert("RGB").resize(
                (round(opened.width * SCALE), round(opened.height * SCALE))
            )
        if x + small.width > SHEET:
            x, y, row = 0, y + row + GAP, 0
        placed.append((x, y, small, picture.stem.rpartition("-")[2]))
        x, row = x + small.width + GAP, max(row, small.height + LINE)
    made = Image.new("RGB", (SHEET, y + row), "white")
    pen = ImageDraw.Draw(made)
    for left, top, image, text in placed:
        pen.text((left, top), text, fill="black")
        made.paste(image, (left, top + LINE))
    made.save(path)


def main() -> None:
    """Measure, and say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--size", action="append", type=size, help="for example 390x844")
    parser.add_argument("--language")
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
