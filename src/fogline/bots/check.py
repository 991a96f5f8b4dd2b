"""A test of bots: they must play by the rules, from their views alone, and repeatably."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import cast

from fogline.boards import builtin_board, builtin_boards
from fogline.bots.registry import bot_spec
from fogline.bots.simple_bots import RandomBot
from fogline.core.chance import Chance, Seed
from fogline.core.codec import decode_fields, encode
from fogline.core.definition import Options
from fogline.core.engine import refusal_of
from fogline.core.errors import FoglineError, readable
from fogline.core.game import Game
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.games import define, rule_set_of
from fogline.sim.bot_interface import Bot, dismiss
from fogline.sim.guard import BotFailed

BotFactory = Callable[[Seed], Bot]


@cache
def tables() -> tuple[tuple[str, int, Options], ...]:
    """Return the games that a bot is checked in, one after the other: name, players and options.

    These are all games at all sizes; with an odd number of players their options are on.
    """
    found: list[tuple[str, int, Options]] = []
    for seats in range(2, 7):
        for name in reversed(builtin_boards()):
            rule_set = rule_set_of(builtin_board(name))
            if rule_set.seats[0] <= seats <= rule_set.seats[1]:
                flags = [option.name for option in rule_set.options if option.kind is bool]
                found.append((name, seats, dict.fromkeys(flags, True) if seats % 2 else {}))
    return tuple(found)


GAMES = 24
"""The default number of games of a check: three of each kind in `tables`."""
_ENOUGH = 5
"""The number of problems after which a check stops."""


class Failure(StrEnum):
    """The kinds of problems of a bot."""

    ILLEGAL = "illegal"
    """It chose something that is not a legal action."""
    ERROR = "error"
    """It raised an error, or its program could not play on."""
    CHANGED_VIEW = "changed-view"
    """It changed the view it was shown."""
    NOT_REPEATABLE = "not-repeatable"
    """With the same seed and equal views, it did not choose the same twice."""


@dataclass(frozen=True, slots=True)
class BotProblem:
    """Something wrong with a bot, and where it appeared."""

    failure: Failure
    message: str
    game: str
    """The name of the game, players and options: `old-west, 3 players`."""
    seed: Seed
    """The seed of the deal."""
    decision: int
    """Which of the bot's decisions it was, counted from 1."""

    def __str__(self) -> str:
        where = f"{self.game}, seed {self.seed!r}, decision {self.decision}"
        return f"{self.failure}: {self.message} ({where})"


class BadBot(FoglineError):
    """Raised when a bot has not passed its check."""


@dataclass(frozen=True, slots=True)
class BotReport:
    """The result of a check. Times depend on the machine; all else on the bot and the seed."""

    games: int
    decisions: int
    """Choices made by both copies of the bot."""
    mean_seconds: float
    """The mean time of a choice."""
    worst_seconds: float
    """The longest time of a choice, often the first one, with loading and compiling."""
    problems: tuple[BotProblem, ...]
    """At most one for each game, which it ends."""

    @property
    def ok(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.problems

    def raise_if_bad(self) -> None:
        """Raise `BadBot` with the first problem, if there is one."""
        if self.problems:
            more = len(self.problems) - 1
            raise BadBot(f"{self.problems[0]}{f' and {more} more' if more else ''}")


def check_bot(
    bot: str | Bot | BotFactory,
    *,
    games: int = GAMES,
    seed: Seed = "check",
    by_clock: bool = False,
    progress: Callable[[int], None] | None = None,
) -> BotReport:
    """Check a bot in both games at all numbers of players, against random players.

    `bot` is a spec, or makes a bot from a seed, as a class does whose constructor takes one. Each
    game has two copies of it with the same seed. Both answer every question, each with a view that
    was read from its JSON and so holds nothing else; they must agree. With `by_clock` there is only
    one, because a bot that thinks by the clock cannot repeat itself; the same holds if `bot` is a
    single bot. `progress` receives the number of games done.
    """
    kinds = tables()
    make, twins_made = _maker(bot)
    count = 1 if by_clock else twins_made
    times: list[float] = []
    problems: list[BotProblem] = []
    played = 0
    while played < games and len(problems) < _ENOUGH:
        i = played
        name, seats, options = kinds[i % len(kinds)]
        deal = f"{seed}/{i}"
        seat = i // len(kinds) % seats
        twins = [make(f"{deal}/{seat}") for _ in range(count)]
        game = Game.start(define(name, options), seats, Chance(deal))
        try:
            _play(game, seat, twins, times)
        except _Found as found:
            table = ", ".join([name, f"{seats} players", *options])
            number = 1 + sum(move.seat == seat for move in game.log.moves)
            problem = BotProblem(found.failure, readable(found.message), table, deal, number)
            problems.append(problem)
        finally:
            dismiss(twins, game.outcome)
        played += 1
        if progress is not None:
            progress(played)
    return BotReport(
        games=played,
        decisions=len(times),
        mean_seconds=sum(times) / max(1, len(times)),
        worst_seconds=max(times, default=0.0),
        problems=tuple(problems),
    )


class _Found(Exception):
    """Raised when something is wrong."""

    def __init__(self, failure: Failure, message: str) -> None:
        super().__init__(message)
        self.failure = failure
        self.message = message


def _maker(bot: str | Bot | BotFactory) -> tuple[BotFactory, int]:
    """Return a factory of the bot, and the number of copies that it can make."""
    if isinstance(bot, str):
        return bot_spec(bot).make, 2
    if isinstance(bot, type) or not hasattr(bot, "choose"):
        return cast("BotFactory", bot), 2
    return (lambda _: cast("Bot", bot)), 1


def _play(game: Game, seat: Seat, twins: list[Bot], times: list[float]) -> None:
    others = [RandomBot(Chance(f"other {other}")) for other in game.state.seats]
    while game.deciding:
        deciding = seat if seat in game.deciding else game.deciding[0]
        view = game.view(deciding)
        action = _ask(view, twins, times) if deciding == seat else others[deciding].choose(view)
        game.play(deciding, action)


def _ask(view: View, twins: list[Bot], times: list[float]) -> Action:
    """Return the action on which all twins agree."""
    chosen = [_choose(twin, view, times) for twin in twins]
    if chosen[-1] != chosen[0]:
        message = f"chose {chosen[0]}, and with the same seed and an equal view {chosen[-1]}"
        raise _Found(Failure.NOT_REPEATABLE, message)
    return chosen[0]


def _choose(bot: Bot, view: View, times: list[float]) -> Action:
    shown = encode(view, skip="game")
    fields = decode_fields(View, shown, "view", skip="game")
    copy = replace(view, **fields)  # type: ignore[arg-type]  # they are those of a view
    began = time.perf_counter()
    try:
        action: object = bot.choose(copy)
    except BotFailed as failed:
        raise _Found(Failure.ERROR, str(failed)) from failed
    except Exception as error:
        raise _Found(Failure.ERROR, f"raised {type(error).__name__}: {error}") from error
    times.append(time.perf_counter() - began)
    if encode(copy, skip="game") != shown:
        raise _Found(Failure.CHANGED_VIEW, "changed the view it was shown")
    if not isinstance(action, Action):
        raise _Found(Failure.ILLEGAL, f"chose {action!r}, which is not an action")
    refusal = refusal_of(view, action)
    if refusal is not None:
        raise _Found(Failure.ILLEGAL, f"chose {action}, which is refused: {refusal.explain}")
    return action
