"""What is taken back leaves no trace: only what revealed nothing, and nobody's dice change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from fogline import Action, Card, Cards, Chance, ClaimRoute, Seat, State, to_json
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.events import CardDrawn, CardTaken, RouteClaimed
from fogline.core.view import view_of
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Command, run
from fogline.table.entries import Logged
from fogline.table.past_moves import reveals
from fogline.table.problems import Problem
from fogline.table.table_file import TableFile
from fogline.table.table_state import TableState
from fogline.table.undo import answer_undo, ask_undo, undo_model
from fogline.table.verification import NotFair, verify
from tests.laws.twins import Twin
from tests.play import NoDice, Playout, Style, Variant, hold, variants

USERS = ("ann", "bea", "cy", "di", "eve", "flo")
NAMES = ("Ann", "Bea", "Cy", "Di", "Eve", "Flo")
MOST_MOVES = 120


def check_foresight(playout: Playout) -> int:
    """What reveals nothing happens alike in all states that its player cannot tell apart."""
    positions = 0
    for step in playout.steps():
        if step.move is None:
            continue
        seat, action, events = step.move.seat, step.move.action, step.move.events
        positions += 1
        if reveals(step.before, seat, action, events):
            continue
        assert not any(event.chance_outcomes for event in events)
        assert step.state.ended is None
        twin = Twin(step.before, seat, Chance(f"twin {playout.seed} {positions}"))
        _, same = engine.play(twin.state, seat, action, NoDice())
        assert tuple(same) == events
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_what_reveals_nothing_follows_from_what_its_player_knows(variant: Variant) -> None:
    hold(check_foresight, variant)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_cards_of_the_deck_reveal_and_claims_do_not(variant: Variant) -> None:
    offered: dict[str, set[bool]] = {"claim": set(), "keep": set()}
    for step in Playout(variant, 7, style=Style.BUILDER, decisions=200).steps():
        if step.move is None:
            continue
        found = reveals(step.before, step.move.seat, step.move.action, step.events)
        if any(isinstance(event, CardDrawn | CardTaken) for event in step.events):
            assert found
        kinds = {type(event) for event in step.events}
        if RouteClaimed in kinds and not any(event.chance_outcomes for event in step.events):
            offered["claim"].add(found and step.state.ended is None)
        if step.move.action.verb == "keep" and step.before.turn is not None:
            offered["keep"].add(found and step.state.ended is None)
    assert offered["claim"] == {False}
    assert offered["keep"] <= {False}


class Undoing:
    """A table without a server, at which people and bots take back what they can."""

    def __init__(
        self, variant: Variant, people: int, users: Sequence[str], scheme: int | None = None
    ) -> None:
        game = e.game_fields(variant.definition)
        created = e.Created(
            1, **game, seats=variant.seats, listed=False,
            clock=e.ClockRule("game", 10_000, 5), owner="ann", secret="5e" * 32,
        )  # fmt: skip
        if scheme is not None:
            created = replace(created, scheme=scheme)
        self.log = [Logged(0, created)]
        self.table = TableState("undoing", self.log[0])
        self.at = 1
        for seat in range(variant.seats):
            if seat < people:
                self.write(e.Seated(self.at, seat, users[seat], NAMES[seat], None))
            else:
                self.write(e.BotSeated(self.at, seat, "random", f"Bot {seat}"))
        self.do(partial(commands.start, user="ann"))

    def do(self, command: Command) -> None:
        self.at += 1000
        news, self.table = run(command, self.table, self.at)
        self.log += news

    def write(self, entry: e.Entry) -> None:
        self.log.append(Logged(len(self.log), entry))
        self.table = self.table.after(self.log[-1])

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    def move(self, chance: Chance) -> Seat:
        seat = pick(chance, self.table.deciding)
        actions = engine.legal_actions(view_of(self.state, seat))
        self.act(seat, _liked(actions, chance))
        return seat

    def act(self, seat: Seat, action: Action) -> None:
        chair, version = self.table.chairs[seat], self.table.version
        if chair.level is not None:
            self.do(partial(commands.act_as_bot, seat=seat, action=action, version=version))
        else:
            self.do(
                partial(
                    commands.act, user=chair.user or "", seat=seat, action=action, version=version
                )
            )

    def seen(self) -> list[str]:
        """The bytes of what everybody sees."""
        return [to_json(view_of(self.state, seat)) for seat in (*self.state.seats, None)]

    @property
    def file(self) -> TableFile:
        return TableFile(self.table.id, tuple(self.log))


def _liked(actions: list[Action], chance: Chance) -> Action:
    """Claims and what follows from them, as often as possible: all else reveals something."""
    quiet = [action for action in actions if action.verb not in {"draw", "take", "tickets"}]
    return pick(chance, quiet if quiet and chance.below(8) else actions)


@pytest.mark.parametrize("people", ["alone", "at one screen", "together"])
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_table_after_an_undo_is_the_table_before_the_move(
    variant: Variant, people: str
) -> None:
    users = ("ann",) * 6 if people == "at one screen" else USERS
    undoing = Undoing(variant, 1 if people == "alone" else 2, users)
    chance = Chance(f"undo {variant} {people}")
    before: dict[int, tuple[State, list[str], str, dict[Seat, int]]] = {}
    undone = 0
    for _ in range(MOST_MOVES):
        table = undoing.table
        if table.status != "playing":
            break
        dice = str(table.deal.dice(0, table.moves).words)
        times = {
            seat: table.clocks.remaining(seat, undoing.at)
            for seat in undoing.state.seats
            if table.clocks is not None
        }
        before[table.version + 1] = (undoing.state, undoing.seen(), dice, times)
        undoing.move(chance)
        undone += _undo_all(undoing, before, chance)
    assert undone
    verified = verify(undoing.file)
    assert verified.state == undoing.state
    assert TableState.of(undoing.table.id, undoing.log).state == undoing.state


def _undo_all(
    undoing: Undoing,
    before: dict[int, tuple[State, list[str], str, dict[Seat, int]]],
    chance: Chance,
) -> int:
    """Take back what can be taken back, one decision after the other, now and then."""
    done = 0
    while chance.below(3) == 0:
        table = undoing.table
        user = pick(chance, sorted({chair.user for chair in table.chairs if chair.user}))
        offered = undo_model(table, user)
        if offered is None or offered.move is None:
            break
        undoing.do(partial(ask_undo, user=user, move=offered.move))
        if offered.needs:
            assert undoing.table.undo is not None
            assert undoing.state == table.state
            for seat in offered.needs:
                other = undoing.table.chairs[seat].user or ""
                assert undoing.table.undo is not None
                undoing.do(
                    partial(answer_undo, user=other, request=undoing.table.undo.version, agree=True)
                )
        state, seen, dice, times = before[offered.move]
        assert undoing.state == state
        assert undoing.seen() == seen
        assert str(undoing.table.deal.dice(0, undoing.table.moves).words) == dice
        assert undoing.table.clocks is not None
        for seat, left in times.items():
            assert undoing.table.clocks.remaining(seat, undoing.at) <= left
        done += 1
    return done


_TWO = Variant("san-francisco", 2)


def at_a_claim() -> tuple[Undoing, list[Logged]]:
    """A table of two people, after draws and a claim; and its log before the claim."""
    undoing, chance = Undoing(_TWO, 2, USERS), Chance("claims")
    drawn = 0
    while True:
        seat = undoing.table.deciding[0]
        actions = engine.legal_actions(view_of(undoing.state, seat))
        log = [*undoing.log]
        draws = [action for action in actions if action.verb == "draw"]
        undoing.act(seat, draws[0] if draws and drawn < 8 else _liked(actions, chance))
        drawn += len(draws)
        moved = undoing.log[-1].entry
        assert isinstance(moved, e.Moved)
        if isinstance(moved.action, ClaimRoute):
            return undoing, log


def test_a_log_that_takes_back_what_was_revealed_is_not_fair() -> None:
    undoing, _ = at_a_claim()
    log = undoing.log
    (draw,) = [
        logged.version
        for logged in log
        if isinstance(logged.entry, e.Moved)
        and any(isinstance(event, CardDrawn | CardTaken) for event in logged.entry.events)
    ][-1:]
    moves = sum(isinstance(logged.entry, e.Moved) for logged in log if logged.version >= draw)
    first = log[draw].entry
    assert isinstance(first, e.Moved)
    for entry, reason in [
        (e.Undone(9, first.seat, moves), "revealed something|cannot be taken back"),
        (e.Undone(9, 1 - log[-1].entry.seat, 1), "is not one of seat"),  # type: ignore[attr-defined]
        (e.Undone(9, 0, 0), "0 moves cannot be taken back"),
        (e.Undone(9, 0, 999), "999 moves cannot be taken back"),
    ]:
        file = TableFile(undoing.table.id, (*log, Logged(len(log), entry)))
        with pytest.raises(NotFair, match=reason):
            verify(file)


def test_the_next_move_has_the_dice_that_it_would_have_had_without_the_undo() -> None:
    undoing, log = at_a_claim()
    seat = undoing.log[-1].entry.seat  # type: ignore[attr-defined]
    offered = undo_model(undoing.table, USERS[seat])
    assert offered is not None
    assert offered.move is not None
    undoing.do(partial(ask_undo, user=USERS[seat], move=offered.move))
    assert undoing.table.undo is not None
    undoing.do(
        partial(answer_undo, user=USERS[1 - seat], request=undoing.table.undo.version, agree=True)
    )
    straight = TableState.of(undoing.table.id, log)
    assert straight.state is not None
    action = engine.legal_actions(view_of(straight.state, seat))[0]
    undoing.act(seat, action)
    moved = undoing.log[-1].entry
    assert isinstance(moved, e.Moved)
    _, events = engine.play(
        straight.state, seat, action, straight.deal.dice(len(log), straight.moves)
    )
    assert moved.events == tuple(events)
    assert any(event.chance_outcomes for event in events)
    verify(undoing.file)


def test_nothing_is_taken_back_once_another_person_has_decided() -> None:
    undoing = Undoing(_TWO, 2, USERS)
    keep = [engine.legal_actions(view_of(undoing.state, seat))[0] for seat in (0, 1)]
    undoing.act(0, keep[0])
    offered = undo_model(undoing.table, "ann")
    assert offered is not None
    assert offered.move == undoing.table.version
    assert offered.needs == [1]
    other = undo_model(undoing.table, "bea")
    assert other is not None
    assert (other.move, other.obstacle) == (None, "nothing")
    undoing.act(1, keep[1])
    for user, obstacle in [("ann", "decided"), ("bea", "revealed")]:
        now = undo_model(undoing.table, user)
        assert now is not None
        assert (now.move, now.obstacle) == (None, obstacle)
        with pytest.raises(Problem):
            undoing.do(partial(ask_undo, user=user, move=offered.move or 0))


def test_a_payment_that_lets_the_display_be_filled_reveals() -> None:
    """With deck and discards used up, cards that are paid with are drawn at once."""
    undoing, _ = at_a_claim()
    moved = undoing.log[-1].entry
    assert isinstance(moved, e.Moved)
    (step,) = undoing.table.past[-1:]
    bare = replace(step.before, deck=Cards(), discards=Cards(), display=(None, *[Card.RED] * 4))
    _, events = engine.play(bare, moved.seat, moved.action, Chance("display"))
    assert any(event.chance_outcomes for event in events)
    assert reveals(bare, moved.seat, moved.action, events)
