"""The time that a bot takes to decide."""

from __future__ import annotations

import time

from fogline.arena.jobs import Job, can_compile, play_games
from fogline.arena.seeds import NumberedSeeds
from fogline.bots import Bot, Guarded, RandomBot, dismiss, make_bot
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.sim.whole_games import play_out

_ENOUGH = 0.1
"""The seconds to measure; the last game is played to its end."""
_GAMES = 100
"""The most games: a bot that fails at once never fills the time."""


def thinking_time(game: GameDefinition, seats: int, bot: str, seed: Seed) -> float:
    """Measure the mean seconds for a decision, in games of a bot against itself.

    For compiled bots the time of the engine is included, and processor time is measured, so that
    other programs do not count.
    """
    measure = _compiled if can_compile(game, [bot] * seats) else _readable
    return measure(game, seats, bot, seed)


def _compiled(game: GameDefinition, seats: int, bot: str, seed: Seed) -> float:
    table = (bot,) * seats
    play_games(Job(game, table, NumberedSeeds(seed, range(1), seats)))  # compiles what is missing
    decisions = games = 0
    began = time.thread_time()
    while (took := time.thread_time() - began) < _ENOUGH:
        numbers = range(games, 2 * games + 1)
        played = play_games(Job(game, table, NumberedSeeds(seed, numbers, seats)))
        decisions += int(played.decisions.sum())
        games += len(numbers)
    return took / decisions


def _readable(game: GameDefinition, seats: int, bot: str, seed: Seed) -> float:
    seconds = 0.0
    decisions = games = 0
    while seconds < _ENOUGH and games < _GAMES:
        deal = f"{seed}/{games}"
        bots = [make_bot(bot, own) for own in _dice(deal, seats)]
        timed = [_Timed(each) for each in bots]
        # A failing bot is reported when it plays for its rating; here others play on.
        guarded = [Guarded(each, lambda _: RandomBot(Chance(seed))) for each in timed]
        try:
            play_out(Game.start(game, seats, Chance(deal)), guarded)
        finally:
            dismiss(bots)
        decisions += sum(each.decisions for each in timed)
        seconds += sum(each.seconds for each in timed)
        games += 1
    return seconds / decisions


def _dice(deal: Seed, seats: int) -> tuple[Seed, ...]:
    return tuple(f"{deal}/{seat}" for seat in range(seats))


class _Timed:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, view: View) -> Action:
        """Return the bot's choice, and add the time it took."""
        began = time.perf_counter()
        self.decisions += 1
        try:
            return self._bot.choose(view)
        finally:
            self.seconds += time.perf_counter() - began
