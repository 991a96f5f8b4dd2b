"""Nothing on any page shuts out who reads by ear, by keyboard or with weak eyes (axe-core)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Enter
from tests.browser.player import DESK, ME, PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHECK = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) =>
      `${target.join(' ')}: ${failureSummary.replaceAll('\\n', ' ')}`)]);
}"""


def barriers(page: Page) -> list[Any]:
    """What axe-core finds serious or critical."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[Any] = page.evaluate(CHECK)
    return found


PLAIN = {
    "start": "article h2",
    "lobby": "main h2",
    "new/old-west": "main form",
    "account": "main h1",
    "settings": "main h1",
    "rules/san-francisco": "main h2",
    "rules/old-west": "main h2",
    "learn/san-francisco": ".coach h2",
    "lost": "main h1",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_around_the_game(enter: Enter, address: str, pictures: Path, theme: str) -> None:
    player = enter(f"looks around {theme}", DESK if theme == "light" else PHONE)
    page = player.page
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    player.call("POST", "api/session", {"name": "Ann"})
    seats = [ME, {"kind": "open"}]
    waiting = player.call("POST", "api/tables", {"game": "old-west", "seats": seats})["table"]
    found = {}
    for where, sign in (PLAIN | {f"table/{waiting}": ".room .start"}).items():
        page.goto(f"{address}#/{where}")
        page.wait_for_selector(sign)
        found[where] = barriers(page)
        name = where.partition("/")[0] if where.startswith("table") else where.replace("/", "-")
        page.screenshot(path=pictures / f"{name}-{theme}.png")
    assert not {where: what for where, what in found.items() if what}
