"""A game with a rule of another package, of which the client knows nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fogline.games.definitions import BOARDS_VARIABLE
from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.player import DESK, ME, PHONE, RANDOM
from tests.browser.serving import serving
from tests.packages import TOWN, TUNNELS, Package

ASKED = """() => [...document.querySelectorAll('section.prompt .offers .button')]
  .some((button) => /withdraw/i.test(button.innerText))"""
"""Whether the page asks what only the rule of the package asks."""


@contextmanager
def served(package: Package, folder: Path) -> Iterator[str]:
    """A server with a package installed, without its compiled version, and its address."""
    described = package.describe(folder / "installed", compiled=False)
    paths = [str(package.root), str(described), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        patch.setenv(BOARDS_VARIABLE, str(package.board.parent))
        with serving(folder / "tables") as (_, address):
            yield address


@pytest.fixture(scope="module")
def tunnels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(TUNNELS, tmp_path_factory.mktemp("tunnels")) as address:
        yield address


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(TOWN, tmp_path_factory.mktemp("town")) as address:
        yield address


def test_a_whole_game_with_the_cat_by_clicks(enter: Enter, town: str) -> None:
    player = enter("town", at=town)
    table = player.open_table("tidewick", ME, RANDOM)
    player.play()
    assert player.counted() == player.results(table)
    expect(player.page.locator("table", has_text="cat")).to_be_visible()


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.soak), pytest.param(PHONE, id="phone")]
)
def test_a_whole_game_by_clicks(
    enter: Enter, tunnels: str, pictures: Pictures, size: dict[str, int]
) -> None:
    player = enter("tunnels", size, at=tunnels)
    page = player.page
    expect(page.locator("article", has_text="Saddlehorn").locator("img")).to_be_visible()
    # Whether a tunnel costs extra cards is for the deal to say.
    for _ in range(8):
        table = player.open_table("saddlehorn", ME, RANDOM)
        player.play(until=ASKED)
        if page.evaluate(ASKED):
            break
    assert page.evaluate(ASKED), "no tunnel cost extra cards"
    assert not barriers(page)
    pictures.take(page, f"tunnels-{size['width']}.png")
    # The rule's own buttons can be reached and pressed without a mouse.
    player.tab_to(".offers .button")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => !({ASKED})()")
    # The bot may have moved on the page since, so the log is asked.
    assert "withdrew" in str(player.call("GET", f"api/tables/{table}/entries"))
    player.play()
    assert player.counted() == player.results(table)


def test_tunnels_can_be_pointed_at_on_the_board(enter: Enter, tunnels: str) -> None:
    player = enter("tunnels on the board", at=tunnels)
    table = player.open_table("saddlehorn", ME, RANDOM)
    page = player.page
    player.play(until="() => /dig /i.test(document.querySelector('.offers')?.innerText ?? '')")
    legal = player.snapshot(table)["legal"]
    tunnel = next(one["action"]["route"] for one in legal if one["action"]["type"] == "dig")
    page.locator(f"[data-target='{tunnel}']").press("Enter")
    ways = [one for one in legal if one["action"].get("route") == tunnel]
    expect(page.locator("section.prompt .offers .button")).to_have_count(len(ways))
