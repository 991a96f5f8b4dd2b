"""A tree of one's own choices, grown by playing guesses of the game.

Each iteration guesses a whole state from what the seat knows. The seat's own choices go down the
tree, which knows them by their codes alone: what chance and the others do in between differs from
guess to guess, so a choice is weighed only against those that were possible beside it. The others,
and the seat itself below the tree, play as the planner does: to the end of the game, or for a few
turns, after which a network says what the position is worth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import beliefs, candidates, rollout, value, weights
from fogline.bots.kernel.planner import plan_code
from fogline.fast import advice, board
from fogline.fast.jit import big_kernel, flat, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.guess import fill_in
from fogline.fast.kernel.records import copy
from fogline.fast.mechanics import turns

CHILD, SIBLING, CODE, VISITS = range(4)
"""A node, in whole numbers: its first child, the next child of its parent, the action that leads
to it, and how often it was tried. Node 0 is the root, and as a child or sibling stands for none."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Known(NamedTuple):
    """What a seat knows."""

    words: npt.NDArray[Any]
    """The state as far as it is known."""
    hidden: npt.NDArray[Any]
    """What is unknown, as `guess_hands` and `fill_in` count it."""
    affinity: npt.NDArray[Any]
    """For each seat and ticket how likely it is held."""
    base: npt.NDArray[Any]
    """The words that all chance of this search comes from."""


class Choices(NamedTuple):
    """Actions worth a try, with their priors."""

    codes: npt.NDArray[Any]
    priors: npt.NDArray[Any]


class Tree(NamedTuple):
    """A tree that grows."""

    nodes: npt.NDArray[Any]
    sums: npt.NDArray[Any]
    """What came of each node in all."""
    path: npt.NDArray[Any]
    size: npt.NDArray[Any]
    """How many nodes there are, and how many choices at the root."""
    root: Choices
    below: Choices
    """Room for choices below the root."""
    how: npt.NDArray[Any]
    """How search thinks."""
    judge: value.Judge


class Minds(NamedTuple):
    """The players of a playout: all think alike, each has a plan of its own."""

    weights: npt.NDArray[Any]
    plans: npt.NDArray[Any]
    """A row for each seat; the last is the searching seat's own, kept from choice to choice."""
    codes: npt.NDArray[Any]


@kernel
def mind(minds, row):
    """Return the player of a row."""
    return advice.Planner(flat(minds.weights), flat(minds.plans[row]), flat(minds.codes))


@kernel
def _child(tree, node, code):
    """Find the child of a node by its action; 0 if there is none."""
    child = tree.nodes[node, CHILD]
    while child != 0 and tree.nodes[child, CODE] != code:
        child = tree.nodes[child, SIBLING]
    return child


@kernel
def _select(tree, node, choices, count):
    """Choose the most promising of these actions: good results, or a good prior little tried."""
    visits = tree.nodes[node, VISITS]
    mean = tree.sums[node] / visits if visits > 0 else 0.5
    root = np.sqrt(visits + 1.0)
    best, best_promise = 0, -1e9
    for position in range(count):
        child = _child(tree, node, choices.codes[position])
        tried = tree.nodes[child, VISITS] if child != 0 else 0
        worth = tree.sums[child] / tried if tried > 0 else mean - tree.how[weights.FIRST_TRY]
        promise = worth + tree.how[weights.EXPLORE] * choices.priors[position] * root / (
            1.0 + tried
        )
        if promise > best_promise:
            best, best_promise = position, promise
    return choices.codes[best]


@kernel
def stream(base, number, turn, rng):
    """Set the dice for a turn of a guess, so that the n-th guess of every action is like luck."""
    word = base[0] + np.uint64(number) * GOLDEN + np.uint64(turn) * base[1]
    for position in range(4):
        word += GOLDEN
        mixed = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        rng[position] = mixed ^ (mixed >> np.uint64(31))


@kernel
def _add_child(tree, node, code):
    """Add a child to a node; return it, or 0 if there is no room."""
    child = tree.size[0]
    if child >= tree.nodes.shape[0]:
        return 0
    tree.size[0] += 1
    tree.nodes[child, CHILD] = 0
    tree.nodes[child, SIBLING] = tree.nodes[node, CHILD]
    tree.nodes[child, CODE] = code
    tree.nodes[child, VISITS] = 0
    tree.sums[child] = 0.0
    tree.nodes[node, CHILD] = child
    return child


@kernel
def guess(g, known, number):
    """Guess a whole state, the n-th of this search."""
    stream(known.base, number, 0, g.rng)
    copy(known.words, g.w)
    beliefs.guess_hands(g, known.hidden, known.affinity)
    fill_in(g, known.hidden[0], known.hidden[2])


@big_kernel
def plant(g, seat, known, minds, tree):
    """Look at the choice before the seat: what the planner would do, and what is worth a try."""
    tree.nodes[0, :] = 0
    tree.sums[0] = 0.0
    tree.size[0] = 1
    guess(g, known, 0)
    own = mind(minds, g.t[board.N_SEATS])
    code = plan_code(g, seat, own)
    tree.size[1] = candidates.candidates(g, seat, own, code, tree.root)


@big_kernel
def grow(g, seat, known, minds, tree, iterations):
    """Grow the tree by so many iterations from what is known."""
    seats = g.t[board.N_SEATS]
    for _ in range(iterations):
        first = _select(tree, 0, tree.root, tree.size[1])
        child = _child(tree, 0, first)
        number = tree.nodes[child, VISITS] if child != 0 else 0
        guess(g, known, number)
        for other in range(seats):
            minds.plans[other, advice.READY] = 0.0
        copy(minds.plans[seats], minds.plans[seat])
        node = depth = 0
        tree.path[0] = 0
        inside = True
        turn = 0
        until = weights.NEVER
        while not play.is_over(g):
            if g.h[turns.TURNS] != turn:
                turn = g.h[turns.TURNS]
                stream(known.base, number, turn, g.rng)
            if turn >= until and play.phase_of(g) == turns.ACTION:
                break
            actor = play.acting(g)
            if inside and depth == 0 and actor == seat:
                code = first
            else:
                code = plan_code(g, actor, mind(minds, actor))
            if inside and actor == seat:
                if depth > 0:
                    count = candidates.candidates(g, seat, mind(minds, seat), code, tree.below)
                    code = _select(tree, node, tree.below, count)
                child = _child(tree, node, code)
                if child == 0:
                    child = _add_child(tree, node, code)
                if child != 0:
                    depth += 1
                    tree.path[depth] = child
                    node = child
                inside = child != 0 and tree.nodes[child, VISITS] > 0
                inside = inside and depth + 1 < tree.path.shape[0]
                if not inside:
                    until = turn + tree.judge.horizon
            play.step(g, actor, code)
        if play.is_over(g):
            won = rollout.reward(g, seat, tree.how)
        else:
            won = value.worth(g, seat, mind(minds, seat), tree.judge)
        for position in range(depth + 1):
            tree.nodes[tree.path[position], VISITS] += 1
            tree.sums[tree.path[position]] += won
