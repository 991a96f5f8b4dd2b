"""Models of finished games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerResult:
    """A player of a finished game."""

    name: str | None
    level: str | None
    """The level of a bot."""
    rank: int | None
    """1 is best; seats that tie share a rank. `null` if the game was closed before its end."""
    total: int | None


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, from one seat of the user."""

    table: str
    seat: int
    game: str
    title: str
    options: dict[str, bool | int | str]
    players: list[PlayerResult]
    """One for each seat."""
    rank: int | None
    won: bool
    total: int | None
    points: dict[str, int]
    """The points of this seat, by category."""
    reason: str
    """Why the game ended: `last-round`, `all-passed`, `resigned` or `closed`."""
    resigned: bool
    out_of_time: bool
    """Whether the clock of this seat has ever run out."""
    stand_in: bool
    """Whether a stand-in has ever decided for this seat."""
    undone: bool
    """Whether a player at the table has taken back decisions of bots."""
    began: int
    ended: int


@dataclass(frozen=True)
class ResultsModel:
    """A page of finished games."""

    results: list[FinishedGame]
    next: str | None
    """The cursor of the next page, if there is one."""
