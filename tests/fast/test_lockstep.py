"""Law 6 on random games of every variant, by players that seek out the rare branches."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pytest

from fogline import Chance
from fogline.fast import FastEngine, compile_game
from fogline.games import define
from fogline.rules.claiming import Claiming
from tests.fast import branches
from tests.fast.branches import Branches
from tests.fast.conftest import FEWEST_GAMES
from tests.fast.lockstep import Lockstep, drive
from tests.fast.players import Style, random_player
from tests.play import Variant, every_version

HALVES = 2
"""Each variant is two tests, so that two workers get done at the same time."""
ROUND = (
    None,
    Style.BUILDER,
    None,
    Style.HOARDER,
    Style.COLLECTOR,
    None,
    Style.MISER,
    Style.WASTER,
    Style.ANYTHING,
)
"""The players that take turns; `None` is the random one that is compiled, too."""


def vehicles(variant: Variant) -> int:
    """How many vehicles there are: games are about as long as that."""
    rules = variant.definition.rules
    return variant.seats * next(rule.vehicles for rule in rules if isinstance(rule, Claiming))


def games_of(variant: Variant, games: int) -> int:
    """A variant's share of the games: in all of them about as many decisions are made."""
    shares = {each: 1 / vehicles(each) for each in every_version()}
    return ceil(games * shares[variant] / sum(shares.values()))


def wanted(variant: Variant) -> frozenset[str]:
    """The branches that half of a variant's games must go through."""
    if variant.game == "san-francisco":
        return branches.COMMON | branches.SAN_FRANCISCO
    with_alvin = branches.ALVIN if dict(variant.options)["alvin"] else frozenset()
    return branches.COMMON | branches.OLD_WEST | with_alvin


def engines(variant: Variant) -> list[FastEngine]:
    """The engines of a variant: the first player by chance, and each seat first."""
    firsts = [{}, *({"first": seat} for seat in range(variant.seats))]
    return [
        compile_game(define(variant.game, {**dict(variant.options), **first}), variant.seats)
        for first in firsts
    ]


@pytest.mark.parametrize("half", range(HALVES))
@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_both_engines_play_the_same_games(
    variant: Variant, half: int, lockstep_games: int, record_property: Callable[[str, object], None]
) -> None:
    seen = Branches()
    decisions = 0
    random_games: dict[FastEngine, list[tuple[str, Lockstep]]] = {}
    tables = engines(variant)
    games = range(half, games_of(variant, lockstep_games), HALVES)
    for number in games:
        # Every other game leaves the first player to chance.
        engine = tables[0 if number % 4 < 2 else 1 + number // 4 % variant.seats]
        style = ROUND[number // HALVES % len(ROUND)]
        seed = f"{variant} {number}"
        if style is None:
            player = random_player([Chance(f"{seed}/{seat}") for seat in range(variant.seats)])
        else:
            player = style.player(Chance(f"{seed}/{style.name}"))
        game = drive(Lockstep.deal(engine, seed), player, seen.notice)
        decisions += game.decisions
        if style is None:
            random_games.setdefault(engine, []).append((seed, game))
    for engine, played in random_games.items():
        compare_whole_games(engine, played)
    record_property("lockstep", {"games": len(games), "decisions": decisions, **seen})
    if lockstep_games >= FEWEST_GAMES:
        assert seen.missing(wanted(variant)) == []


def compare_whole_games(engine: FastEngine, played: list[tuple[str, Lockstep]]) -> None:
    """Games that are played wholly inside compiled code are these very games."""
    seeds = [seed for seed, _ in played]
    dice = [[f"{seed}/{seat}" for seat in range(engine.seats)] for seed in seeds]
    whole = engine.play_games(seeds, dice)
    assert whole.decisions == sum(game.decisions for _, game in played)
    for row, (_, game) in enumerate(played):
        state = game.state
        assert tuple(whole.scores[row]) == game.fast.scores
        assert list(whole.complete[row]) == [len(state.complete_tickets(s)) for s in state.seats]


def test_enough_games_are_played() -> None:
    assert (
        sum(games_of(variant, FEWEST_GAMES) for variant in every_version()) >= FEWEST_GAMES == 2_000
    )
