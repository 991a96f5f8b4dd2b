"""Law 4: what a seat may not know changes nothing that it sees, may do, or is sent."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fogline import (
    Action,
    Cards,
    Chance,
    ClaimRoute,
    DrawTickets,
    Event,
    KeepTickets,
    PlaceMarker,
    Seat,
    State,
    decision,
    legal_actions,
    redact,
    to_json,
    view_of,
)
from fogline.core import engine
from fogline.core.decisions import FirstTickets
from fogline.core.events import CardDrawn, CardTurnedUp, StartPlayerChosen, TicketsRevealed
from fogline.core.invariants import violations
from tests.laws.twins import Twin
from tests.play import Playout, Script, Step, Variant, choose, hold, variants, viewers

ACT_EVERY = 5
"""In one position out of so many, both twins act too: it takes a search for equal chance."""


def assert_alike(state: State, twin: State, viewer: Seat | None) -> None:
    mine, other = view_of(state, viewer), view_of(twin, viewer)
    assert mine == other
    assert decision(state) == decision(twin) == decision(mine)
    assert legal_actions(mine) == legal_actions(other)
    assert to_json(mine).encode() == to_json(other).encode()
    assert repr(mine) == repr(other)


def public_chance(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    """What chance gave in the sight of the viewer, by hand: the start player, and cards."""
    return [
        event
        for event in events
        if isinstance(event, CardTurnedUp | StartPlayerChosen)
        or (isinstance(event, CardDrawn) and event.seat == viewer)
    ]


def play_alike(
    twin: State, seat: Seat, action: Action, viewer: Seat | None, wanted: list[Event]
) -> tuple[State, list[Event]] | None:
    """Act with such luck that the viewer sees the same; `None` if no luck can do it."""
    numbers: list[int] = []
    while True:
        dice = Script(*numbers)
        after, events = engine.play(twin, seat, action, dice)
        got = public_chance(events, viewer)
        if got == wanted:
            return after, events
        if len(numbers) == len(dice.given):
            return None
        right = matching(got, wanted)
        tries = (
            number
            for number in range(dice.bounds[len(numbers)])
            for _, played in [engine.play(twin, seat, action, Script(*numbers, number))]
            if matching(public_chance(played, viewer), wanted) > right
        )
        numbers.append(next(tries, dice.given[len(numbers)]))


def matching(got: list[Event], wanted: list[Event]) -> int:
    """How many of the first are as wanted."""
    pairs = enumerate(zip(got, wanted, strict=False))
    return next((at for at, (mine, other) in pairs if mine != other), min(len(got), len(wanted)))


def before_the_reveal(events: Sequence[Event]) -> list[Event]:
    """Final scoring lays all tickets open, so there twins part."""
    ends = [at for at, event in enumerate(events) if isinstance(event, TicketsRevealed)]
    return list(events[: ends[0]] if ends else events)


def assert_sent_alike(step: Step, viewer: Seat | None, chance: Chance) -> bool:
    """The same public action of twins is told in the same words; say whether it could be tried."""
    state = step.state
    seat, action = choose(step.game, chance)
    if seat == viewer and isinstance(action, DrawTickets):
        return False  # what it is shown differs, and may
    paid = action.payment if isinstance(action, ClaimRoute | PlaceMarker) else Cards()
    last_choice = isinstance(step.game.decision, FirstTickets) and len(step.game.deciding) == 1
    twin = Twin(state, viewer, chance, pinned={seat: paid}, same_number_chosen=last_choice)
    twins_action = action
    if isinstance(action, KeepTickets) and seat != viewer:
        twins_action = KeepTickets(twin.rename(action.tickets))
    after, events = engine.play(state, seat, action, chance)
    events = before_the_reveal(events)
    played = play_alike(twin.state, seat, twins_action, viewer, public_chance(events, viewer))
    if played is None:
        return False
    twin_after, twin_events = played
    redacted = [redact(event, viewer) for event in events]
    twin_redacted = [redact(event, viewer) for event in before_the_reveal(twin_events)]
    assert redacted == twin_redacted
    assert list(map(to_json, redacted)) == list(map(to_json, twin_redacted))
    if after.ended is None:
        assert_alike(after, twin_after, viewer)
    return True


def check(playout: Playout) -> int:
    positions = different = acted = tried = 0
    chance = Chance(f"twins {playout.seed}")
    for step in playout.steps():
        state = step.state
        everybody = viewers(step.game)
        all_cards = engine.lay_out(state.game, len(state.players)).deck
        for viewer in {everybody[positions % len(everybody)], *step.game.deciding[:1]}:
            twin = Twin(state, viewer, chance).state
            assert not list(violations(twin, all_cards))
            assert_alike(state, twin, viewer)
            different += twin != state
        if step.game.deciding and positions % ACT_EVERY == 0:
            viewer = everybody[chance.below(len(everybody))]
            tried += 1
            acted += assert_sent_alike(step, viewer, chance)
        positions += 1
    # The test would be worth nothing if twins were the same state, or could seldom act.
    assert different >= positions
    assert acted >= tried * 2 // 3
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_what_a_seat_may_not_know_changes_nothing_for_it(variant: Variant) -> None:
    hold(check, variant)
