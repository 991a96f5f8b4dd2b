"""Whole games between bots, one after the other in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fogline.bots import Bot, make_bot
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of many games. All but the time depends on nothing but game, players and seed."""

    game: GameDefinition
    players: tuple[str, ...]
    """The bot on each seat."""
    num: int
    """Games played."""
    seed: Seed
    decisions: int
    """Choices made, by all players in all games."""
    wins: tuple[float, ...]
    """Victories of each seat; one shared by k players counts 1/k for each of them."""
    shared: int
    """Games whose victory was shared."""
    mean_scores: tuple[float, ...]
    """Final points of each seat, on average."""
    seconds: float
    """How long it took."""

    @property
    def games_per_second(self) -> float:
        """Whole games played in a second."""
        return self.num / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Choices made in a second."""
        return self.decisions / self.seconds


def simulate(
    game: GameDefinition,
    players: Sequence[str],
    num: int,
    seed: Seed,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `num` games between bots named by seat; `progress` hears how many are done.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    so every game can be played again by itself.
    """
    game.check_seats(len(players))
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    wins = [Fraction()] * len(players)
    scores = [0] * len(players)
    decisions = shared = 0
    began = time.perf_counter()
    for i in range(num):
        outcome, moves = play_out(
            Game.start(game, len(players), Chance(f"{seed}/{i}")),
            [make_bot(name, f"{seed}/{i}/{seat}") for seat, name in enumerate(players)],
        )
        decisions += moves
        shared += len(outcome.winners) > 1
        for result in outcome.results:
            scores[result.seat] += result.total
        for winner in outcome.winners:
            wins[winner] += Fraction(1, len(outcome.winners))
        if progress is not None:
            progress(i + 1)
    return Simulation(
        game=game,
        players=tuple(players),
        num=num,
        seed=seed,
        decisions=decisions,
        wins=tuple(float(won) for won in wins),
        shared=shared,
        mean_scores=tuple(score / num for score in scores),
        seconds=time.perf_counter() - began,
    )


def play_out(game: Game, bots: Sequence[Bot]) -> tuple[Outcome, int]:
    """Play a game to its end, a bot on each seat; return how it ended, and the choices made."""
    decisions = 0
    while (outcome := game.outcome) is None:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
        decisions += 1
    return outcome, decisions
