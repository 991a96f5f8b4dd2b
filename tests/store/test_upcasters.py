"""Upcasters: every older schema is read, one step at a time."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from fogline import FormatError, upcasters
from fogline.upcasters import STEPS, Body, NewerData, schema_of, upcast
from tests.fixtures.files import FOLDERS, unpacked
from tests.store.test_old_logs import LOGS


def numbered() -> dict[str, set[int]]:
    """The schemas of every kind in the files that older versions wrote."""
    found: dict[str, set[int]] = defaultdict(set)
    for folder in FOLDERS:
        for text in unpacked(folder / "saves.tar.xz").values():
            body = json.loads(text)
            found[body["kind"]].add(body["schema"])
        for text in unpacked(folder / "logs.tar.xz").values():
            _add_log(found, text)
    for path in LOGS:
        _add_log(found, path.read_bytes())
    return found


def _add_log(found: dict[str, set[int]], text: str | bytes) -> None:
    body = json.loads(text)
    found[body["kind"]].add(body["schema"])
    for entry in body["entries"]:
        found[entry["type"]].add(entry["schema"])


def test_every_older_schema_is_read() -> None:
    """What is read is tested with the files themselves; here, that there are files of each."""
    found = numbered()
    assert STEPS
    for kind in STEPS:
        assert found[kind] >= set(range(1, schema_of(kind)))


def test_steps_are_taken_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(body: Body) -> Body:
        return {**body, "steps": "one"}

    def two(body: Body) -> Body:
        return {**body, "steps": f"{body.get('steps')} two"}

    monkeypatch.setattr(upcasters, "STEPS", {"thing": (one, two)})
    assert schema_of("thing") == 3
    assert upcast("thing", {"schema": 1}, "thing") == {"steps": "one two"}
    assert upcast("thing", {"schema": 2, "steps": "1"}, "thing") == {"steps": "1 two"}
    assert upcast("thing", {"schema": 3}, "thing") == {}
    with pytest.raises(NewerData, match="thing: schema 4 is of a newer version of Fogline"):
        upcast("thing", {"schema": 4}, "thing")
    assert (schema_of("other"), upcast("other", {"schema": 1}, "other")) == (1, {})


@pytest.mark.parametrize("schema", [None, 0, -1, True, "1", 1.0])
def test_what_is_not_a_schema(schema: float | str | None) -> None:
    with pytest.raises(FormatError, match="schema"):
        upcast("log", {"schema": schema}, "log")


def test_a_board_that_cannot_be_read_is_left_to_whoever_defines_the_game() -> None:
    """Reading the save then says what is wrong with the board, instead of the upcaster."""
    game: Body = {"name": "hills", "board": "schema = ", "options": {}}
    upcasted = upcast("log", {"schema": 1, "game": game}, "log")["game"]
    assert isinstance(upcasted, dict)
    assert upcasted["rule_set"] == ""
    assert upcasted["board"] == "schema = "
