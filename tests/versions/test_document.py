"""The page of versions has the numbers of today, and every guarantee names a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline.arena import game_records
from fogline.arena.lab import lab_json
from fogline.boards import board_reader
from fogline.bots import LEVELS, protocol
from fogline.games import rule_set_versions
from fogline.table.entries import Entry
from fogline.upcasters import schema_of

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "src" / "fogline" / "store" / "migrations" / "versions"
NUMBERS = {
    "rules of a game": str(max(rule_set_versions("old-west"))),
    "logs, states and views in [saves](saves.md)": str(schema_of("state")),
    "entries of tables: `created`, `seated`": str(schema_of("seated")),
    "entries of tables: `committed`, `bot-seated`": str(schema_of("committed")),
    "levels of bots": str(max(level.version for level in LEVELS)),
    "other entries, and table logs": str(schema_of("table")),
    "databases of servers": max(path.name[:4] for path in MIGRATIONS.glob("[0-9]*.py")),
    "board files, and their pictures": str(board_reader.SCHEMA),
    "bot protocol": str(protocol.SCHEMA),
    "records of simulations": str(game_records.SCHEMA),
    "`--json` of the lab": str(lab_json.SCHEMA),
}


@pytest.mark.parametrize("name", ["saves", "versions"])
def test_every_guarantee_has_its_test(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    table = page.split("| guarantee | test |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    assert len(table) > 10
    for row in table:
        found = re.fullmatch(r"\| .+\. \| `(tests/[\w/]+\.py)::(\w+)` \|", row)
        assert found, row
        assert f"def {found[2]}(" in (ROOT / found[1]).read_text(encoding="utf-8"), row


def test_the_numbers_are_those_of_today() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+? \| (\d+) \| .+ \|$", page, re.MULTILINE)
    written = dict(rows)
    assert {name: written.get(name) for name in NUMBERS} == NUMBERS
    newer = {word for word in Entry.kinds if schema_of(word) > 1}
    assert newer == {"created", "seated", "committed", "bot-seated"}
    assert schema_of("created") == schema_of("seated")
    assert schema_of("committed") == schema_of("bot-seated")
