"""The compiled players behind the interface of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from fogline.bots import compiled_kinds as kinds
from fogline.bots.compile_ahead import compiled_elsewhere
from fogline.bots.kernel import choosers, match
from fogline.bots.kernel.baselines import baseline_code
from fogline.bots.kernel.planner_memory import PLAN_SIZE, Planner
from fogline.bots.registry import compiled_name
from fogline.bots.tuned_weights import BASELINE, CONNECTED, LOOSE, Style, weights_array
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.fast import FastEngine, Knowledge, compile_game, words_of
from fogline.fast.context import Block, KernelGame, Words
from fogline.fast.engine import Codes
from fogline.fast.finals import Finals
from fogline.fast.jit import CACHE_FOLDER, address_of, compile_for, is_ready
from fogline.fast.mechanics.claiming import keeps_one_piece


@lru_cache(maxsize=16)
def engine_for(game: GameDefinition, seats: int) -> FastEngine:
    """Return the compiled engine of a game, cached by definition and number of players."""
    return compile_game(game, seats)


def style_for(engine: FastEngine) -> Style:
    """Return the weights of the planner and search, as in the game that is most like this one."""
    styles = CONNECTED if keeps_one_piece(engine.lowered) else LOOSE
    return styles[min(styles, key=lambda seats: (abs(seats - engine.seats), -seats))]


def weights_for(name: str, engine: FastEngine) -> npt.NDArray[np.float64]:
    """Return the weights of a player in a game."""
    if _kind(name) != kinds.PLANNER:
        return weights_array(BASELINE)
    style = style_for(engine)
    return weights_array({**style.planner, **style.weaker.get(name, {})})


def players_for(engine: FastEngine, names: Sequence[str]) -> match.Players:
    """Make the players of a match, one for each seat, by their `compiled_name`."""
    players = _players(engine, names)
    players.choosers[:] = [address_of_chooser(kind) for kind in players.kinds.tolist()]
    return players


def _players(engine: FastEngine, names: Sequence[str]) -> match.Players:
    """Make the players without the functions that choose."""
    return match.Players(
        kinds=np.array([_kind(name) for name in names], np.int64),
        choosers=np.zeros(len(names), np.uint64),
        weights=np.stack([weights_for(compiled_name(name) or "", engine) for name in names]),
        plans=np.zeros((len(names), PLAN_SIZE)),
        codes=engine.new_list(),
        hidden=np.zeros((2, 2 + engine.seats), np.int64),
    )


def _kind(name: str) -> int:
    found = kinds.COMPILED.get(compiled_name(name) or "")
    return kinds.RANDOM if found is None else found.kind


def _at_random(names: Sequence[str], log: bool) -> bool:
    """Return whether the loop for random players can play the match."""
    return not log and all(_kind(name) == kinds.RANDOM for name in names)


def chooser_of(kind: int) -> Callable[[int, KernelGame, Seat, Planner], int]:
    """Return the kernel that chooses for a kind of player."""
    if kind == kinds.RANDOM:
        return choosers.random_choice
    return choosers.planned_choice if kind == kinds.PLANNER else baseline_code


@cache
def address_of_chooser(kind: int) -> int:
    """Compile the kernel that chooses for a kind of player; return its address."""
    words = np.zeros(1, np.uint64)
    game = Block.of(words).game(np.zeros(1, np.int64), words, words)
    planner = Planner(np.zeros(1), np.zeros(PLAN_SIZE), np.zeros(1, np.int64))
    return address_of(chooser_of(kind), kind, game, 0, planner)


class CompiledBot:
    """A compiled player. It sees a guess made from the view, and has separate dice."""

    def __init__(self, name: str, seed: Seed) -> None:
        self._name = name
        self._dice = words_of(seed)
        self._plan = np.zeros(PLAN_SIZE)

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        engine = engine_for(view.game, len(view.players))
        kind = kinds.COMPILED[self._name].kind
        guess = Knowledge(engine, view).sample(self._dice)
        planner = Planner(weights_for(self._name, engine), self._plan, engine.new_list())
        return engine.action(int(chooser_of(kind)(kind, guess.g, view.seat, planner)))


@dataclass(frozen=True, slots=True)
class CompiledMatch(Finals):
    """Results of whole games between bots: a row for each game."""

    lengths: Codes
    """The number of decisions of each game."""
    log: Codes
    """The decisions of each game in order, each a seat and the code of its action, as many as
    there was room for."""


def _record(engine: FastEngine, games: int, log_room: int) -> match.Record:
    return match.Record(
        finals=np.zeros((games, engine.lowered.block // 8), np.uint64),
        lengths=np.zeros(games, np.int64),
        log=np.zeros((games, log_room, 2), np.int64),
    )


@contextmanager
def compiling_ahead(engine: FastEngine, names: Sequence[str], *, log: bool) -> Iterator[None]:
    """Compile a match and its players, each in a separate process, if they are not on disk.

    Meanwhile the caller can compile what else it needs.
    """
    if CACHE_FOLDER is None or _at_random(names, log) or is_ready(match.play_match):
        yield
        return
    found = sorted({_kind(name) for name in names})
    missing = [kind for kind in found if not is_ready(chooser_of(kind))]
    with compiled_elsewhere(missing):
        yield
        size = engine.lowered.block
        rngs, dice = np.zeros((1, 4), np.uint64), np.zeros((1, engine.seats, 4), np.uint64)
        g = engine.with_memory(Block.empty(size), rngs[0])
        players = _players(engine, names)
        compile_for(match.play_match, g, g, players, rngs, dice, _record(engine, 1, 0))


def play_match(
    engine: FastEngine,
    names: Sequence[str],
    rngs: Words,
    dice: Words,
    log_room: int = 0,
) -> CompiledMatch:
    """Play whole games in compiled code, with a generator for each game and for each player.

    The readable engine and the bots by themselves would play the same games. `names` are compiled
    names. Up to `log_room` decisions of each game are logged.
    """
    size = engine.lowered.block
    record = _record(engine, len(rngs), log_room)
    g = engine.with_memory(Block.empty(size), rngs[0])
    if _at_random(names, log_room > 0):
        match.play_at_random(g, engine.new_list(), rngs, dice, record)
    else:
        guess = engine.with_memory(Block.empty(size), rngs[0])
        match.play_match(g, guess, players_for(engine, names), rngs, dice, record)
    return CompiledMatch(engine, *record)
