"""The weights of the planner: there are some for every table, and they are better than before."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from fogline import define
from fogline.bots.compiled_bots import engine_for, players_for, style_for
from fogline.bots.kernel import match
from fogline.bots.tuned_weights import CONNECTED, LOOSE, Style, weights_array
from fogline.fast import FastEngine
from fogline.fast.compose import weights
from fogline.fast.context import Block
from fogline.fast.engine import words_of_all
from fogline.fast.finals import Finals

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def style_before(engine: FastEngine) -> Style:
    """What the benchmarks compare today's players with."""
    found = runpy.run_path(str(BENCHMARKS / "before.py"))["style_before"](engine)
    assert isinstance(found, Style)
    return found


def play(engine: FastEngine, styles: list[Mapping[str, float]], num: int) -> Finals:
    """Play games between planners with these weights."""
    players = players_for(engine, ["planner"] * engine.seats)
    players.weights[:] = [weights_array(dict(each)) for each in styles]
    size = engine.lowered.block
    record = match.Record(
        np.zeros((num, size // 8), np.uint64),
        np.zeros(num, np.int64),
        np.zeros((num, 0, 2), np.int64),
    )
    rngs = words_of_all([f"q/{game}" for game in range(num)])
    dice = words_of_all([f"q/{game}/{seat}" for game in range(num) for seat in range(engine.seats)])
    match.play_match(
        engine.with_memory(Block.empty(size), rngs[0].copy()),
        engine.with_memory(Block.empty(size), rngs[0].copy()),
        players,
        rngs,
        dice.reshape(num, engine.seats, 4),
        record,
    )
    return Finals(engine, record.finals)


@pytest.mark.parametrize(
    ("name", "digest", "complete"), [("san-francisco", 231368, 132), ("old-west", 710622, 330)]
)
def test_the_kernels_still_play_as_before_with_its_weights(
    name: str, digest: int, complete: int
) -> None:
    """The numbers were written down by revision 3acd20b: comparisons with it are fair."""
    engine = engine_for(define(name), 2)
    before = style_before(engine).planner
    ends = play(engine, [before, before], 60)
    assert (ends.scores * np.arange(1, 121).reshape(60, 2)).sum() == digest
    assert np.bitwise_count(ends.complete).sum() == complete


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_planner_is_better_than_before(name: str, seat: int) -> None:
    engine = engine_for(define(name), 2)
    styles = [style_before(engine).planner, style_before(engine).planner]
    styles[seat] = style_for(engine).planner
    scores = play(engine, styles, 100).scores
    assert (scores[:, seat] - scores[:, 1 - seat]).mean() > 0


@pytest.mark.parametrize(("name", "styles"), [("san-francisco", LOOSE), ("old-west", CONNECTED)])
def test_at_a_larger_table_its_own_weights_are_better(name: str, styles: dict[int, Style]) -> None:
    engine = engine_for(define(name), 4)
    assert style_for(engine) is style_for(engine_for(define(name), 3)) is styles[4]
    own, smaller = styles[4].planner, styles[2].planner
    scores = play(engine, [own, smaller, own, smaller], 80).scores
    assert scores[:, [0, 2]].mean() > scores[:, [1, 3]].mean()


def test_every_table_has_a_style_and_every_weight_a_meaning() -> None:
    for name, sizes in (("san-francisco", (2, 3, 4)), ("old-west", (2, 3, 4, 5, 6))):
        for seats in sizes:
            assert style_for(engine_for(define(name), seats)).planner
    for styles in (LOOSE, CONNECTED):
        for style in styles.values():
            assert set(style.planner) == set(weights)
            assert set(style.weaker) == {"novice", "apprentice"}
            assert all(set(less) < set(style.planner) for less in style.weaker.values())
