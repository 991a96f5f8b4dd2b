"""The site is built without a warning, and can be read without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    done = subprocess.run(  # noqa: S603 (our own)
        command,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def test_every_page_of_the_docs_is_there(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        name = "" if page.stem == "index" else page.stem
        assert (site / name / "index.html").is_file(), page.name
    assert (site / "changelog" / "index.html").is_file()
    for game, what in (("san-francisco", "Everybody has 20 cable cars"), ("old-west", "Roswell")):
        rulebook = (site / f"rulebook-{game}" / "index.html").read_text(encoding="utf-8")
        assert what in rulebook
        assert not re.search(r"^@|\{[a-z_]+\}", rulebook, re.MULTILINE)
    assert (site / "examples" / "town" / "tidewick" / "cat.py" / "index.html").is_file()


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r"<(?:link|script|img|iframe|source)\b[^>]*?(?:src|href)=\"?(https?:)?//")
    for page in site.rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\([\"']?(https?:)?//", text), style


def test_pictures_are_small_and_shown() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    for picture in PICTURES.iterdir():
        assert picture.stat().st_size <= 150_000, picture.name
        assert f"pictures/{picture.name}" in shown, picture.name
