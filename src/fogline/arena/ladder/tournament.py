"""A ladder: each bot plays each other, every deal from every seat."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from fogline.arena.checkpoint import Checkpoint, header_of, results
from fogline.arena.jobs import Job, check_bots, play_games
from fogline.arena.ladder.luck_adjusted import LuckAdjusted, check_luck, luck_adjusted, measure_luck
from fogline.arena.ladder.pairings import (
    Meeting,
    Pairing,
    Piece,
    Points,
    mean_over_deals,
    pieces_of,
    round_robin,
)
from fogline.arena.ladder.ratings import Rating, rate, require_choix
from fogline.arena.ladder.thinking import thinking_time
from fogline.arena.process_pool import Workers
from fogline.arena.seeds import ListedSeeds
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.report.estimates import (
    BEYOND_CHANCE,
    Estimate,
    Values,
    chance_beyond,
    rate_of,
    score_of,
)
from fogline.sim.winners import Flags

Progress = Callable[[int], None]
"""Receives how many games are done."""

_CHUNK = 5
"""The deals between two reports of progress."""


class LadderError(FoglineError):
    """Raised when these bots cannot form a ladder."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """The result of a pairing."""

    pairing: Pairing
    games: int
    wins: Estimate
    """The share of the games that `one` won; a victory shared by k counts 1/k."""
    losses: Estimate
    """The share that the others won. Nobody wins a game in which all bots failed."""
    lead: Estimate | None
    """The points by which it was ahead of the others' mean, in deals in which no bot failed;
    `None` if there were fewer than two."""
    adjusted: LuckAdjusted | None = None
    """The same without luck, if requested."""

    @property
    def reversed(self) -> Encounter:
        """Return the same from the other's viewpoint, for two players."""
        return Encounter(
            Pairing(self.pairing.other, self.pairing.one, self.pairing.seats),
            self.games,
            self.losses,
            self.wins,
            self.lead and self.lead.complement(0.0),
            self.adjusted and self.adjusted.reversed,
        )


@dataclass(frozen=True, slots=True)
class Mirror:
    """A bot against itself: a control that must come out even."""

    bot: str
    games: int
    wins: Estimate
    """The share of the games won by the copy that is alone on its side."""
    seats: tuple[Estimate, ...]
    """The share of the games won by each seat; these may differ, if going first helps."""
    chance: float
    """The probability of such an uneven result between equals."""

    @property
    def even(self) -> bool:
        """Return whether chance alone explains the result."""
        return self.chance >= BEYOND_CHANCE


@dataclass(frozen=True, slots=True)
class Ladder:
    """All results of a ladder. All but the times depend only on the inputs."""

    game: GameDefinition
    players: int
    """The number of seats in each game."""
    bots: tuple[str, ...]
    """The bots in the given order."""
    seed: Seed
    deals: int
    """Deals in each pairing; each is played once from every seat."""
    anchor: str
    """The bot whose rating is 0."""
    ratings: tuple[Rating, ...]
    """The strongest first."""
    encounters: tuple[Encounter, ...]
    mirror: Mirror
    seats: tuple[Estimate, ...]
    """The share of all games between different bots that was won by each seat."""
    faults: dict[str, int]
    """For each bot the games in which it failed, those of the mirror included."""
    first_faults: dict[str, str]
    """The first fault of each bot that failed."""
    thinking: dict[str, float]
    """The seconds for a decision of each bot."""
    seconds: float
    """How long the games took."""

    @property
    def games_each(self) -> int:
        """Return the number of games in each pairing."""
        return self.deals * self.players

    @property
    def games(self) -> int:
        """Return the number of all games, those of the mirror included."""
        return sum(each.games for each in self.encounters) + self.mirror.games

    def encounter(self, one: str, other: str) -> Encounter:
        """Return the result of a pairing; for two players, from either viewpoint."""
        found = {(each.pairing.one, each.pairing.other): each for each in self.encounters}
        if self.players == 2 and (one, other) not in found:
            return found[other, one].reversed
        return found[one, other]

    def share(self, bot: str) -> float:
        """Return the share of its games that a bot won, as `one` against all others."""
        others = [other for other in self.bots if other != bot]
        return sum(self.encounter(bot, other).wins.value for other in others) / len(others)


def deals_for(num: int, players: int) -> int:
    """Return how many whole deals make at least `num` games."""
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    return math.ceil(num / players)


def games_in(bots: int, num: int, players: int) -> int:
    """Return how many games a ladder of `bots` bots takes, the mirror included."""
    pairings = math.comb(bots, 2) if players == 2 else math.perm(bots, 2)
    return (pairings + 1) * deals_for(num, players) * players


