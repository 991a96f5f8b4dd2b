"""The compiled engine behind a small Python interface."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Chance, Seed, digest_of
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State
from fogline.fast import constants, jit, layout
from fogline.fast.context import Block, KernelGame, Words
from fogline.fast.kernel import play, playouts
from fogline.fast.lower import lower
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics import ending, tickets, turns
from fogline.fast.state_codec import CATEGORIES, action_of, code_of, to_block, to_state

Codes = npt.NDArray[np.int64]


def words_of(seed: Seed) -> Words:
    """Return the generator's state for a seed, the same as in the readable engine."""
    return np.array(Chance(seed).words, np.uint64)


def words_of_all(seeds: Iterable[Seed]) -> Words:
    """Return the generators' states for many seeds, a row for each."""
    digests = b"".join([digest_of(seed) for seed in seeds])
    return np.frombuffer(digests, "<u8").astype(np.uint64).reshape(-1, 4)


class FastEngine:
    """A game for a number of players, ready to be played millions of times."""

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.lowered: LoweredGame = lower(game, seats)

    @property
    def codes(self) -> int:
        """Return the number of dense action codes; choices of tickets have codes beyond them."""
        return self.lowered.codes

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        return action_of(self.lowered, code)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        return code_of(self.lowered, action)

    def new_list(self) -> Codes:
        """Return memory that holds any list of legal codes, for the kernels to write to."""
        return np.zeros(self.codes + (1 << tickets.MOST_OFFERED), np.int64)

    def with_memory(self, block: Block, rng: Words) -> KernelGame:
        """Return a block, or many, for kernels, with a generator for each."""
        return block.game(self.lowered.numbers, self.lowered.masks, rng)

    def start(self, seed: Seed) -> FastState:
        """Deal a game; the same seed gives the game that the readable engine deals."""
        state = FastState(self, Block.empty(self.lowered.block), words_of(seed))
        play.start(state.g)
        return state

    def from_state(self, state: State, seed: Seed) -> FastState:
        """Convert a state of the readable engine."""
        return FastState(self, to_block(state, self.lowered), words_of(seed))

    def play_on(self, num: int, seed: Seed) -> int:
        """Play games between random players with one generator; return the number of decisions."""
        g = self.with_memory(Block.empty(self.lowered.block), words_of(seed))
        dice = np.stack([words_of(f"{seed} seat {seat}") for seat in range(self.seats)])
        return int(playouts.play_on(g, dice, self.new_list(), num))


class FastState:
    """A game being played in the compiled engine. It changes in place."""

    def __init__(self, engine: FastEngine, block: Block, rng: Words) -> None:
        self.engine = engine
        self.block = block
        self.rng = rng
        self.g: KernelGame = engine.with_memory(block, rng)
        """The argument for kernels."""

    def copy(self) -> FastState:
        """Copy everything, the generator included."""
        return FastState(self.engine, self.block.copy(), self.rng.copy())

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.block.bytes[layout.PHASE] == constants.OVER)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must choose now."""
        seats = int(self.block.bytes[layout.DECIDING])
        return tuple(seat for seat in range(self.engine.seats) if seats >> seat & 1)

    @property
    def turns(self) -> int:
        """Return the number of turns that have ended."""
        return int(self.block.halves[turns.TURNS])

    def legal(self, seat: Seat) -> Codes:
        """List the legal codes of a seat, in the order of the readable engine."""
        if seat not in self.deciding:
            return np.zeros(0, np.int64)
        codes = self.engine.new_list()  # a new one, as several threads may ask
        return codes[: play.legal_codes(self.g, seat, codes)]

    def step(self, seat: Seat, code: int) -> None:
        """Perform a legal action. The kernel trusts its caller; anything else is undefined."""
        play.step(self.g, seat, code)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return each seat's points so far."""
        return tuple(sum(points.values()) for points in self.points)

    @property
    def points(self) -> tuple[Mapping[str, int], ...]:
        """Return each seat's points so far by category, without categories that have none."""
        rows = []
        for seat in range(self.engine.seats):
            first = self.engine.lowered.record(seat) // 2 + layout.SCORES
            numbers = self.block.halves[first : first + len(CATEGORIES)].tolist()
            rows.append({name: n for name, n in zip(CATEGORIES, numbers, strict=True) if n})
        return tuple(rows)

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """Return the number that breaks ties between seats with equal points (C25)."""
        return tuple(int(ending.tie_break(self.g, seat)) for seat in range(self.engine.seats))

    def to_state(self) -> State:
        """Return the same state for the readable engine."""
        return to_state(self.block, self.engine.lowered)


def compile_game(game: GameDefinition, seats: int) -> FastEngine:
    """Return a compiled engine for a game; raise `CannotLower` if it cannot play it."""
    engine = FastEngine(game, seats)
    _announce_compilation()
    return engine


@cache
def _announce_compilation() -> None:
    """Write, once per process, why the first call is slow."""
    if not jit.is_compiled():
        sys.stderr.write(
            "Compiling the fast engine (once for this machine, 5 to 15 s if it is idle) …\n"
        )
