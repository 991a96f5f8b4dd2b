"""Fit what search believes about the tickets of others, and say how likely it finds the truth.

Games are played by `search` with few iterations. Before every fifth decision the seat that decides
looks at each ticket that it does not know: was it in the hand of an opponent? A ticket is drawn
with the chance that its exponent gives it. Exponents come from the network that
`benchmarks/believe.py` teaches, and on boards that have none from a few numbers, which are fitted
here by the largest likelihood on the games with even numbers. All are measured on the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fogline import define, new_game
from fogline.bots import make_bot
from fogline.bots.compiled import engine_for, style_for
from fogline.bots.kernel import beliefs, weights
from fogline.bots.search import known_of, minds_for
from fogline.core.game import Game
from fogline.fast import FastEngine, Knowledge, words_of
from fogline.fast.advice import Planner
from fogline.fast.constants import MOST_TICKETS

Values = npt.NDArray[np.float64]
FIELDS = weights.Beliefs._fields
BEFORE = weights.Beliefs(built=3.0)
"""The guess before any fit: a ticket whose way is complete is 20 times as likely."""
EVERY = 5
PENALTY = 0.01
"""Keeps the numbers small where games say nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question which of these tickets an opponent holds."""

    features: Values
    """A row for each ticket that is not known, a column for each field of `Beliefs`."""
    held: npt.NDArray[np.int64]
    """The rows of the tickets that the opponent holds."""
    learnt: Values
    """What the network says of each row."""


def features_of(engine: FastEngine, knowledge: Knowledge, seat: int) -> Values:
    """Measure what `Beliefs` weighs, for each seat and ticket."""
    minds = minds_for(engine)
    known = engine.with_memory(knowledge.known, words_of(0))
    planner = Planner(minds.weights, minds.plans[seat], minds.codes)
    columns = []
    for one in np.eye(len(FIELDS)):
        out = np.ones((engine.seats, MOST_TICKETS))
        beliefs.measure_affinity(known, seat, planner, one, out)
        columns.append(np.log(out))
    return np.stack(columns, axis=2)


def questions_of(engine: FastEngine, game: Game, seat: int) -> Iterator[Question]:
    """Ask what each opponent of a seat holds."""
    view = game.view(seat)
    knowledge = Knowledge(engine, view)
    features = features_of(engine, knowledge, seat)
    learnt = np.log(known_of(knowledge, seat, minds_for(engine), 0).affinity)
    place = {name: number for number, name in enumerate(engine.lowered.tickets)}
    shown = {*view.me.tickets, *view.me.offered}
    shown |= {face for layer in view.ticket_deck for face in layer.faces if face is not None}
    unknown = [number for name, number in place.items() if name not in shown]
    for other, player in enumerate(game.state.players):
        if other != seat and player.tickets:
            rows = {ticket: row for row, ticket in enumerate(unknown)}
            held = [rows[place[name]] for name in player.tickets if name is not None]
            yield Question(features[other, unknown], np.array(held), learnt[other, unknown])


def questions(name: str, seats: int, number: int, iterations: int) -> Iterator[Question]:
    """Play a game, and ask before every fifth decision of a turn."""
    game = new_game(name, seats, f"beliefs/{number}")
    spec = f"search:iterations={iterations}"
    bots = [make_bot(spec, f"beliefs/{number}/{seat}") for seat in range(seats)]
    engine = engine_for(game.definition, seats)
    decisions = 0
    while game.outcome is None:
        seat = game.deciding[0]
        decisions += 1
        if decisions % EVERY == 0 and game.state.turns > 0:
            yield from questions_of(engine, game, seat)
        game.play(seat, bots[seat].choose(game.view(seat)))


def log_likelihood(numbers: Values | None, asked: list[Question]) -> float:
    """Return the mean logarithm of the chance that is given to a ticket that is held.

    Without numbers it is that of the network.
    """
    found = []
    for question in asked:
        exponents = question.learnt if numbers is None else question.features @ numbers
        total = np.log(np.exp(exponents).sum())
        found.extend(exponents[question.held] - total)
    return float(np.mean(found))


def fit(asked: list[Question], steps: int = 60) -> Values:
    """Find the numbers of the largest likelihood, by Newton's method."""
    numbers = np.zeros(len(FIELDS))
    for _ in range(steps):
        slope = -PENALTY * numbers
        bend = PENALTY * np.eye(len(FIELDS))
        for question in asked:
            chances = np.exp(question.features @ numbers)
            chances /= chances.sum()
            mean = chances @ question.features
            slope += question.features[question.held].sum(axis=0) - len(question.held) * mean
            spread = question.features - mean
            bend += len(question.held) * (spread.T * chances) @ spread
        step = np.linalg.solve(bend, slope)
        numbers += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-6:
            break
    return numbers


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--num", type=int, default=60, help="games (default: 60)")
    parser.add_argument("--iterations", type=int, default=50, help="of the players (default: 50)")
    given = parser.parse_args()
    asked: tuple[list[Question], list[Question]] = ([], [])
    for number in range(given.num):
        found = questions(given.game, given.players, number, given.iterations)
        asked[number % 2].extend(found)
    fitted = fit(asked[0])
    now = np.array(style_for(engine_for(define(given.game), given.players)).beliefs)
    print(f"{given.game}, {given.players} players: {len(asked[1])} questions of {given.num} games")
    print("| guess | mean log-likelihood of a ticket that is held |\n|---|---:|")
    guesses: tuple[tuple[str, Values | None], ...] = (
        ("all alike", np.zeros(len(FIELDS))),
        ("built alone", np.array(BEFORE)),
        ("numbers of the package", now),
        ("numbers fitted on these games", fitted),
        ("the network", None),
    )
    for title, numbers in guesses:
        print(f"| {title} | {log_likelihood(numbers, asked[1]):.3f} |")
    print(weights.Beliefs(*(round(float(each), 2) for each in fitted)))


if __name__ == "__main__":
    main()
