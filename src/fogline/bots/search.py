"""The searching player: guesses what it cannot see, plays each guess on, and learns."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from fogline.bots.compiled import engine_for, style_for
from fogline.bots.kernel import beliefs, search
from fogline.bots.networks import believer_for, judge_for
from fogline.bots.weights import Style
from fogline.core.chance import Seed
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.fast import FastEngine, Knowledge, words_of
from fogline.fast.advice import PLAN_SIZE, Planner, weights_array
from fogline.fast.constants import MOST_TICKETS
from fogline.fast.context import Block

DEFAULT_ITERATIONS = 1000
MOST_NODES = 200_000
"""A tree that is full grows no further, but goes on learning."""
DOUBT = 0.4
"""What an action is marked down by, divided by the root of its tries; the most tried one is often
but the one that looked best at first."""
_SLICE = 64
"""Iterations between two looks at the clock."""
_DEPTH = 64
"""The tree is no deeper than this; a game's own choices are rarely so many."""


def minds_for(engine: FastEngine, style: Style | None = None) -> search.Minds:
    """Return players for all seats of a playout, and one more for the seat that searches."""
    return search.Minds(
        weights=weights_array(dict((style or style_for(engine)).planner)),
        plans=np.zeros((engine.seats + 1, PLAN_SIZE)),
        codes=engine.new_list(),
    )


def known_of(
    knowledge: Knowledge,
    seat: Seat,
    minds: search.Minds,
    seed: Seed,
    style: Style | None = None,
) -> search.Known:
    """Prepare what a seat knows for guesses: how many things are hidden, and how likely each is."""
    engine = knowledge.engine
    hidden = np.zeros((3, 2 + engine.seats), np.int64)
    hidden[0, : engine.seats] = knowledge.hidden_cards
    hidden[1] = knowledge.hidden_tickets
    affinity = np.ones((engine.seats, MOST_TICKETS))
    base = words_of(seed)
    g = engine.with_memory(knowledge.known, base)
    style = style or style_for(engine)
    believer = believer_for(engine) if style.learnt_beliefs else None
    if believer is not None:
        beliefs.learnt_affinity(g, seat, hidden, believer, affinity)
    else:
        planner = Planner(minds.weights, minds.plans[seat], minds.codes)
        beliefs.measure_affinity(g, seat, planner, np.array(style.beliefs), affinity)
    return search.Known(knowledge.known.words, hidden, affinity, base)


class _Tree:
    """What one thread needs to search: a tree, memory to play in, and the plan it follows."""

    def __init__(self, engine: FastEngine, nodes: int, style: Style) -> None:
        self._engine = engine
        self._style = style
        self._g = engine.with_memory(Block.empty(engine.lowered.block), words_of(0))
        self._minds = minds_for(engine, style)
        self._tree = search.Tree(
            nodes=np.zeros((nodes, 4), np.int64),
            sums=np.zeros(nodes),
            path=np.zeros(_DEPTH, np.int64),
            size=np.zeros(2, np.int64),
            root=_new_choices(engine),
            below=_new_choices(engine),
            how=np.array(style.search),
            judge=judge_for(engine, style.horizon),
        )

    def plant(self, knowledge: Knowledge, seat: Seat, seed: Seed) -> None:
        """Begin a new tree for what a seat knows now."""
        self._seat = seat
        self._known = known_of(knowledge, seat, self._minds, seed, self._style)
        search.plant(self._g, seat, self._known, self._minds, self._tree)

    def grow(self, iterations: int) -> None:
        """Play so many guesses."""
        search.grow(self._g, self._seat, self._known, self._minds, self._tree, iterations)

    def tried(self) -> dict[int, tuple[int, float]]:
        """For each action at the root: how often it was tried, and the sum of its results."""
        children = {}
        nodes, sums = self._tree.nodes, self._tree.sums
        child = nodes[0, search.CHILD]
        while child != 0:
            row = nodes[child]
            children[int(row[search.CODE])] = (int(row[search.VISITS]), float(sums[child]))
            child = row[search.SIBLING]
        return children


