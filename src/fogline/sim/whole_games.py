"""Whole games between bots, and their results. Importing this loads NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Protocol

import numpy as np

from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.core.messages import Action, Seat
from fogline.core.outcome import Outcome, tie_break
from fogline.core.table import EndReason, View
from fogline.sim.bot_interface import Bot, dismiss, fault_of
from fogline.sim.categories import categories_of
from fogline.sim.guard import Guarded
from fogline.sim.winners import Flags, Numbers, winners_of

Decided = tuple[Seat, str]
"""A decision: the seat that chose, and the action in notation."""


class BotMaker(Protocol):
    """Makes a new bot for each game; `fogline.bots.bot_spec` returns one."""

    def make(self, seed: Seed) -> Bot:
        """Make a bot; the same seed and views give the same choices."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """The decisions of games: a row for each game, a column for each decision."""

    lengths: Numbers
    """The number of decisions of each game; the rest of its row is empty."""
    seats: Numbers
    """The seat that chose."""
    choices: Numbers
    """Its choice: a number for each action."""
    action: Callable[[int], Action]
    """Return the action that a number stands for; of compiled games, `FastEngine.action`."""

    def of(self, game: int) -> Iterator[tuple[Seat, Action]]:
        """Yield the decisions of a game: the seat that chose, and its action."""
        length = int(self.lengths[game])
        choices = self.choices[game, :length].tolist()
        for seat, choice in zip(self.seats[game, :length].tolist(), choices, strict=True):
            yield seat, self.action(choice)


def log_of(games: Sequence[Sequence[tuple[Seat, Action]]]) -> Log:
    """Return a log of the decisions of games, each with the seat that chose."""
    lengths = np.array([len(game) for game in games], np.int64)
    seats = np.zeros((len(games), int(lengths.max(initial=0))), np.int64)
    choices = np.zeros_like(seats)
    known: dict[Action, int] = {}
    for row, game in enumerate(games):
        for number, (seat, action) in enumerate(game):
            seats[row, number] = seat
            choices[row, number] = known.setdefault(action, len(known))
    return Log(lengths, seats, choices, tuple(known).__getitem__)


def failures(faults: Sequence[Sequence[str | None]], seats: int) -> Flags:
    """Return by game and seat whether there is a fault; most games have none."""
    failed = np.zeros((len(faults), seats), np.bool_)
    if faults.count((None,) * seats) == len(faults):
        return failed
    for game, row in enumerate(faults):
        if row.count(None) < seats:
            failed[game] = [fault is not None for fault in row]
    return failed


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Results of whole games. The first axis of everything is the game."""

    scores: Numbers
    """Points, by seat."""
    points: Numbers
    """The same by seat and category, in the order of `categories`."""
    routes: Flags
    """By seat and route, in the order of the board: whether it was claimed."""
    tickets: Flags
    """By seat and ticket, in the order of the sorted ids: whether it was kept."""
    complete: Flags
    """Likewise: whether it was kept and completed."""
    tie_breaks: Numbers
    """By seat: the number that breaks ties, by default the number of complete tickets."""
    decisions: Numbers
    """The number of decisions."""
    turns: Numbers
    """The number of turns, of all players."""
    reasons: tuple[EndReason, ...]
    """Why each game ended."""
    faults: tuple[tuple[str | None, ...], ...]
    """By seat: what its bot did wrong, if it had to be replaced."""
    first: Numbers
    """The seat that acted first."""
    vehicles: Numbers
    """By seat: the vehicles left."""
    categories: tuple[str, ...]
    """The categories of the game, as by `categories_of`; then all others that occurred, sorted."""
    log: Log | None = None
    """The decisions of each game in order, if requested."""
    void: bool = False
    """Whether a game in which a bot failed does not count; otherwise the bot forfeits it."""

    def __len__(self) -> int:
        return len(self.reasons)

    @property
    def moves(self) -> tuple[tuple[Decided, ...], ...] | None:
        """Return the decisions of each game with the actions in notation, if requested."""
        if self.log is None:
            return None
        action_of = self.log.action
        text_of = cache(lambda choice: str(action_of(choice)))
        rows = zip(self.log.lengths.tolist(), self.log.seats, self.log.choices, strict=True)
        return tuple(
            tuple(
                (seat, text_of(choice))
                for seat, choice in zip(
                    seats[:length].tolist(), choices[:length].tolist(), strict=True
                )
            )
            for length, seats, choices in rows
        )

    @property
    def failed(self) -> Flags:
        """Return by seat whether its bot failed."""
        return failures(self.faults, self.scores.shape[1])

    @property
    def winners(self) -> Flags:
        """Return by seat whether it won; winners share the victory, and failed bots never win.

        Nobody has won a game that does not count, or in which all bots failed.
        """
        failed = self.failed
        best = winners_of(self.scores, self.tie_breaks, failed)
        if self.void:
            best &= ~failed.any(axis=1, keepdims=True)
        return best


