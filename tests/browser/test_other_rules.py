"""A game with a rule of another package, of which the client knows nothing."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fogline.games.definitions import BOARDS_VARIABLE
from tests.browser.barriers import barriers
from tests.browser.conftest import Enter
from tests.browser.player import DESK, ME, PHONE, RANDOM
from tests.browser.serving import serving

TUNNELS = Path(__file__).parents[2] / "examples" / "tunnels"
ASKED = """() => [...document.querySelectorAll('section.prompt .offers .button')]
  .some((button) => /withdraw/i.test(button.innerText))"""
"""Whether the page asks what only the rule of the package asks."""

_LAYING_OUT = 180_000
"""How many milliseconds a busy server may take to lay out a board that has no picture."""


@pytest.fixture(scope="module")
def tunnels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the package of examples/tunnels installed."""
    folder = tmp_path_factory.mktemp("tunnels")
    project = tomllib.loads((TUNNELS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    described = folder / "installed" / "tunnels-1.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: tunnels\nVersion: 1\n")
    (described / "entry_points.txt").write_text(
        "\n".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        )
    )
    paths = [str(TUNNELS), str(described.parent), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        patch.setenv(BOARDS_VARIABLE, str(TUNNELS / "tunnels"))
        with serving(folder / "tables") as (_, address):
            yield address


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_whole_game_by_clicks(
    enter: Enter, tunnels: str, pictures: Path, size: dict[str, int]
) -> None:
    player = enter("tunnels", size, at=tunnels)
    page = player.page
    page.set_default_timeout(_LAYING_OUT)
    expect(page.locator("article", has_text="Saddlehorn").locator("img")).to_be_visible()
    # Whether a tunnel costs extra cards is for the deal to say.
    for _ in range(8):
        table = player.open_table("saddlehorn", ME, RANDOM)
        player.play(until=ASKED)
        if page.evaluate(ASKED):
            break
    assert page.evaluate(ASKED), "no tunnel cost extra cards"
    assert not barriers(page)
    page.screenshot(path=pictures / f"tunnels-{size['width']}.png")
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
    player.page.set_default_timeout(_LAYING_OUT)
    table = player.open_table("saddlehorn", ME, RANDOM)
    page = player.page
    player.play(until="() => /dig /i.test(document.querySelector('.offers')?.innerText ?? '')")
    legal = player.snapshot(table)["legal"]
    tunnel = next(one["action"]["route"] for one in legal if one["action"]["type"] == "dig")
    page.locator(f"[data-target='{tunnel}']").press("Enter")
    ways = [one for one in legal if one["action"].get("route") == tunnel]
    expect(page.locator("section.prompt .offers .button")).to_have_count(len(ways))
