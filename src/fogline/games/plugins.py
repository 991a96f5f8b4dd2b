"""Rules and rule sets of other packages, found by their entry points."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TypeVar, cast

from fogline.core.rule import Rule
from fogline.games.rule_set import RuleSet
from fogline.rules import RULES

T = TypeVar("T")

_LOG = logging.getLogger("fogline.plugins")


@cache
def plugin_rules() -> Mapping[str, type[Rule]]:
    """Return the rules of other packages, by name (group `fogline.rules`)."""

    def problem(name: str, found: object) -> str | None:
        if not (isinstance(found, type) and issubclass(found, Rule) and is_dataclass(found)):
            return "it is not a dataclass that is a Rule"
        if getattr(found, "name", None) != name:
            return f"its name is {getattr(found, 'name', None)!r}"
        return "a built-in rule has that name" if name in RULES else None

    return cast("Mapping[str, type[Rule]]", _load("fogline.rules", "rule", problem))


@cache
def plugin_rule_sets() -> Mapping[str, RuleSet]:
    """Return the rule sets of other packages, by name (group `fogline.games`)."""

    def problem(name: str, found: object) -> str | None:
        if not isinstance(found, RuleSet):
            return "it is not a RuleSet"
        return None if found.name == name else f"its name is {found.name!r}"

    return cast("Mapping[str, RuleSet]", _load("fogline.games", "rule set", problem))


def _load(
    group: str, what: str, problem: Callable[[str, object], str | None]
) -> Mapping[str, object]:
    """Load the entry points of a group; warn about those that cannot be used, and skip them.

    The callers keep the result: finding entry points reads many small files.
    """
    found: dict[str, object] = {}
    for entry in entry_points(group=group):
        try:
            loaded = entry.load()
        except Exception as error:  # noqa: BLE001 (a package of somebody else may raise anything)
            reason: str | None = " ".join(f"{type(error).__name__}: {error}".split())
        else:
            reason = problem(entry.name, loaded)
        if reason is None:
            found.setdefault(entry.name, loaded)
        else:
            _LOG.warning("the %s %r (%s) is left out: %s", what, entry.name, entry.value, reason)
    return found