def _new_choices(engine: FastEngine) -> search.Choices:
    codes = engine.new_list()
    return search.Choices(codes, np.zeros(len(codes)))


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out about an action."""

    action: Action
    tries: int
    worth: float
    """What came of it on average, from 0 (lost by far) to 1 (won by far)."""


class SearchBot:
    """Searches a tree of its own choices. It sees only views, and has dice of its own.

    With `iterations` the same seed and views give the same choices; with `seconds` the machine has
    a say. Each of the `threads` grows a tree of its own, and they vote; iterations are shared out.
    A `style` other than that of the game serves comparisons.
    """

    def __init__(
        self,
        seed: Seed,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        style: Style | None = None,
    ) -> None:
        if iterations is None and seconds is None:
            iterations = DEFAULT_ITERATIONS
        self._seed, self._iterations, self._seconds = seed, iterations, seconds
        self._threads, self._style = threads, style
        self._asked = 0
        self._trees: dict[FastEngine, list[_Tree]] = {}

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        actions = legal_actions(view)
        return actions[0] if len(actions) == 1 else self.think(view)[0].action

    def think(self, view: View) -> list[Thought]:
        """Weigh what the viewer can do, and list it, the best first."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        return self.weigh(Knowledge(engine_for(view.game, len(view.players)), view), view.seat)

    def weigh(self, knowledge: Knowledge, seat: Seat) -> list[Thought]:
        """Weigh what a seat can do that knows so much, and list it, the best first."""
        engine = knowledge.engine
        trees = self._trees_for(engine)
        for number, tree in enumerate(trees):
            tree.plant(knowledge, seat, f"{self._seed}/{self._asked}/{number}")
        self._asked += 1
        self._grow(trees)
        return [
            Thought(engine.action(code), tries, total / tries)
            for code, (tries, total) in _vote(trees)
        ]

    def _trees_for(self, engine: FastEngine) -> list[_Tree]:
        if engine not in self._trees:
            share = -(-(self._iterations or MOST_NODES) // self._threads)
            nodes = min(share + 2, MOST_NODES)
            style = self._style or style_for(engine)
            self._trees[engine] = [_Tree(engine, nodes, style) for _ in range(self._threads)]
        return self._trees[engine]

    def _grow(self, trees: list[_Tree]) -> None:
        end = time.monotonic() + self._seconds if self._seconds is not None else None
        if len(trees) == 1:
            _grow_until(trees[0].grow, self._iterations, end)
            return
        share, more = divmod(self._iterations or 0, len(trees))
        with ThreadPoolExecutor(len(trees)) as pool:
            growing = [
                pool.submit(
                    _grow_until,
                    tree.grow,
                    None if self._iterations is None else share + (number < more),
                    end,
                )
                for number, tree in enumerate(trees)
            ]
            for each in growing:
                each.result()


def _grow_until(grow: Callable[[int], None], iterations: int | None, end: float | None) -> None:
    """Grow until there were so many iterations, or time is up; at least a little."""
    done = 0
    while iterations is None or done < iterations:
        size = _SLICE if iterations is None else min(_SLICE, iterations - done)
        grow(size)
        done += size
        if end is not None and time.monotonic() >= end:
            return


def _vote(trees: list[_Tree]) -> list[tuple[int, tuple[int, float]]]:
    """Add up what the trees tried, and put first what is good beyond doubt."""
    votes: dict[int, tuple[int, float]] = {}
    for tree in trees:
        for code, (tries, total) in tree.tried().items():
            before = votes.get(code, (0, 0.0))
            votes[code] = (before[0] + tries, before[1] + total)

    def rank(vote: tuple[int, tuple[int, float]]) -> tuple[float, int]:
        code, (tries, total) = vote
        return (DOUBT / math.sqrt(tries) - total / tries, code)

    return sorted(votes.items(), key=rank)
