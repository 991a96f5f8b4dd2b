"""Whatever is typed, a game at the terminal goes on or ends politely."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.driver import anything, play, typed
from tests.play import STABLE

WORDS = [
    *(
        "help",
        "?",
        "back",
        "b",
        "all",
        "more",
        "log",
        "table",
        "ways",
        "routes",
        "draw",
        "tickets",
        "pass",
    ),
    *("take", "claim", "keep", "mark", "token", "start-city", "move-alvin", "place-stack"),
    *("no-marker", "red", "wild", "red*2", "wild*1", "?*2", "-", "hidden", "denver", "sunset"),
    *("denver/pueblo#1", "pier-39/south-beach", "1", "2", "3", "7", "12", "40", "{0}", "%s", "[/]"),
]
LINES = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=20),
)


@pytest.mark.parametrize(
    "game", [["san-francisco", "--seats", "2"], ["old-west", "--seats", "3", "--option", "alvin"]]
)
@settings(STABLE, max_examples=40)
@given(lines=st.lists(LINES, min_size=10, max_size=30))
def test_any_lines_at_all(game: list[str], lines: list[str]) -> None:
    someone = anything(len(lines))
    rest = iter(lines)
    turn = iter(range(3 * len(lines)))

    def answer(shown: str) -> str | None:
        """Type nonsense, and every third time something that brings the game on."""
        number = next(turn, None)
        if number is None:
            return None
        return someone(shown) if number % 3 == 0 else next(rest, None)

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.chdir(folder)
        status, screen = play(
            patch, [*game, "--humans", "1", "--bot", "random", "--seed", "1"], answer
        )
    assert status == 0
    assert "kept" in screen or "Final scoring" in screen


@settings(STABLE, max_examples=30)
@given(lines=st.lists(LINES, max_size=8))
def test_any_answers_to_the_first_questions(lines: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        status, screen = play(patch, ["--seed", "1"], typed(lines))
    assert status == 0
    assert "Which game" in screen
