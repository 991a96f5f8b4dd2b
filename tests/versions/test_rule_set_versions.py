"""Rule sets by name and version: a new game gets the newest, any other can be asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from fogline import Chance, DefinitionError, Game, GameLog, define, from_json, to_json
from fogline.boards import builtin_board
from fogline.core.rule import Rule
from fogline.games import (
    RuleSet,
    UnknownVersion,
    define_from_text,
    plugins,
    rule_set_of,
    rule_set_versions,
    rule_sets,
)
from fogline.games.rule_set import FIRST, Settings
from fogline.games.san_francisco import SAN_FRANCISCO
from fogline.rules.claiming import Claiming

NAMES = ("san-francisco", "old-west")


def _short(settings: Settings) -> tuple[Rule, ...]:
    return tuple(
        Claiming(vehicles=7) if isinstance(rule, Claiming) else rule
        for rule in SAN_FRANCISCO.rules(settings)
    )


SHORT = RuleSet("test-short", 2, (2, 4), _short, (FIRST,))
LONG = replace(SHORT, version=5, rules=SAN_FRANCISCO.rules, older=(SHORT,))
TEXT = builtin_board("san-francisco").text.replace(
    'rules = "san-francisco"', 'rules = "test-short"'
)
"""The board of San Francisco, played by the rules of another package."""


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with a rule set that has two versions."""
    entry = EntryPoint("test-short", f"{__name__}:LONG", "fogline.games")
    monkeypatch.setattr(plugins, "entry_points", lambda group: [entry] * (group == entry.group))
    plugins.plugin_rule_sets.cache_clear()
    yield
    plugins.plugin_rule_sets.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_a_new_game_is_played_by_the_newest_version(name: str) -> None:
    assert define(name).version == max(rule_set_versions(name)) == rule_sets()[name].version
    assert define(name).rule_set == name


@pytest.mark.parametrize("name", NAMES)
def test_every_version_can_be_asked_for(name: str) -> None:
    board = builtin_board(name)
    assert rule_set_versions(name)[0] == 1
    for version in rule_set_versions(name):
        game = define(name, version=version)
        assert game.version == version
        assert define_from_text(board.text, {}, version=version).rules == game.rules
        assert rule_set_of(board, version).version == version


@pytest.mark.parametrize("version", [0, -1, 99, 10**30])
def test_an_unknown_version_is_one_line_that_names_those_known(version: int) -> None:
    known = ", ".join(map(str, rule_set_versions("old-west")))
    message = f"version {version} of the rules 'old-west' is not known; known versions: {known}."
    with pytest.raises(UnknownVersion) as raised:
        define("old-west", version=version)
    assert str(raised.value) == message
    with pytest.raises(UnknownVersion) as raised:
        define_from_text(builtin_board("old-west").text, {}, version=version)
    assert str(raised.value) == message


def test_rules_that_a_board_lists_itself_have_one_version() -> None:
    assert rule_set_versions("") == (1,)


@pytest.mark.usefixtures("package")
def test_the_rule_sets_of_other_packages_have_versions_too() -> None:
    assert rule_set_versions("test-short") == (2, 5)
    assert define_from_text(TEXT, {}).version == 5
    old = define_from_text(TEXT, {}, version=2)
    assert Claiming(vehicles=7) in old.rules
    log = Game.start(old, 2, Chance(1)).log
    assert from_json(to_json(log), GameLog) == log
    with pytest.raises(UnknownVersion, match="known versions: 2, 5"):
        define_from_text(TEXT, {}, version=1)


def test_versions_are_listed_once_and_oldest_first() -> None:
    with pytest.raises(DefinitionError, match="oldest first"):
        replace(SHORT, older=(SHORT,))
    with pytest.raises(DefinitionError, match="must have its name"):
        replace(LONG, name="other")
    with pytest.raises(DefinitionError, match="none of their own"):
        replace(LONG, version=6, older=(LONG,))
