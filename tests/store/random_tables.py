"""Tables at which random commands are given: everything that a table can go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fogline import Chance
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.view import view_of
from fogline.games import define
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Actor, Command, CommandOfMany
from fogline.table.entries import Logged
from fogline.table.fairness import bound_commitment_of
from fogline.table.problems import Problem
from fogline.table.table_state import TableState
from fogline.table.undo import answer_undo, ask_undo, undo_model

USERS = ("u_ann", "u_bea", "u_cem")
STEPS = 220
_CLOCKS = (None, e.ClockRule("move", 60), e.ClockRule("game", 600, 5))
_ORIGIN = "https://fogline.example"
_Any = Command | CommandOfMany


@dataclass(frozen=True)
class Step:
    """Entries that were written together, and the table before and after them."""

    before: TableState | None
    after: TableState
    news: list[Logged]


def random_steps(seed: str) -> Iterator[Step]:
    """Give commands at random; those that are refused leave nothing."""
    chance = Chance(seed)
    seats, at = 2 + chance.below(2), 1_000
    created = e.Created(
        at, **e.game_fields(define("san-francisco")), seats=seats, listed=bool(chance.below(2)),
        clock=pick(chance, _CLOCKS), owner=USERS[0], secret="5e" * 32,
    )  # fmt: skip
    log = [Logged(0, created)]
    table = TableState(f"table-{seed}", log[0])
    yield Step(None, table, log)
    for _ in range(STEPS):
        at += pick(chance, (0, 1_000, 30_000, 100_000))
        command = pick(chance, _COMMANDS)(table, chance, at)
        try:
            made = command(table, at)
        except Problem:
            continue
        before, news = table, list[Logged]()
        for entry in made if isinstance(made, tuple) else (made,):
            news.append(Logged(table.version + 1, entry))
            table = table.after(news[-1])
        yield Step(before, table, news)


def _act(table: TableState, chance: Chance, _: int) -> _Any:
    if table.state is None or not table.deciding:
        return Actor(USERS[0]).start()
    seat = table.deciding[0]
    actions = engine.legal_actions(view_of(table.state, seat))
    verb = pick(chance, sorted({action.verb for action in actions}))
    action = pick(chance, [action for action in actions if action.verb == verb])
    if table.chairs[seat].level is not None:
        return commands.move_bot(seat, action, table.version)
    return Actor(table.chairs[seat].user or "").act(seat, action, table.version)


def _prepare(table: TableState, chance: Chance, _: int) -> _Any:
    actor, seat = Actor(pick(chance, USERS)), chance.below(len(table.chairs))
    share = f"contribution-of-{actor.user}"
    sealed = bound_commitment_of(share, _ORIGIN, table.id, len(table.deal.failed))
    if table.deal.started is not None and chance.below(8) == 0:
        return commands.fail_start("6f" * 32)
    if table.deal.started is not None:
        return actor.reveal(share)
    if chance.below(3) == 0:
        return actor.commit(sealed, _ORIGIN)
    return pick(
        chance,
        (
            actor.sit(seat, actor.user),
            actor.sit(seat, f"{actor.user} too"),
            Actor(USERS[0]).seat_bot(seat, "random", away=True),
            actor.leave(seat),
            actor.come_back(seat),
            Actor(USERS[0]).clear(seat),
            Actor(USERS[0]).invite(seat, pick(chance, USERS), "Guest"),
            Actor(USERS[0]).start(),
        ),
    )


def _disturb(table: TableState, chance: Chance, at: int) -> _Any:
    actor, seat = Actor(pick(chance, USERS)), chance.below(len(table.chairs))
    rare, late = chance.below(2) == 0, table.next_late()
    return pick(
        chance,
        (
            actor.say(f"I am {actor.user}", "hello", None),
            Actor(USERS[0]).mute(pick(chance, USERS), muted=bool(chance.below(2))),
            commands.run_out(seat if late is None else late[1]),
            commands.resume(at - 500),
            actor.resign(seat, "random") if rare else actor.leave(seat),
            commands.close() if chance.below(20) == 0 else actor.come_back(seat),
            actor.point_to_rematch("rematch"),
        ),
    )


def _undo(table: TableState, chance: Chance, _: int) -> _Any:
    if table.undo is not None:
        user = pick(chance, [chair.user for chair in table.chairs if chair.user])
        return answer_undo(user, table.undo.version, agree=bool(chance.below(3)))
    models = {user: undo_model(table, user) for user in USERS}
    moves = {user: each.move for user, each in models.items() if each and each.move is not None}
    user = pick(chance, [*moves] or USERS)
    return ask_undo(user, moves.get(user, 0))


_COMMANDS: tuple[Callable[[TableState, Chance, int], _Any], ...] = (
    *(_act,) * 6, *(_undo,) * 3, *(_prepare,) * 2, *(_disturb,) * 2,
)  # fmt: skip
