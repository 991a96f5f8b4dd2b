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
from fogline.bots.kernel.rollout import guess_tickets, quick_code, reward
from fogline.bots.kernel.settings import EXPLORE, FIRST_TRY
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.games import acting, copy
from fogline.fast.kernel.guess import fill_in
from fogline.fast.kernel.step import step
from fogline.fast.layout import N_SEATS, OVER, PHASE

CHILD, SIBLING, CODE, VISITS = range(4)
"""A node, in whole numbers: its first child, the next child of its parent, the action that leads
to it, and how often it was tried. Node 0 is the root, and as a child or sibling stands for none."""


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


@big_kernel
def grow(
    kw, b, w, h, t, m, p, how, seat, hidden, rng, affinity, memos, scratch, codes, priors, tree,
    sums, path, nodes, iterations,
):  # fmt: skip
    """Grow the tree by so many iterations from what is known; return how many nodes it has."""
    seats = t[N_SEATS]
    for _ in range(iterations):
        copy(kw, w)
        guess_tickets(b, w, t, hidden, affinity, rng)
        fill_in(b, w, t, hidden[0], hidden[2], rng)
        copy(memos[seats], memos[seat])
        for other in range(seats):
            if other != seat:
                memos[other, READY] = 0.0
        node = depth = 0
        path[0] = 0
        inside = True
        while b[PHASE] != OVER:
            actor = acting(b, t)
            code = quick_code(b, w, t, m, p, actor, memos[actor], scratch)
            if inside and actor == seat:
                count = candidates(b, w, t, m, seat, memos[seat], scratch, code, codes, priors)
                code = _select(tree, sums, node, codes, priors, count, how)
                child = _child(tree, node, code)
                if child == 0 and nodes < tree.shape[0]:
                    child = nodes
                    nodes += 1
                    tree[child, CHILD] = 0
                    tree[child, SIBLING] = tree[node, CHILD]
                    tree[child, CODE] = code
                    tree[child, VISITS] = 0
                    sums[child] = 0.0
                    tree[node, CHILD] = child
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
