"""The searching player: guesses what it cannot see, plays each guess on, and learns."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from fogline.bots.compiled_bots import engine_for, style_for
from fogline.bots.kernel import beliefs, tree_search
from fogline.bots.kernel.planner_memory import PLAN_SIZE, Planner
from fogline.bots.networks import believer_for, judge_for
from fogline.bots.tuned_weights import Style, weights_array
from fogline.core.chance import Seed
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.fast import FastEngine, Knowledge, words_of
from fogline.fast.constants import MOST_TICKETS
from fogline.fast.context import Block
from fogline.sim.bot_interface import Thinking, finish

DEFAULT_ITERATIONS = 1000
MOST_NODES = 200_000
"""The size at which a tree stops growing; it goes on learning."""
DOUBT = 0.4
"""Uncertainty penalty, `DOUBT / sqrt(tries)`: the most tried action is often just the early
favourite."""
_FIRST_PORTION = 8
"""Iterations before the first look at the clock."""
_PORTION = 0.005
"""The approximate seconds of the later portions."""
_DEPTH = 64
"""The greatest depth of a tree; a seat rarely has as many choices in a game."""


def policies_for(engine: FastEngine, style: Style | None = None) -> tree_search.PlayoutPolicies:
    """Return players for all seats of a playout, and one more for the seat that searches."""
    return tree_search.PlayoutPolicies(
        weights=weights_array(dict((style or style_for(engine)).planner)),
        plans=np.zeros((engine.seats + 1, PLAN_SIZE)),
        codes=engine.new_list(),
    )


def known_of(
    knowledge: Knowledge,
    seat: Seat,
    policies: tree_search.PlayoutPolicies,
    seed: Seed,
    style: Style | None = None,
) -> tree_search.Known:
    """Prepare a seat's knowledge for guesses: how much is hidden, and how likely each ticket is."""
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
        planner = Planner(policies.weights, policies.plans[seat], policies.codes)
        beliefs.measure_affinity(g, seat, planner, np.array(style.beliefs), affinity)
    return tree_search.Known(knowledge.known.words, hidden, affinity, base)


class _Tree:
    """The working memory of one search thread: a tree, a game, and the plan it follows."""

    def __init__(self, engine: FastEngine, nodes: int, style: Style) -> None:
        self._engine = engine
        self._style = style
        self._g = engine.with_memory(Block.empty(engine.lowered.block), words_of(0))
        self._policies = policies_for(engine, style)
        self._tree = tree_search.Tree(
            nodes=np.zeros((nodes, 4), np.int64),
            sums=np.zeros(nodes),
            path=np.zeros(_DEPTH, np.int64),
            size=np.zeros(2, np.int64),
            root=_new_choices(engine),
            below=_new_choices(engine),
            params=np.array(style.search),
            judge=judge_for(engine, style.horizon),
        )

    def plant(self, knowledge: Knowledge, seat: Seat, seed: Seed) -> None:
        """Start a new tree for a seat's knowledge."""
        self._seat = seat
        self._known = known_of(knowledge, seat, self._policies, seed, self._style)
        tree_search.plant(self._g, seat, self._known, self._policies, self._tree)

    def grow(self, iterations: int) -> None:
        """Play a number of guesses."""
        tree_search.grow(self._g, self._seat, self._known, self._policies, self._tree, iterations)

    def tried(self) -> dict[int, tuple[int, float]]:
        """Return for each action at the root how often it was tried, and the sum of its results."""
        children = {}
        nodes, sums = self._tree.nodes, self._tree.sums
        child = nodes[0, tree_search.CHILD]
        while child != 0:
            row = nodes[child]
            children[int(row[tree_search.CODE])] = (
                int(row[tree_search.VISITS]),
                float(sums[child]),
            )
            child = row[tree_search.SIBLING]
        return children


def _new_choices(engine: FastEngine) -> tree_search.Choices:
    codes = engine.new_list()
    return tree_search.Choices(codes, np.zeros(len(codes)))


@dataclass(frozen=True, slots=True)
class Thought:
    """The findings of a search about an action."""

    action: Action
    tries: int
    worth: float
    """Its mean result, from 0 (lost by far) to 1 (won by far)."""


class SearchBot:
    """A bot that searches a tree of its choices. It sees only views, and has separate dice.

    With `iterations` the same seed and views give the same choices, even if it is interrupted; with
    `seconds` the machine matters, and only the time in which it thinks counts. Each of the
    `threads` grows a separate tree, and they vote; iterations are shared out.
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
        return finish(self.thinking(view))

    def thinking(self, view: View) -> Thinking[Action]:
        """Choose, and yield every few milliseconds; with several threads, not at all."""
        actions = legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        thoughts = yield from self._thinking(view)
        return thoughts[0].action

    def think(self, view: View) -> list[Thought]:
        """Return the actions of the viewer with their worth, the best first."""
        return finish(self._thinking(view))

    def _thinking(self, view: View) -> Thinking[list[Thought]]:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        knowledge = Knowledge(engine_for(view.game, len(view.players)), view)
        return (yield from self._weighing(knowledge, view.seat))

    def weigh(self, knowledge: Knowledge, seat: Seat) -> list[Thought]:
        """Return the actions of a seat with this knowledge and their worth, the best first."""
        return finish(self._weighing(knowledge, seat))

    def _weighing(self, knowledge: Knowledge, seat: Seat) -> Thinking[list[Thought]]:
        engine = knowledge.engine
        trees = self._trees_for(engine)
        for number, tree in enumerate(trees):
            tree.plant(knowledge, seat, f"{self._seed}/{self._asked}/{number}")
        self._asked += 1
        yield from self._growing(trees)
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

    def _growing(self, trees: list[_Tree]) -> Thinking[None]:
        share, more = divmod(self._iterations or 0, len(trees))
        works = [
            _growing(
                tree.grow,
                math.inf if self._iterations is None else share + (number < more),
                math.inf if self._seconds is None else self._seconds,
            )
            for number, tree in enumerate(trees)
        ]
        if len(works) == 1:
            yield from works[0]
            return
        with ThreadPoolExecutor(len(works)) as pool:
            list(pool.map(finish, works))


def _growing(grow: Callable[[int], None], iterations: float, seconds: float) -> Thinking[None]:
    """Yield between portions of growth, until the iterations are done or time is up.

    The clock decides after how many iterations to yield, but not what they do.
    """
    done, used, portion = 0, 0.0, _FIRST_PORTION
    while True:
        size = int(min(portion, iterations - done))
        began = time.monotonic()
        grow(size)
        took = time.monotonic() - began
        done, used = done + size, used + took
        if done >= iterations or used >= seconds:
            return
        if took < _PORTION / 2:
            portion *= 2
        elif took > 2 * _PORTION:
            portion = max(1, portion // 2)
        yield


def _vote(trees: list[_Tree]) -> list[tuple[int, tuple[int, float]]]:
    """Return the sums of the trees' tries, the action with the best sure worth first."""
    votes: dict[int, tuple[int, float]] = {}
    for tree in trees:
        for code, (tries, total) in tree.tried().items():
            before = votes.get(code, (0, 0.0))
            votes[code] = (before[0] + tries, before[1] + total)

    def rank(vote: tuple[int, tuple[int, float]]) -> tuple[float, int]:
        code, (tries, total) = vote
        return (DOUBT / math.sqrt(tries) - total / tries, code)

    return sorted(votes.items(), key=rank)
