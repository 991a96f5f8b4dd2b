"""The results of a game, once it has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import orjson

from fogline.server.features.results.tables import RESULTS
from fogline.store.projection import Projection, Row
from fogline.table.entries import Logged
from fogline.table.outcomes import outcome_at
from fogline.table.table_state import TableState

CLOSED = "closed"
"""Why a game ended that the host closed before its end."""


def _results(before: TableState | None, after: TableState, news: Sequence[Logged]) -> Iterator[Row]:
    if after.status != "ended" or (before is not None and before.status == "ended"):
        return
    state, created, outcome = after.state, after.created, outcome_at(after)
    if state is None:
        return  # closed before the deal
    for seat, chair in enumerate(after.chairs):
        result = None if outcome is None else outcome.results[seat]
        yield {
            "table_id": after.id,
            "seat": seat,
            "user_id": chair.user,
            "level": chair.level if chair.kind == "bot" else None,
            "level_version": chair.level_version,
            "name": chair.name,
            "game": after.game.name,
            "title": after.game.title,
            "options": _json(dict(created.options)),
            "rule_set": created.rule_set,
            "rules": created.rules,
            "board_digest": created.board_digest,
            "seats": created.seats,
            "turn": None if state.first is None else state.turn_order.index(seat) + 1,
            "rank": None if result is None else result.rank,
            "won": result is not None and result.rank == 1,
            "total": None if result is None else result.total,
            "points": _json({} if result is None else result.points),
            "drawn": _json(after.course.drawn[seat]),
            "kept": _json(state.players[seat].tickets),
            "completed": _json(state.complete_tickets(seat)),
            "reason": CLOSED if outcome is None else str(outcome.reason),
            "resigned": chair.resigned,
            "out_of_time": seat in after.course.ran_out,
            "stand_in": seat in after.course.stood_in,
            "undone": after.undone_through_bots,
            "began": after.course.began,
            "ended": news[-1].entry.at,
            "deal": after.deal.commitment,
            "origin": after.deal.origins[seat],
        }


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


PROJECTIONS = (Projection(RESULTS, _results, version=2),)
