"""The compiled players behind the face of a bot."""

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
    """Return the compiled engine of a game, made once for each definition and number of players."""
    return compile_game(game, seats)


def style_for(engine: FastEngine) -> Style:
    """Return what the planner and search think in a game: as in the game that is most like it."""
    styles = CONNECTED if keeps_one_piece(engine.lowered) else LOOSE
    return styles[min(styles, key=lambda seats: (abs(seats - engine.seats), -seats))]


def weights_for(name: str, engine: FastEngine) -> npt.NDArray[np.float64]:
    """Return what a player thinks things are worth in a game."""
    if _kind(name) != kinds.PLANNER:
        return weights_array(BASELINE)
    style = style_for(engine)
    return weights_array({**style.planner, **style.weaker.get(name, {})})


def players_for(engine: FastEngine, names: Sequence[str]) -> match.Players:
    """Make the players of a match, one for each seat; names are those `compiled_name` knows."""
    players = _players(engine, names)
    players.choosers[:] = [address_of_chooser(kind) for kind in players.kinds.tolist()]
    return players


def _players(engine: FastEngine, names: Sequence[str]) -> match.Players:
    """Make them without the functions that choose."""
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
    """Whether a loop for random players alone can play."""
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
    """Whole games between bots, as they ended: a row for each game."""

    lengths: Codes
    """The decisions made in each game."""
    log: Codes
    """Of each game the decisions in order, each a seat and the code of its action, as far as
    there was room."""


def _record(engine: FastEngine, games: int, log_room: int) -> match.Record:
    return match.Record(
        finals=np.zeros((games, engine.lowered.block // 8), np.uint64),
        lengths=np.zeros(games, np.int64),
        log=np.zeros((games, log_room, 2), np.int64),
    )


@contextmanager
def compiling_ahead(engine: FastEngine, names: Sequence[str], *, log: bool) -> Iterator[None]:
    """Compile a match and its players, each in a separate process, if they are not on disk.

    Meanwhile the caller can compile what else the match needs.
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
    """Play whole games inside compiled code: a generator a game, and one for each player.

    The games are those that the readable engine and the bots by themselves would play. The names
    are those that `compiled_name` knows. Of each game up to `log_room` decisions are logged.
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
