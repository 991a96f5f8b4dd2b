"""The tables of docs/environments.md are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline import new_game
from fogline.env import VERSION, observer_of
from fogline.env.compiled_observer import CompiledObserver
from fogline.fast.compose import features
from fogline.fast.mechanics import MECHANICS

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
VARIANTS = [(1, "san-francisco", {}), (2, "old-west", {}), (3, "old-west", {"alvin": True})]


def test_the_parts_are_listed_in_order_with_their_meaning() -> None:
    section = TEXT.split(f"## Version {VERSION}")[1]
    rows = re.findall(r"^\| `(\w+)` \| ([\w-]+) \| [^|]+ \| (.+) \|$", section, re.MULTILINE)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for _, name, options in VARIANTS:
        view = new_game(name, 2, 1, options=options).view(0)
        for rule in view.game.rules:
            found[rule.name] = [(each.name, rule.name, each.meaning) for each in rule.observe(view)]
    assert rows == [row for rule in MECHANICS for row in found[rule.name]]
    assert sorted(name for name, _, _ in rows) == sorted(features.names)
    for _, game, options in VARIANTS:
        names = [part.name for part in observer_of(game, 2, options).layout.parts]
        assert names == [name for name, _, _ in rows if name in names]


@pytest.mark.parametrize(("column", "game", "options"), VARIANTS)
def test_the_codes_begin_where_the_table_says(
    column: int, game: str, options: dict[str, bool]
) -> None:
    table = TEXT.split("| codes |")[1].split("\n\n")[0].splitlines()[2:]
    listed = [row.split("|")[1 + column].strip() for row in table]
    observer = observer_of(game, 2, options)
    assert isinstance(observer, CompiledObserver)
    lowered = observer.engine.lowered
    kinds = [kind for mechanic in MECHANICS.values() for kind in mechanic.codes]
    wanted = [str(lowered.begin_of(kind)) if kind in lowered.kinds else "" for kind in kinds]
    assert listed == [*wanted, str(lowered.codes), str(observer.codes)]
