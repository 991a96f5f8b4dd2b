"""A ladder as a section of a page in Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from fogline.arena.ladder.report import (
    RATING_HEADINGS,
    faults_lines,
    interval_of_rate,
    mirror_line,
    points,
    rating_rows,
    seats_line,
    summary,
)
from fogline.arena.ladder.tournament import Ladder
from fogline.report.numerals import percent

_LEFT = 2
"""The number of columns that are not numbers."""


def title_of(ladder: Ladder) -> str:
    """Return the title of a ladder: its game and number of players."""
    return f"{ladder.game.title}, {ladder.players} players"


def section(ladder: Ladder, title: str, notes: Sequence[str], picture: str | None = None) -> str:
    """Write a section: summary, notes, ratings, picture, pairs."""
    parts = [
        f"## {title}",
        f"{summary(ladder)}; {ladder.games:,} games in all.",
        *notes,
        _table(RATING_HEADINGS, _coded(rating_rows(ladder))),
    ]
    if picture is not None:
        parts.append(f"![The ratings with their intervals: {title}]({picture})")
    parts += [_pairs_said(ladder), _matrix(ladder), *faults_lines(ladder)]
    parts += [mirror_line(ladder), seats_line(ladder)]
    return "\n\n".join(parts) + "\n"


def command_block(ladder: Ladder, game: str) -> str:
    """Write the command that repeats a ladder as a block of code."""
    return f"```sh\n{command(ladder, game)}\n```"


def command(ladder: Ladder, game: str) -> str:
    """Write the command that repeats a ladder, with this name of the game."""
    line = ["fogline", "ladder", game, "--bots", ",".join(ladder.bots)]
    line += ["--num", str(ladder.games_each), "--players", str(ladder.players)]
    for name, value in ladder.game.options.items():
        said = ("no", "yes")[value] if isinstance(value, bool) else value
        line += ["--option", f"{name}={said}"]
    return shlex.join([*line, "--seed", str(ladder.seed)])


def _pairs_said(ladder: Ladder) -> str:
    if ladder.players == 2:
        return "How often the bot on the left beat the one above, and its mean lead in points:"
    return (
        f"How often the bot on the left, alone among {ladder.players - 1} of the one above, won "
        f"({percent(1 / ladder.players)} is par), and its mean lead in points:"
    )


def _matrix(ladder: Ladder) -> str:
    order = [rating.bot for rating in ladder.ratings]

    def cell(one: str, other: str) -> str:
        if one == other:
            return ""
        found = ladder.encounter(one, other)
        rate = f"**{percent(found.wins.value)}** {interval_of_rate(found.wins)}"
        return f"{rate}<br>{points(found.lead)}"

    rows = [(f"`{one}`", *(cell(one, other) for other in order)) for one in order]
    return _table(["", *(f"`{bot}`" for bot in order)], rows, left=1)


def _coded(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(place, f"`{bot}`", *rest) for place, bot, *rest in rows]


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = _LEFT) -> str:
    rules = ["---"] * left + ["---:"] * (len(headings) - left)
    lines = [headings, rules, *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    )
