"""What a command line says about the game to play; the rest is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fogline.bots.bot_levels import Level, find_level, levels_for
from fogline.cli.frame.arguments import load_game
from fogline.cli.frame.command import UsageError
from fogline.cli.play import saved
from fogline.cli.play.local_match import Match
from fogline.cli.play.saved import SavedSeat
from fogline.cli.text.names import name_seats
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition

RANDOM = Level("random", "Random", "random")
USUAL = "casual"
"""The level of the bots, if nobody says otherwise."""


@dataclass(frozen=True)
class Setup:
    """A game to be set up. `None` is what nobody has said yet."""

    seed: Seed
    game: str | None = None
    seats: int | None = None
    humans: int | None = None
    names: tuple[str, ...] = ()
    bot: str | None = None
    """A level, or the spec of a bot."""
    options: tuple[str, ...] = ()
    save: Path | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is left to ask."""
        seats, humans = self.seats, self.humans
        if self.game is None or seats is None or humans is None:
            return False
        return (self.bot is not None or humans >= seats) and (humans == 1 or bool(self.names))


def levels(game: GameDefinition) -> tuple[Level, ...]:
    """List the levels that a game has, from weak to strong."""
    known = levels_for(game)
    return known if RANDOM in known else (RANDOM, *known)


def usual_level(game: GameDefinition) -> str:
    """Choose the level for those who do not choose one."""
    known = [level.name for level in levels(game)]
    return USUAL if USUAL in known else known[1]


def spec_of(game: GameDefinition, bot: str) -> str:
    """Return the spec of a bot that is named by its level or by its spec."""
    level = find_level(bot, game)
    return bot if level is None else level.bot


def check_people(humans: int, seats: int) -> None:
    """Raise a `UsageError` if there are more people than seats."""
    if humans > seats:
        raise UsageError(f"--humans {humans}: there are only {seats} players.")


def start(setup: Setup) -> Match:
    """Deal the game of a complete setup."""
    name, seats, humans = setup.game, setup.seats, setup.humans
    if name is None or seats is None or humans is None:
        raise ValueError("the setup is not complete")
    check_people(humans, seats)
    game = load_game(name, setup.options)
    game.check_seats(seats)
    called = name_seats(setup.names, seats, humans)
    bot = spec_of(game, setup.bot or "random")
    players = [SavedSeat(who, None if seat < humans else bot) for seat, who in enumerate(called)]
    return Match.new(game, players, setup.seed, setup.save or saved.new_path(name))
