"""Games of older versions: saved, read, continued, and simulated."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, replace
from typing import ClassVar

import pytest

from fogline import Chance, FoglineError, Game, GameLog, Rule, define, from_json, to_json
from fogline.core.events import StartPlayerChosen
from fogline.games import RuleSet, definitions
from fogline.games.rule_set import Settings
from fogline.games.san_francisco import SAN_FRANCISCO
from fogline.rules import RULES
from fogline.sim import cannot_compile
from tests.play import Variant, choose, every_version


@pytest.mark.parametrize("variant", every_version()[::3], ids=str)
def test_a_game_goes_on_by_the_version_it_was_started_with(variant: Variant) -> None:
    game, chance = variant.deal("older"), Chance("players")
    for _ in range(variant.seats):
        log = from_json(to_json(game.log), GameLog)
        assert log == game.log
        assert log.game.version == variant.version
        assert log.game == variant.definition
        game = Game.resume(log, Chance("dice"))
        game.play(*choose(game, chance))
    while game.deciding:
        game.play(*choose(game, chance))
    assert from_json(to_json(game.log), GameLog) == game.log


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
@pytest.mark.parametrize(("version", "other"), [(1, 2), (2, 1)])
def test_a_game_does_not_go_on_by_another_version(name: str, version: int, other: int) -> None:
    log = Game.start(define(name, version=version), 3, Chance(1)).log
    with pytest.raises(FoglineError) as raised:
        Game.resume(replace(log, game=define(name, version=other)), Chance(1))
    assert "\n" not in str(raised.value)


def test_a_forged_draw_of_the_first_player_is_refused() -> None:
    game = Game.start(define("san-francisco"), 2, Chance(1))
    for seat in (0, 1):
        game.play(seat, game.legal_actions(seat)[0])
    log = game.log
    assert isinstance(log.moves[-1].events[-1], StartPlayerChosen)
    for seat in (2, -1):
        events = (*log.moves[-1].events[:-1], StartPlayerChosen(seat))
        forged = replace(log, moves=(log.moves[0], replace(log.moves[1], events=events)))
        with pytest.raises(FoglineError, match="cannot have been drawn"):
            Game.resume(forged, Chance(1))
    without = replace(log.moves[1], events=log.moves[1].events[:-1])
    with pytest.raises(FoglineError, match="cannot have been drawn"):
        Game.resume(replace(log, moves=(log.moves[0], without)), Chance(1))


@dataclass(frozen=True)
class Bygone(Rule):
    """A rule that only an older version has, and that nobody compiled."""

    name: ClassVar[str] = "test-bygone"


def _older(settings: Settings) -> tuple[Rule, ...]:
    return (*SAN_FRANCISCO.rules(settings), Bygone())


def test_a_version_without_compiled_rules_is_played_by_the_readable_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    oldest: RuleSet = replace(SAN_FRANCISCO, version=0, rules=_older, older=())
    newest = replace(SAN_FRANCISCO, older=(oldest, *SAN_FRANCISCO.older))
    monkeypatch.setitem(definitions._RULE_SETS, "san-francisco", newest)
    game = define("san-francisco", version=0)
    assert "test-bygone" in (cannot_compile(game, 2) or "")


DEFAULTS = {
    "turns": {"first": None, "drawn_after_tickets": False},
    "drawing": {"display": 5, "sweep_at": 3},
    "tickets": {"keep_shown": 1, "shuffle_returned": False, "returned_by_seat": False},
    "tourist-tokens": {"start": "tourist-stacks"},
    "alvin": {"home": "alvin"},
    "city-markers": {"cost": 2},
    "ending": {"vehicles_left": 2},
}
"""The defaults of rules; lines are only added. A board file that names rules relies on them."""


def test_the_defaults_of_rules_never_change() -> None:
    found = {
        name: {
            field.name: field.default
            for field in fields(rule)  # type: ignore[arg-type]  # rules are dataclasses
            if field.default is not MISSING
        }
        for name, rule in RULES.items()
    }
    assert {name: numbers for name, numbers in found.items() if numbers} == DEFAULTS
