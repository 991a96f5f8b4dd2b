"""Measure the review: whether luck is zero on average, what it explains, and who is skilled.

    python benchmarks/review.py luck old-west --bots search planner --out luck.jsonl --num 200
    python benchmarks/review.py events san-francisco --out events.jsonl --num 2000 --playouts 2
    python benchmarks/review.py skill san-francisco --out skill.jsonl --num 40

Each game is a line of the file; a run that was stopped goes on with the next game. Run it again
with `--num 0` to see the summary alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fogline.arena.jobs import Job, play_games, play_one
from fogline.arena.seeds import ListedSeeds
from fogline.bots import LEVELS
from fogline.games import define
from fogline.report.estimates import Estimate, mean_of
from fogline.review import review
from fogline.review.adjust import adjust, luck_of_game
from fogline.review.compiled_review import CompiledEvaluator
from fogline.review.history import history_of
from fogline.review.luck import follow
from fogline.review.values import values_of

BOTS = tuple(level.bot for level in LEVELS)
"""The bots whose skill is compared, from weak to strong; the planner plays the other seats."""
Row = dict[str, Any]
Numbers = npt.NDArray[np.float64]


def luck(what: argparse.Namespace, number: int) -> Row:
    """Play a game of one bot against others and measure its luck.

    Each deal is played with the one on every seat.
    """
    game, players, playouts = what.game, what.players, what.playouts
    deal, seat = divmod(number, players)
    one, other = what.bots
    bots = tuple(one if each == seat else other for each in range(players))
    definition = define(game)
    evaluator = CompiledEvaluator(definition, players)
    seed, dice = f"d{deal}", tuple(f"b{number}/{each}" for each in range(players))
    played = play_games(Job(definition, bots, ListedSeeds((seed,), (dice,)), log=True))
    if played.log is None:
        raise RuntimeError("the games were played without a log")
    decisions = [(each, evaluator.engine.code(action)) for each, action in played.log.of(0)]
    began = time.process_time()
    found = luck_of_game(evaluator, seed, decisions, playouts)
    ends = np.stack([played.scores, played.tie_breaks], axis=2)
    return {
        "number": number,
        "deal": deal,
        "seat": seat,
        "pair": f"{one} against {other}",
        "result": values_of(ends)[0].tolist(),
        "luck": found.tolist(),
        "playouts": playouts,
        "seconds": round(time.process_time() - began, 3),
    }


def events(what: argparse.Namespace, number: int) -> Row:
    """Play a game of a planner against greedy bots, and measure the luck of each event.

    Every game has a deal of its own. However few the playouts are, the mean must be zero.
    """
    game, players, playouts = what.game, what.players, what.playouts
    seat = number % players
    bots = ["planner" if each == seat else "greedy" for each in range(players)]
    dice = [f"events/{number}/{each}" for each in range(players)]
    log = play_one(define(game), bots, f"events/{number}", dice).log
    evaluator = CompiledEvaluator(log.game, players)
    began = time.process_time()
    course = follow(evaluator, history_of(log), playouts, f"events/{number}")
    found: dict[str, Any] = defaultdict(lambda: np.zeros((players, 2)))
    for each in course.luck:
        found[each.event.events[0].verb] += each.gains.mean(axis=0)
    return {
        "number": number,
        "seat": seat,
        "luck": {kind: gains.tolist() for kind, gains in found.items()},
        "playouts": playouts,
        "seconds": round(time.process_time() - began, 3),
    }


def skill(what: argparse.Namespace, number: int) -> Row:
    """Review a game of a level against planners; all levels play the same deals."""
    game, players = what.game, what.players
    deal, place = divmod(number, len(BOTS))
    level, seat = BOTS[place], deal % players
    bots = [level if each == seat else "planner" for each in range(players)]
    dice = [f"skill/{number}/{each}" for each in range(players)]
    log = play_one(define(game), bots, f"skill/{deal}", dice).log
    began = time.process_time()
    found = review(log, depth="quick", seed=number)
    own = found.seats[seat]
    judged = [each for each in found.decisions if each.seat == seat and each.legal > 1]
    return {
        "number": number,
        "deal": deal,
        "level": level,
        "decisions": len(judged),
        "skill": list(own.skill),
        "residual": list(own.residual),
        "luck": [list(each.luck) for each in found.seats],
        "blamed": sum(each.label in {"inaccuracy", "mistake", "blunder"} for each in judged),
        "seconds": round(time.process_time() - began, 3),
    }


def summarise_luck(rows: list[Row]) -> Iterator[str]:
    """Say whether luck is fair, and what taking it off is worth.

    Games of one deal are alike, so the deals are what is independent: all intervals are theirs.
    """
    players = len(rows[0]["result"])
    rows = rows[: len(rows) // players * players]
    by_deal = (-1, players, players, 2)  # deals, games, seats, kinds of value
    results, lucks = (np.array([row[key] for row in rows]) for key in ("result", "luck"))
    seconds = np.mean([row["seconds"] for row in rows])
    yield f"{len(rows):,} games, {seconds:.2f} s of computing for the luck of each"
    for seat in range(players):
        for kind, unit in enumerate(("winning chance", "points")):
            mean = mean_of(lucks.reshape(by_deal).mean(axis=1)[:, seat, kind])
            yield f"seat {seat}: mean luck in {unit} {_say(mean)}"
    pairs = np.array([row["pair"] for row in rows])
    for pair in sorted(set(pairs)):
        own = [np.diagonal(of[pairs == pair].reshape(by_deal), 0, 1, 2) for of in (results, lucks)]
        for kind, unit in enumerate(("wins", "lead")):
            raw, off = (each[:, kind] for each in own)  # deals, games
            deals = raw.mean(axis=1)
            both = adjust(deals, off.mean(axis=1)).values
            alone = np.stack(list(map(_adjusted, raw.T, off.T)), axis=1)
            yield (
                f"{pair}, {unit}: {_say(mean_of(deals))} raw, "
                f"{_say(mean_of(both))} without luck, "
                f"mean luck {_say(mean_of(off.mean(axis=1)))}; {raw.size} games"
            )
            yield (
                "  one of them is worth so many games of deals of their own, without adjustment: "
                f"because deals are played from all seats {_worth(raw, deals[:, None])}, because "
                f"luck is taken off {_worth(raw, alone)}, both {_worth(raw, both[:, None])}"
            )


def _adjusted(results: Numbers, luck: Numbers) -> Numbers:
    return adjust(results, luck).values


def _worth(raw: Numbers, values: Numbers) -> str:
    """Compare the variance of single results with that of other values of the same deals.

    Each deal has one value, or one for each of its games. The interval is that of a bootstrap over
    deals.
    """
    dice = np.random.default_rng(1)
    chosen = np.vstack([np.arange(len(raw)), dice.integers(len(raw), size=(2000, len(raw)))])
    games = raw.shape[1] / values.shape[1]
    single, other = (of[chosen].var(axis=(1, 2)) for of in (raw, values))
    ratios = single / np.maximum(other * games, 1e-9)
    low, high = np.quantile(ratios[1:], (0.025, 0.975))
    return f"{ratios[0]:.2f} ({low:.2f} to {high:.2f})"


def summarise_events(rows: list[Row]) -> Iterator[str]:
    """Say for each kind of event whether its luck is zero on average."""
    yield f"{len(rows):,} games, {np.mean([row['seconds'] for row in rows]):.2f} s each"
    players = len(next(iter(rows[0]["luck"].values())))
    none = np.zeros((players, 2))
    for kind in ["all", *sorted({kind for row in rows for kind in row["luck"]})]:
        gains = [
            sum(map(np.array, row["luck"].values()), none)
            if kind == "all"
            else np.array(row["luck"].get(kind, none))
            for row in rows
        ]
        of_planner = np.array([gain[row["seat"]] for row, gain in zip(rows, gains, strict=True)])
        by_seat = {f"seat {seat}": np.array(gains)[:, seat] for seat in range(players)}
        for who, own in {**by_seat, "the planner": of_planner}.items():
            win, lead = (mean_of(own[:, unit]) for unit in (0, 1))
            yield f"{kind}, {who}: winning chance {_say(win)}, points {_say(lead)}"


def summarise_skill(rows: list[Row]) -> Iterator[str]:
    """Say how skilled each level is, and how much more than the level below on the same deals."""
    yield f"{len(rows)} reviews, {np.mean([row['seconds'] for row in rows]):.1f} s each"
    skills = {(row["level"], row["deal"]): np.array(row["skill"]) for row in rows}
    below = None
    for level in BOTS:
        games = [row for row in rows if row["level"] == level]
        if not games:
            continue
        win, lead = (mean_of(np.array([row["skill"][kind] for row in games])) for kind in (0, 1))
        blamed = sum(row["blamed"] for row in games) / sum(row["decisions"] for row in games)
        yield (
            f"{level}: skill in winning chance {_say(win)}, in points {_say(lead)}, "
            f"blamed {100 * blamed:.1f} %, n={len(games)}"
        )
        deals = [row["deal"] for row in games if (below, row["deal"]) in skills]
        if deals:
            more = np.array([skills[level, deal] - skills[below, deal] for deal in deals])
            win, lead = (mean_of(more[:, kind]) for kind in (0, 1))
            yield f"  more than {below}: {_say(win)}, in points {_say(lead)}, n={len(deals)}"
        below = level


def _say(each: Estimate) -> str:
    return f"{each.value:+.3f} ({each.low:+.3f} to {each.high:+.3f})"


MEASURES: dict[
    str, tuple[Callable[[argparse.Namespace, int], Row], Callable[[list[Row]], Iterator[str]]]
] = {
    "luck": (luck, summarise_luck),
    "events": (events, summarise_events),
    "skill": (skill, summarise_skill),
}


def main() -> None:
    """Play on from where the file ends, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=tuple(MEASURES))
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--num", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=128)
    parser.add_argument("--bots", nargs=2, default=("search", "planner"), help="for luck")
    parser.add_argument("--minutes", type=float, default=1e9)
    arguments = parser.parse_args()
    play, summarise = MEASURES[arguments.what]
    done = len(arguments.out.read_text().splitlines()) if arguments.out.exists() else 0
    end = time.monotonic() + 60 * arguments.minutes
    with arguments.out.open("a", encoding="utf-8") as file:
        for number in range(done, arguments.num):
            if time.monotonic() >= end:
                break
            row = play(arguments, number)
            file.write(json.dumps(row) + "\n")
            file.flush()
    rows = [json.loads(line) for line in arguments.out.read_text().splitlines()]
    print("\n".join(summarise(rows)))


if __name__ == "__main__":
    main()
