"""An undo shows nobody another person's cards: what stand-ins and bots decided stays decided."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from fogline import Action, Chance, ClaimRoute, Seat
from fogline.bots.bot_levels import LEVELS
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.decisions import Turn
from fogline.core.view import redact, view_of
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.entries import Logged
from fogline.table.problems import Problem
from fogline.table.snapshots import Snapshots
from fogline.table.table_file import TableFile
from fogline.table.table_state import TableState
from fogline.table.undo import UndoModel, answer_undo, ask_undo, undo_model
from fogline.table.verification import NotFair, verify
from fogline.table.viewers import SeatPresence, Viewer, viewpoint_of
from tests.laws.test_undo import USERS, Undoing
from tests.laws.twins import Twin
from tests.play import NoDice, Variant, variants

ANN, BEA = 0, 1
_THREE = Variant("san-francisco", 3)
STAND_IN = LEVELS[0]
OLDER_SCHEME = 2
"""A scheme of tables at which servers allowed more."""


def collected(people: int, scheme: int | None = None) -> Undoing:
    """A table of three seats at which all have collected cards, and it is Ann's turn."""
    undoing = Undoing(_THREE, people, USERS, scheme)
    for _ in range(400):
        seat = undoing.table.deciding[0]
        if seat == ANN and undoing.state.turns > 11 and isinstance(undoing.table.decision, Turn):
            return undoing
        actions = engine.legal_actions(view_of(undoing.state, seat))
        undoing.act(seat, next((a for a in actions if a.verb == "draw"), actions[0]))
    raise AssertionError("nobody could collect cards")


def claim(undoing: Undoing, seat: Seat) -> None:
    """Claim a route, and decide what follows from it, without a card from the deck."""
    undoing.act(seat, _claims(undoing, seat)[0])
    while undoing.table.deciding == (seat,):
        undoing.act(seat, engine.legal_actions(view_of(undoing.state, seat))[0])


def _claims(undoing: Undoing, seat: Seat) -> list[Action]:
    actions = engine.legal_actions(view_of(undoing.state, seat))
    return [action for action in actions if isinstance(action, ClaimRoute)]


def undo_of(undoing: Undoing, user: str) -> UndoModel:
    model = undo_model(undoing.table, user)
    assert model is not None
    return model


def leave(undoing: Undoing) -> None:
    undoing.do(partial(commands.leave, user="bea", seat=BEA))
    undoing.do(partial(commands.seat_bot, user="ann", seat=BEA, level=STAND_IN.name))


def be_away(undoing: Undoing) -> None:
    undoing.do(partial(commands.seat_bot, user="ann", seat=BEA, level=STAND_IN.name, away=True))


def run_out_of_time(undoing: Undoing) -> None:
    undoing.at += 20_000_000
    undoing.do(partial(commands.run_out, seat=BEA))
    undoing.do(partial(commands.seat_bot, user="ann", seat=BEA, level=STAND_IN.name))


def resign(undoing: Undoing) -> None:
    undoing.do(partial(commands.resign, user="bea", seat=BEA, stand_in=STAND_IN.name))


def claimed_by_stand_in(
    absent: Callable[[Undoing], None] = leave, scheme: int | None = None
) -> tuple[Undoing, int]:
    """Bea is not there; Ann claims, then Bea's stand-in, with Bea's cards. Also Ann's move."""
    undoing = collected(2, scheme)
    if absent is not run_out_of_time:
        absent(undoing)
    claim(undoing, ANN)
    move = undoing.table.version
    if absent is run_out_of_time:
        absent(undoing)
    claim(undoing, BEA)
    return undoing, move


@pytest.mark.parametrize("absent", [leave, be_away, run_out_of_time, resign])
def test_nobody_takes_back_what_a_stand_in_decided(absent: Callable[[Undoing], None]) -> None:
    undoing, move = claimed_by_stand_in(absent)
    for user in ("ann", "bea"):
        assert undo_of(undoing, user).move is None
        with pytest.raises(Problem):
            undoing.do(partial(ask_undo, user=user, move=move))
    assert undo_of(undoing, "ann").obstacle == "decided"
    if absent is not resign:
        undoing.do(partial(commands.come_back, user="bea", seat=BEA))
        assert undo_of(undoing, "ann").move is None
        assert undo_of(undoing, "bea").move is None


