"""Whole games between bots, one after the other in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fogline.bots import COMPILED, Bot, make_bot
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


CHUNK = 200
"""Games that the compiled engine plays between two reports of progress."""


def simulate(
    game: GameDefinition,
    players: Sequence[str],
    num: int,
    seed: Seed,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `num` games between bots named by seat; `progress` hears how many are done.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    so every game can be played again by itself. The compiled engine plays what it can; the
    result is the same as by the readable one.
    """
    game.check_seats(len(players))
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    for name in players:
        make_bot(name, seed)  # an unknown one is refused before anything is played
    tally = _Tally(len(players))
    began = time.perf_counter()
    play = _compiled if _worth_compiling(game, players, num) else _readable
    for result in play(game, players, num, seed):
        tally.add(result)
        if progress is not None:
            progress(tally.num)
    return Simulation(
        game=game,
        players=tuple(players),
        num=num,
        seed=seed,
        decisions=tally.decisions,
        wins=tuple(float(won) for won in tally.wins),
        shared=tally.shared,
        mean_scores=tuple(score / num for score in tally.scores),
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True, slots=True)
class _Results:
    """What some games came to: a row for each, a column for each seat."""

    decisions: int
    merits: list[list[tuple[int, int]]]
    """Points, and complete tickets to break a tie."""


class _Tally:
    """Adds results up."""

    def __init__(self, seats: int) -> None:
        self.num = self.decisions = self.shared = 0
        self.wins = [Fraction()] * seats
        self.scores = [0] * seats

    def add(self, results: _Results) -> None:
        """Count some more games."""
        self.decisions += results.decisions
        for merits in results.merits:
            self.num += 1
            winners = [seat for seat, merit in enumerate(merits) if merit == max(merits)]
            self.shared += len(winners) > 1
            for winner in winners:
                self.wins[winner] += Fraction(1, len(winners))
            for seat, (points, _) in enumerate(merits):
                self.scores[seat] += points


def _seeds(seed: Seed, i: int, seats: int) -> tuple[Seed, list[Seed]]:
    return f"{seed}/{i}", [f"{seed}/{i}/{seat}" for seat in range(seats)]


def _readable(
    game: GameDefinition, players: Sequence[str], num: int, seed: Seed
) -> Iterator[_Results]:
    for i in range(num):
        deal, dice = _seeds(seed, i, len(players))
        bots = [make_bot(name, own) for name, own in zip(players, dice, strict=True)]
        outcome, decisions = play_out(Game.start(game, len(players), Chance(deal)), bots)
        merits = [(result.total, len(result.complete)) for result in outcome.results]
        yield _Results(decisions, [merits])


def _worth_compiling(game: GameDefinition, players: Sequence[str], num: int) -> bool:
    """Random players alone do without the compiler for a few games; the others need it anyway."""
    if not any(name in COMPILED for name in players) and num < CHUNK:
        return False
    from fogline.fast import CannotLower  # noqa: PLC0415 (loads the compiler)
    from fogline.fast.lower import lower  # noqa: PLC0415

    try:
        lower(game, len(players))
    except CannotLower:
        return False
    return all(name == "random" or name in COMPILED for name in players)


def _compiled(
    game: GameDefinition, players: Sequence[str], num: int, seed: Seed
) -> Iterator[_Results]:
    import numpy as np  # noqa: PLC0415 (loads with the compiler)

    from fogline.bots.compiled import engine_for, play_match  # noqa: PLC0415 (loads the compiler)

    engine = engine_for(game, len(players))
    for first in range(0, num, CHUNK):
        seeds = [_seeds(seed, i, len(players)) for i in range(first, min(first + CHUNK, num))]
        games = play_match(
            engine, players, [deal for deal, _ in seeds], [dice for _, dice in seeds]
        )
        merits = [
            list(zip(map(int, scores), map(int, complete), strict=True))
            for scores, complete in zip(games.scores, np.bitwise_count(games.complete), strict=True)
        ]
        yield _Results(int(games.lengths.sum()), merits)


def play_out(game: Game, bots: Sequence[Bot]) -> tuple[Outcome, int]:
    """Play a game to its end, a bot on each seat; return how it ended, and the choices made."""
    decisions = 0
    while (outcome := game.outcome) is None:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
        decisions += 1
    return outcome, decisions
