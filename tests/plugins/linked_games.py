"""Play games with the rules of `links` by both engines; a test starts this as a program."""

from __future__ import annotations

import numpy as np

from fogline import Chance, GameDefinition, define
from fogline.arena.jobs import Job, play_games
from fogline.arena.seeds import NumberedSeeds
from fogline.core.graph import joined
from fogline.core.table import State
from fogline.env.env_kernel import WIN, reward_all
from fogline.fast import compile_game
from tests.fast.lockstep import Lockstep, drive
from tests.fast.players import Style
from tests.plugins.links import Guest, LaterWins
from tests.plugins.test_links import ended_level, with_rule


def tickets_by_links(state: State) -> int:
    """Count the tickets that seat 0 completes only by routes of seat 1."""
    own = state.network(0)
    ends = [state.board.ticket[ticket].ends for ticket in state.complete_tickets(0)]
    return sum(not joined(own, each) for each in ends)


def play_in_lockstep(game: GameDefinition) -> int:
    """Play a game of each style; return how many tickets were completed by links."""
    engine = compile_game(game, 2)
    found = 0
    for style in Style:
        lockstep = Lockstep.deal(engine, style.name)
        drive(lockstep, style.player(Chance(style.name)))
        found += tickets_by_links(lockstep.state)
    rewards = np.zeros(2)
    reward_all(engine.from_state(ended_level(game), 1).g, WIN, rewards)  # type: ignore[no-untyped-call]
    assert rewards.tolist() == [-1, 1]
    return found


def compare_simulations(game: GameDefinition) -> None:
    """Play the same games by compiled and by readable code."""
    players, seeds = ("random", "random"), NumberedSeeds("links", range(4), 2)
    one, other = (play_games(Job(game, players, seeds, compiled=each)) for each in (True, False))
    assert one.tie_breaks.tolist() == other.tie_breaks.tolist() == [[0, 1]] * 4
    for column in ("scores", "complete", "winners"):
        assert (getattr(one, column) == getattr(other, column)).all()


if __name__ == "__main__":
    linked = 0
    for name in ("san-francisco", "old-west"):
        linked_game = with_rule(with_rule(define(name), Guest()), LaterWins())
        linked += play_in_lockstep(linked_game)
        compare_simulations(linked_game)
    print("agreed" if linked else "nothing was linked")  # noqa: T201
