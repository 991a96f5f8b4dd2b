"""What search gains by more computation, perfect beliefs and newer weights.

Search plays against the planner and against itself: with more iterations, with a look at everything
that is hidden (a peeking search, which exists in this file alone), and against search as it was in
revision 3acd20b, with as much processor time for a decision. Every deal is played from every seat;
with more than two players one of the first kind sits among those of the second. Deals that are in
the file of results are not played again, so a run can be stopped and continued; with other code,
name another file.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.before import style_before
from fogline import define
from fogline.arena.ladder.statistics import mean_of, rate_of
from fogline.bots.compiled import engine_for, players_for, style_for
from fogline.bots.kernel import match
from fogline.bots.kernel.weights import NEVER
from fogline.bots.search import SearchBot
from fogline.fast import FastEngine, FastState, Knowledge, layout, words_of
from fogline.fast.context import Block, Game
from fogline.fast.jit import big_kernel
from fogline.fast.mechanics import claiming, drawing, tickets

THIRDS = ("first", "second", "last")
Choose = Callable[[FastState, int], int]
"""Chooses the code of an action for a seat."""


@big_kernel
def forget(g: Game, seat: int, hidden: npt.NDArray[np.int64], cards: bool, other: bool) -> None:
    """Cut out the cards, the tickets, or both, that a seat does not know."""
    if cards:
        drawing.forget_cards(g, seat, hidden[0])
    if other:
        tickets.forget_tickets(g, seat, hidden[1])


class Peek(Enum):
    """What a search sees that it must not."""

    NOTHING = ""
    CARDS = "peeking at cards"
    TICKETS = "peeking at tickets"
    ALL = "peeking"


class FromState(Knowledge):
    """What a seat knows, cut out of a whole state, and what it peeks at."""

    def __init__(self, state: FastState, seat: int, peeks: Peek) -> None:
        self.engine = state.engine
        self.known = state.block.copy()
        hidden = np.zeros((2, 2 + self.engine.seats), np.int64)
        g = self.engine.with_memory(self.known, state.rng)
        cards, more = peeks in (Peek.ALL, Peek.CARDS), peeks in (Peek.ALL, Peek.TICKETS)
        forget(g, seat, hidden, not cards, not more)
        self.hidden_cards, self.hidden_tickets = hidden[0, : self.engine.seats], hidden[1]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of search; without iterations, the planner."""

    iterations: int
    peeks: Peek = Peek.NOTHING
    before: bool = False
    """Whether it thinks as in revision 3acd20b."""
    whole: bool = False
    """Whether its playouts go to the end of the game, where there is a network, too."""
    numbers: bool = False
    """Whether it guesses tickets by numbers, where there is a network, too."""
    third: int | None = None
    """The third of the game in which it searches, 0 to 2; in the others it is the planner."""

    def __str__(self) -> str:
        if not self.iterations:
            return "planner"
        said = {
            self.peeks.value: self.peeks is not Peek.NOTHING,
            "of 3acd20b": self.before,
            "whole playouts": self.whole,
            "beliefs by numbers": self.numbers,
        }
        if self.third is not None:
            said[f"in the {THIRDS[self.third]} third"] = True
        return ", ".join([f"{self.iterations:,}", *(words for words, so in said.items() if so)])

    def player(self, engine: FastEngine, seed: str) -> Choose:
        """Make one."""
        if not self.iterations:
            return planner(engine, seed)
        style = style_before(engine) if self.before else style_for(engine)
        if self.whole:
            style = replace(style, horizon=NEVER)
        if self.numbers:
            style = replace(style, learnt_beliefs=False)
        bot = SearchBot(seed, iterations=self.iterations, style=style)

        def choose(state: FastState, seat: int) -> int:
            return engine.code(bot.weigh(FromState(state, seat, self.peeks), seat)[0].action)

        if self.third is None:
            return choose
        plan = planner(engine, seed)
        return lambda state, seat: (choose if _third(state) == self.third else plan)(state, seat)


