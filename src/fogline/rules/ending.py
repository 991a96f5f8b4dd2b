"""The end of the game: the last round, and final scoring (C23, C24, C2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.chance import Dice
from fogline.core.events import (
    Category,
    GameEnded,
    LastRoundBegan,
    PointsScored,
    TicketScored,
    TurnEnded,
)
from fogline.core.feature import Feature
from fogline.core.memory import replace, with_item
from fogline.core.messages import Event, Seat
from fogline.core.rule import Rule, changes
from fogline.core.table import EndReason, State, TableT, View
from fogline.core.text.words import Words


@dataclass(frozen=True)
class Ending(Rule):
    """The last round begins when a player has few vehicles left."""

    name: ClassVar[str] = "ending"
    words: ClassVar[Words] = Words(
        events={
            LastRoundBegan: "{seat} ran low on {vehicles}: one more turn for everybody.",
            PointsScored: "{seat} scored {points:# point|# points} for {category}.",
            GameEnded: "{reason} The game is over.",
        },
        terms={
            EndReason.LAST_ROUND: "The last round has been played.",
            EndReason.ALL_PASSED: "Nobody could do anything any more.",
        },
    )

    vehicles_left: int = 2
    """A player who ends a turn with this many vehicles, or fewer, starts the last round."""

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Call the last round or end the game, between two turns."""
        if state.turn is not None or state.turns == 0:
            return ()
        if state.turns_left == 0:
            return self._final_scoring(state, EndReason.LAST_ROUND)
        if state.passes >= len(state.players):
            return self._final_scoring(state, EndReason.ALL_PASSED)
        if state.turns_left is None:
            last = state.seat_of_turn(state.turns - 1)
            if state.players[last].vehicles <= self.vehicles_left:
                return (LastRoundBegan(last),)
        return ()

    def _final_scoring(self, state: State, reason: EndReason) -> Iterable[Event]:
        for rule in state.game.rules:
            yield from rule.final(state)
        yield GameEnded(reason)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode how near the end is."""
        left = -1 if view.turns_left is None else view.turns_left
        meaning = "turns to come in the last round; -1 before it"
        yield Feature("turns_left", [left], (1,), -1, len(view.players), meaning)

    @changes(TurnEnded)
    def count_down(self, table: TableT, event: TurnEnded) -> TableT:
        """Count the turns of the last round."""
        left = table.turns_left
        return table if left is None else replace(table, turns_left=left - 1)

    @changes(LastRoundBegan)
    def call_last_round(self, table: TableT, event: LastRoundBegan) -> TableT:
        """Start the last round, with one more turn for everybody."""
        return replace(table, turns_left=len(table.players))

    @changes(PointsScored)
    def score(self, table: TableT, event: PointsScored) -> TableT:
        """Add points."""
        return _scored(table, event.seat, event.points, event.category)

    @changes(TicketScored)
    def score_ticket(self, table: TableT, event: TicketScored) -> TableT:
        """Add or take off the points of a ticket."""
        won = Category.TICKETS if event.points > 0 else Category.FAILED_TICKETS
        return _scored(table, event.seat, event.points, won)

    @changes(GameEnded)
    def end(self, table: TableT, event: GameEnded) -> TableT:
        """Mark the game as ended."""
        return replace(table, ended=event.reason)


def _scored(table: TableT, seat: Seat, points: int, category: str) -> TableT:
    player = table.players[seat]
    total = player.points.get(category, 0) + points
    scored = replace(player, points={**player.points, category: total})
    return replace(table, players=with_item(table.players, seat, scored))
