"""The compiled players behind the face of a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import kinds, match, memo, settings
from fogline.bots.registry import compiled_name
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action
from fogline.core.table import EndReason, State, View
from fogline.fast import FastEngine, Knowledge, compile_game, words_of
from fogline.fast import layout as at
from fogline.fast.blocks import CATEGORIES, Block, to_state
from fogline.fast.engine import Codes, Words

KINDS = {
    "greedy": kinds.GREEDY,
    "one-step": kinds.ONE_STEP,
    "long-routes": kinds.LONG_ROUTES,
    "route-focus": kinds.ROUTE_FOCUS,
    "ticket-hungry": kinds.TICKET_HUNGRY,
    "planner": kinds.PLANNER,
}
"""The compiled players by name, but for the random one, which needs no guess."""

_REASONS = {at.LAST_ROUND: EndReason.LAST_ROUND, at.ALL_PASSED: EndReason.ALL_PASSED}


@lru_cache(maxsize=16)
def engine_for(game: GameDefinition, seats: int) -> FastEngine:
    """Return the compiled engine of a game, made once for each definition and number of players."""
    return compile_game(game, seats)


def settings_for(kind: int, engine: FastEngine) -> npt.NDArray[np.float64]:
    """Return what a kind of player thinks things are worth in a game."""
    if kind != kinds.PLANNER:
        return np.array(settings.STYLE)
    connected = bool(engine.tables.numbers[at.CONNECTED])
    return np.array(settings.CONNECTED if connected else settings.LOOSE)


class CompiledBot:
    """A compiled player. It sees a guess made from the view, and dice of its own."""

    def __init__(self, name: str, seed: Seed) -> None:
        self._kind = KINDS[name]
        self._dice = words_of(seed)
        self._memo = np.zeros(memo.SIZE)

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        engine = engine_for(view.game, len(view.players))
        guess = Knowledge(engine, view).sample(self._dice)
        tables = engine.tables
        code = match.choose(
            self._kind,
            guess.block.bytes,
            guess.block.words,
            tables.numbers,
            tables.masks,
            settings_for(self._kind, engine),
            view.seat,
            self._memo,
            engine.new_scratch(),
        )
        return guess.action(view.seat, int(code))


@dataclass(frozen=True, slots=True)
class Match:
    """Whole games between bots, as they ended: a row for each game."""

    engine: FastEngine
    finals: Words
    """The block of each game at its end."""
    lengths: Codes
    """The decisions made in each game."""
    log: npt.NDArray[np.int32]
    """Of each game the decisions in order, each a seat and the code of its action, as far as
    there was room."""

    def _players(self, kind: type[np.generic]) -> npt.NDArray[Any]:
        """Every player's record, read as one kind of number: a row a game, a row a seat."""
        size = np.dtype(kind).itemsize
        first, stride = at.PLAYERS // size, at.STRIDE // size
        records = self.finals.view(kind)[:, first : first + self.engine.seats * stride]
        return records.reshape(len(self.finals), self.engine.seats, stride)

    @property
    def category_names(self) -> tuple[str, ...]:
        """What points are scored for, in the order of `categories`."""
        return tuple(map(str, CATEGORIES))

    @property
    def categories(self) -> npt.NDArray[np.int64]:
        """Points of each seat by category, in the order of `category_names`."""
        first = at.SCORES // 2
        return self._players(np.int16)[:, :, first : first + at.N_CATEGORIES].astype(np.int64)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Points of each seat."""
        return np.asarray(self.categories.sum(axis=2))

    @property
    def routes(self) -> Words:
        """Routes claimed by each seat, as words of a mask by the number of the route."""
        return self._players(np.uint64)[:, :, at.OWN : at.OWN + at.NW]

    @property
    def tickets(self) -> Words:
        """Tickets kept by each seat, as a mask by the number of the ticket."""
        return np.asarray(self._players(np.uint64)[:, :, at.TICKETS])

    @property
    def complete(self) -> Words:
        """Tickets completed by each seat, likewise."""
        masks = np.zeros((len(self.finals), self.engine.seats), np.uint64)
        match.complete_masks(self.finals, self.engine.tables.numbers, masks)
        return masks

    @property
    def turns(self) -> npt.NDArray[np.int64]:
        """The turns taken in each game."""
        return self.finals.view(np.int16)[:, at.TURNS // 2].astype(np.int64)

    @property
    def first(self) -> npt.NDArray[np.int64]:
        """The start player of each game."""
        return self.finals.view(np.uint8)[:, at.FIRST].astype(np.int64)

    @property
    def vehicles(self) -> npt.NDArray[np.int64]:
        """The vehicles that each seat has left."""
        return self._players(np.uint8)[:, :, at.VEHICLES].astype(np.int64)

    @property
    def reasons(self) -> tuple[EndReason, ...]:
        """Why each game ended."""
        return tuple(_REASONS[code] for code in self.finals.view(np.uint8)[:, at.ENDED].tolist())

    def choices(self, deals: Sequence[Seed]) -> tuple[npt.NDArray[np.int64], list[Action]]:
        """Number the logged actions, and list what each number stands for.

        The code of a choice of tickets or of a marker means something else in each position, so
        the games are played again from the seeds they were dealt by.
        """
        numbers = self.engine.tables.numbers
        varying = [
            range(numbers[at.CODE_KEEP], numbers[at.CODE_CLAIM]),
            range(numbers[at.CODE_MARK], numbers[at.CODE_ALVIN]),
        ]
        known: dict[int, int] = {}
        found: dict[Action, int] = {}
        choices = np.zeros(self.log.shape[:2], np.int64)
        for row, deal, log, length in zip(choices, deals, self.log, self.lengths, strict=True):
            state = self.engine.start(deal)
            for number, (seat, code) in enumerate(log[:length].tolist()):
                choice = known.get(code)
                if choice is None:
                    choice = found.setdefault(state.action(seat, code), len(found))
                    if not any(code in codes for codes in varying):
                        known[code] = choice
                row[number] = choice
                state.step(seat, code)
        return choices, list(found)

    def state(self, game: int) -> State:
        """One of the games at its end, as the readable engine knows it."""
        words = self.finals[game].copy()
        block = Block(words.view(np.uint8), words.view(np.int16), words)
        return to_state(block, self.engine.game, self.engine.tables)


def play_match(
    engine: FastEngine,
    names: Sequence[str],
    seeds: Sequence[Seed],
    dice: Sequence[Sequence[Seed]],
    log_room: int = 0,
) -> Match:
    """Play whole games inside compiled code: a seed a game, and one for each player.

    The games are those that the readable engine and the bots by themselves would play. The names
    are those that `compiled_name` knows. Of each game up to `log_room` decisions are logged.
    """
    players = np.array(
        [KINDS.get(compiled_name(name) or "", kinds.RANDOM) for name in names], np.int64
    )
    tables = engine.tables
    truth, guess = Block.empty(tables.block), Block.empty(tables.block)
    finals = np.zeros((len(seeds), len(truth.words)), np.uint64)
    lengths = np.zeros(len(seeds), np.int64)
    log = np.zeros((len(seeds), log_room, 2), np.int32)
    match.play_match(
        truth.bytes,
        truth.words,
        truth.halves,
        guess.bytes,
        guess.words,
        tables.numbers,
        tables.masks,
        players,
        np.stack([settings_for(int(kind), engine) for kind in players]),
        np.zeros((2, 2 + engine.seats), np.int64),
        np.stack([words_of(seed) for seed in seeds]),
        np.stack([[words_of(seed) for seed in row] for row in dice]),
        np.zeros((engine.seats, memo.SIZE)),
        engine.new_scratch(),
        finals,
        lengths,
        log,
    )
    return Match(engine, finals, lengths, log)