def play_ladder(  # noqa: PLR0913 (the options of a command line)
    game: GameDefinition,
    bots: Sequence[str],
    num: int,
    seed: Seed,
    *,
    players: int = 2,
    workers: Workers = 1,
    progress: Progress = lambda _: None,
    checkpoint: Checkpoint | None = None,
    without_luck: bool = False,
) -> Ladder:
    """Play `num` games or a few more between each pair of bots, and rate them.

    Each deal is played once with `one` on each seat, so `num` is rounded up to whole deals. The
    bot listed last also plays against itself. The result does not depend on `workers`. A bot that
    crashes, is late or does something illegal forfeits the game. Games that are already in the
    `checkpoint` are not played again. With `without_luck` the luck of each game is measured, too.
    """
    require_choix()
    names = checked(bots, workers)
    game.check_seats(players)
    if without_luck:
        check_luck(game, players)
    deals = deals_for(num, players)
    # Measuring the time to decide also loads and compiles what is needed.
    thinking = {bot: thinking_time(game, players, bot, f"{seed}/thinking") for bot in names}
    began = time.perf_counter()
    mirror = Pairing(names[-1], names[-1], players)
    pairings = [*round_robin(names, players), mirror]
    played = play_pairings(
        game,
        pairings,
        deals,
        seed,
        workers=workers,
        progress=progress,
        checkpoint=checkpoint,
        without_luck=without_luck,
    )
    seconds = time.perf_counter() - began  # the rest is not playing
    *meetings, reflected = played
    anchor = "random" if "random" in names else names[0]
    return Ladder(
        game=game,
        players=players,
        bots=names,
        seed=seed,
        deals=deals,
        anchor=anchor,
        ratings=tuple(rate(names, meetings, anchor, seed)),
        encounters=tuple(encounter_of(each) for each in meetings),
        mirror=mirror_of(reflected),
        seats=_seats(np.mean([each.seat_wins for each in meetings], axis=0)),
        faults={bot: sum(each.faults_of(bot) for each in played) for bot in names},
        first_faults=_first_faults(played),
        thinking=thinking,
        seconds=seconds,
    )


def play_pairings(  # noqa: PLR0913 (the options of a command line)
    game: GameDefinition,
    pairings: Sequence[Pairing],
    deals: int,
    seed: Seed,
    *,
    workers: Workers = 1,
    progress: Progress = lambda _: None,
    checkpoint: Checkpoint | None = None,
    without_luck: bool = False,
) -> list[Meeting]:
    """Play `deals` deals of each pairing, from every seat."""
    shape = (len(pairings), deals, pairings[0].seats, pairings[0].seats)
    points, tie_breaks = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    faults = np.zeros(shape, np.bool_)
    luck = np.zeros((*shape, 2)) if without_luck else None
    first_faults: list[dict[str, str]] = [{} for _ in pairings]
    pieces = list(pieces_of(pairings, deals, _CHUNK))
    done = 0
    progress(done)  # earlier games do not count in the rate
    pairs = [[each.one, each.other, each.seats] for each in pairings]
    more = {"without_luck": True} if without_luck else {}
    header = header_of(game, seed, pairings=pairs, deals=deals, chunk=_CHUNK, **more)
    worker = partial(_play, game, tuple(pairings), seed, without_luck)
    played = results(checkpoint, header, worker, pieces, workers)
    for piece, result in zip(pieces, played, strict=True):
        at = (piece.pairing, slice(piece.deals.start, piece.deals.stop), piece.arrangement)
        points[at], tie_breaks[at], faults[at], said, lucky = result
        if luck is not None:
            luck[at] = lucky
        first_faults[piece.pairing] = said | first_faults[piece.pairing]
        done += len(piece.deals)
        progress(done)
    return [
        Meeting(
            pairing,
            points[number],
            tie_breaks[number],
            faults[number],
            first_faults[number],
            None if luck is None else luck[number],
        )
        for number, pairing in enumerate(pairings)
    ]


def _play(
    game: GameDefinition,
    pairings: Sequence[Pairing],
    seed: Seed,
    without_luck: bool,
    piece: Piece,
) -> tuple[Points, Points, Flags, dict[str, str], Values | None]:
    pairing = pairings[piece.pairing]
    seeds = [pairing.seeds(seed, deal, piece.arrangement) for deal in piece.deals]
    deals, dice = zip(*seeds, strict=True)
    bots = pairing.bots(piece.arrangement)
    played = play_games(Job(game, bots, ListedSeeds(deals, dice), log=without_luck))
    said: dict[str, str] = {}
    for faults in played.faults:
        for bot, fault in zip(bots, faults, strict=True):
            if fault is not None:
                said.setdefault(bot, fault)
    luck = measure_luck(game, deals, played) if without_luck else None
    return played.scores, played.tie_breaks, played.failed, said, luck


def _first_faults(meetings: Sequence[Meeting]) -> dict[str, str]:
    said: dict[str, str] = {}
    for meeting in meetings:
        said = {**meeting.first_faults, **said}
    return said


def encounter_of(meeting: Meeting) -> Encounter:
    """Return the summary of a pairing."""
    return Encounter(
        meeting.pairing,
        meeting.games,
        rate_of(meeting.wins),
        rate_of(meeting.losses),
        mean_over_deals(meeting.leads[meeting.sound]),
        luck_adjusted(meeting),
    )


def mirror_of(meeting: Meeting) -> Mirror:
    """Return the summary of a bot's games against itself."""
    par = 1 / meeting.pairing.seats
    return Mirror(
        bot=meeting.pairing.one,
        games=meeting.games,
        wins=rate_of(meeting.wins),
        seats=_seats(meeting.seat_wins),
        # Games that nobody won favour no side.
        chance=chance_beyond(score_of(meeting.wins + par * meeting.unwon, par)),
    )


def _seats(wins: np.typing.NDArray[np.float64]) -> tuple[Estimate, ...]:
    return tuple(rate_of(column) for column in wins.T)


def checked(bots: Sequence[str], workers: Workers = 1) -> tuple[str, ...]:
    """Return the normalised specs of the bots; raise an error for duplicates or fewer than two."""
    names = tuple(map(str, check_bots(bots, workers)))
    if len(names) < 2:
        raise LadderError("a ladder needs two bots or more.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise LadderError(f"the bot {twice!r} is given twice.")
    return names
