"""Make the golden files anew: `make golden`, or `python -m tests.golden.make`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.golden import levels, messages, perft, playthrough
from tests.play import Variant, every_version


def expected() -> dict[Path, Callable[[], str]]:
    """Every golden file that must be there, and how to make its text."""
    files: dict[Path, Callable[[], str]] = {levels.PATH: levels.write_choices}
    for variant in every_version():
        files[playthrough.path_of(variant)] = _game(variant)
        files[perft.path_of(variant.game)] = _counts(variant.game)
    return files


def existing() -> set[Path]:
    return set(playthrough.FOLDER.glob("*.txt"))


def _game(variant: Variant) -> Callable[[], str]:
    return lambda: playthrough.write_game(variant)


def _counts(game: str) -> Callable[[], str]:
    return lambda: perft.write_counts(game)


def main() -> None:
    files = expected()
    for path in existing() - set(files):
        path.unlink()
    texts = {path: make() for path, make in files.items()} | messages.made()
    for path in set(messages.FOLDER.glob("*.txt")) - set(texts):
        path.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
