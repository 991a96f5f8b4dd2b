"""The work of the arena: whole games between bots, and many pieces of work at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fogline.arena.pool import WorkError, Workers, available_cores, run
from fogline.bots import Bot, BotSpec, bot_spec, compiled_name, dismiss, fault_of, make_bot
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.events import Category
from fogline.core.game import Game
from fogline.core.messages import Seat
from fogline.core.outcome import Outcome
from fogline.core.table import EndReason
from fogline.rules.alvin import ALVIN_POINTS
from fogline.rules.tourist_tokens import TOKEN_POINTS

if TYPE_CHECKING:  # it loads the compiler
    from fogline.bots.compiled import Match

__all__ = [
    "CATEGORIES",
    "Job",
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

CATEGORIES: tuple[str, ...] = (
    Category.ROUTES,
    Category.TICKETS,
    Category.FAILED_TICKETS,
    TOKEN_POINTS,
    Category.BONUSES,
    ALVIN_POINTS,
)

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Said = tuple[Seat, str]
"""A decision: who chose, and the action in notation."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Whole games as they ended. The first axis of everything is the game."""

    scores: Numbers
    """Points, by seat."""
    points: Numbers
    """The same by seat and category, in the order of `CATEGORIES`; a rule from elsewhere may have
    given points in a category of its own."""
    routes: Flags
    """By seat and route, in the order of the board: whether it was claimed."""
    tickets: Flags
    """By seat and ticket, in the order of the sorted ids: whether it was kept."""
    complete: Flags
    """Likewise: whether it was kept and completed."""
    decisions: Numbers
    """How many choices were made."""
    turns: Numbers
    """How many turns were taken, by all players."""
    reasons: tuple[EndReason, ...]
    """Why each game ended."""
    faults: tuple[tuple[str | None, ...], ...]
    """By seat: what went wrong, if another bot had to take over."""
    moves: tuple[tuple[Said, ...], ...] | None = None
    """The decisions of each game in order, if they were asked for."""

    def __len__(self) -> int:
        return len(self.reasons)

    @property
    def winners(self) -> Flags:
        """By seat: whether it won; more than one share the victory."""
        tickets = self.tickets.shape[2]
        # Most points win; a tie goes to most complete tickets (C25).
        merits = self.scores * (tickets + 1) + self.complete.sum(axis=2)
        return np.asarray(merits == merits.max(axis=1, keepdims=True))


def check_bots(specs: Sequence[str], workers: Workers) -> tuple[BotSpec, ...]:
    """Read the specs of bots; refuse what is unknown, or unknown where the workers are."""
    bots = tuple(map(bot_spec, specs))
    for bot in bots:
        if bot.kind.rest is not None and not isinstance(workers, int):
            raise WorkError(f"{bot} is on this machine only, so it cannot play on a cluster.")
    return bots


def can_compile(game: GameDefinition, players: Sequence[str]) -> bool:
    """Whether compiled code can play all of a game between these bots."""
    if not all(map(compiled_name, players)):
        return False
    from fogline.fast import CannotLower  # noqa: PLC0415 (loads the compiler)
    from fogline.fast.lower import lower  # noqa: PLC0415

    try:
        lower(game, len(players))
    except CannotLower:
        return False
    return True


def play_games(job: Job) -> Played:
    """Play the games of a job; compiled code and the readable engine play the same ones."""
    compiled = can_compile(job.game, job.players) if job.compiled is None else job.compiled
    return _play_compiled(job) if compiled else _play_readable(job)


def play_out(game: Game, bots: Sequence[Bot]) -> tuple[Outcome, int]:
    """Play a game to its end, a bot on each seat; return how it ended, and the choices made."""
    decisions = 0
    while (outcome := game.outcome) is None:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
        decisions += 1
    return outcome, decisions


def _play_readable(job: Job) -> Played:
    ids = sorted(job.game.board.ticket)
    games = [_play_one(job, i) for i in range(len(job.deals))]
    results = [outcome.results for _, outcome, _ in games]
    tables = [game.state for game, _, _ in games]
    return Played(
        scores=np.array([[each.total for each in seats] for seats in results]),
        points=np.array(
            [
                [[each.points.get(category, 0) for category in CATEGORIES] for each in seats]
                for seats in results
            ]
        ),
        routes=np.array(
            [
                [[owner == player for owner in table.owners] for player in table.seats]
                for table in tables
            ]
        ),
        tickets=np.array(
            [[[ticket in each.tickets for ticket in ids] for each in t.players] for t in tables]
        ),
        complete=np.array(
            [[[ticket in each.complete for ticket in ids] for each in seats] for seats in results]
        ),
        decisions=np.array([len(game.log.moves) for game, _, _ in games]),
        turns=np.array([table.turns for table in tables]),
        reasons=tuple(outcome.reason for _, outcome, _ in games),
        faults=tuple(faults for _, _, faults in games),
        moves=tuple(
            tuple((move.seat, str(move.action)) for move in game.log.moves) for game, _, _ in games
        )
        if job.moves
        else None,
    )


def _play_one(job: Job, i: int) -> tuple[Game, Outcome, tuple[str | None, ...]]:
    game = Game.start(job.game, len(job.players), Chance(job.deals[i]))
    bots: list[Bot] = []
    outcome = None
    try:
        for spec, seed in zip(job.players, job.dice[i], strict=True):
            bots.append(make_bot(spec, seed))
        outcome, _ = play_out(game, bots)
    finally:
        dismiss(bots, outcome)
    return game, outcome, tuple(fault_of(bot) for bot in bots)


def _play_compiled(job: Job) -> Played:
    from fogline.bots.compiled import engine_for, play_match  # noqa: PLC0415 (loads the compiler)

    from fogline.fast import CATEGORIES as FAST_CATEGORIES  # noqa: PLC0415

    engine = engine_for(job.game, len(job.players))
    match = play_match(engine, job.players, job.deals, job.dice, _ROOM if job.moves else 0)
    longest = int(match.lengths.max(initial=0))
    if job.moves and longest > _ROOM:
        match = play_match(engine, job.players, job.deals, job.dice, longest)
    numbers = len(engine.lowered.tickets)
    return Played(
        scores=match.scores,
        points=match.categories[:, :, [FAST_CATEGORIES.index(each) for each in CATEGORIES]],
        routes=flags_of(match.routes, len(engine.lowered.routes)),
        tickets=flags_of(match.tickets[:, :, None], numbers),
        complete=flags_of(match.complete[:, :, None], numbers),
        decisions=match.lengths,
        turns=match.turns,
        reasons=match.reasons,
        faults=((None,) * len(job.players),) * len(job.deals),
        moves=_moves(match) if job.moves else None,
    )


def flags_of(masks: npt.NDArray[np.uint64], number: int) -> Flags:
    """Spread words of bits, lowest first, over a last axis of this many flags."""
    octets = np.ascontiguousarray(masks).astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=number, bitorder="little").view(np.bool_)


def _moves(match: Match) -> tuple[tuple[Said, ...], ...]:
    """Write the decisions of a match as text."""
    texts: dict[int, str] = {}
    games = []
    for log, length in zip(match.log, match.lengths, strict=True):
        said = []
        for seat, code in log[:length].tolist():
            if code not in texts:
                texts[code] = str(match.engine.action(code))
            said.append((seat, texts[code]))
        games.append(tuple(said))
    return tuple(games)
