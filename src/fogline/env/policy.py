"""A learnt policy as a bot: a small network in a file, evaluated by NumPy alone.

A network plays the same on every machine only if its sums do not depend on their order. So all
numbers are whole: weights in units of 1/4096, signals between layers in units of 1/1024. Their
products and sums stay far below 2**53, where `float64` is exact.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fogline.core.errors import FormatError
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.env.backends import observer_of
from fogline.env.observation_layout import VERSION, Vector
from fogline.env.observer import Mask, Observer
from fogline.sim.guard import CannotPlay

FORMAT = 1
"""The number of the format of files."""

Floats = npt.NDArray[np.floating]
Exact = npt.NDArray[np.float64]
"""Whole numbers, as floats that hold them exactly."""

_WEIGHT = 4096
_SIGNAL = 1024
_MOST_BYTES = 2**26
"""The largest size of an unpacked file."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """A network with ReLUs between its layers; it prefers the code with the highest output."""

    game: str
    """The game it is for: name, options, players, and the version of observations."""
    weights: tuple[Exact, ...]
    """For each layer a row for each input, in units of 1/4096."""
    biases: tuple[Exact, ...]
    """For each layer, in units of weights times signals."""

    @classmethod
    def of(cls, observer: Observer[Any], layers: Sequence[tuple[Floats, Floats]]) -> Policy:
        """Round a network: for each layer its weights, a row for each input, and its biases.

        Its inputs are the numbers of an observation divided by their upper bounds.
        """
        weights = tuple(np.rint(weight.astype(np.float64) * _WEIGHT) for weight, _ in layers)
        biases = tuple(np.rint(bias.astype(np.float64) * _WEIGHT * _SIGNAL) for _, bias in layers)
        for numbers, most in [(weights, 2**15), (biases, 2**31)]:
            if any(abs(each).max() >= most for each in numbers):
                raise ValueError("the network has numbers too large for a file")
        policy = cls(_game_of(observer), weights, biases)
        policy.check(observer)
        return policy

    def outputs(self, seen: Vector, high: Vector) -> Exact:
        """Return the preference for each code, given observations and their upper bounds."""
        signals = np.rint(seen.astype(np.float64) * _SIGNAL / high)
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            signals = np.rint(np.maximum(signals @ weight + bias, 0.0) / _WEIGHT)
        return np.asarray(signals @ self.weights[-1] + self.biases[-1])

    def check(self, observer: Observer[Any]) -> None:
        """Raise `CannotPlay` for a game that the policy was not made for."""
        game = _game_of(observer)
        if game != self.game:
            raise CannotPlay(f"the policy is for ({self.game}), not for ({game}).")
        sizes = (observer.layout.size, observer.codes)
        found = (len(self.weights[0]), len(self.biases[-1]))
        if sizes != found:
            raise CannotPlay(f"the policy has {found} inputs and outputs; {sizes} are needed.")

    def save(self, path: Path) -> None:
        """Write the policy to a file of arrays."""
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "format": np.array(FORMAT),
            "table": np.array(self.game),
            **{f"weight{i}": each.astype(np.int16) for i, each in enumerate(self.weights)},
            **{f"bias{i}": each.astype(np.int32) for i, each in enumerate(self.biases)},
        }
        np.savez_compressed(path, allow_pickle=False, **arrays)


def _game_of(observer: Observer[Any]) -> str:
    game = observer.game
    options = [f"{name}={value}" for name, value in sorted(game.options.items())]
    if game.board_text is not None:
        options.append(f"board {hashlib.sha256(game.board_text.encode()).hexdigest()[:16]}")
    parts = [game.name, f"rules {game.version}", *options, f"{observer.seats} players"]
    return ", ".join([*parts, f"observations {VERSION}"])


def load_policy(path: Path) -> Policy:
    """Read a policy; raise an error with one line if the file is none."""
    stat = path.stat()
    return _load(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=8)
def _load(path: Path, changed: int, size: int) -> Policy:  # noqa: ARG001 (a changed file is read)
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise FormatError(f"{path} is too large for a policy.")
        with np.load(path, allow_pickle=False) as arrays:
            found = int(arrays["format"])
            if found != FORMAT:
                raise FormatError(f"{path}: the format {found} is not known here, only {FORMAT}.")
            count = (len(arrays) - 1) // 2  # even if one is missing
            weights = [_read(arrays[f"weight{i}"], np.int16, 2) for i in range(count)]
            biases = [_read(arrays[f"bias{i}"], np.int32, 1) for i in range(count)]
            game = str(arrays["table"])
    except (KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise FormatError(f"{path} is no policy: {error}.") from None
    except (TypeError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"{path} is no policy: {error}.") from None
    _check_shapes(path, weights, biases)
    return Policy(game, tuple(weights), tuple(biases))


def _read(array: npt.NDArray[np.generic], kind: type[np.generic], dimensions: int) -> Exact:
    if array.dtype != kind or array.ndim != dimensions:
        raise ValueError(f"expected {kind.__name__} in {dimensions} dimensions")
    return array.astype(np.float64)


def _check_shapes(path: Path, weights: Sequence[Exact], biases: Sequence[Exact]) -> None:
    widths = [weight.shape[1] for weight in weights]
    fits = all(one.shape[1] == other.shape[0] for one, other in pairwise(weights))
    if not weights or not fits or [len(bias) for bias in biases] != widths:
        raise FormatError(f"{path} is no policy: its layers do not fit together.")


class PolicyBot:
    """Plays the legal action that a policy prefers; of equal ones, the lowest code.

    It has no dice: what the view hides is filled in, but never part of an observation.
    """

    def __init__(self, file: str) -> None:
        self._policy = load_policy(Path(file))
        self._observer: Observer[Any] | None = None

    def _observer_for(self, view: View) -> Observer[Any]:
        now = self._observer
        if now is None or (now.game, now.seats) != (view.game, len(view.players)):
            now = observer_of(view.game, len(view.players))
            self._policy.check(now)
            self._observer = now
        return now

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        observer = self._observer_for(view)
        guess = observer.guess(view, 0)
        seen, mask = observer.vector(guess, view.seat), observer.mask(guess, view.seat)
        return observer.action(guess, view.seat, self._best(seen, mask, observer.layout.high))

    def _best(self, seen: Vector, mask: Mask, high: Vector) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[np.argmax(self._policy.outputs(seen, high)[legal])])
