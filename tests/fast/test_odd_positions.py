"""Law 6 from positions that random games hardly reach."""

from __future__ import annotations

import pytest

from fogline import Chance, EndReason, State
from fogline.core import engine as readable
from fogline.core.chance import pick
from fogline.core.decisions import Turn
from fogline.core.invariants import violations
from fogline.core.view import view_of
from fogline.fast import compile_game
from tests import positions
from tests.fast.branches import Branches
from tests.fast.lockstep import Lockstep, drive
from tests.fast.players import Style
from tests.fast.twists import TWISTS, Twist
from tests.play import Variant, every_version
from tests.soak import amount, soaking

GAMES_EACH = amount(2, 8)


def midgame(variant: Variant, seed: str) -> State:
    """Play some of a game, up to a turn."""
    dice, chance = Chance(f"{seed} dice"), Chance(f"{seed} choices")
    state, _ = readable.start(variant.definition, variant.seats, dice)
    decisions = chance.below(120)
    while decisions > 0 or not isinstance(readable.decision(state), Turn):
        now = readable.decision(state)
        if now is None:
            return midgame(variant, f"{seed}, again")
        seat = now.seats[0]
        action = pick(chance, readable.legal_actions(view_of(state, seat)))
        state, _ = readable.play(state, seat, action, dice)
        decisions -= 1
    return state


def twisted(variant: Variant, twists: list[Twist], seed: str) -> State:
    """Twist a position; it must still hold all cards and tickets."""
    chance = Chance(f"{seed} twists")
    state = midgame(variant, seed)
    for twist in twists:
        state = twist(state, chance)
    assert list(violations(state, positions.ALL_CARDS[variant.game])) == []
    return state


@pytest.mark.parametrize("twist", TWISTS, ids=lambda twist: twist.__name__)
def test_from_twisted_positions(twist: Twist) -> None:
    # Another fifth of the variants, of both versions, for each twist.
    some = every_version() if soaking() else every_version()[TWISTS.index(twist) % 5 :: 5]
    for variant in some:
        engine = compile_game(variant.definition, variant.seats)
        for game in range(GAMES_EACH):
            seed = f"{variant} {twist.__name__} {game}"
            chance = Chance(seed)
            others = [pick(chance, TWISTS) for _ in range(game)]
            state = twisted(variant, [*others, twist], seed)
            player = pick(chance, list(Style)).player(chance)
            drive(Lockstep.resume(engine, state, seed), player)


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_when_nobody_can_do_anything(variant: Variant) -> None:
    alvin = bool(dict(variant.options).get("alvin"))
    state = positions.stuck(positions.begun(variant.game, variant.seats, alvin=alvin))
    seen = Branches()
    game = Lockstep.resume(compile_game(state.game, variant.seats), state, "stuck")
    drive(game, Style.ANYTHING.player(Chance("stuck")), seen.notice)
    assert game.state.ended is EndReason.ALL_PASSED
    assert seen["C2 pass"] == variant.seats


@pytest.mark.parametrize("left", range(4))
@pytest.mark.parametrize(("name", "seats"), [(positions.SAN_FRANCISCO, 3), (positions.OLD_WEST, 5)])
def test_with_few_tickets_left(name: str, seats: int, left: int) -> None:
    """All other tickets are in one hand: more than anybody could draw."""
    state = positions.begun(name, seats)
    deck = sorted(state.board.ticket)[:left]
    state = positions.holding(state, {}, deck=deck, rest_to=0)
    engine = compile_game(state.game, seats)
    seen = Branches()
    drive(Lockstep.resume(engine, state, left), Style.COLLECTOR.player(Chance(left)), seen.notice)
    assert (seen["C20 no ticket left"] > 0) == (left > 0)


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_with_only_wilds_to_display(variant: Variant) -> None:
    state = positions.arranged(
        positions.begun(variant.game, variant.seats),
        display="wild wild wild wild wild",
        deck=positions.cards(wild=2, red=1),
        rest_to=variant.seats - 1,
    )
    seen = Branches()
    game = Lockstep.resume(compile_game(state.game, variant.seats), state, "wild")
    drive(game, Style.HOARDER.player(Chance("wild")), seen.notice)
    assert seen["C7 display stands"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_route_longer_than_the_vehicles_left(seats: int) -> None:
    state = positions.begun(positions.OLD_WEST, seats)
    few = {seat: 3 + seat for seat in state.seats}
    state = positions.with_vehicles(positions.arranged(state, rest_to=None), few)
    engine = compile_game(state.game, seats)
    drive(Lockstep.resume(engine, state, seats), Style.HOARDER.player(Chance(seats)))
