"""A plugin that cannot be loaded is reported in one line, and everything else works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest

from fogline import BoardError, Rule, define, new_game
from fogline.boards import builtin_board
from fogline.games import plugins, rule_sets
from fogline.games.definitions import define_from_text, known_rules
from fogline.games.rule_set import FIRST, RuleSet, Settings
from fogline.games.san_francisco import rules as san_francisco
from tests.packages import TOWN


@dataclass(frozen=True)
class Whistles(Rule):
    name: ClassVar[str] = "test-whistles"
    before: ClassVar[tuple[str, ...]] = ("claiming",)
    loud: int = 3


@dataclass(frozen=True)
class Hidden(Rule):
    """A rule that only a rule set knows."""

    name: ClassVar[str] = "test-hidden"


def _rules(settings: Settings) -> tuple[Rule, ...]:
    return (*san_francisco(settings), Hidden())


NIGHT = RuleSet("test-night", 1, (2, 4), _rules, (FIRST,))


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """What other packages offer."""
    found: list[EntryPoint] = []

    def of_group(group: str) -> list[EntryPoint]:
        return [entry for entry in found if entry.group == group]

    def forget() -> None:
        plugins.plugin_rules.cache_clear()
        plugins.plugin_rule_sets.cache_clear()

    monkeypatch.setattr(plugins, "entry_points", of_group)
    forget()
    yield found
    forget()


def rule(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, "fogline.rules")


def board(extra: str) -> str:
    return builtin_board("san-francisco").text + extra


def test_a_rule_of_another_package_takes_its_place_in_the_order(entries: list[EntryPoint]) -> None:
    entries.append(rule("test-whistles", f"{__name__}:Whistles"))
    game = define_from_text(board("\n[rules.test-whistles]\nloud = 5\n"), {})
    names = [each.name for each in game.rules]
    assert names.index("test-whistles") == names.index("claiming") - 1
    assert Whistles(loud=5) in game.rules


def test_a_rule_set_may_bring_a_rule_that_boards_cannot_name(entries: list[EntryPoint]) -> None:
    entries.append(EntryPoint("test-night", f"{__name__}:NIGHT", "fogline.games"))
    text = board("").replace('rules = "san-francisco"', 'rules = "test-night"')
    game = define_from_text(text, {})
    assert game.rules[-1] == Hidden()
    assert "test-night" in rule_sets()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("broken", "no.such.module:Rule", "ModuleNotFoundError: No module named 'no'"),
        ("broken", f"{__name__}:missing", "AttributeError: module"),
        ("broken", f"{__name__}:NIGHT", "it is not a dataclass that is a Rule"),
        ("broken", f"{__name__}:Whistles", "its name is 'test-whistles'"),
    ],
)
def test_a_broken_rule_is_reported_once_and_left_out(
    entries: list[EntryPoint],
    caplog: pytest.LogCaptureFixture,
    name: str,
    value: str,
    reason: str,
) -> None:
    entries += [rule("test-whistles", f"{__name__}:Whistles"), rule(name, value)]
    for _ in range(2):
        assert "broken" not in known_rules()
        assert "test-whistles" in known_rules()
    (line,) = caplog.messages
    assert line.startswith(f"the rule {name!r} ({value}) is left out: {reason}")
    assert "\n" not in line
    with pytest.raises(BoardError, match="there is no such rule"):
        define_from_text(board("\n[rules.broken]\n"), {})


def test_a_broken_rule_set_is_reported_and_left_out(
    entries: list[EntryPoint], caplog: pytest.LogCaptureFixture
) -> None:
    entries.append(EntryPoint("broken", f"{__name__}:Whistles", "fogline.games"))
    assert list(rule_sets()) == ["san-francisco", "old-west"]
    assert caplog.messages == [
        f"the rule set 'broken' ({__name__}:Whistles) is left out: it is not a RuleSet"
    ]


def test_a_built_in_game_looks_for_no_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(group: str) -> list[EntryPoint]:
        raise AssertionError(group)

    monkeypatch.setattr(plugins, "entry_points", scan)
    plugins.plugin_rules.cache_clear()
    assert define("old-west").name == "old-west"
    assert new_game("san-francisco", 2, 1).deciding


def test_the_command_line_works_beside_a_broken_package(tmp_path: Path) -> None:
    package = tmp_path / "broken-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[fogline.rules]\nbroken = broken:Rule\n")
    (tmp_path / "broken.py").write_text("raise RuntimeError('two\\nlines')\n")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
        "from fogline.games.definitions import known_rules; print(len(known_rules())); "
        "from fogline.cli import main; sys.exit(main(['board', 'check', 'old-west', '--json']))"
    )
    done = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout.splitlines()[-1])["ok"]
    assert done.stderr == ("the rule 'broken' (broken:Rule) is left out: RuntimeError: two lines\n")


BROKEN = """
from dataclasses import dataclass
from typing import ClassVar

from fogline.fast.plugin import Mechanic
from fogline.plugin import Rule


@dataclass(frozen=True)
class Bells(Rule):
    name: ClassVar[str] = "bells"


bells = Mechanic(Bells)


@bells.hook
def claimed(g, seat, route):
    ring(seat)


@dataclass(frozen=True)
class Chimes(Rule):
    name: ClassVar[str] = "chimes"


@dataclass(frozen=True)
class Gongs(Rule):
    name: ClassVar[str] = "gongs"


chimes, gongs = Mechanic(Chimes), Mechanic(Gongs)


@chimes.advice
def value(g, seat, route, p):
    return 1.0 * loudness(route)


@gongs.advice
def strike(g, seat):
    return 1.0
"""
USING = """
from fogline import define
from fogline.fast.mechanics import MECHANICS
from fogline.sim import cannot_compile

print([rule.name for rule in MECHANICS if not rule.__module__.startswith("fogline.")])
print(cannot_compile(define("san-francisco"), 2) is None)
import fogline.bots.kernel
"""


def test_a_kernel_that_cannot_be_compiled_is_left_out_of_the_engine(tmp_path: Path) -> None:
    (tmp_path / "bells.py").write_text(BROKEN)
    described = tmp_path / "bells-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: bells\nVersion: 1\n")
    (described / "entry_points.txt").write_text(
        "[fogline.mechanics]\nbells = bells:bells\nchimes = bells:chimes\n"
        "gongs = bells:gongs\nharbour-cat = tidewick.fast_cat:cat\n"
    )
    paths = [str(tmp_path), str(TOWN.root), *sys.path]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "FOGLINE_CACHE": str(tmp_path / "cache"),
    }
    for _ in range(2):  # the second time nothing is compiled, and the same is said
        done = subprocess.run(  # noqa: S603 (our own words)
            [sys.executable, "-c", USING], env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.stdout.splitlines() == ["['chimes', 'gongs', 'harbour-cat']", "True"], (
            done.stderr
        )
        lines = [line for line in done.stderr.splitlines() if "left out" in line]
        assert len(lines) == 3
        advice = "the advice of the compiled mechanic"
        assert lines[1].startswith(f"{advice} chimes is left out: value: TypingError:")
        assert lines[2] == f"{advice} gongs is left out: strike: there is no such advice"
        assert lines[0].startswith("the compiled mechanic bells is left out: claimed: TypingError:")
        assert "NameError: name 'ring' is not defined" in lines[0]
