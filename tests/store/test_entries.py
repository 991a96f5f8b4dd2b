"""Entries as JSON: every kind comes back as it was, and nothing else is read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fogline import BoardError, FormatError, define, new_game
from fogline.games import UnknownVersion
from fogline.store.entry_text import read_entry, write_entry
from fogline.table import entries as e
from fogline.table.entries import entry_to_json


def one_of_each() -> list[e.Entry]:
    game = new_game("old-west", 2, "entries", {"alvin": True})
    set_up = game.log.set_up
    action = game.legal_actions(0)[0]
    events = game.play(0, action)
    clock = e.ClockRule("game", 600, 5)
    return [
        e.Created(
            1, **e.game_fields(define("old-west", {"alvin": True, "first": 1})), seats=2,
            listed=True, clock=clock, owner="u", secret="s",
        ),
        e.Seated(2, 0, "u", "Ann", "5e"),
        e.Committed(2, 0, "5f"),
        e.Starting(2),
        e.Revealed(2, 0, "mix"),
        e.StartFailed(2, (0, 1), "s"),
        e.BotSeated(3, 1, "easy", "Easy"),
        e.Invited(4, 1, "v", "Bea"),
        e.Vacated(5, 1),
        e.Dealt(6, set_up),
        e.Moved(7, 0, action, events),
        e.UndoAsked(8, 0, 7),
        e.UndoAgreed(8, 1),
        e.UndoDeclined(8, 1),
        e.Undone(8, 0, 2),
        e.Left(8, 0),
        e.Returned(9, 0),
        e.OutOfTime(10, 0),
        e.HandedOver(11, 0, "hard"),
        e.Resigned(12, 0, "easy"),
        e.Resumed(13, 5000),
        e.Said(14, "u", "Ann", None, "hi <b>", None),
        e.Muted(15, "u", muted=True),
        e.Rematched(16, "other"),
        e.Closed(17),
    ]  # fmt: skip


def test_every_kind_comes_back_as_it_was() -> None:
    entries = one_of_each()
    assert {type(entry) for entry in entries} == set(e.Entry.kinds.values())
    for entry in entries:
        assert read_entry(write_entry(entry)) == entry
    created = read_entry(write_entry(entries[0]))
    assert isinstance(created, e.Created)
    assert created.definition().options == {"alvin": True, "first": 1}
    assert type(created.options["alvin"]) is bool


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema": 0}, "schema: 0 is not a schema"),
        ({"schema": 2}, "left: schema 2 is of a newer version of Fogline; this one reads up to 1"),
        ({"type": "exploded"}, "'exploded' is not known"),
        ({"seat": "0"}, "expected a whole number"),
        ({"extra": 1}, "'extra' is not expected"),
    ],
)
def test_what_is_not_an_entry_is_refused(change: dict[str, object], reason: str) -> None:
    body = {**entry_to_json(e.Left(1, 0)), **change}
    with pytest.raises(FormatError, match=reason):
        read_entry(json.dumps(body))


def test_what_is_not_known_here_is_refused() -> None:
    game = e.game_fields(define("old-west"))
    created = e.Created(1, **game, seats=2, listed=False, clock=None, owner="u", secret="s")
    with pytest.raises(UnknownVersion, match="version 99 of the rules 'old-west' is not known"):
        replace(created, rules=99).definition()
    with pytest.raises(BoardError, match="no form of this board has the digest"):
        replace(created, board_digest="5e" * 32).definition()
    with pytest.raises(FormatError, match="by the rules 'old-west', not of 'old-west' by the"):
        replace(created, rule_set="older-west").definition()
