"""Tuned weights of the planner, of search, and of its beliefs, from `tuned_weights.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel.weights import Beliefs, SearchWeights
from fogline.fast import compose

_FILE = tomllib.loads(files("fogline.bots").joinpath("tuned_weights.toml").read_text("utf-8"))

SEARCH = SearchWeights(**_FILE["connected"]["search"])


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of the planner and search for a game and its number of players."""

    planner: Mapping[str, float]
    beliefs: Beliefs
    """What makes others likely to hold a ticket, on boards without a network."""
    weaker: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The differing weights of weaker planners, by their names."""
    search: SearchWeights = SEARCH
    horizon: int = 2
    """The turns of a playout below the tree before a network judges the position, on boards
    that have one."""
    learnt_beliefs: bool = True
    """Whether a network estimates which tickets others hold, on boards that have one."""


def _styles(kind: str) -> dict[int, Style]:
    found = _FILE[kind]
    beliefs, search = Beliefs(**found["beliefs"]), SearchWeights(**found["search"])
    return {
        int(players): Style(style["planner"], beliefs, style["weaker"], search)
        for players, style in found["players"].items()
    }


LOOSE = _styles("loose")
"""For games whose networks may fall apart, by the number of players."""
CONNECTED = _styles("connected")
"""For games whose networks must stay connected, by the number of players."""
BASELINE: Mapping[str, float] = _FILE["baseline"]
"""The baselines' weights."""


def weights_array(values: Mapping[str, float]) -> npt.NDArray[np.float64]:
    """Return weights in the order of their indices, with defaults for those not given."""
    unknown = set(values) - set(compose.weights)
    if unknown:
        raise ValueError(f"there is no weight {', '.join(sorted(unknown))}")
    return np.array([values.get(name, default) for name, default in compose.weights.items()])
