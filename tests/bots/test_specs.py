"""A bot is named the same way everywhere, and a bad name is one clear line."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from fogline import Chance, FoglineError
from fogline.bots import (
    Bot,
    BotKind,
    BotOption,
    RandomBot,
    SpecError,
    UnknownBot,
    bot_kinds,
    bot_names,
    bot_spec,
    make_bot,
    registry,
)
from fogline.bots.specs import parse_spec
from fogline.core.chance import Seed


class Deep(RandomBot):
    """Remembers how it was made."""

    def __init__(self, seed: Seed, depth: int = 3, seconds: float = 1.0, file: str = "-") -> None:
        super().__init__(Chance(seed))
        self.made = (seed, depth, seconds, file)


OPTIONS = (
    BotOption("depth", int, "how far to look", least=1),
    BotOption("seconds", float, "time to think", least=0.01),
)
DEEP = BotKind("deep", "looks far", Deep, OPTIONS)
FILED = BotKind("filed", "reads a file", Deep, OPTIONS, BotOption("file", str, "a file"))
KINDS = {"deep": DEEP, "filed": FILED}
RANDOM = BotKind("random", "takes the name of another", Deep)


def made(text: str) -> tuple[Seed, int, float, str]:
    bot = parse_spec(text, KINDS).make("s")
    assert isinstance(bot, Deep)
    return bot.made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deep", ("s", 3, 1.0, "-")),
        ("deep:depth=7", ("s", 7, 1.0, "-")),
        ("deep:seconds=0.5:depth=2", ("s", 2, 0.5, "-")),
        ("filed:a.bin", ("s", 3, 1.0, "a.bin")),
        ("filed:depth=4:C:\\bots\\a b.bin x=1", ("s", 4, 1.0, "C:\\bots\\a b.bin x=1")),
        ("filed:./bot --depth=3:4", ("s", 3, 1.0, "./bot --depth=3:4")),
    ],
)
def test_options_reach_the_factory_with_their_types(
    text: str, expected: tuple[Seed, int, float, str]
) -> None:
    assert made(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shallow:depth=1", "there is no bot 'shallow'; expected one of: deep, filed."),
        ("deep:breadth=1", "the bot 'deep' has no option 'breadth'; it has: depth, seconds."),
        ("deep:depth=1:depth=2", "the bot 'deep' is given 'depth' twice."),
        ("deep:depth=", "the bot 'deep': 'depth=': expected a whole number, 1 or more."),
        ("deep:depth=0", "the bot 'deep': 'depth=0': expected a whole number, 1 or more."),
        ("deep:depth=1.5", "the bot 'deep': 'depth=1.5': expected a whole number, 1 or more."),
        ("deep:depth=1_0", "the bot 'deep': 'depth=1_0': expected a whole number, 1 or more."),
        ("deep:seconds=nan", "the bot 'deep': 'seconds=nan': expected a number, 0.01 or more."),
        ("deep:seconds=inf", "the bot 'deep': 'seconds=inf': expected a number, 0.01 or more."),
        (
            "deep:",
            "'deep:' ends with a colon; deep[:depth=INT][:seconds=FLOAT] is how it is named.",
        ),
        ("filed", "the bot 'filed' needs a file: filed:FILE."),
        ("filed:", "the bot 'filed' needs a file: filed:FILE."),
        ("filed:depth=1", "the bot 'filed' needs a file: filed:FILE."),
        ("filed:deep=1:x", "the bot 'filed' has no option 'deep'; it has: depth, seconds."),
    ],
)
def test_a_bad_spec_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(text, KINDS)
    assert str(caught.value) == message
    assert isinstance(caught.value, FoglineError)


@pytest.mark.parametrize("text", ["deep", "deep:depth=2:seconds=0.5", "filed:depth=2:a:b=c d"])
def test_a_spec_is_written_in_one_way(text: str) -> None:
    assert str(parse_spec(text, KINDS)) == text
    assert str(parse_spec("deep:seconds=2:depth=09", KINDS)) == "deep:depth=9:seconds=2.0"


@pytest.mark.parametrize("name", bot_names())
def test_every_name_is_a_spec(name: str) -> None:
    assert str(bot_spec(name)) == name
    assert bot_kinds()[name].summary


def test_the_built_in_styles_take_no_options() -> None:
    with pytest.raises(SpecError, match=r"'random' has no option 'depth'; it has none\."):
        make_bot("random:depth=3", 1)


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """What other packages offer."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    registry._from_elsewhere.cache_clear()
    yield found
    registry._from_elsewhere.cache_clear()


def test_another_package_adds_a_bot(entries: list[EntryPoint]) -> None:
    entries.append(EntryPoint("deep", f"{__name__}:DEEP", "fogline.bots"))
    bot: Bot = make_bot("deep:depth=5", 9)
    assert isinstance(bot, Deep)
    assert bot.made == (9, 5, 1.0, "-")
    assert "deep" in bot_names()
    with pytest.raises(UnknownBot, match=r"no bot 'shallow'.*deep"):
        make_bot("shallow", 1)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("deep", f"{__name__}:KINDS", "the bot deep of another package is no BotKind of a new"),
        ("shallow", f"{__name__}:DEEP", "the bot shallow of another package is no BotKind of a"),
        ("random", f"{__name__}:RANDOM", "the bot random of another package is no BotKind of a"),
        ("deep", "no.such.module:DEEP", "the bot deep of another package cannot be loaded: Module"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_told_of_once_and_left_out(
    entries: list[EntryPoint],
    caplog: pytest.LogCaptureFixture,
    name: str,
    value: str,
    message: str,
) -> None:
    entries.append(EntryPoint(name, value, "fogline.bots"))
    assert "deep" not in bot_names()
    assert isinstance(make_bot("random", 1), RandomBot)
    with pytest.raises(UnknownBot, match="no bot 'deep'"):
        make_bot("deep", 1)
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith(message)
