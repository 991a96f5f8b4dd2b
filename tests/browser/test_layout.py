"""The table stands still: nothing jumps while cards come and go."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Enter
from tests.browser.player import ME, PHONE, RANDOM, WIDE

WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect: a, currentRect: b }) =>
        `${node?.parentElement?.className} > ${node?.className || node?.nodeName}: `
        + `${a.x},${a.y} ${a.width}×${a.height} to ${b.x},${b.y} ${b.width}×${b.height}`);
      window.shifts.push([value, moved]);
    }
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_no_layout_shift_when_cards_change(enter: Enter, game: str, size: dict[str, int]) -> None:
    player = enter(f"stands still {game}", size, still=False)
    player.open_table(game, ME, RANDOM)
    player.page.wait_for_selector("section.prompt.asked")
    player.page.evaluate(WATCH)
    assert player.play(25) == 25
    shifts = player.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.1, shifts
