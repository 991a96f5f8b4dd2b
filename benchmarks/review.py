"""Measure the review: whether luck is zero on average, what it explains, and who is skilled.

    python benchmarks/review.py luck old-west --out luck.jsonl --num 2000
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

from fogline.arena.jobs import Job, ListedSeeds, play_games, play_one
from fogline.games import define
from fogline.review import review
from fogline.review.adjust import adjust, luck_of_game
from fogline.review.compiled import CompiledEvaluator
from fogline.review.values import Interval, interval_of, values_of

PAIRS = (
    ("planner", "one-step"),
    ("planner", "ticket-hungry"),
    ("planner", "route-focus"),
    ("one-step", "ticket-hungry"),
    ("planner", "planner"),
)
"""Who plays whom; the first bot sits on each seat in turn."""
LEVELS = ("random", "greedy", "one-step", "planner", "search:iterations=300")
"""The bots whose skill is compared, from weak to strong; the planner plays the other seats."""
Row = dict[str, Any]


def luck(game: str, players: int, number: int, playouts: int) -> Row:
    """Play a game and measure its luck; each deal is played from every seat."""
    deal, seat = divmod(number, players)
    one, other = PAIRS[deal % len(PAIRS)]
    bots = tuple(one if each == seat else other for each in range(players))
    definition = define(game)
    evaluator = CompiledEvaluator(definition, players)
    seed, dice = f"review/{deal}", tuple(f"review/{number}/{each}" for each in range(players))
    played = play_games(Job(definition, bots, ListedSeeds((seed,), (dice,)), log=True))
    if played.log is None:
        raise RuntimeError("the games were played without a log")
    decisions = [(each, evaluator.engine.code(action)) for each, action in played.log.of(0)]
    began = time.process_time()
    found = luck_of_game(evaluator, seed, decisions, playouts)
    ends = np.stack([played.scores, played.complete.sum(axis=2)], axis=2)
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


def skill(game: str, players: int, number: int, _: int) -> Row:
    """Review a game of a level against planners."""
    level, seat = LEVELS[number % len(LEVELS)], number // len(LEVELS) % players
    bots = [level if each == seat else "planner" for each in range(players)]
    dice = [f"skill/{number}/{each}" for each in range(players)]
    log = play_one(define(game), bots, f"skill/{number}", dice).log
    began = time.process_time()
    found = review(log, depth="quick", seed=number)
    own = found.seats[seat]
    judged = [each for each in found.decisions if each.seat == seat and each.legal > 1]
    return {
        "number": number,
        "level": level,
        "decisions": len(judged),
        "skill": list(own.skill),
        "residual": list(own.residual),
        "luck": [list(each.luck) for each in found.seats],
        "blamed": sum(each.label in {"inaccuracy", "mistake", "blunder"} for each in judged),
        "seconds": round(time.process_time() - began, 3),
    }


def summarise_luck(rows: list[Row]) -> Iterator[str]:
    """Say whether luck is fair, and what taking it off is worth."""
    results, lucks = (np.array([row[key] for row in rows]) for key in ("result", "luck"))
    seconds = np.mean([row["seconds"] for row in rows])
    yield f"{len(rows):,} games, {seconds:.2f} s of computing for the luck of each"
    for seat in range(results.shape[1]):
        for kind, unit in enumerate(("winning chance", "points")):
            mean = interval_of(lucks[:, seat, kind])
            yield f"seat {seat}: mean luck in {unit} {_say(mean)}"
    for pair in ["all", *sorted({row["pair"] for row in rows})]:
        chosen = [n for n, row in enumerate(rows) if pair in ("all", row["pair"])]
        for kind, unit in enumerate(("wins", "lead")):
            own = [rows[n]["seat"] for n in chosen]
            raw = results[chosen, own, kind]
            off = lucks[chosen, own, kind]
            full, best = raw - off, adjust(raw, off)
            yield (
                f"{pair}, {unit}: {_say(interval_of(raw))} raw, "
                f"{_say(interval_of(best.values))} without luck; n={len(chosen)}; games saved: "
                f"factor {_factor(raw, full)} with all luck taken off, {_factor(raw, best.values)}"
                " with the best share of it"
            )


def _factor(raw: Any, adjusted: Any) -> str:
    spread = float(adjusted.var())
    return f"{float(raw.var()) / spread:.2f}" if spread else "∞"


def summarise_skill(rows: list[Row]) -> Iterator[str]:
    """Say how skilled each level is."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["level"]].append(row)
    yield f"{len(rows)} reviews, {np.mean([row['seconds'] for row in rows]):.1f} s each"
    for level in LEVELS:
        if level in found:
            games = found[level]
            win, lead = (np.array([row["skill"][kind] for row in games]) for kind in (0, 1))
            blamed = sum(row["blamed"] for row in games) / sum(row["decisions"] for row in games)
            yield (
                f"{level}: skill in winning chance {_say(interval_of(win))}, in points "
                f"{_say(interval_of(lead))}, blamed {100 * blamed:.1f} %, n={len(games)}"
            )


def _say(each: Interval) -> str:
    return f"{each.value:+.3f} ({each.low:+.3f} to {each.high:+.3f})"


def main() -> None:
    """Play on from where the file ends, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("luck", "skill"))
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--num", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--minutes", type=float, default=1e9)
    arguments = parser.parse_args()
    play: Callable[[str, int, int, int], Row] = luck if arguments.what == "luck" else skill
    done = len(arguments.out.read_text().splitlines()) if arguments.out.exists() else 0
    end = time.monotonic() + 60 * arguments.minutes
    with arguments.out.open("a", encoding="utf-8") as file:
        for number in range(done, arguments.num):
            if time.monotonic() >= end:
                break
            row = play(arguments.game, arguments.players, number, arguments.playouts)
            file.write(json.dumps(row) + "\n")
            file.flush()
    rows = [json.loads(line) for line in arguments.out.read_text().splitlines()]
    summarise = summarise_luck if arguments.what == "luck" else summarise_skill
    print("\n".join(summarise(rows)))


if __name__ == "__main__":
    main()
