"""A ladder in rows and sentences, for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from fogline.arena.failures import failure_line
from fogline.arena.ladder.ratings import Gap
from fogline.arena.ladder.tournament import Encounter, Ladder
from fogline.report.estimates import BEYOND_CHANCE, Estimate
from fogline.report.numerals import minus, percent, signed

RATING_HEADINGS = (
    "", "bot", "rating", "95 % interval", "above the next", "wins", "thinking time",
)  # fmt: skip


def rating_rows(ladder: Ladder) -> Iterator[tuple[str, ...]]:
    """Yield a row for each bot, the strongest first."""
    for place, rating in enumerate(ladder.ratings, 1):
        gap = rating.above_next
        yield (
            str(place),
            rating.bot,
            elo(rating.elo.value),
            interval(rating.elo),
            "" if gap is None else f"{elo(gap.value)} ({interval(gap)})",
            percent(ladder.share(rating.bot)),
            duration(ladder.thinking[rating.bot]),
        )


def encounter_rows(ladder: Ladder) -> Iterator[tuple[str, ...]]:
    """Yield a row for each pair, from the stronger's viewpoint; with more players, from both."""
    for found, names in _in_order(ladder):
        yield (
            *names,
            percent(found.wins.value),
            interval_of_rate(found.wins),
            points(found.lead),
        )


def _in_order(ladder: Ladder) -> Iterator[tuple[Encounter, tuple[str, str]]]:
    order = [rating.bot for rating in ladder.ratings]
    two = ladder.players == 2
    for one, other in combinations(order, 2) if two else permutations(order, 2):
        against = other if two else f"{ladder.players - 1} × {other}"
        yield ladder.encounter(one, other), (one, against)


ADJUSTED_HEADINGS = (
    "bot", "against", "wins without luck", "95 % interval", "mean lead", "worth so many games",
)  # fmt: skip


def adjusted_rows(ladder: Ladder) -> Iterator[tuple[str, ...]]:
    """Yield a row for each pair: its result without luck, and how many games it is worth."""
    for found, names in _in_order(ladder):
        if found.adjusted is not None and found.adjusted.wins is not None:
            wins = found.adjusted.wins
            yield (
                *names,
                percent(wins.value),
                interval_of_rate(wins),
                points(found.adjusted.lead),
                f"{found.games:,} → {_worth(found.games, found.adjusted.saved)}",
            )


def summary(ladder: Ladder) -> str:
    """Return a sentence on what was played."""
    options = "".join(f" · {name}={value}" for name, value in ladder.game.options.items())
    games = (
        f"{ladder.games_each:,} games a pairing "
        f"({ladder.deals:,} {_deals(ladder.deals)}, each from {ladder.players} seats)"
    )
    return f"{ladder.game.title}{options} · {ladder.players} players · {games} · seed {ladder.seed}"


def mirror_line(ladder: Ladder) -> str:
    """Return a line on whether the control came out even."""
    mirror = ladder.mirror
    par = percent(1 / ladder.players)
    verdict = (
        f"even: chance alone goes as far from {par} in {percent(mirror.chance)} of all cases"
        if mirror.even
        else f"NOT EVEN: chance alone goes as far from {par} in less than "
        f"{percent(BEYOND_CHANCE)} of all cases"
    )
    return (
        f"Control: {mirror.bot} against itself won {percent(mirror.wins.value)} "
        f"({interval_of_rate(mirror.wins)}) in {mirror.games:,} games, each with a deal of its "
        f"own; {verdict}."
    )


def seats_line(ladder: Ladder) -> str:
    """Return a line on how often each seat won."""
    return (
        f"By seat: in the control {_by_seat(ladder.mirror.seats)}; "
        f"in all other games {_by_seat(ladder.seats)}."
    )


def faults_lines(ladder: Ladder) -> Iterator[str]:
    """Yield a line for each bot that failed."""
    for bot, faults in ladder.faults.items():
        if faults:
            yield failure_line(bot, faults, ladder.first_faults.get(bot))


def elo(number: float) -> str:
    """Return Elo points as a whole number."""
    return minus(f"{round(number):,}")


def points(lead: Estimate | None) -> str:
    """Write a lead in points."""
    if lead is None:
        return "–"
    return f"{_point(lead.value)} ({_point(lead.low)} to {_point(lead.high)})"


def interval(gap: Gap) -> str:
    """Write the interval of a rating."""
    if gap.low is not None and gap.high is not None:
        return f"{elo(gap.low)} to {elo(gap.high)}"
    if gap.low is not None:
        return f"{elo(gap.low)} or more"
    return "unknown" if gap.high is None else f"{elo(gap.high)} or less"


def interval_of_rate(rate: Estimate) -> str:
    """Write the interval of a rate."""
    return f"{100 * rate.low:.1f}–{percent(rate.high)}"


def duration(seconds: float) -> str:
    """Write a short time with the unit that suits it."""
    unit, size = next(
        (each for each in (("s", 1.0), ("ms", 1e-3)) if seconds >= each[1]), ("µs", 1e-6)
    )
    number = float(f"{seconds / size:.2g}")
    return f"{number:,g} {unit}"


def _point(number: float) -> str:
    return signed(number) if round(10 * number) else "0.0"


def _by_seat(seats: Sequence[Estimate]) -> str:
    return ", ".join(
        f"seat {number} won {percent(seat.value)} ({interval_of_rate(seat)})"
        for number, seat in enumerate(seats)
    )


def _worth(games: int, saved: float | None) -> str:
    return "∞" if saved is None else f"{games * saved:,.0f}"


def _deals(number: int) -> str:
    return "deal" if number == 1 else "deals"
