"""Pages that are laid out but not painted: without windows, painting is done by the processor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}"""
"""Keeps a page from being painted. All else stays: boxes, focus, frames, what lies over what."""
PAINT = "for (const sheet of document.adoptedStyleSheets) sheet.disabled = true;"
STOP_PAINTING = "for (const sheet of document.adoptedStyleSheets) sheet.disabled = false;"


@contextmanager
def showing(page: Page) -> Iterator[None]:
    """Paint the page meanwhile: for pictures of it, and for those who ask what can be seen."""
    page.evaluate(f"() => {{ {PAINT} }}")
    try:
        yield
    finally:
        page.evaluate(f"() => {{ {STOP_PAINTING} }}")
