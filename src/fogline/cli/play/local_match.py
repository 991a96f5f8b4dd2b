"""A game at this terminal: the engine, the bots, and a file that is always up to date."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from fogline.bots import Bot, dismiss, fault_of, guarded_bot
from fogline.cli.play import saved
from fogline.cli.play.saved import SavedGame, SavedSeat
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.core.log import GameLog
from fogline.core.messages import Action, Event, Seat
from fogline.core.outcome import Outcome
from fogline.core.table import View


class Match:
    """A game between people at this terminal and bots, kept in a file after every move."""

    def __init__(self, game: Game, players: Sequence[SavedSeat], seed: Seed, path: Path) -> None:
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.path = path
        self.names = tuple(player.name for player in self.players)
        self.people = [seat for seat, player in enumerate(self.players) if player.bot is None]
        self.events: list[Event] = list(game.log.events)
        self.seen = _seen(game.log)
        """The number of events that each seat has seen."""
        played = len(game.log.moves)
        # Bots that start again must not repeat what they chose before.
        self.bots: dict[Seat, Bot] = {
            seat: guarded_bot(player.bot, f"{seed}/{seat}/{played}" if played else f"{seed}/{seat}")
            for seat, player in enumerate(self.players)
            if player.bot is not None
        }

    @classmethod
    def new(
        cls, definition: GameDefinition, players: Sequence[SavedSeat], seed: Seed, path: Path
    ) -> Match:
        """Deal a new game."""
        return cls(Game.start(definition, len(players), Chance(seed)), players, seed, path)

    @classmethod
    def resumed(cls, kept: SavedGame, path: Path) -> Match:
        """Go on with a game. Chance goes on the same way however often this is done."""
        if kept.seed is None:
            raise ValueError("a log alone does not say who plays")
        chance = Chance(f"{kept.seed}/{len(kept.log.moves)}")
        return cls(Game.resume(kept.log, chance), kept.players, kept.seed, path)

    @property
    def next_seat(self) -> Seat | None:
        """The seat to ask next: bots first, since nobody waits for them; `None` at the end."""
        deciding = self.deciding
        return next((seat for seat in deciding if seat in self.bots), next(iter(deciding), None))

    @property
    def definition(self) -> GameDefinition:
        """The board and the rules."""
        return self.game.definition

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        return self.game.deciding

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it goes on."""
        return self.game.outcome

    @property
    def reason(self) -> str:
        """Why the game ended; empty while it goes on."""
        return "" if self.outcome is None else self.outcome.reason.value

    def view(self, seat: Seat | None) -> View:
        """Return the table as a seat knows it; `None` means a spectator."""
        return self.game.view(seat)

    def play(self, seat: Seat, action: Action) -> None:
        """Perform an action."""
        self.events += self.game.play(seat, action)

    def keep(self) -> None:
        """Write the game to its file; raise `OSError` if that fails."""
        over = self.game.outcome is not None
        saved.write(self.path, SavedGame(self.game.log, self.players, self.seed, over))

    def way_back(self) -> str:
        """Return the command that goes on with this game."""
        return f"fogline tty --resume {shlex.quote(str(self.path))}"

    def close(self) -> list[tuple[Seat, str]]:
        """Dismiss the bots; return those that failed, each with what went wrong."""
        dismiss(self.bots.values(), self.game.outcome)
        faults = ((seat, fault_of(bot)) for seat, bot in self.bots.items())
        return [(seat, fault) for seat, fault in faults if fault]


def _seen(log: GameLog) -> list[int]:
    """Count the events up to each seat's last move: it has not seen later ones."""
    seen = [0] * log.seats
    count = len(log.set_up)
    for move in log.moves:
        count += len(move.events)
        seen[move.seat] = count
    return seen
