"""Ladders without luck."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fogline import FoglineError, define
from fogline.arena.checkpoint import Checkpoint
from fogline.arena.ladder.luck_adjusted import check_luck, luck_adjusted
from fogline.arena.ladder.pairings import Meeting, Pairing
from fogline.arena.ladder.report import adjusted_rows
from fogline.arena.ladder.tournament import play_ladder
from fogline.cli.ladder import to_json
from tests.positions import SAN_FRANCISCO
from tests.sim.boards import tidewick


def meeting(luck: bool) -> Meeting:
    """Six deals for two: the one wins those that luck gives it."""
    dice = np.random.default_rng(1)
    leads = dice.integers(-9, 10, size=(6, 2))
    points = np.zeros((6, 2, 2), np.int64)
    lucks = np.zeros((6, 2, 2, 2))
    for arrangement in range(2):
        points[:, arrangement, arrangement] = 20 + leads[:, arrangement]
        points[:, arrangement, 1 - arrangement] = 20
        lucks[:, arrangement, arrangement, 1] = leads[:, arrangement]
        lucks[:, arrangement, 1 - arrangement, 1] = -leads[:, arrangement]
    none = np.zeros_like(points)
    pairing = Pairing("planner", "greedy", 2)
    return Meeting(pairing, points, none, none != 0, {}, lucks if luck else None)


def test_a_lead_that_is_all_luck_is_no_lead() -> None:
    found = luck_adjusted(meeting(luck=True))
    assert found is not None
    assert found.lead is not None
    assert found.lead.value == pytest.approx(0.0, abs=1e-9)
    assert found.wins is not None
    assert found.reversed.wins is not None
    assert found.reversed.wins.value == pytest.approx(1 - found.wins.value)
    assert found.reversed.saved == found.saved
    assert luck_adjusted(meeting(luck=False)) is None


def test_a_ladder_says_what_the_games_are_worth_without_luck(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "ladder.partial")
    ladder = play_ladder(
        define(SAN_FRANCISCO),
        ["planner", "greedy"],
        4,
        "luck",
        checkpoint=checkpoint,
        without_luck=True,
    )
    (row,) = adjusted_rows(ladder)
    assert row[:2] == ("planner", "greedy")
    assert row[-1].startswith("4 → ")
    plain = json.loads(json.dumps(to_json(ladder), allow_nan=False))
    assert set(plain["pairings"][0]["without_luck"]) == {"wins", "lead", "saved", "lead_saved"}


def test_luck_needs_compiled_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "fogline.arena.ladder.luck_adjusted.cannot_compile", lambda *_: "the reason."
    )
    with pytest.raises(FoglineError, match="cannot be measured: the reason"):
        check_luck(tidewick(), 2)
