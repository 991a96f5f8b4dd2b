"""Fair deals: what was committed to is what was dealt, and every slip is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from fogline import Card, Chance, define
from fogline.cli import main
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.errors import FormatError
from fogline.core.events import CardDrawn
from fogline.core.view import view_of
from fogline.server.commands import Actor
from fogline.server.table_state import TableState
from fogline.store import commitment_of, dice_of, seed_of
from fogline.store import entries as e
from fogline.store.files import TableFile, log_to_json, read_log
from fogline.store.log import Logged
from fogline.store.verify import NotFair, verify

TABLE = "fair-table"


@cache
def a_whole_game() -> TableFile:
    game = e.game_fields(define("san-francisco"))
    created = e.Created(1, **game, seats=2, listed=False, clock=None, owner="u", secret="5e" * 32)
    log = [Logged(0, created)]
    table = TableState(TABLE, log[0])
    chance = Chance("players")

    def happen(entry: e.Entry) -> None:
        nonlocal table
        log.append(Logged(len(log), entry))
        table = table.after(log[-1])

    actor = Actor("u")
    happen(actor.sit(0, "Ann", "salt")(table, 2))
    happen(actor.sit(1, "Bob", None)(table, 3))
    happen(actor.start()(table, 4))
    while table.status == "playing":
        seat = table.deciding[0]
        assert table.state is not None
        action = pick(chance, engine.legal_actions(view_of(table.state, seat)))
        happen(actor.act(seat, action, table.version)(table, 5))
    return TableFile(TABLE, tuple(log))


def test_a_whole_game_holds() -> None:
    file = a_whole_game()
    verified = verify(file)
    assert verified.commitment == commitment_of("5e" * 32)
    assert verified.contributions == ("salt", None)
    assert verified.moves == len(file.log) - 4
    assert verified.state.ended is not None
    assert read_log(json.dumps(log_to_json(file.table, file.log))) == file


def test_the_seed_depends_on_everything_that_was_mixed() -> None:
    seeds = {
        seed_of("t", "s", ["a", "b"]),
        seed_of("t", "s", ["b", "a"]),
        seed_of("t", "s", ["a", None]),
        seed_of("t", "s", [None, "a"]),
        seed_of("t", "s", ["ab", None]),
        seed_of("t", "z", ["a", "b"]),
        seed_of("u", "s", ["a", "b"]),
    }
    assert len(seeds) == 7
    assert dice_of("s", 1).next() != dice_of("s", 2).next()


def changed(index: int, change: Callable[[e.Entry], e.Entry]) -> TableFile:
    file = a_whole_game()
    log = list(file.log)
    log[index] = replace(log[index], entry=change(log[index].entry))
    return TableFile(file.table, tuple(log))


def first_draw() -> int:
    return next(
        logged.version
        for logged in a_whole_game().log
        if isinstance(logged.entry, e.Moved)
        and any(isinstance(event, CardDrawn) for event in logged.entry.events)
    )


def another_card(entry: e.Entry) -> e.Entry:
    assert isinstance(entry, e.Moved)
    return replace(
        entry,
        events=tuple(
            replace(event, card=Card.RED if event.card is not Card.RED else Card.BLUE)
            if isinstance(event, CardDrawn)
            else event
            for event in entry.events
        ),
    )


def without_last_event(entry: e.Entry) -> e.Entry:
    assert isinstance(entry, e.Moved)
    return replace(entry, events=entry.events[:-1])


TAMPERED: dict[str, Callable[[], TableFile]] = {
    "another secret": lambda: changed(0, lambda entry: replace(entry, secret="00" * 32)),  # type: ignore[call-arg]
    "another contribution": lambda: changed(1, lambda entry: replace(entry, contribution="x")),  # type: ignore[call-arg]
    "another table": lambda: replace(a_whole_game(), table="other"),
    "another card drawn": lambda: changed(first_draw(), another_card),
    "an event left out": lambda: changed(first_draw(), without_last_event),
    "a move by another seat": lambda: changed(4, lambda entry: replace(entry, seat=1)),  # type: ignore[call-arg]
    "a move of nobody": lambda: changed(4, lambda entry: replace(entry, seat=9)),  # type: ignore[call-arg]
    "a move left out": lambda: replace(
        a_whole_game(), log=a_whole_game().log[:6] + a_whole_game().log[7:]
    ),
    "dealt twice": lambda: changed(5, lambda _: a_whole_game().log[3].entry),
    "nothing dealt": lambda: replace(a_whole_game(), log=a_whole_game().log[:3]),
    "no creation": lambda: replace(a_whole_game(), log=a_whole_game().log[1:]),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_log_is_refused(name: str) -> None:
    with pytest.raises(NotFair):
        verify(TAMPERED[name]())


def test_a_file_that_was_edited_is_refused() -> None:
    body = log_to_json(TABLE, a_whole_game().log)
    with pytest.raises(FormatError, match="digest"):
        read_log(json.dumps({**body, "table": "other"}))
    with pytest.raises(FormatError, match="expected an object"):
        read_log("[]")
    with pytest.raises(FormatError, match="not a table's log"):
        read_log('{"kind": "log", "schema": 1}')


def test_the_command_line_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    commitment = commitment_of("5e" * 32)
    assert main(["verify", str(file)]) == 0
    assert commitment in capsys.readouterr().out
    assert main(["verify", str(file), "--json", "--commitment", commitment]) == 0
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert (told["finished"], told["commitment_checked"]) == (True, True)
    assert main(["verify", str(file), "--commitment", "00"]) == 1
    assert "the secret was changed" in capsys.readouterr().err
    file.write_text(file.read_text().replace('"salt"', '"sugar"'))
    assert main(["verify", str(file)]) == 1
    assert "digest" in capsys.readouterr().err