def play(  # noqa: PLR0913 (the last three are optional)
    game: GameDefinition,
    players: Sequence[BotMaker],
    deals: Sequence[Seed],
    dice: Sequence[Sequence[Seed]],
    *,
    log: bool = False,
    stand_in: BotMaker | None = None,
    void: bool = False,
) -> Played:
    """Play whole games between bots: a seed for each game, and in each one for each seat.

    Bots choose by their views, so the readable engine plays. With `log` the decisions are kept. If
    a bot fails, the `stand_in` makes the rest of its moves; without one `BotFailed` is raised. The
    bot forfeits the game, or, with `void`, the game does not count.
    """
    seats = zip(deals, dice, strict=True)
    games = [play_game(game, players, deal, own, stand_in) for deal, own in seats]
    ids = sorted(game.board.ticket)
    results = [outcome.results for _, outcome, _ in games]
    tables = [each.state for each, _, _ in games]
    found = {
        str(name)
        for seats in results
        for each in seats
        for name in each.points
        if each.points[name]
    }
    known = categories_of(game)
    categories = (*known, *sorted(found.difference(known)))
    return Played(
        scores=np.array([[each.total for each in seats] for seats in results]),
        points=np.array(
            [
                [[each.points.get(category, 0) for category in categories] for each in seats]
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
        tie_breaks=np.array([[tie_break(table, seat) for seat in table.seats] for table in tables]),
        decisions=np.array([len(each.log.moves) for each, _, _ in games]),
        turns=np.array([table.turns for table in tables]),
        reasons=tuple(outcome.reason for _, outcome, _ in games),
        faults=tuple(faults for _, _, faults in games),
        first=np.array([table.first for table in tables]),
        vehicles=np.array([[each.vehicles for each in table.players] for table in tables]),
        log=log_of([[(move.seat, move.action) for move in each.log.moves] for each, _, _ in games])
        if log
        else None,
        categories=categories,
        void=void,
    )


def play_out(game: Game, bots: Sequence[Bot]) -> tuple[Outcome, int]:
    """Play a game to its end with a bot on each seat; return the outcome, and the choices made."""
    decisions = 0
    while deciding := game.deciding:
        seat = deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
        decisions += 1
    outcome = game.outcome
    assert outcome is not None  # noqa: S101 (nobody is left to decide)
    return outcome, decisions


def play_game(
    definition: GameDefinition,
    players: Sequence[BotMaker],
    deal: Seed,
    dice: Sequence[Seed],
    stand_in: BotMaker | None,
) -> tuple[Game, Outcome, tuple[str | None, ...]]:
    """Play one game; return it, its outcome, and by seat what its bot did wrong."""
    game = Game.start(definition, len(players), Chance(deal))
    bots: list[Bot] = []
    outcome = None
    try:
        for player, seed in zip(players, dice, strict=True):
            rest = None if stand_in is None else partial(_make, stand_in, seed)
            bots.append(Guarded(player.make(seed), rest))
        outcome, _ = play_out(game, bots)
    finally:
        dismiss(bots, outcome)
    return game, outcome, tuple(fault_of(bot) for bot in bots)


def _make(stand_in: BotMaker, seed: Seed, _: View) -> Bot:
    return stand_in.make(f"{seed}/stand-in")