def _third(state: FastState) -> int:
    """Say in which third a game is, by the vehicles of the player who has used most."""
    engine = state.engine
    at = [layout.PLAYERS + seat * layout.STRIDE + claiming.VEHICLES for seat in range(engine.seats)]
    left = min(int(state.block.bytes[each]) for each in at)
    return 2 - min(3 * left // int(engine.lowered[claiming.START_VEHICLES]), 2)


def planner(engine: FastEngine, seed: str) -> Choose:
    """Make a planner, which looks at no secret either."""
    players = players_for(engine, ["planner"] * engine.seats)
    dice = words_of(seed)
    guess = engine.with_memory(Block.empty(engine.lowered.block), dice)

    def choose(state: FastState, seat: int) -> int:
        return int(match.blind_code(state.g, guess, seat, players, dice))

    return choose


@dataclass(frozen=True, slots=True)
class Case:
    """A pairing: one kind, alone among others of the other kind."""

    game: str
    players: int
    one: Kind
    other: Kind
    deals: int

    @property
    def name(self) -> str:
        """Name it in the file of results."""
        return f"{self.game}/{self.players}/{self.one}/{self.other}"


def _ladder(game: str, players: int, budgets: Sequence[int], deals: int) -> list[Case]:
    """Pair each budget with the next smaller one."""
    return [Case(game, players, Kind(more), Kind(less), deals) for less, more in pairwise(budgets)]


CASES = (
    # Against revision 3acd20b, with as many iterations as take about as much processor time.
    Case("san-francisco", 2, Kind(650), Kind(700, before=True), 150),
    Case("old-west", 2, Kind(380), Kind(150, before=True), 150),
    Case("san-francisco", 4, Kind(700), Kind(700, before=True), 75),
    Case("old-west", 4, Kind(180), Kind(100, before=True), 75),
    Case("san-francisco", 2, Kind(9500), Kind(9000, before=True), 150),
    Case("old-west", 2, Kind(3800), Kind(1500, before=True), 150),
    Case("san-francisco", 2, Kind(47_000), Kind(45_000, before=True), 150),
    Case("old-west", 2, Kind(19_000), Kind(7500, before=True), 150),
    # What the network is worth, in the same way.
    Case("old-west", 2, Kind(200), Kind(60, whole=True), 150),
    Case("san-francisco", 2, Kind(420), Kind(200, whole=True), 150),
    # What learnt beliefs are worth.
    Case("old-west", 2, Kind(1000), Kind(1000, numbers=True), 150),
    Case("san-francisco", 2, Kind(1000), Kind(1000, numbers=True), 150),
    Case("old-west", 4, Kind(200), Kind(200, numbers=True), 75),
    Case("san-francisco", 4, Kind(700), Kind(700, numbers=True), 75),
    # The levels: strong is the planner, expert has 100 iterations, and master 2,000.
    *(
        Case(game, players, one, other, deals)
        for one, other in ((Kind(100), Kind(0)), (Kind(2000), Kind(100)))
        for players, deals in ((2, 150), (4, 40))
        for game in ("san-francisco", "old-west")
    ),
    # Perfect beliefs about hands and tickets; what will be drawn nobody knows.
    Case("san-francisco", 2, Kind(100, peeks=Peek.ALL), Kind(100), 150),
    Case("old-west", 2, Kind(30, peeks=Peek.ALL), Kind(30), 150),
    *(Case("old-west", 2, Kind(1000, peeks=each), Kind(1000), 150) for each in list(Peek)[1:]),
    # More computation.
    *_ladder("san-francisco", 2, (30, 100, 300, 1000, 3000, 10_000), 150),
    *_ladder("old-west", 2, (30, 100, 300, 1000, 3000, 10_000), 150),
    *_ladder("san-francisco", 3, (100, 300, 1000, 3000, 10_000), 50),
    *_ladder("san-francisco", 4, (100, 300, 1000, 3000, 10_000), 40),
    *_ladder("old-west", 3, (100, 300, 1000, 3000, 10_000), 50),
    *_ladder("old-west", 4, (100, 300, 1000, 3000, 10_000), 40),
    *_ladder("old-west", 6, (30, 100, 300, 1000, 3000, 10_000), 25),
    # Search in a part of the game alone.
    *(
        Case(game, 2, Kind(300, third=third), Kind(0), 150)
        for game in ("san-francisco", "old-west")
        for third in range(len(THIRDS))
    ),
)


def play(engine: FastEngine, kinds: Sequence[Kind], deal: str) -> tuple[FastState, list[float]]:
    """Play a game; return its end, and the processor time of each seat for a decision."""
    state = engine.start(deal)
    players = [kind.player(engine, f"{deal}/{seat}") for seat, kind in enumerate(kinds)]
    seconds, decisions = [0.0] * len(kinds), [0] * len(kinds)
    while not state.is_over:
        seat = state.deciding[0]
        codes = state.legal(seat)
        if len(codes) == 1:
            state.step(seat, int(codes[0]))
            continue
        began = time.process_time()
        code = players[seat](state, seat)
        seconds[seat] += time.process_time() - began
        decisions[seat] += 1
        state.step(seat, code)
    return state, [spent / num for spent, num in zip(seconds, decisions, strict=True)]


def play_deal(case: Case, number: int) -> dict[str, float]:
    """Play a deal from every seat; return its share of wins, the lead, and the thinking times."""
    engine = engine_for(define(case.game), case.players)
    won, lead, spent, others = 0.0, 0.0, 0.0, 0.0
    for seat in range(case.players):
        kinds = [case.one if each == seat else case.other for each in range(case.players)]
        state, seconds = play(engine, kinds, f"ceiling/{case.game}/{case.players}/{number}")
        ranks = list(zip(state.scores, state.complete, strict=True))
        if ranks[seat] == max(ranks):
            won += 1 / ranks.count(max(ranks))
        scores = list(state.scores)
        lead += scores.pop(seat) - max(scores)
        spent += seconds.pop(seat)
        others += float(np.mean(seconds))
    return {
        "wins": won / case.players,
        "lead": lead / case.players,
        "seconds": spent / case.players,
        "others": others / case.players,
    }


def read(path: Path) -> dict[str, list[dict[str, float]]]:
    """Read the deals that were played before, in their order."""
    found: dict[str, list[dict[str, float]]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.setdefault(row["case"], []).append(row["deal"])
    return found


def row_of(case: Case, deals: list[dict[str, float]]) -> str:
    """Write a row of the table."""
    wins = rate_of(np.array([deal["wins"] for deal in deals]))
    lead = mean_of(np.array([deal["lead"] for deal in deals]))
    told = "" if lead is None else f"{lead.value:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})"
    return (
        f"| {define(case.game).title} | {case.players} | {case.one} | {case.other} |"
        f" {len(deals) * case.players} |"
        f" {100 * wins.value:.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f}) |"
        f" {100 / case.players:.0f} % | {told} |"
        f" {1e3 * np.mean([deal['seconds'] for deal in deals]):.0f} |"
        f" {1e3 * np.mean([deal['others'] for deal in deals]):.0f} |"
    )


def main() -> None:
    """Play what is not played yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("build/ceiling.jsonl"))
    parser.add_argument("--seconds", type=float, help="stop after so much processor time")
    parser.add_argument("--only", default="", help="play the cases whose names contain this")
    given = parser.parse_args()
    cases = [case for case in CASES if given.only in case.name]
    given.results.parent.mkdir(parents=True, exist_ok=True)
    known = read(given.results)
    # Deal by deal through all cases: a run that is stopped early tells a little about each.
    for number in range(max((case.deals for case in cases), default=0)):
        for case in cases:
            if number >= case.deals or number < len(known.get(case.name, [])):
                continue
            if given.seconds is not None and time.process_time() > given.seconds:
                break
            deal = play_deal(case, number)
            known.setdefault(case.name, []).append(deal)
            with given.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"case": case.name, "deal": deal}) + "\n")
    print(
        "| game | players | search | against | games | wins | par | lead over the best other |"
        " ms a decision | of the others |"
    )
    print("|---|---:|---|---|---:|---|---:|---|---:|---:|")
    for case in CASES:
        if case.name in known:
            print(row_of(case, known[case.name]))


if __name__ == "__main__":
    main()
