"""A tree of one's own choices, grown by playing guesses of the game to their end.

Each iteration guesses a whole state from what the seat knows. The seat's own choices go down the
tree, which knows them by their codes alone: what chance and the others do in between differs from
guess to guess, so a choice is weighed only against those that were possible beside it. The others,
and the seat itself below the tree, play as the planner does.
"""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel.candidates import candidates
from fogline.bots.kernel.memo import READY
from fogline.bots.kernel.planner import plan_code
from fogline.bots.kernel.rollout import guess_tickets, reward
from fogline.bots.kernel.settings import EXPLORE, FIRST_TRY
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.games import acting, copy
from fogline.fast.kernel.guess import fill_in
from fogline.fast.kernel.step import step
from fogline.fast.layout import N_SEATS, OVER, PHASE, TURNS

CHILD, SIBLING, CODE, VISITS = range(4)
"""A node, in whole numbers: its first child, the next child of its parent, the action that leads
to it, and how often it was tried. Node 0 is the root, and as a child or sibling stands for none."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _child(tree, node, code):
    """Find the child of a node by its action; 0 if there is none."""
    child = tree[node, CHILD]
    while child != 0 and tree[child, CODE] != code:
        child = tree[child, SIBLING]
    return child


@kernel
def _select(tree, sums, node, codes, priors, count, how):
    """Choose the most promising of these actions: good results, or a good prior little tried."""
    visits = tree[node, VISITS]
    mean = sums[node] / visits if visits > 0 else 0.5
    root = np.sqrt(visits + 1.0)
    best, best_promise = 0, -1e9
    for position in range(count):
        child = _child(tree, node, codes[position])
        tried = tree[child, VISITS] if child != 0 else 0
        worth = sums[child] / tried if tried > 0 else mean - how[FIRST_TRY]
        promise = worth + how[EXPLORE] * priors[position] * root / (1.0 + tried)
        if promise > best_promise:
            best, best_promise = position, promise
    return codes[best]


@kernel
def _stream(base, number, turn, rng):
    """Set the dice for a turn of a guess, so that the n-th guess of every action is like luck."""
    word = base[0] + np.uint64(number) * GOLDEN + np.uint64(turn) * base[1]
    for position in range(4):
        word += GOLDEN
        mixed = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        rng[position] = mixed ^ (mixed >> np.uint64(31))


@kernel
def _add_child(tree, sums, node, child, code):
    tree[child, CHILD] = 0
    tree[child, SIBLING] = tree[node, CHILD]
    tree[child, CODE] = code
    tree[child, VISITS] = 0
    sums[child] = 0.0
    tree[node, CHILD] = child


@kernel
def _guess(kw, b, w, t, hidden, affinity, rng):
    """Guess a whole state."""
    copy(kw, w)
    guess_tickets(b, w, t, hidden, affinity, rng)
    fill_in(b, w, t, hidden[0], hidden[2], rng)


@big_kernel
def plant(
    kw, b, w, t, m, p, seat, hidden, base, rng, affinity, memos, scratch, root_codes, root_priors
):
    """Look at the choice before the seat: what the planner would do, and what is worth a try.

    The last row of `memos` is the seat's own plan, kept from choice to choice. Return how many
    actions are worth a try.
    """
    _stream(base, 0, 0, rng)
    _guess(kw, b, w, t, hidden, affinity, rng)
    plan = memos[t[N_SEATS]]
    code = plan_code(b, w, t, m, p, seat, plan, scratch)
    return candidates(b, w, t, m, seat, plan, scratch, code, root_codes, root_priors)


@big_kernel
def grow(
    kw, b, w, h, t, m, p, how, seat, hidden, base, rng, affinity, memos, scratch, codes, priors,
    root_codes, root_priors, root_count, tree, sums, path, nodes, iterations,
):  # fmt: skip
    """Grow the tree by so many iterations from what is known; return how many nodes it has."""
    for _ in range(iterations):
        first = _select(tree, sums, 0, root_codes, root_priors, root_count, how)
        child = _child(tree, 0, first)
        number = tree[child, VISITS] if child != 0 else 0
        _stream(base, number, 0, rng)
        _guess(kw, b, w, t, hidden, affinity, rng)
        for other in range(t[N_SEATS]):
            memos[other, READY] = 0.0
        copy(memos[t[N_SEATS]], memos[seat])
        node = depth = 0
        path[0] = 0
        inside = True
        turn = 0
        while b[PHASE] != OVER:
            if h[TURNS // 2] != turn:
                turn = h[TURNS // 2]
                _stream(base, number, turn, rng)
            actor = acting(b, t)
            if inside and depth == 0 and actor == seat:
                code = first
            else:
                code = plan_code(b, w, t, m, p, actor, memos[actor], scratch)
            if inside and actor == seat:
                if depth > 0:
                    count = candidates(b, w, t, m, seat, memos[seat], scratch, code, codes, priors)
                    code = _select(tree, sums, node, codes, priors, count, how)
                child = _child(tree, node, code)
                if child == 0 and nodes < tree.shape[0]:
                    child = nodes
                    nodes += 1
                    _add_child(tree, sums, node, child, code)
                if child != 0:
                    depth += 1
                    path[depth] = child
                    node = child
                inside = child != 0 and tree[child, VISITS] > 0 and depth + 1 < path.shape[0]
            step(b, w, h, t, m, rng, actor, code)
        won = reward(b, w, h, t, seat, how)
        for position in range(depth + 1):
            tree[path[position], VISITS] += 1
            sums[path[position]] += won
    return nodes
