"""The seeds of many games: one that deals each game, and one for the bot on each seat."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.chance import Seed


@dataclass(frozen=True, slots=True)
class ListedSeeds:
    """Seeds of any kind."""

    deals: tuple[Seed, ...]
    """A seed for each game: it is dealt by `Chance(seed)`."""
    dice: tuple[tuple[Seed, ...], ...]
    """For each game a seed for the bot on each seat."""

    def __len__(self) -> int:
        return len(self.deals)


@dataclass(frozen=True, slots=True)
class NumberedSeeds:
    """Seeds by the numbers of games.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    so every game can be played again alone.
    """

    seed: Seed
    numbers: range
    """The numbers of the games."""
    seats: int

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def deals(self) -> tuple[Seed, ...]:
        """Return a seed for each game."""
        return tuple(f"{self.seed}/{number}" for number in self.numbers)

    @property
    def dice(self) -> tuple[tuple[Seed, ...], ...]:
        """Return for each game a seed for the bot on each seat."""
        return tuple(tuple(f"{deal}/{seat}" for seat in range(self.seats)) for deal in self.deals)


Seeds = ListedSeeds | NumberedSeeds
