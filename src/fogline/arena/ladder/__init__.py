"""A ladder of bots: the strength of each, with its uncertainty."""

from fogline.arena.ladder.luck_adjusted import LuckAdjusted
from fogline.arena.ladder.pairings import Meeting, Pairing
from fogline.arena.ladder.ratings import Gap, MissingExtra, Rating
from fogline.arena.ladder.tournament import (
    Encounter,
    Ladder,
    LadderError,
    Mirror,
    games_in,
    play_ladder,
)

__all__ = [
    "Encounter",
    "Gap",
    "Ladder",
    "LadderError",
    "LuckAdjusted",
    "Meeting",
    "Mirror",
    "MissingExtra",
    "Pairing",
    "Rating",
    "games_in",
    "play_ladder",
]