def test_who_returns_decides_again_and_may_take_that_back() -> None:
    undoing = collected(2)
    leave(undoing)
    claim(undoing, ANN)
    undoing.do(partial(commands.come_back, user="bea", seat=BEA))
    claim(undoing, BEA)
    assert undo_of(undoing, "bea").move == undoing.table.version
    assert undo_of(undoing, "bea").needs == [ANN]


def test_what_ones_own_stand_in_decided_stays_decided() -> None:
    undoing = collected(1)
    claim(undoing, ANN)
    for bot in (1, 2):
        claim(undoing, bot)
    undoing.do(partial(commands.leave, user="ann", seat=ANN))
    undoing.do(partial(commands.seat_bot, user="ann", seat=ANN, level=STAND_IN.name))
    claim(undoing, ANN)
    undoing.do(partial(commands.come_back, user="ann", seat=ANN))
    assert (undo_of(undoing, "ann").move, undo_of(undoing, "ann").obstacle) == (None, "decided")


def test_a_bots_claim_stays_where_others_play() -> None:
    undoing = collected(2)
    claim(undoing, ANN)
    claim(undoing, BEA)
    move = undoing.table.version
    assert undo_of(undoing, "bea").move == move
    claim(undoing, 2)
    assert (undo_of(undoing, "bea").move, undo_of(undoing, "bea").obstacle) == (None, "decided")
    with pytest.raises(Problem):
        undoing.do(partial(ask_undo, user="bea", move=move))
    # Who has left, or resigned, still has cards.
    undoing.do(partial(commands.leave, user="ann", seat=ANN))
    assert undo_of(undoing, "bea").move is None
    undoing.do(partial(commands.resign, user="ann", seat=ANN, stand_in=STAND_IN.name))
    assert undo_of(undoing, "bea").move is None


