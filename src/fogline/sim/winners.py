"""Who wins (C25), in many games at once. Importing this loads NumPy.

The last axis of all arrays is the seat.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fogline.core.outcome import merit

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Shares = npt.NDArray[np.float64]

_FAILED = np.iinfo(np.int64).min
"""The merit of a bot that failed: less than any other."""


def merits_of(points: Numbers, tie_breaks: Numbers, failed: Flags | None = None) -> Numbers:
    """Return one number for each seat, of which the highest wins; a bot that failed is last."""
    merits = np.asarray(merit(points, tie_breaks))
    return merits if failed is None else np.where(failed, _FAILED, merits)


def winners_of(points: Numbers, tie_breaks: Numbers, failed: Flags | None = None) -> Flags:
    """Return by seat whether it won. A bot that failed never wins."""
    merits = merits_of(points, tie_breaks, failed)
    return np.asarray((merits == merits.max(axis=-1, keepdims=True)) & (merits != _FAILED))


def shares_of(winners: Flags) -> Shares:
    """Return the shares of the victory: 1/k for each of k winners; nothing if nobody won."""
    return np.asarray(winners / np.maximum(1, winners.sum(axis=-1, keepdims=True)))
