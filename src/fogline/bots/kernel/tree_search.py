"""A tree of the seat's own choices, grown by playing guesses of the game.

Each iteration guesses a whole state from what the seat knows. The seat's choices descend the tree,
which identifies them by their codes alone: chance and the others' choices differ from guess to
guess, so a choice is compared only with those that were possible at the same time. The others, and
the seat itself below the tree, play as the planner does: to the end of the game, or for a few
turns, after which a network evaluates the position.

An iteration is a `guess`, a descent of the tree to a new choice (`_descend`), a playout from there
(`_roll_out`), and a record of its result in all nodes on the path (`_back_up`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import beliefs, candidates, value, weights
from fogline.bots.kernel.planner import plan_code
from fogline.bots.kernel.planner_memory import Planner, forget_plans
from fogline.fast import board
from fogline.fast.jit import entry_point, flat, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.guess import fill_in
from fogline.fast.kernel.records import copy, load
from fogline.fast.mechanics import turns

CHILD, SIBLING, CODE, VISITS = range(4)
"""A node, in whole numbers: its first child, the next child of its parent, the action that leads
to it, and its number of visits. Node 0 is the root; as a child or sibling it means none."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Known(NamedTuple):
    """The knowledge of a seat."""

    words: npt.NDArray[Any]
    """The state as far as it is known."""
    hidden: npt.NDArray[Any]
    """The counts of unknown cards and tickets, for `guess_hands` and `fill_in`."""
    affinity: npt.NDArray[Any]
    """For each seat and ticket how likely the seat holds it."""
    base: npt.NDArray[Any]
    """The words from which all dice of this search derive."""


class Choices(NamedTuple):
    """Actions worth a try, with their priors."""

    codes: npt.NDArray[Any]
    priors: npt.NDArray[Any]


class Tree(NamedTuple):
    """A tree that grows."""

    nodes: npt.NDArray[Any]
    sums: npt.NDArray[Any]
    """The sum of the results of each node."""
    path: npt.NDArray[Any]
    size: npt.NDArray[Any]
    """The number of nodes, and the number of choices at the root."""
    root: Choices
    below: Choices
    """Memory for choices below the root."""
    params: npt.NDArray[Any]
    """The parameters of search, by the indices of `weights`."""
    judge: value.Judge


class PlayoutPolicies(NamedTuple):
    """The players of a playout: all have the same weights, and each has a separate plan."""

    weights: npt.NDArray[Any]
    plans: npt.NDArray[Any]
    """A row for each seat; the last is the searching seat's, kept from choice to choice."""
    codes: npt.NDArray[Any]


class Iteration(NamedTuple):
    """What determines the dice of an iteration."""

    base: npt.NDArray[Any]
    number: int
    """The number of earlier tries of the first action."""


@kernel
def policy_of(policies, row):
    """Return the player of a row."""
    return Planner(flat(policies.weights), flat(policies.plans[row]), flat(policies.codes))


@kernel
def _child(tree, node, code):
    """Find the child of a node by its action; 0 if there is none."""
    child = tree.nodes[node, CHILD]
    while child != 0 and tree.nodes[child, CODE] != code:
        child = tree.nodes[child, SIBLING]
    return child


@kernel
def _select(tree, node, choices, count):
    """Choose the most promising action: one with good results, or a good prior and few visits."""
    visits = tree.nodes[node, VISITS]
    mean = tree.sums[node] / visits if visits > 0 else 0.5
    root = np.sqrt(visits + 1.0)
    best, best_promise = 0, -1e9
    for position in range(count):
        child = _child(tree, node, choices.codes[position])
        tried = tree.nodes[child, VISITS] if child != 0 else 0
        worth = tree.sums[child] / tried if tried > 0 else mean - tree.params[weights.FIRST_TRY]
        promise = worth + tree.params[weights.EXPLORE] * choices.priors[position] * root / (
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
    load(known.words, g)
    beliefs.guess_hands(g, known.hidden, known.affinity)
    fill_in(g, known.hidden[0], known.hidden[2])


@entry_point
def plant(g, seat, known, policies, tree):
    """Prepare the root: the planner's choice, and the actions worth a try."""
    tree.nodes[0, :] = 0
    tree.sums[0] = 0.0
    tree.size[0] = 1
    guess(g, known, 0)
    own = policy_of(policies, board.seats(g))
    code = plan_code(g, seat, own)
    tree.size[1] = candidates.candidates(g, seat, own, code, tree.root)


@entry_point
def grow(g, seat, known, policies, tree, iterations):
    """Run a number of iterations from the seat's knowledge."""
    seats = board.seats(g)
    for _ in range(iterations):
        first = _select(tree, 0, tree.root, tree.size[1])
        child = _child(tree, 0, first)
        iteration = Iteration(known.base, tree.nodes[child, VISITS] if child != 0 else 0)
        guess(g, known, iteration.number)
        forget_plans(policies.plans[:seats])
        copy(policies.plans[seats], policies.plans[seat])
        depth, turn = _descend(g, seat, policies, tree, iteration, first)
        _back_up(tree, depth, _roll_out(g, seat, policies, tree, iteration, turn))


@kernel
def _descend(g, seat, policies, tree, iteration, first):
    """Play on to a choice that is new to the tree, and add it.

    Return how many choices of the tree were made, and the turn of the last.
    """
    node = depth = turn = 0
    tree.path[0] = 0
    inside = True
    while inside and not play.is_over(g):
        turn = _renew_chance(g, iteration, turn)
        actor = play.acting(g)
        if depth == 0 and actor == seat:
            code = first
        else:
            code = plan_code(g, actor, policy_of(policies, actor))
        if actor == seat:
            if depth > 0:
                own = policy_of(policies, seat)
                count = candidates.candidates(g, seat, own, code, tree.below)
                code = _select(tree, node, tree.below, count)
            node = _expand(tree, node, code)
            if node != 0:
                depth += 1
                tree.path[depth] = node
            inside = node != 0 and tree.nodes[node, VISITS] > 0
            inside = inside and depth + 1 < tree.path.shape[0]
        play.step(g, actor, code)
    return depth, turn


@kernel
def _renew_chance(g, iteration, turn):
    """Set the dice if a turn has ended since; return the number of turns."""
    if turns.ended(g) != turn:
        turn = turns.ended(g)
        stream(iteration.base, iteration.number, turn, g.rng)
    return turn


@kernel
def _expand(tree, node, code):
    """Return the child of a node by its action, a new one if necessary; 0 if there is no room."""
    child = _child(tree, node, code)
    return child if child != 0 else _add_child(tree, node, code)


@kernel
def _roll_out(g, seat, policies, tree, iteration, turn):
    """Play to the end or to the horizon, all as the planner does; return the result."""
    until = turn + tree.judge.horizon
    while not play.is_over(g):
        turn = _renew_chance(g, iteration, turn)
        if turn >= until and play.phase_of(g) == turns.ACTION:
            return value.worth(g, seat, policy_of(policies, seat), tree.judge)
        actor = play.acting(g)
        play.step(g, actor, plan_code(g, actor, policy_of(policies, actor)))
    return value.reward(g, seat, tree.params)


@kernel
def _back_up(tree, depth, won):
    """Add a result to all nodes on the path."""
    for position in range(depth + 1):
        tree.nodes[tree.path[position], VISITS] += 1
        tree.sums[tree.path[position]] += won
