"""Reading only the files that a `-k` can be about, so that a few tests start at once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

OPTION = "--only-matching"


def words_of(expression: str) -> frozenset[str]:
    """Return the words of a `-k`; none if it also names what not to run.

    >>> sorted(words_of("ferries or (test_c14 and Draw)"))
    ['draw', 'ferries', 'test_c14']
    >>> sorted(words_of("not slow"))
    []
    """
    found = set(re.findall(r"[\w.-]+", expression.casefold()))
    return frozenset() if "not" in found else frozenset(found - {"and", "or"})


@cache
def _has(path: Path, words: frozenset[str]) -> bool:
    """Whether a file, or one of those in a folder, has one of the words in its name or text."""
    if path.is_dir():
        return any(_has(file, words) for file in path.rglob("test_*.py"))
    named = path.as_posix().casefold().rpartition("/tests/")[2]
    text = path.read_text(encoding="utf-8").casefold()
    return any(word in named or word in text for word in words)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what has none of the words."""
    words = words_of(config.option.keyword) if config.getoption(OPTION) else frozenset()
    if not words or _has(collection_path, words):
        return None
    return True


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say so, because names made elsewhere are not found this way."""
    words = words_of(config.option.keyword) if config.getoption(OPTION) else ()
    if not words:
        return None
    return f"only files with one of these words are read: {', '.join(sorted(words))}"
