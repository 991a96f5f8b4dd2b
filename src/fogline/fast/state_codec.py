"""States of the readable engine as blocks of the compiled one, and back; actions as codes.

A block is canonical: two blocks of one game are equal, byte for byte, exactly when the states are.
What no rule depends on (such as the order in which a player took tokens) is not in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace

from fogline.core.actions import KeepTickets
from fogline.core.decisions import Decision
from fogline.core.engine import decision, lay_out
from fogline.core.messages import Action
from fogline.core.table import State, Table
from fogline.fast import layout
from fogline.fast.constants import OVER
from fogline.fast.context import Block
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics import MECHANICS, tickets

PHASES: Mapping[type[Decision], int] = {
    kind: phase for mechanic in MECHANICS.values() for kind, phase in mechanic.phases.items()
}
CATEGORIES = tuple(layout.categories.names)
"""The categories of points in the order of a player's record."""


def to_block(table: Table, lowered: LoweredGame) -> Block:
    """Write a state as a block; of a view, write only the known part."""
    block = Block.empty(lowered.block)
    now = decision(table)
    block.bytes[layout.PHASE] = OVER if now is None else PHASES[type(now)]
    block.bytes[layout.DECIDING] = 0 if now is None else sum(1 << seat for seat in now.seats)
    for rule in lowered.game.rules:
        write = MECHANICS[type(rule)].write
        if write is not None:
            write(block, table, lowered)
    write_networks(block, table, lowered)
    for seat, player in enumerate(table.players):
        first = lowered.record(seat) // 2 + layout.SCORES
        points = [player.points.get(category, 0) for category in CATEGORIES]
        block.halves[first : first + len(points)] = points
    return block


def write_networks(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write what follows from owned routes and start places."""
    for rule in lowered.game.rules:
        write = MECHANICS[type(rule)].write_network
        if write is not None:
            write(block, table, lowered)


def to_state(block: Block, lowered: LoweredGame) -> State:
    """Read a block as a state. Orders that no rule depends on come out sorted."""
    state = lay_out(lowered.game, lowered.seats)
    for rule in lowered.game.rules:
        read = MECHANICS[type(rule)].read
        if read is not None:
            state = read(state, block, lowered)
    players = []
    for seat, player in enumerate(state.players):
        first = lowered.record(seat) // 2 + layout.SCORES
        points = zip(CATEGORIES, block.halves[first:].tolist(), strict=False)
        players.append(replace(player, points={name: n for name, n in points if n}))
    return replace(state, players=tuple(players))


def action_of(lowered: LoweredGame, code: int) -> Action:
    """Return the action that a code stands for."""
    if code >= tickets.KEEP:
        return tickets.decode(lowered, code)
    if not 0 <= code < lowered.codes:
        raise ValueError(f"{code} is no code of {lowered.game.title}")
    kind = lowered.kinds[bisect_right(lowered.kinds, code, key=lowered.begin_of) - 1]
    return kind.decode(lowered, code - lowered.begin_of(kind))


def code_of(lowered: LoweredGame, action: Action) -> int:
    """Return the code of an action; `KeyError` for what no code can say."""
    if isinstance(action, KeepTickets):
        return tickets.encode(lowered, action)
    for kind in lowered.kinds:
        if kind.action is type(action):
            return lowered.begin_of(kind) + kind.encode(lowered, action)
    raise KeyError(f"{lowered.game.title} has no code for {action.verb!r}")
