"""Whole games between bots, and the choice of the engine that plays them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fogline.arena.process_pool import WorkError, Workers
from fogline.arena.seeds import Seeds
from fogline.bots import BotSpec, bot_spec, compiled_name
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.core.rule import Rule
from fogline.sim import cannot_compile
from fogline.sim.categories import categories_of
from fogline.sim.guard import BotFailed, ask
from fogline.sim.whole_games import Log, Played, play, play_game
from fogline.sim.winners import Flags, Numbers, winners_of

if TYPE_CHECKING:  # it loads the compiler
    from fogline.bots.compiled_bots import CompiledMatch
    from fogline.fast.context import Words

FEW = 200
"""The random games that the readable engine plays while the compiler would load."""
_AFTER_A_FORFEIT = "random"
"""The bot that makes the remaining moves of a bot that forfeited."""
_ROOM = 512
"""Memory for decisions that suffices for nearly every game."""


@dataclass(frozen=True, slots=True)
class Job:
    """Games to play between the same bots; any process plays them with the same result."""

    game: GameDefinition
    players: tuple[str, ...]
    """The spec of the bot on each seat."""
    seeds: Seeds
    log: bool = False
    """Whether to return the decisions, too."""
    compiled: bool | None = None
    """Whether compiled code plays; `None` means if it can."""
    stand_in: str | None = None
    """The spec of the bot that finishes a game for one that fails, so that the game does not
    count; without it the failed bot forfeits the game."""


def check_bots(specs: Sequence[str], workers: Workers) -> tuple[BotSpec, ...]:
    """Read the specs of bots; refuse bots that are unknown here or to the workers."""
    bots = tuple(map(bot_spec, specs))
    for bot in bots:
        if bot.kind.rest is not None and not isinstance(workers, int):
            raise WorkError(f"{bot} is on this machine only, so it cannot play on a cluster.")
    return bots


def can_compile(game: GameDefinition, players: Sequence[str]) -> bool:
    """Return whether compiled code can play all of a game between these bots."""
    return all(map(compiled_name, players)) and cannot_compile(game, len(players)) is None


def slow_notice(game: GameDefinition, players: Sequence[str], num: int) -> str | None:
    """Return in one line why the readable engine has to play `num` games, or `None`.

    This loads the compiler, which takes longer than a few random games by Fogline's own rules.
    """
    game.check_seats(len(players))
    if not worth_compiling(players, num) and all(map(_is_own, game.rules)):
        return None
    reason = cannot_compile(game, len(players))
    if reason is None:
        return None
    return (
        f"{game.title} is played by the readable engine, which is slower: "
        f"{reason.removesuffix('.')}."
    )


def worth_compiling(players: Sequence[str], num: int) -> bool:
    """Return whether `num` games are worth loading the compiler; all but random bots load it."""
    return set(players) != {"random"} or num >= FEW


def _is_own(rule: Rule) -> bool:
    return type(rule).__module__.partition(".")[0] == __name__.partition(".")[0]


def load_bot(game: GameDefinition, seats: int, text: str) -> None:
    """Ask a bot for one decision, which loads its code, and compiles it if necessary.

    Programs and classes of users are skipped, because they start with each game anyway.
    """
    spec = bot_spec(text)
    if spec.kind.rest is None and spec.kind.name != "random":
        start = Game.start(game, seats, Chance("loading"))
        with suppress(BotFailed):  # it then fails in its games, where that is counted
            ask(spec.make("loading"), start.view(start.deciding[0]))


def play_games(job: Job) -> Played:
    """Play the games of a job; both engines play the same ones."""
    compiled = can_compile(job.game, job.players) if job.compiled is None else job.compiled
    if compiled:
        return _play_compiled(job)
    return play(
        job.game,
        [bot_spec(text) for text in job.players],
        job.seeds.deals,
        job.seeds.dice,
        log=job.log,
        stand_in=bot_spec(job.stand_in or _AFTER_A_FORFEIT),
        void=job.stand_in is not None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """The results of whole games that a tally counts; see `Played`."""

    scores: Numbers
    winners: Flags
    faults: tuple[tuple[str | None, ...], ...]
    decisions: Numbers


def play_for_results(job: Job) -> Results:
    """Play the games of a job like `play_games`, and return only the results for a tally."""
    if not job.compiled:
        played = play_games(job)
        return Results(played.scores, played.winners, played.faults, played.decisions)
    match = _play_match(job)
    winners = winners_of(match.scores, match.tie_breaks)
    return Results(match.scores, winners, _no_faults(job), match.lengths)


def play_one(
    game: GameDefinition, players: Sequence[str], deal: Seed, dice: Sequence[Seed]
) -> Game:
    """Play a single game by the readable engine, which keeps a log of it."""
    bots = [bot_spec(text) for text in players]
    return play_game(game, bots, deal, dice, bot_spec(_AFTER_A_FORFEIT))[0]


def _play_match(job: Job) -> CompiledMatch:
    """Play the games of a job in compiled code, with a log if requested."""
    from fogline.bots.compiled_bots import compiling_ahead, engine_for, play_match  # noqa: PLC0415 (loads the compiler)

    engine = engine_for(job.game, len(job.players))
    with compiling_ahead(engine, job.players, log=job.log):
        generators = _generators(job.seeds)
    match = play_match(engine, job.players, *generators, _ROOM if job.log else 0)
    longest = int(match.lengths.max(initial=0))
    if job.log and longest > _ROOM:
        match = play_match(engine, job.players, *_generators(job.seeds), longest)
    return match


def _no_faults(job: Job) -> tuple[tuple[None, ...], ...]:
    return ((None,) * len(job.players),) * len(job.seeds)


def _play_compiled(job: Job) -> Played:
    match = _play_match(job)
    tickets = len(job.game.board.tickets)
    found = dict(zip(match.category_names, np.moveaxis(match.categories, 2, 0), strict=True))
    known = categories_of(job.game)
    categories = (
        *known,
        *sorted(each for each in found if each not in known and found[each].any()),
    )
    none = np.zeros_like(match.scores)
    return Played(
        scores=match.scores,
        points=np.stack([found.get(each, none) for each in categories], axis=2),
        routes=_flags(match.routes, len(job.game.board.routes)),
        tickets=_flags(match.tickets[:, :, None], tickets),
        complete=_flags(match.complete[:, :, None], tickets),
        tie_breaks=match.tie_breaks,
        decisions=match.lengths,
        turns=match.turns,
        reasons=match.reasons,
        faults=_no_faults(job),
        first=match.first,
        vehicles=match.vehicles,
        log=_log(match) if job.log else None,
        categories=categories,
    )


def _generators(seeds: Seeds) -> tuple[Words, Words]:
    """Return generators for each game, and for each seat of each game."""
    from fogline.fast import words_of_all  # noqa: PLC0415 (loads the compiler)

    dice = words_of_all(chain.from_iterable(seeds.dice))
    return words_of_all(seeds.deals), dice.reshape(len(seeds), -1, 4)


def _flags(masks: npt.NDArray[np.uint64], number: int) -> Flags:
    """Spread words of bits, lowest first, over a last axis of this many flags."""
    octets = np.ascontiguousarray(masks).astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=number, bitorder="little").view(np.bool_)


def _log(match: CompiledMatch) -> Log:
    longest = int(match.lengths.max(initial=0))
    seats, codes = (match.log[:, :longest, n] for n in range(2))
    return Log(match.lengths, seats, codes, match.engine.action)
