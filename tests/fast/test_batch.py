"""Many games stepped together are the same games as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, define
from fogline.fast import Batch, compile_game


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("san-francisco", 3, {}), ("old-west", 4, {"alvin": True})],
)
def test_a_batch_plays_the_games_of_single_states(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    engine = compile_game(define(name, options), seats)
    num = 8
    batch = Batch(engine, num, "together")
    singles = [engine.start(f"together/{game}") for game in range(num)]
    dice = Chance("choices")
    steps = 0
    while not batch.over.all():
        codes = np.zeros(num, np.int64)
        for game, single in enumerate(singles):
            if single.is_over:
                assert batch.counts[game] == 0
                continue
            seat = single.deciding[0]
            legal = single.legal(seat)
            assert batch.seats[game] == seat
            assert batch.legal[game, : batch.counts[game]].tolist() == legal.tolist()
            codes[game] = legal[dice.below(len(legal))]
            single.step(seat, int(codes[game]))
        batch.step(codes)
        steps += 1
        for game, single in enumerate(singles):
            assert np.array_equal(batch.block.bytes[game], single.block.bytes)
            assert tuple(batch.scores[game]) == single.scores
    assert steps > 50


def test_a_finished_game_is_dealt_anew_when_asked() -> None:
    engine = compile_game(define("san-francisco", {}), 2)
    batch = Batch(engine, 2, "again")
    dice = Chance("choices")

    def choose() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        codes = np.zeros(2, np.int64)
        for game in range(2):
            count = int(batch.counts[game])
            codes[game] = batch.legal[game, dice.below(count)] if count else 0
        return codes

    while not batch.over[0]:
        batch.step(choose(), restart=True)
    batch.step(choose(), restart=True)
    assert not batch.over[0]
    assert tuple(batch.scores[0]) == (0, 0)
