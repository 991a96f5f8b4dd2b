"""Move-tree counts: how many sequences of actions there are from fixed positions.

Chance is fixed too: each move has dice of its own, seeded with the moves that led to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from fogline import Chance, Game, State, decision, legal_actions, view_of
from fogline.core import engine
from fogline.core.decisions import Turn
from tests.play import Variant, choose, every_version

FOLDER = Path(__file__).parent
MOST_PARENTS = 400
"""Sequences are counted one step further as long as no more than so many must be gone along."""

HEAD = """\
# How many sequences of 1, 2, 3 ... actions there are from fixed positions, all seats that must
# choose taken together. Made by `make golden`; read the changes before you commit.
"""


def path_of(game: str) -> Path:
    return FOLDER / f"perft_{game}.txt"


def write_counts(game: str) -> str:
    """Write the counts of all variants of a game."""
    rows = [
        row for variant in every_version() if variant.game == game for row in counts_of(variant)
    ]
    return "\n".join([HEAD, *rows, ""])


def counts_of(variant: Variant) -> Iterator[str]:
    """Count from the deal, from the first turn, from the middle and from near the end."""
    game = variant.deal("perft")
    yield _row(variant, "deal", game.state)
    while not isinstance(game.decision, Turn):
        seat = game.deciding[0]
        game.play(seat, game.legal_actions(seat)[0])
    yield _row(variant, "first-turn", game.state)
    chance = Chance(f"perft of {variant}")
    _play_on(game, chance, lambda: len(game.log.moves) < 20 * variant.seats)
    yield _row(variant, "middle", game.state)
    _play_on(game, chance, lambda: game.state.turns_left is None)
    yield _row(variant, "last-round", game.state)


def _play_on(game: Game, chance: Chance, early: Callable[[], bool]) -> None:
    """Play at random to the first turn that is no longer early."""
    while game.deciding and (early() or not isinstance(game.decision, Turn)):
        game.play(*choose(game, chance))


def _row(variant: Variant, where: str, state: State) -> str:
    counts = [_count(state, 1, where)]
    while 0 < counts[-1] <= MOST_PARENTS:
        counts.append(_count(state, len(counts) + 1, where))
    return " ".join([f"{variant}", f"{where}:", *map(str, counts)])


def _count(state: State, depth: int, path: str) -> int:
    now = decision(state)
    if now is None:
        return 0
    actions = [
        (seat, action) for seat in now.seats for action in legal_actions(view_of(state, seat))
    ]
    if depth == 1:
        return len(actions)
    total = 0
    for seat, action in actions:
        here = f"{path} > {seat} {action}"
        after, _ = engine.play(state, seat, action, Chance(here))
        total += _count(after, depth - 1, here)
    return total
