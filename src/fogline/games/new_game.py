"""Functions that start a game, or resume it from its log."""

from __future__ import annotations

from pathlib import Path

from fogline.core.chance import Chance, Seed
from fogline.core.definition import Options
from fogline.core.game import Game
from fogline.core.log import GameLog
from fogline.games.definitions import define


def new_game(game: str | Path, seats: int, seed: Seed, options: Options | None = None) -> Game:
    """Deal a game.

    `game` is `"san-francisco"`, `"old-west"`, the name of a board in the user's folder, or the path
    of a board file. The same seed and actions give the same game everywhere. `options` are the
    game's own, such as `{"NAME": True}`, and for all games `{"first": seat}`.
    """
    return Game.start(define(game, options), seats, Chance(seed))


def replay(log: GameLog, seed: Seed = "replay") -> Game:
    """Replay a log into a game and check every move; the seed is used for later moves only."""
    return Game.resume(log, Chance(seed))
