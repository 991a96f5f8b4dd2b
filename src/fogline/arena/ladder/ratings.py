"""Ratings of bots by the Bradley–Terry model, on the scale of Elo points.

Choix finds the maximum of the likelihood. With more than two players the whole finishing order
counts as duels: under the model of Plackett and Luce each of these is a duel of Bradley and Terry,
and a tie is half a win for both.

Half a deal won and half a deal lost are added to each pair, as in Jeffreys' prior, so that a bot
that wins everything has a rating. Intervals come from the Bayesian bootstrap (Rubin, 1981)
over deals: in each of a thousand draws every deal, with all its games in all pairings, has a weight
from the exponential distribution, and each added half a deal one from the gamma distribution of its
size. The interval of a rating is that of its distance from the mean of the others, not from the
anchor: a weak anchor, whose distance from all others is uncertain, would make all intervals wide.
An end of an interval that only the added deals bound is open.
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fogline.arena.ladder.pairings import Meeting
from fogline.core.chance import Seed
from fogline.core.errors import FoglineError

ELO = 400 / math.log(10)
"""Elo points for a factor e in the odds of winning."""
DRAWS = 1000
_PRIOR = 0.5
_PLENTY = 10_000

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class MissingExtra(FoglineError):
    """Raised when a library that only some commands need is not installed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A difference in Elo points, with its 95 % interval."""

    value: float
    low: float | None
    """`None` if no chain of wins bounds it from below."""
    high: float | None
    """`None` if no chain of wins bounds it from above."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot."""

    bot: str
    elo: Gap
    """Its Elo points; the anchor has 0, but an interval like all others."""
    above_next: Gap | None
    """The distance to the next bot in the list; `None` for the last."""


def require_choix() -> None:
    """Raise an error if choix, which computes ratings, is not installed."""
    if importlib.util.find_spec("choix") is None:
        raise MissingExtra("ratings need choix; install it with: pip install 'fogline[arena]'")


def rate(bots: Sequence[str], meetings: Sequence[Meeting], anchor: str, seed: Seed) -> list[Rating]:
    """Rate the bots from the games of all pairings, the strongest first."""
    duels = _duels(bots, meetings)
    total = duels.sum(axis=0)
    halves = _PRIOR * (1.0 - np.eye(len(bots)))
    fitted = _fit(total + halves)
    redrawn = [_fit(weighted, fitted) for weighted in _bootstrap(duels, halves, seed)]
    best, draws = ELO * fitted, ELO * np.stack(redrawn)
    chains = _chains(total)

    def gap(one: int, others: Flags, zero: int) -> Gap:
        """Return a bot's rating above a zero, with the interval of its distance from others."""
        low, high = np.quantile(draws[:, one] - draws[:, others].mean(axis=1), (0.025, 0.975))
        shift = best[others].mean() - best[zero]
        return Gap(
            float(best[one] - best[zero]),
            float(low + shift) if chains[one, others].any() else None,
            float(high + shift) if chains[others, one].any() else None,
        )

    zero = bots.index(anchor)
    core = _core(chains, zero)
    everybody = np.arange(len(bots))
    # Rounded, so that equals keep the given order whatever the last digits are.
    order = sorted(range(len(bots)), key=lambda each: -round(float(best[each]), 6))
    return [
        Rating(
            bots[one],
            gap(one, _others(core, one), zero),
            None if lower is None else gap(one, everybody == lower, lower),
        )
        for one, lower in zip(order, [*order[1:], None], strict=True)
    ]


def _duels(bots: Sequence[str], meetings: Sequence[Meeting]) -> Array:
    """Return how often each bot beat each other in each deal; a pairing counts as one in all."""
    deals = len(meetings[0].points)
    duels = np.zeros((deals, len(bots), len(bots)))
    for each in meetings:
        one, other = bots.index(each.pairing.one), bots.index(each.pairing.other)
        duels[:, one, other] += each.duels
        duels[:, other, one] += 1 - each.duels
    return duels


def _fit(duels: Array, near: Array | None = None) -> Array:
    """Return the parameters that make these duels most likely, from a guess near them."""
    import choix  # noqa: PLC0415 (an extra)

    fitted: Array = choix.ilsr_pairwise_dense(duels, initial_params=near, max_iter=_PLENTY)
    return fitted


def _bootstrap(duels: Array, halves: Array, seed: Seed) -> Iterator[Array]:
    """Yield the duels with new random weights for the deals."""
    deals, bots, _ = duels.shape
    size = bots * bots
    for draw in range(DRAWS):
        uniform = _uniforms(f"{seed}/ratings/{draw}", deals + 2 * size)
        weights = -np.log(uniform[: deals + size])
        # Half the square of a normal variate, by Box and Muller, is a gamma variate of one half.
        gamma = weights[deals:] * np.cos(2 * math.pi * uniform[deals + size :]) ** 2
        # The smallest numbers would make the equations numerically singular.
        prior = np.maximum(gamma, 1e-6).reshape(bots, bots)
        yield np.tensordot(weights[:deals], duels, axes=1) + prior * (halves > 0)


def _uniforms(seed: Seed, count: int) -> Array:
    """Return numbers between 0 and 1, both excluded, the same on every machine."""
    digits = hashlib.shake_256(str(seed).encode()).digest(4 * count)
    return (np.frombuffer(digits, "<u4") + 0.5) / 2.0**32


def _chains(total: Array) -> Flags:
    """Return between which bots a chain of wins leads."""
    reach = (total > 0) | np.eye(len(total), dtype=bool)
    for _ in range(len(total)):
        reach = reach @ reach
    return np.asarray(reach)


def _core(chains: Flags, zero: int) -> Flags:
    """Return the largest group in which a chain of wins leads from each to each.

    Only within such a group does the likelihood have a maximum (Ford, 1957).
    """
    groups = chains & chains.T
    sizes = groups.sum(axis=1)
    chosen = zero if sizes[zero] == sizes.max() else int(sizes.argmax())
    return np.asarray(groups[chosen])


def _others(core: Flags, one: int) -> Flags:
    """Return the bots to compare a bot with: the rest of the core, or else all others."""
    others = core.copy()
    others[one] = False
    if not others.any():
        others = ~others
        others[one] = False
    return others
