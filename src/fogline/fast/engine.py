"""The compiled engine behind a small Python face."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State
from fogline.fast import layout as at
from fogline.fast.blocks import Block, to_block, to_state
from fogline.fast.codes import action_of, code_of
from fogline.fast.jit import is_compiled
from fogline.fast.kernel import flow, games, legal, step
from fogline.fast.lower import Tables, lower

Codes = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


def words_of(seed: Seed) -> Words:
    """Return the state of the generator that a seed gives, as in the readable engine."""
    return np.array(Chance(seed).words, np.uint64)


class FastEngine:
    """A game for a number of players, ready to be played millions of times."""

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.tables: Tables = lower(game, seats)

    def new_scratch(self) -> Codes:
        """Return memory that holds any list of codes, for the kernels to write to."""
        return np.zeros(max(self.tables.codes, 2 * at.MOST_ROUTES), np.int64)

    def start(self, seed: Seed) -> FastState:
        """Deal a game; the same seed gives the game that the readable engine deals."""
        state = FastState(self, Block.empty(self.tables.block), words_of(seed))
        block = state.block
        flow.start(block.bytes, block.words, block.halves, self.tables.numbers, state.rng)
        return state

    def from_state(self, state: State, seed: Seed) -> FastState:
        """Go on from a state of the readable engine."""
        return FastState(self, to_block(state, self.tables), words_of(seed))

    def play_games(self, seeds: Sequence[Seed], dice: Sequence[Sequence[Seed]]) -> Games:
        """Play whole games between random players: a seed a game, and one for each player."""
        block = Block.empty(self.tables.block)
        scores = np.zeros((len(seeds), self.seats), np.int64)
        complete = np.zeros_like(scores)
        decisions = games.play_games(
            block.bytes,
            block.words,
            block.halves,
            self.tables.numbers,
            self.tables.masks,
            np.stack([words_of(seed) for seed in seeds]),
            np.stack([[words_of(seed) for seed in row] for row in dice]),
            self.new_scratch(),
            scores,
            complete,
        )
        return Games(int(decisions), scores, complete)

    def play_on(self, num: int, seed: Seed) -> int:
        """Play games between random players from one stream of chance; return the decisions."""
        block = Block.empty(self.tables.block)
        dice = np.stack([words_of(f"{seed} seat {seat}") for seat in range(self.seats)])
        return int(
            games.play_on(
                block.bytes,
                block.words,
                block.halves,
                self.tables.numbers,
                self.tables.masks,
                words_of(seed),
                dice,
                self.new_scratch(),
                num,
            )
        )


@dataclass(frozen=True, slots=True)
class Games:
    """What whole games came to."""

    decisions: int
    scores: npt.NDArray[np.int64]
    """A row for each game, a column for each seat."""
    complete: npt.NDArray[np.int64]
    """Complete tickets, likewise; they break ties."""


class FastState:
    """A game being played in the compiled engine. It changes in place."""

    def __init__(self, engine: FastEngine, block: Block, rng: Words) -> None:
        self.engine = engine
        self.block = block
        self.rng = rng

    def copy(self) -> FastState:
        """Copy everything, the generator included."""
        return FastState(self.engine, self.block.copy(), self.rng.copy())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.block.bytes[at.PHASE] == at.OVER)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        b = self.block.bytes
        if b[at.PHASE] == at.FIRST_TICKETS:
            chosen = b[at.PLAYERS + at.CHOSEN :: at.STRIDE][: self.engine.seats]
            return tuple(seat for seat in range(self.engine.seats) if not chosen[seat])
        return () if self.is_over else (int(b[at.ACTOR]),)

    def legal(self, seat: Seat) -> Codes:
        """List the legal codes of a seat, in the order of the readable engine."""
        if seat not in self.deciding:
            return np.zeros(0, np.int64)
        tables = self.engine.tables
        scratch = self.engine.new_scratch()  # its own, for states may be asked from many threads
        count = legal.legal_codes(
            self.block.bytes, self.block.words, tables.numbers, tables.masks, seat, scratch
        )
        return scratch[:count]

    def step(self, seat: Seat, code: int) -> None:
        """Perform a legal action. The kernel trusts its caller; anything else is undefined."""
        tables = self.engine.tables
        step.step(
            self.block.bytes,
            self.block.words,
            self.block.halves,
            tables.numbers,
            tables.masks,
            self.rng,
            seat,
            code,
        )

    def action(self, seat: Seat, code: int) -> Action:
        """Return the action that a legal code stands for."""
        return action_of(self.engine.tables, self.block.bytes, seat, code)

    def code(self, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""
        return code_of(self.engine.tables, self.block.bytes, seat, action)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far."""
        return tuple(games.score(self.block.halves, seat) for seat in range(self.engine.seats))

    def to_state(self) -> State:
        """Return the state of the readable engine that this is."""
        return to_state(self.block, self.engine.game, self.engine.tables)


def compile_game(game: GameDefinition, seats: int) -> FastEngine:
    """Make a game ready for the compiled engine; raise `CannotLower` if it cannot play it."""
    engine = FastEngine(game, seats)
    _announce_compilation()
    return engine


@cache
def _announce_compilation() -> None:
    """Say, once in a process, why the first call takes its time."""
    if not is_compiled():
        sys.stderr.write("Compiling the fast engine (once for this machine, about a minute) …\n")
