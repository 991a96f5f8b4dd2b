"""Rates, means and ratings against cases done by hand, and against simulation."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from fogline.arena.ladder import ratings
from fogline.arena.ladder.pairings import Meeting, Pairing, mean_over_deals
from fogline.arena.ladder.ratings import Gap, Rating, rate
from fogline.report.estimates import chance_beyond, rate_of, score_of
from tests.arena.order import chance_below


def meeting(one: str, other: str, wins: npt.ArrayLike) -> Meeting:
    """Make games of two with a row a deal: whether the one has won (1), lost (0) or tied (½)."""
    won = np.asarray(wins, dtype=float)
    points = np.zeros((*won.shape, 2), np.int64)
    for own in range(2):
        points[:, own, own] = (2 * won[:, own]).astype(np.int64)
        points[:, own, 1 - own] = (2 - 2 * won[:, own]).astype(np.int64)
    return Meeting(Pairing(one, other, 2), points, points * 0, points < 0)


def test_what_was_always_won_has_wilsons_interval_for_as_many_games_as_deals() -> None:
    z2 = 1.959963984540054**2
    for deals in (1, 10, 200):
        always = rate_of(np.ones(deals))
        assert (always.value, always.high) == (1, 1)
        assert always.low == pytest.approx(deals / (deals + z2))
        never = rate_of(np.zeros(deals))
        assert (never.value, never.low) == (0, 0)
        assert never.high == pytest.approx(1 - always.low)


def test_deals_that_share_luck_are_worth_fewer_games_and_even_ones_more() -> None:
    # 200 games each: both of a deal go the same way; each goes its own; each deal is shared out.
    same = rate_of(np.repeat([0.0, 1.0], 50))
    free = rate_of(np.repeat([0.0, 0.5, 1.0], [25, 50, 25]))
    split = rate_of(np.full(100, 0.5))
    widths = [each.high - each.low for each in (same, free, split)]
    assert [each.value for each in (same, free, split)] == [0.5, 0.5, 0.5]
    assert widths[0] == pytest.approx(2 * 1.96 * math.sqrt(0.25 / 100), rel=0.03)
    assert widths[1] == pytest.approx(2 * 1.96 * math.sqrt(0.25 / 200), rel=0.03)
    assert 0 < widths[2] < widths[1] / 2


def test_a_single_deal_is_no_certainty() -> None:
    alone = rate_of(np.array([0.5]))
    assert alone.low < 0.1
    assert alone.high > 0.9
    assert mean_over_deals(np.array([3.0])) is None


def test_a_mean_has_the_standard_error_between_deals() -> None:
    mean = mean_over_deals(np.array([1.0, 2.0, 3.0, 6.0]))
    assert mean is not None
    error = math.sqrt(14 / 3 / 4)
    assert (mean.value, mean.low, mean.high) == pytest.approx(
        (3, 3 - 1.959964 * error, 3 + 1.959964 * error)
    )


def test_scores_and_chances_are_those_of_the_tables() -> None:
    assert score_of(np.repeat([0.0, 1.0], [50, 50]), 0.5) == 0
    assert score_of(np.repeat([0.0, 1.0], [40, 60]), 0.5) == pytest.approx(2, rel=0.05)
    assert chance_below(-3.0902) == pytest.approx(0.001, rel=1e-3)
    assert chance_below(0) == 0.5
    assert chance_beyond(-1.959964) == chance_beyond(1.959964) == pytest.approx(0.05, rel=1e-5)


@pytest.mark.parametrize("deals", [20, 200])
@pytest.mark.parametrize("luck", [0.0, 0.3])
@pytest.mark.parametrize("rate", [0.5, 0.8, 0.98])
def test_the_interval_covers_the_truth_in_about_95_percent(
    deals: int, luck: float, rate: float
) -> None:
    """With the given part of the deals decided by the cards alone, for whoever has that seat."""
    dice = np.random.default_rng(8)
    covered = 0
    tries = 2000
    for _ in range(tries):
        wins = dice.random((deals, 2)) < rate
        by_seat = dice.random(deals) < luck * 2 * min(rate, 1 - rate)
        wins[by_seat] = [True, False]
        truth = rate + luck * 2 * min(rate, 1 - rate) * (0.5 - rate)
        found = rate_of(wins.mean(axis=1))
        covered += found.low <= truth <= found.high
    assert 0.935 <= covered / tries <= (1.0 if rate > 0.9 or deals == 20 else 0.965)


def test_two_that_know_only_each_other_are_as_far_apart_as_the_odds_say() -> None:
    wins = np.repeat([[1, 1], [1, 0], [0, 0]], [60, 30, 10], axis=0)
    upper, lower = rate(["a", "b"], [meeting("a", "b", wins)], "b", 1)
    assert (upper.bot, lower.bot) == ("a", "b")
    assert lower.elo.value == 0
    assert upper.elo.value == pytest.approx(400 * math.log10(75.5 / 25.5))
    assert upper.above_next is not None
    assert upper.above_next.value == upper.elo.value
    assert lower.above_next is None


def test_the_interval_of_a_rating_is_that_of_the_rate() -> None:
    """Of two bots the interval of the gap must say what the interval of the win rate says."""
    wins = np.random.default_rng(1).random((300, 2)) < 0.7
    found = rate(["a", "b"], [meeting("a", "b", wins)], "b", 1)[0].above_next
    share = rate_of(wins.mean(axis=1))
    assert found is not None
    for end, odds in ((found.low, share.low), (found.high, share.high)):
        assert end is not None
        assert end == pytest.approx(400 * math.log10(odds / (1 - odds)), abs=8)


def test_ratings_cover_the_truth_in_about_95_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 100)
    strength = {"a": -150.0, "b": 0.0, "c": 150.0}
    pairs = (("a", "b"), ("a", "c"), ("b", "c"))
    dice = np.random.default_rng(3)
    covered = 0
    tries = 60
    for number in range(tries):
        meetings = []
        for one, other in pairs:
            odds = 10 ** ((strength[one] - strength[other]) / 400)
            meetings.append(meeting(one, other, dice.random((60, 2)) < odds / (1 + odds)))
        found = {each.bot: each.elo for each in rate(list(strength), meetings, "a", number)}
        for bot, elo in found.items():
            others = [other for other in found if other != bot]
            truth = strength[bot] - np.mean([strength[other] for other in others])
            centre = np.mean([found[other].value for other in others])
            assert elo.low is not None
            assert elo.high is not None
            covered += bool(elo.low <= centre + truth <= elo.high)
    assert 0.9 <= covered / (3 * tries) <= 0.99


def ratings_of(*results: tuple[str, str, float], anchor: str) -> dict[str, Rating]:
    """Rate from 50 deals a pair, of which the one wins the given part."""
    meetings = []
    names: list[str] = []
    for one, other, won in results:
        wins = np.repeat([[1, 1], [0, 0]], [round(50 * won), 50 - round(50 * won)], axis=0)
        meetings.append(meeting(one, other, wins))
        names += [name for name in (one, other) if name not in names]
    return {each.bot: each for each in rate(names, meetings, anchor, 7)}


def width(gap: Gap) -> float:
    assert gap.low is not None
    assert gap.high is not None
    return gap.high - gap.low


def test_who_wins_everything_is_rated_with_an_open_end() -> None:
    found = ratings_of(("a", "b", 0.5), ("c", "a", 1), ("c", "b", 1), anchor="a")
    best = found["c"]
    assert next(iter(found)) == "c"
    assert best.elo.value > 600
    assert best.elo.high is None
    assert best.elo.low is not None
    assert 300 < best.elo.low < best.elo.value
    assert best.above_next is not None
    assert best.above_next.high is None
    for other in ("a", "b"):
        assert found[other].elo.low is not None
        assert found[other].elo.high is not None


def test_who_loses_everything_likewise_and_does_not_blur_the_others() -> None:
    found = ratings_of(("a", "b", 0.5), ("a", "c", 1), ("b", "c", 1), anchor="c")
    assert list(found)[2] == "c"
    assert found["c"].elo.value == 0
    assert found["c"].elo.low is None
    assert found["c"].elo.high is not None
    alone = ratings_of(("a", "b", 0.5), anchor="b")
    assert width(found["a"].elo) == pytest.approx(width(alone["a"].elo), rel=0.15)


def test_of_two_each_is_measured_by_the_other() -> None:
    upper, lower = ratings_of(("a", "b", 0.6), anchor="b").values()
    assert upper.elo == upper.above_next
    assert lower.elo.value == 0
    assert upper.elo.low is not None
    assert upper.elo.high is not None
    # What lies above one lies below the other.
    ends = (upper.elo.value - upper.elo.high, upper.elo.value - upper.elo.low)
    assert (lower.elo.low, lower.elo.high) == pytest.approx(ends)


def test_of_two_one_of_whom_always_wins_nothing_is_known_but_that() -> None:
    upper, lower = ratings_of(("a", "b", 1), anchor="b").values()
    assert upper.elo.low is not None
    assert upper.elo.low > 0
    assert upper.elo.high is None
    assert lower.elo.low is None
    assert lower.elo.high is not None
    assert lower.elo.high < upper.elo.value


def test_a_chain_of_wins_closes_the_interval() -> None:
    found = ratings_of(("a", "b", 0.9), ("b", "c", 0.9), ("a", "c", 1), anchor="c")
    assert list(found) == ["a", "b", "c"]
    assert all(each.elo.low is not None for each in found.values())
    assert all(each.elo.high is not None for each in found.values())


def test_ratings_of_a_seed_are_always_the_same() -> None:
    wins = np.random.default_rng(5).random((40, 2)) < 0.6
    once = rate(["a", "b"], [meeting("a", "b", wins)], "a", "s")
    assert once == rate(["a", "b"], [meeting("a", "b", wins)], "a", "s")
    assert once != rate(["a", "b"], [meeting("a", "b", wins)], "a", "t")
