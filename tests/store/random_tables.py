"""Tables at which random commands are given: everything that a table can go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from fogline import Chance
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.view import view_of
from fogline.games import define
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Command, run
from fogline.table.entries import Logged
from fogline.table.fairness import bound_commitment_of
from fogline.table.problems import Problem
from fogline.table.table_state import TableState
from fogline.table.undo import answer_undo, ask_undo, undo_model

USERS = ("u_ann", "u_bea", "u_cem")
STEPS = 220
_CLOCKS = (None, e.ClockRule("move", 60), e.ClockRule("game", 600, 5))
_ORIGIN = "https://fogline.example"


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
            news, after = run(command, table, at)
        except Problem:
            continue
        yield Step(table, after, news)
        table = after


def begun_table() -> TableState:
    """A table of Ann and Bea, whose game has begun."""
    game = e.game_fields(define("san-francisco"))
    created = e.Created(1, **game, seats=2, listed=False, clock=None, owner="ann", secret="5e" * 32)
    table = TableState("begun", Logged(0, created))
    for seat, user in enumerate(("ann", "bea")):
        _, table = run(partial(commands.sit, user=user, seat=seat, name=user), table, 2)
    _, table = run(partial(commands.start, user="ann"), table, 3)
    return table


def _act(table: TableState, chance: Chance, _: int) -> Command:
    if table.state is None or not table.deciding:
        return partial(commands.start, user=USERS[0])
    seat = table.deciding[0]
    actions = engine.legal_actions(view_of(table.state, seat))
    verb = pick(chance, sorted({action.verb for action in actions}))
    action = pick(chance, [action for action in actions if action.verb == verb])
    if table.chairs[seat].level is not None:
        return partial(commands.act_as_bot, seat=seat, action=action, version=table.version)
    return partial(
        commands.act,
        user=table.chairs[seat].user or "",
        seat=seat,
        action=action,
        version=table.version,
    )


def _prepare(table: TableState, chance: Chance, _: int) -> Command:
    actor, seat = pick(chance, USERS), chance.below(len(table.chairs))
    share = f"contribution-of-{actor}"
    sealed = bound_commitment_of(share, _ORIGIN, table.id, len(table.deal.failed))
    if table.deal.started is not None and chance.below(8) == 0:
        return partial(commands.fail_start, next_secret="6f" * 32)
    if table.deal.started is not None:
        return partial(commands.reveal, user=actor, contribution=share)
    if chance.below(3) == 0:
        return partial(commands.commit, user=actor, commitment=sealed, origin=_ORIGIN)
    return pick(
        chance,
        (
            partial(commands.sit, user=actor, seat=seat, name=actor),
            partial(commands.sit, user=actor, seat=seat, name=f"{actor} too"),
            partial(commands.seat_bot, user=USERS[0], seat=seat, level="random", away=True),
            partial(commands.leave, user=actor, seat=seat),
            partial(commands.come_back, user=actor, seat=seat),
            partial(commands.clear, user=USERS[0], seat=seat),
            partial(
                commands.invite, user=USERS[0], seat=seat, guest=pick(chance, USERS), name="Guest"
            ),
            partial(commands.start, user=USERS[0]),
        ),
    )


def _disturb(table: TableState, chance: Chance, at: int) -> Command:
    actor, seat = pick(chance, USERS), chance.below(len(table.chairs))
    rare, late = chance.below(2) == 0, table.next_late()
    return pick(
        chance,
        (
            partial(commands.say, user=actor, name=f"I am {actor}", text="hello", reaction=None),
            partial(
                commands.mute, user=USERS[0], whom=pick(chance, USERS), muted=bool(chance.below(2))
            ),
            partial(commands.run_out, seat=seat if late is None else late[1]),
            partial(commands.resume, since=at - 500),
            partial(commands.resign, user=actor, seat=seat, stand_in="random")
            if rare
            else partial(commands.leave, user=actor, seat=seat),
            commands.close
            if chance.below(20) == 0
            else partial(commands.come_back, user=actor, seat=seat),
            partial(commands.point_to_rematch, user=actor, rematch="rematch"),
        ),
    )


def _undo(table: TableState, chance: Chance, _: int) -> Command:
    if table.undo is not None:
        user = pick(chance, [chair.user for chair in table.chairs if chair.user])
        agree = bool(chance.below(3))
        return partial(answer_undo, user=user, request=table.undo.version, agree=agree)
    models = {user: undo_model(table, user) for user in USERS}
    moves = {user: each.move for user, each in models.items() if each and each.move is not None}
    user = pick(chance, [*moves] or USERS)
    return partial(ask_undo, user=user, move=moves.get(user, 0))


_COMMANDS: tuple[Callable[[TableState, Chance, int], Command], ...] = (
    *(_act,) * 6, *(_undo,) * 3, *(_prepare,) * 2, *(_disturb,) * 2,
)  # fmt: skip
