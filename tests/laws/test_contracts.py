"""The import contracts of `pyproject.toml`: the sources keep each, and each can be broken."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path

import grimp
import pytest
from grimp import ImportGraph
from importlinter import Contract, configuration
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract

from tests import contracts as own
from tests.contracts import AllowListContract, ForbiddenNamesContract, imported_names

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]
TYPES: dict[str, type[Contract]] = {
    "layers": LayersContract,
    "forbidden": ForbiddenContract,
    "independence": IndependenceContract,
    "allow_list": AllowListContract,
    "forbidden_names": ForbiddenNamesContract,
}
BREACHES = [
    ("core knows nobody", "fogline.core.graph", "fogline.rules.ferries"),
    ("core knows nobody", "fogline.fast.lower", "fogline.sim.whole_games"),
    ("standard library only", "fogline.rules.ferries", "numpy"),
    ("core knows nobody", "fogline.boards", "fogline.saves"),
    ("standard library only", "fogline.saves", "orjson"),
    ("standard library only", "fogline.table.entries", "fogline.store.entry_text"),
    ("offsets of the compiled state", "fogline.bots.search", "fogline.fast.layout"),
    ("offsets of the compiled state", "fogline.env.env_kernel", "fogline.fast.state_codec"),
    ("a mechanic that a game may lack", "fogline.server.live.levels", "fogline.rules.alvin"),
    (
        "a mechanic that a game may lack",
        "fogline.bots.compiled_bots",
        "fogline.fast.mechanics.ferries",
    ),
    (
        "features do not import each other",
        "fogline.server.features.lobby.routes",
        "fogline.server.features.play.watch",
    ),
    (
        "what features stand on",
        "fogline.server.services",
        "fogline.server.features.lobby.index",
    ),
]


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    configuration.configure()  # as lint-imports begins
    return grimp.build_graph("fogline", include_external_packages=True, cache_dir=None)


def contract(part: str) -> Contract:
    """Make the contract whose name has this part."""
    (found,) = [each for each in SETTINGS["contracts"] if part in each["name"]]
    options = {
        key: str(value) if isinstance(value, bool) else value  # as import-linter reads a file
        for key, value in found.items()
        if key not in {"name", "type"}
    }
    session = {"root_packages": ["fogline"], "include_external_packages": True}
    return TYPES[found["type"]](found["name"], session, options)


@pytest.mark.parametrize("name", [each["name"] for each in SETTINGS["contracts"]])
def test_the_sources_keep_it(graph: ImportGraph, name: str) -> None:
    assert contract(name).check(deepcopy(graph), verbose=False).kept


@pytest.mark.parametrize(("name", "importer", "imported"), BREACHES)
def test_a_breach_is_found(graph: ImportGraph, name: str, importer: str, imported: str) -> None:
    broken = deepcopy(graph)
    assert importer in broken.modules
    broken.add_import(importer=importer, imported=imported, line_number=1, line_contents="import")
    assert not contract(name).check(broken, verbose=False).kept


def test_a_bot_that_imports_the_state_is_found(
    graph: ImportGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "def choose(view):\n    from fogline.core.table import (\n        State,\n        View)"
    assert list(imported_names(text)) == ["fogline.core.table.State", "fogline.core.table.View"]
    monkeypatch.setattr(own, "_source", lambda module: text if module.endswith("search") else "")
    check = contract("none imports the state").check(deepcopy(graph), verbose=False)
    assert check.metadata["found"] == [
        f"fogline.bots.{module} imports fogline.core.table.State"
        for module in ("kernel.tree_search", "readable_search", "search")
    ]


def test_every_contract_is_broken_once() -> None:
    """A new contract needs a breach here."""
    tried = {name for name, _, _ in BREACHES} | {"none imports the state"}
    for each in SETTINGS["contracts"]:
        assert any(part in each["name"] for part in tried), each["name"]
