"""A rule of another package may ask for chance at any time, and its games replay without dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from fogline import Chance, Game, GameLog, LogError, define, replay
from fogline.bots.simple_bots import RandomBot
from fogline.core.chance import Dice
from fogline.core.events import RouteClaimed
from fogline.core.messages import Event, Shown
from fogline.core.rule import Rule, changes
from fogline.core.table import Part, State, TableT


@dataclass(frozen=True)
class Gull(Part):
    verb: ClassVar[str] = "test-gull"
    place: Shown[str | None] = None
    flying: Shown[bool] = False


@dataclass(frozen=True, slots=True)
class GullLanded(Event):
    verb: ClassVar[str] = "test-gull-landed"
    place: Shown[str]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        return (self.place,)


@dataclass(frozen=True)
class Gulls(Rule):
    """Every claim startles the gull, and chance says where she lands."""

    name: ClassVar[str] = "test-gulls"

    def lay_out(self, table: TableT) -> TableT:
        return table.with_part(Gull())

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        if state.part(Gull).flying:
            yield GullLanded(dice.take([place.id for place in state.board.places]))

    @changes(RouteClaimed)
    def rise(self, table: TableT, event: RouteClaimed) -> TableT:
        return table.with_part(Gull(table.part(Gull).place, flying=True))

    @changes(GullLanded)
    def land(self, table: TableT, event: GullLanded) -> TableT:
        return table.with_part(Gull(event.place))


def played() -> GameLog:
    base = define("san-francisco")
    definition = replace(base, rules=(*base.rules[:-1], Gulls(), base.rules[-1]))
    game = Game.start(definition, 2, Chance(1))
    bot = RandomBot(Chance(2))
    while game.outcome is None:
        seat = game.deciding[0]
        game.play(seat, bot.choose(game.view(seat)))
    return game.log


def test_its_games_replay_without_dice() -> None:
    log = played()
    landed = [event for event in log.events if isinstance(event, GullLanded)]
    assert len({event.place for event in landed}) > 3
    assert replay(log).state.part(Gull) == Gull(landed[-1].place)


def test_what_chance_cannot_have_given_is_refused() -> None:
    log = played()
    lost = tuple(
        replace(
            move,
            events=tuple(
                GullLanded("nowhere") if isinstance(event, GullLanded) else event
                for event in move.events
            ),
        )
        for move in log.moves
    )
    with pytest.raises(LogError, match="nowhere cannot have been drawn"):
        replay(replace(log, moves=lost))
