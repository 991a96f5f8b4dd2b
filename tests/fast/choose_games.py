"""Choose few games of the lockstep that go through every rare branch together.

`python -m tests.fast.choose_games` prints them for `chosen_games.py`. Run it when a change of the
rules lets a chosen game miss its branches.
"""

from __future__ import annotations

import sys

from fogline import Chance
from fogline.core import engine
from fogline.core.view import view_of
from tests.fast.branches import Branches
from tests.fast.lockstep import Step
from tests.fast.random_games import RandomGame, games_of, wanted
from tests.play import Variant, every_version

SEARCHED = 6_000
"""The games to choose from, over all variants."""
FEWEST = 40
"""So many games of a variant are looked at, even if fewer have all branches."""


def branches_of(game: RandomGame) -> frozenset[str]:
    """Play a game with the readable engine alone, and say which branches it goes through."""
    seen = Branches()
    choose, chance = game.player(), Chance(game.seed)
    state, _ = engine.start(game.definition, game.variant.seats, chance)
    while (now := engine.decision(state)) is not None:
        before = state
        legal = {seat: engine.legal_actions(view_of(before, seat)) for seat in now.seats}
        seat, action = choose(now.seats, legal.__getitem__)
        state, events = engine.play(before, seat, action, chance)
        seen.notice(Step(before, seat, action, events, state))
    return frozenset(seen)


def choose(variant: Variant) -> list[int]:
    """Take, again and again, the game that adds most of what is still missing."""
    found: dict[int, frozenset[str]] = {}
    missing = set(wanted(variant))
    for number in range(games_of(variant, SEARCHED)):
        found[number] = branches_of(RandomGame(variant, number)) & wanted(variant)
        missing -= found[number]
        if not missing and number >= FEWEST:
            break
    chosen: list[int] = []
    missing = set(wanted(variant))
    while missing:
        best = max(found, key=lambda number: len(found[number] & missing))
        chosen.append(best)
        missing -= found[best]
    return sorted(chosen)


if __name__ == "__main__":
    for variant in every_version():
        sys.stdout.write(f'    "{variant}": {choose(variant)},\n')
        sys.stdout.flush()
