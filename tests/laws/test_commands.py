"""Commands change nothing; what they compute is what their entries fold to."""

from __future__ import annotations

from functools import partial

import pytest

from fogline.core.engine import legal_actions
from fogline.core.view import view_of
from fogline.table.commands import act
from fogline.table.entries import Logged, Moved, Undone
from fogline.table.table_state import TableState
from tests.store.random_tables import begun_table, random_steps


@pytest.mark.parametrize("seed", ["f", "o", "w"])
def test_the_game_that_a_command_computes_is_the_one_that_its_entries_give(seed: str) -> None:
    log: list[Logged] = []
    played = 0
    for step in random_steps(seed):
        log += step.news
        if step.before is None or not isinstance(step.news[-1].entry, Moved):
            continue
        folded = step.before.after(*step.news)
        assert folded.state == step.after.state
        assert (folded.asked, folded.moves) == (step.after.asked, step.after.moves)
        played += 1
    assert played > 20
    whole = TableState.of(step.after.id, log)
    assert whole.state == step.after.state
    assert whole.moves == step.after.moves == played - sum(_taken_back(log))


def _taken_back(log: list[Logged]) -> list[int]:
    return [logged.entry.moves for logged in log if isinstance(logged.entry, Undone)]


def test_the_game_after_a_command_is_not_computed_twice() -> None:
    table = begun_table()
    seat = table.deciding[0]
    assert table.state is not None
    action = legal_actions(view_of(table.state, seat))[0]
    user = table.chairs[seat].user or ""
    command = partial(act, user=user, seat=seat, action=action, version=table.version)
    made = command(table, 5)
    assert made.state is not None
    after = table.after(Logged(table.version + 1, made.entries[0]), state=made.state)
    assert after.state is made.state
