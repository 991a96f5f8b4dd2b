"""What rules say so that they are asked less often is true in whole games."""

from __future__ import annotations

import pytest

from fogline import define
from fogline.rule_check import check_rule


@pytest.mark.parametrize(
    ("game", "options"), [("san-francisco", {}), ("old-west", {"alvin": True})], ids=["sf", "west"]
)
def test_rules_are_asked_whenever_they_have_something_to_say(
    game: str, options: dict[str, bool]
) -> None:
    report = check_rule(define(game, options), games=1)
    assert not report.problems
