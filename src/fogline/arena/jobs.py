"""The work of the arena: whole games between bots, and many pieces of work at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fogline.arena.process_pool import WorkError, Workers, available_cores, run
from fogline.bots import BotSpec, bot_spec, compiled_name
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.table import EndReason
from fogline.sim import cannot_compile
from fogline.sim.play import CATEGORIES, Decided, Flags, Numbers, Played, play, play_out

if TYPE_CHECKING:  # it loads the compiler
    from fogline.bots.compiled import Match

__all__ = [
    "CATEGORIES",
    "Flags",
    "Job",
    "Numbers",
    "Played",
    "WorkError",
    "Workers",
    "available_cores",
    "can_compile",
    "check_bots",
    "flags_of",
    "play_games",
    "play_out",
    "run",
]

_ROOM = 512
"""Decisions that nearly every game is done with."""


@dataclass(frozen=True, slots=True)
class Job:
    """Games to play between the same bots; any process can do it, with the same result."""

    game: GameDefinition
    players: tuple[str, ...]
    """The spec of the bot on each seat."""
    deals: tuple[Seed, ...]
    """A seed for each game: it is dealt by `Chance(seed)`."""
    dice: tuple[tuple[Seed, ...], ...]
    """For each game a seed for the bot on each seat."""
    moves: bool = False
    """Whether the decisions are wanted, too."""
    compiled: bool | None = None
    """Whether compiled code plays; `None` compiles what can be."""


def check_bots(specs: Sequence[str], workers: Workers) -> tuple[BotSpec, ...]:
    """Read the specs of bots; refuse what is unknown, or unknown where the workers are."""
    bots = tuple(map(bot_spec, specs))
    for bot in bots:
        if bot.kind.rest is not None and not isinstance(workers, int):
            raise WorkError(f"{bot} is on this machine only, so it cannot play on a cluster.")
    return bots


def can_compile(game: GameDefinition, players: Sequence[str]) -> bool:
    """Whether compiled code can play all of a game between these bots."""
    return all(map(compiled_name, players)) and cannot_compile(game, len(players)) is None


def play_games(job: Job) -> Played:
    """Play the games of a job; compiled code and the readable engine play the same ones."""
    compiled = can_compile(job.game, job.players) if job.compiled is None else job.compiled
    if compiled:
        return _play_compiled(job)
    return play(
        job.game, [bot_spec(text) for text in job.players], job.deals, job.dice, log=job.moves
    )


def _play_compiled(job: Job) -> Played:
    from fogline.bots.compiled import engine_for, play_match  # noqa: PLC0415 (loads the compiler)
    from fogline.fast import layout as at  # noqa: PLC0415

    engine = engine_for(job.game, len(job.players))
    match = play_match(engine, job.players, job.deals, job.dice, _ROOM if job.moves else 0)
    longest = int(match.lengths.max(initial=0))
    if job.moves and longest > _ROOM:
        match = play_match(engine, job.players, job.deals, job.dice, longest)
    numbers = len(engine.tables.tickets)
    finals = match.finals
    reasons = {at.LAST_ROUND: EndReason.LAST_ROUND, at.ALL_PASSED: EndReason.ALL_PASSED}
    return Played(
        scores=match.scores,
        points=match.categories,
        routes=flags_of(match.routes, len(engine.tables.routes)),
        tickets=flags_of(match.tickets[:, :, None], numbers),
        complete=flags_of(match.complete[:, :, None], numbers),
        decisions=match.lengths,
        turns=finals.view(np.int16)[:, at.TURNS // 2].astype(np.int64),
        reasons=tuple(reasons[code] for code in finals.view(np.uint8)[:, at.ENDED].tolist()),
        faults=((None,) * len(job.players),) * len(job.deals),
        moves=_moves(match, job.deals) if job.moves else None,
    )


def flags_of(masks: npt.NDArray[np.uint64], number: int) -> Flags:
    """Spread words of bits, lowest first, over a last axis of this many flags."""
    octets = np.ascontiguousarray(masks).astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=number, bitorder="little").view(np.bool_)


def _moves(match: Match, deals: Sequence[Seed]) -> tuple[tuple[Decided, ...], ...]:
    """Write the decisions of a match as text.

    Most codes mean the same in every position; which tickets are kept, and where a marker is put,
    must be looked up in the game, played once more.
    """
    from fogline.fast import layout as at  # noqa: PLC0415 (loads the compiler)

    numbers = match.engine.tables.numbers
    here = [
        range(numbers[at.CODE_KEEP], numbers[at.CODE_CLAIM]),
        range(numbers[at.CODE_MARK], numbers[at.CODE_ALVIN]),
    ]
    texts: dict[int, str] = {}
    games = []
    for deal, log, length in zip(deals, match.log, match.lengths, strict=True):
        state = match.engine.start(deal)
        said = []
        for seat, code in log[:length].tolist():
            text = texts.get(code)
            if text is None:
                text = str(state.action(seat, code))
                if not any(code in codes for codes in here):
                    texts[code] = text
            said.append((seat, text))
            state.step(seat, code)
        games.append(tuple(said))
    return tuple(games)
