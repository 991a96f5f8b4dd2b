"""Law 6 on boards of one's own, where rules meet that no printed board puts together."""

from __future__ import annotations

import pytest

from fogline import Chance
from fogline.fast import compile_game
from tests.fast.branches import Branches
from tests.fast.lockstep import Lockstep, drive
from tests.fast.own_boards import mixed, random_game
from tests.fast.players import Style
from tests.soak import amount

RANDOM_BOARDS = amount(16, 200)
WORKERS = 4
"""The random boards are so many tests, for as many workers."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_board_with_mixed_rules(seats: int) -> None:
    engine = compile_game(mixed(), seats)
    seen = Branches()
    for game in range(amount(12, 60)):
        style = list(Style)[game % len(Style)]
        seed = f"mixed {seats} {game}"
        drive(Lockstep.deal(engine, seed), style.player(Chance(seed)), seen.notice)
    always = {
        "AL2 captured at home",
        "AL3 captured from another",
        "C2 pass",
        "C6 sweep",
        "C7 display stands",
        "C14 several ferries",
        "C17 three tracks",
        "OW5 third marker",
        "OW6 two score",
        "SF8 choice of tokens",
        "C22 ticket complete",
    }
    assert seen.missing(frozenset(always)) == []


@pytest.mark.parametrize("worker", range(WORKERS))
def test_on_random_boards(worker: int) -> None:
    seen = Branches()
    for number in range(worker, RANDOM_BOARDS, WORKERS):
        game = random_game(f"board {number}")
        for seats in {*game.seats}:
            engine = compile_game(game, seats)
            for turn in range(2):
                seed = f"board {number} {seats} {turn}"
                style = list(Style)[(number + turn) % len(Style)]
                drive(Lockstep.deal(engine, seed), style.player(Chance(seed)), seen.notice)
    assert seen["C2 all passed"]
