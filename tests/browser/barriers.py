"""What shuts out those who read by ear, by keyboard or with weak eyes, as axe-core finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.painting import showing

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_CHECK = """async () => {
  if (!document.body.checkVisibility({ opacityProperty: true })) {
    throw new Error('the page is not painted');
  }
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) =>
      `${target.join(' ')}: ${failureSummary.replaceAll('\\n', ' ')}`)]);
}"""


def barriers(page: Page) -> list[Any]:
    """What is serious or critical on a page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text())
    with showing(page):
        found: list[Any] = page.evaluate(_CHECK)
    return found
