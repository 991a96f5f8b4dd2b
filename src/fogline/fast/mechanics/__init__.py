"""One module per mechanic: the compiled version of the module of the same name in `fogline.rules`.

Importing this package imports them all, with those of other packages (entry points of the group
`fogline.mechanics`), and composes them into one engine.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, cast

from fogline.core.definition import in_order
from fogline.core.rule import Rule
from fogline.fast.compose import LAWS, Mechanic, compose
from fogline.fast.trial import failure
from fogline.rules import RULES

_LOG = logging.getLogger("fogline.fast")


def _in(module: ModuleType) -> Iterator[Mechanic[Any]]:
    """Yield the mechanics that a module declares."""
    for value in vars(module).values():
        if isinstance(value, Mechanic) and value.rule.__module__.endswith(_name(module)):
            yield value


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _own() -> Iterator[Mechanic[Any]]:
    for name in dict.fromkeys(rule.__module__.rpartition(".")[2] for rule in RULES.values()):
        if importlib.util.find_spec(f"{__name__}.{name}") is not None:
            yield from _in(importlib.import_module(f"{__name__}.{name}"))


def _from_other_packages() -> Iterator[Mechanic[Any]]:
    """Yield the mechanics of other packages; one that cannot be loaded is left out."""
    for entry in entry_points(group="fogline.mechanics"):
        try:
            mechanic = entry.load()
        except Exception as error:  # noqa: BLE001 (another package may raise anything)
            _LOG.warning("the compiled mechanic %s cannot be loaded: %r", entry.name, error)
            continue
        if isinstance(mechanic, Mechanic):
            yield mechanic
        else:
            _LOG.warning("the compiled mechanic %s is no Mechanic", entry.name)


def _ordered() -> Mapping[type[Rule], Mechanic[Any]]:
    found = {mechanic.rule: mechanic for mechanic in (*_own(), *_from_other_packages())}
    built_in = [rule for rule in RULES.values() if rule in found]
    others = [rule for rule in found if rule not in built_in]
    # `in_order` reads only names and orders, which a class has as well as an instance.
    rules = in_order(cast("list[Rule]", [*built_in, *others]), RULES)
    return {kind: found[kind] for kind in cast("tuple[type[Rule], ...]", rules)}


def _failure(mechanic: Mechanic[Any]) -> str | None:
    kernels = [
        *((name, LAWS[name][0], kernel) for name, kernel in mechanic.kernels.items()),
        *(("offers", "seat, out, count", kernel) for _, kernel in mechanic.offered),
        *(("plays", "seat, n", kernel) for kernel in mechanic.played.values()),
    ]
    return failure(mechanic.rule.name, kernels)


def _composed(mechanics: Mapping[type[Rule], Mechanic[Any]]) -> Mapping[type[Rule], Mechanic[Any]]:
    """Compose the mechanics; leave out those whose kernels do not compile."""
    compose(tuple(mechanics.values()))
    usable = dict(mechanics)
    for rule, mechanic in mechanics.items():
        if RULES.get(rule.name) is not rule and (reason := _failure(mechanic)) is not None:
            _LOG.warning("the compiled mechanic %s is left out: %s", rule.name, reason)
            del usable[rule]
    if len(usable) < len(mechanics):
        compose(tuple(usable.values()))
    return usable


MECHANICS: Mapping[type[Rule], Mechanic[Any]] = _composed(_ordered())
"""All mechanics by their rules, in the order in which they are applied."""
