"""Every guarantee of the documentation names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["saves", "versions"])
def test_every_guarantee_has_its_test(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    table = page.split("| guarantee | test |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    assert len(table) > 10
    for row in table:
        found = re.fullmatch(r"\| .+\. \| `(tests/[\w/]+\.py)::(\w+)` \|", row)
        assert found, row
        assert f"def {found[2]}(" in (ROOT / found[1]).read_text(encoding="utf-8"), row
