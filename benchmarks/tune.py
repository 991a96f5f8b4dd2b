"""Find the weights of the planner by self-play: `python -m benchmarks.tune GAME --players N`.

Candidates are drawn around a mean. One sits among planners with the weights that the run began
with, and one among planners with the mean, all of them in the same deals, each from every seat. The
mean moves to those that did best, and the spread follows (CMA-ES, after Hansen, *The CMA Evolution
Strategy: A Tutorial*, 2016). A run begins with the planner of revision 3acd20b, or with that of
today. The seed is fixed. Each generation is written to a file, from which a run that was stopped
goes on; every fifth is measured against the beginning, on deals that are not learnt from.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.before import style_before
from fogline import define
from fogline.bots.compiled_bots import engine_for, players_for, style_for
from fogline.bots.kernel import match
from fogline.bots.tuned_weights import weights_array
from fogline.fast import FastEngine
from fogline.fast.context import Block
from fogline.fast.engine import words_of_all
from fogline.fast.finals import Finals
from fogline.fast.mechanics.claiming import keeps_one_piece
from fogline.report.estimates import mean_of, rate_of
from fogline.sim.winners import shares_of, winners_of

Values = npt.NDArray[np.float64]

# What to vary, in steps of this size, and the least value that makes sense.
STEPS = {
    "ticket_worth": (0.5, 0.0),
    "turn_worth": (0.4, 0.0),
    "turns_per_vehicle": (0.08, 0.0),
    "tickets_min_turns": (3.0, -50.0),
    "tickets_min_vehicles": (4.0, -10.0),
    "wild_worth": (0.2, 0.0),
    "spare_value": (1.0, -10.0),
    "danger": (0.2, 0.0),
    "points_in_cost": (0.04, 0.0),
    "blind_worth": (0.05, 0.0),
    "patience": (1.5, 0.0),
    "keep_turn_worth": (0.3, -1.0),
    "keep_worth": (0.8, -9.0),
    "off_colour": (0.15, 0.0),
    "lack_base": (0.25, 0.05),
    "draw_first": (0.25, 0.0),
    "last_turns": (1.0, 0.0),
    "wild_price": (1.0, 0.0),
}
LOOSE_STEPS = {"token_worth": (0.3, 0.0)}
CONNECTED_STEPS = {"marker_worth": (12.0, 0.0), "others_points": (0.3, -1.0)}
CANDIDATES = 12
LEAD = 0.25
"""What a lead of one standard deviation counts, beside a victory: wins alone are noisy."""
CHECK_EVERY, CHECK_DEALS = 5, 400


@dataclass
class Progress:
    """Where a run stands."""

    generation: int
    mean: list[float]
    size: float
    covariance: list[list[float]]
    path: list[float]
    size_path: list[float]
    curve: list[dict[str, float]] = field(default_factory=list)
    """What was measured: generation, wins, their interval, and the mean lead."""
    weights: dict[str, float] = field(default_factory=dict)
    """The weights that the mean stands for."""


def versus(
    engine: FastEngine, one: Values, other: Values, deals: int, seed: str
) -> tuple[Values, Values]:
    """Let one planner play among others; return its share of wins and its lead for each deal."""
    wins, leads = [], []
    seats, size = engine.seats, engine.lowered.block
    for seat in range(seats):
        players = players_for(engine, ["planner"] * seats)
        players.weights[:] = [one if each == seat else other for each in range(seats)]
        rngs = words_of_all([f"{seed}/{deal}" for deal in range(deals)])
        names = [f"{seed}/{deal}/{seat}/{each}" for deal in range(deals) for each in range(seats)]
        record = match.Record(
            finals=np.zeros((deals, size // 8), np.uint64),
            lengths=np.zeros(deals, np.int64),
            log=np.zeros((deals, 0, 2), np.int64),
        )
        truth, guess = (engine.with_memory(Block.empty(size), rngs[0].copy()) for _ in range(2))
        dice = words_of_all(names).reshape(deals, seats, 4)
        match.play_match(truth, guess, players, rngs, dice, record)
        ends = Finals(engine, record.finals)
        wins.append(shares_of(winners_of(ends.scores, ends.tie_breaks))[:, seat])
        leads.append(ends.scores[:, seat] - np.delete(ends.scores, seat, axis=1).max(axis=1))
    return np.mean(wins, axis=0), np.mean(leads, axis=0)


class Tuner:
    """A run for a game and a number of players."""

    def __init__(self, game: str, players: int, deals: int, from_today: bool) -> None:
        self.engine = engine_for(define(game), players)
        self.deals = deals
        style = style_for(self.engine) if from_today else style_before(self.engine)
        self.start = dict(style.planner)
        self.reference = weights_array(self.start)
        more = CONNECTED_STEPS if keeps_one_piece(self.engine.lowered) else LOOSE_STEPS
        self.steps = {**STEPS, **more}
        leads = versus(self.engine, self.reference, self.reference, 100, "tune/spread")[1]
        self.spread = float(leads.std()) or 1.0

    def new(self) -> Progress:
        """Begin a run."""
        num = len(self.steps)
        return Progress(0, [0.0] * num, 0.7, np.eye(num).tolist(), [0.0] * num, [0.0] * num)

    def weights(self, position: Values) -> dict[str, float]:
        """Return the weights that a position stands for."""
        found = dict(self.start)
        for value, (name, (step, least)) in zip(position, self.steps.items(), strict=True):
            found[name] = max(self.start[name] + step * float(value), least)
        return found

    def outside(self, position: Values) -> float:
        """How far a position is outside of what makes sense."""
        return sum(
            max(0.0, (least - self.start[name]) / step - float(value))
            for value, (name, (step, least)) in zip(position, self.steps.items(), strict=True)
        )

    def fitness(self, position: Values, mean: Values, generation: int) -> float:
        """Rate a candidate."""
        one = weights_array(self.weights(position))
        total = -0.02 * self.outside(position)
        for other, name in ((self.reference, "a"), (mean, "b")):
            seed = f"tune/{generation}/{name}"
            wins, leads = versus(self.engine, one, other, self.deals // 2, seed)
            total += wins.mean() + LEAD * np.clip(leads / (2 * self.spread), -2, 2).mean()
        return float(total)

    def advance(self, progress: Progress) -> None:
        """Play a generation, and move on."""
        num, half = len(self.steps), CANDIDATES // 2
        shares = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
        shares /= shares.sum()
        effective = 1 / (shares**2).sum()
        rate = (effective + 2) / (num + effective + 5)
        damping = 1 + rate + 2 * max(0.0, np.sqrt((effective - 1) / (num + 1)) - 1)
        rate_path = (4 + effective / num) / (num + 4 + 2 * effective / num)
        rate_one = 2 / ((num + 1.3) ** 2 + effective)
        rate_mu = min(
            1 - rate_one, 2 * (effective - 2 + 1 / effective) / ((num + 2) ** 2 + effective)
        )
        usual = np.sqrt(num) * (1 - 1 / (4 * num) + 1 / (21 * num * num))

        mean, covariance = np.array(progress.mean), np.array(progress.covariance)
        path, size_path = np.array(progress.path), np.array(progress.size_path)
        squares, axes = np.linalg.eigh(covariance)
        lengths = np.sqrt(np.maximum(squares, 1e-12))
        dice = np.random.default_rng([12345, progress.generation])
        moves = dice.standard_normal((CANDIDATES, num)) * lengths @ axes.T
        middle = weights_array(self.weights(mean))
        fits = [
            self.fitness(mean + progress.size * move, middle, progress.generation) for move in moves
        ]
        best = moves[np.argsort(fits)[::-1][:half]]
        step = shares @ best
        mean = mean + progress.size * step
        size_path = (1 - rate) * size_path + np.sqrt(rate * (2 - rate) * effective) * (
            axes @ ((axes.T @ step) / lengths)
        )
        path = (1 - rate_path) * path + np.sqrt(rate_path * (2 - rate_path) * effective) * step
        covariance = (1 - rate_one - rate_mu) * covariance
        covariance += rate_one * np.outer(path, path) + rate_mu * (best.T * shares) @ best
        growth = np.exp((rate / damping) * (np.linalg.norm(size_path) / usual - 1))
        progress.size = float(min(progress.size * growth, 1.5))
        progress.mean, progress.covariance = mean.tolist(), covariance.tolist()
        progress.path, progress.size_path = path.tolist(), size_path.tolist()
        progress.generation += 1
        progress.weights = {name: round(v, 3) for name, v in self.weights(mean).items()}

    def measure(self, progress: Progress) -> None:
        """Add a point to the learning curve."""
        one = weights_array(self.weights(np.array(progress.mean)))
        wins, leads = versus(self.engine, one, self.reference, CHECK_DEALS, "tune/check")
        rate, lead = rate_of(wins), mean_of(leads)
        assert lead is not None
        point = {"wins": rate.value, "low": rate.low, "high": rate.high, "lead": lead.value}
        progress.curve.append({"generation": progress.generation, **point})
        print(
            f"generation {progress.generation}: {rate.value:.1%} ({rate.low:.1%} to"
            f" {rate.high:.1%}), lead {lead.value:+.2f}, {time.process_time():.0f} s",
            flush=True,
        )


def main() -> None:
    """Tune, and print the learning curve as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=200, help="for each candidate (default: 200)")
    parser.add_argument("--from-today", action="store_true", help="begin with today's weights")
    parser.add_argument("--folder", type=Path, default=Path("build/tune"))
    given = parser.parse_args()
    tuner = Tuner(given.game, given.players, given.deals, given.from_today)
    given.folder.mkdir(parents=True, exist_ok=True)
    path = given.folder / f"{given.game}-{given.players}.json"
    progress = Progress(**json.loads(path.read_text())) if path.exists() else tuner.new()
    while progress.generation < given.generations:
        tuner.advance(progress)
        if progress.generation % CHECK_EVERY == 0:
            tuner.measure(progress)
        path.write_text(json.dumps(asdict(progress)))
    # As `tuned_weights.toml` has them.
    print(*(f"{name} = {weight}" for name, weight in progress.weights.items()), sep="\n")


if __name__ == "__main__":
    main()