@pytest.mark.parametrize("strict_since", [1, 99])
def test_alone_with_bots_their_claims_are_taken_back_and_the_game_says_so(
    strict_since: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fogline.table.past_moves.STRICT_SINCE", strict_since)
    undoing = collected(1)
    before = undoing.table
    claim(undoing, ANN)
    take_back(undoing)
    assert undoing.state == before.state
    assert not undoing.table.undone_through_bots
    for seat in (ANN, 1, 2):
        claim(undoing, seat)
    take_back(undoing)
    assert undoing.state == before.state
    verify(undoing.file)
    again = TableState.of(undoing.table.id, undoing.log)
    for table, through_bots in ((before, False), (undoing.table, True), (again, True)):
        assert table.undone_through_bots == through_bots
        for viewer in (Viewer("ann", ANN), Viewer(None, None)):
            now = Snapshots(table, SeatPresence(), undoing.at)
            seen = now.of(viewpoint_of(table, viewer))
            assert seen.undone_through_bots == through_bots


def take_back(undoing: Undoing) -> None:
    """Take back all that Ann can, one decision after the other."""
    while (move := undo_of(undoing, "ann").move) is not None:
        undoing.do(partial(ask_undo, user="ann", move=move))


def take_back_all_since(undoing: Undoing, move: int) -> list[Logged]:
    """Write into the log what an older server would have written."""
    versions = [it.version for it in undoing.log if isinstance(it.entry, e.Moved)]
    moves = sum(version >= move for version in versions)
    first = undoing.log[move].entry
    assert isinstance(first, e.Moved)
    undone = e.Undone(undoing.at, first.seat, moves)
    return [*undoing.log, Logged(len(undoing.log), undone)]


def claimed_by_bot(scheme: int | None = None) -> tuple[Undoing, int]:
    """A bot claimed at a table of two people; also the move of a person before it."""
    undoing = collected(2, scheme)
    claim(undoing, ANN)
    claim(undoing, BEA)
    move = undoing.table.version
    claim(undoing, 2)
    return undoing, move


def claimed_by_person() -> tuple[Undoing, int]:
    """A person claimed after another."""
    undoing = collected(2)
    claim(undoing, ANN)
    move = undoing.table.version
    claim(undoing, BEA)
    return undoing, move


def only_by_a_stand_in(absent: Callable[[Undoing], None]) -> tuple[Undoing, int]:
    """The move of a stand-in, which is no decision of a person."""
    undoing, _ = claimed_by_stand_in(absent)
    return undoing, undoing.table.version


def only_by_a_bot() -> tuple[Undoing, int]:
    """The move of a bot, which is no decision of a person."""
    undoing = collected(1)
    claim(undoing, ANN)
    claim(undoing, 1)
    return undoing, undoing.table.version


@pytest.mark.parametrize(
    "played",
    [
        claimed_by_stand_in,
        claimed_by_bot,
        claimed_by_person,
        only_by_a_bot,
        partial(only_by_a_stand_in, leave),
        partial(only_by_a_stand_in, resign),
    ],
)
def test_verify_refuses_a_log_that_takes_back_what_others_decided(
    played: Callable[[], tuple[Undoing, int]],
) -> None:
    undoing, move = played()
    log = take_back_all_since(undoing, move)
    verify(undoing.file)
    with pytest.raises(NotFair, match="another player"):
        verify(TableFile(undoing.table.id, tuple(log)))
    with pytest.raises(NotFair, match="another player"):
        TableState.of(undoing.table.id, log)


@pytest.mark.parametrize("played", [claimed_by_stand_in, claimed_by_bot])
def test_the_log_of_an_older_version_holds_but_its_table_takes_back_no_more(
    played: Callable[..., tuple[Undoing, int]],
) -> None:
    undoing, move = played(scheme=OLDER_SCHEME)
    assert {undo_of(undoing, user).move for user in ("ann", "bea")} == {None}
    log = take_back_all_since(undoing, move)
    verified = verify(TableFile(undoing.table.id, tuple(log)))
    table = TableState.of(undoing.table.id, log)
    assert table.state == verified.state
    assert table.undone_through_bots


def test_a_request_that_an_older_version_accepted_lapses() -> None:
    undoing, move = claimed_by_bot(OLDER_SCHEME)
    undoing.write(e.UndoAsked(undoing.at, BEA, move))
    assert undoing.table.undo is not None
    with pytest.raises(Problem):
        undoing.do(partial(answer_undo, user="ann", request=undoing.table.undo.version, agree=True))


def undo_and_compare(undoing: Undoing, user: str, chance: Chance) -> int:
    """Take back what a user can; all that was seen meanwhile the user could foresee."""
    found = undo_model(undoing.table, user)
    if found is None or found.move is None:
        return 0
    gone = [past for past in undoing.table.past if past.version >= found.move]
    viewer = gone[0].moved.seat
    undoing.do(partial(ask_undo, user=user, move=found.move))
    for seat in found.needs:
        assert undoing.table.undo is not None
        other = undoing.table.chairs[seat].user or ""
        undoing.do(partial(answer_undo, user=other, request=undoing.table.undo.version, agree=True))
    assert not undoing.table.undone_through_bots
    state = Twin(gone[0].before, viewer, chance).state
    for step in gone:
        assert step.moved.seat == viewer
        state, events = engine.play(state, viewer, step.moved.action, NoDice())
        assert [redact(event, viewer) for event in events] == [
            redact(event, viewer) for event in step.moved.events
        ]
    return 1


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_an_undo_teaches_nobody_anything_of_another_persons_cards(variant: Variant) -> None:
    """People leave and return at random, and try to take back whatever they can."""
    undoing, chance = Undoing(variant, 2, USERS), Chance(f"peek {variant}")
    undone = 0
    for _ in range(150):
        if undoing.table.status != "playing":
            break
        if chance.below(4) == 0:
            chair = undoing.table.chairs[BEA]
            (leave if chair.level is None else _return)(undoing)
        undoing.move(chance)
        if chance.below(2):
            undone += undo_and_compare(undoing, pick(chance, USERS[:2]), chance)
    assert undone
    verify(undoing.file)


def _return(undoing: Undoing) -> None:
    undoing.do(partial(commands.come_back, user="bea", seat=BEA))
