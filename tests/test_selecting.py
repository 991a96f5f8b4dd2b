"""Which files a `-k` reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.selecting import _has, words_of


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("ferries", {"ferries"}),
        ("Ferries and (draw or c-14)", {"ferries", "draw", "c-14"}),
        ("ferries and not browser", set()),
        ("", set()),
    ],
)
def test_words(expression: str, words: set[str]) -> None:
    assert words_of(expression) == words


def test_files_are_chosen_by_name_and_text(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "some"
    folder.mkdir(parents=True)
    (folder / "test_ferries.py").write_text("")
    (folder / "test_other.py").write_text("def test_draw(): ...")
    words = words_of("ferries")
    assert _has(folder / "test_ferries.py", words)
    assert not _has(folder / "test_other.py", words)
    assert _has(folder, words)
    assert not _has(folder, words_of("alvin"))
