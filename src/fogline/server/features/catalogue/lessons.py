"""Tutorials: short scripted games, played by the real engine at a table that is not stored.

A script is a text. `options` sets the options of the game, and `deal` lists what chance gives at
the start; a line that begins with `+` continues it. `[ferry]` begins a lesson. In a lesson,
`? ACTION` is the action that the learner, on seat 0, must choose; without it there is only
something to read. `1 ACTION` is the action of seat 1 after that. After ` > ` follows what chance
gives during an action: cards, tickets, or the number of a seat.

The engine checks every action, so a script cannot teach what the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count
from typing import cast

from fogline.core import engine
from fogline.core.codec import encode
from fogline.core.definition import OptionValue
from fogline.core.errors import FoglineError
from fogline.core.messages import Seat
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State
from fogline.core.text.notation import parse_action
from fogline.core.text.words import ENGLISH
from fogline.core.view import view_of
from fogline.games import define
from fogline.server.features.catalogue.models import LessonModel, TutorialModel
from fogline.server.wire.base_models import JsonObject
from fogline.server.wire.message_models import Update
from fogline.table import entries as e
from fogline.table.entries import Logged
from fogline.table.entry_values import entry_value
from fogline.table.hints import SeatHints
from fogline.table.problems import Code, Problem
from fogline.table.snapshots import Snapshot, Snapshots, snapshot_value, you_at
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewpoint
from fogline.table.wording import wording_at

LEARNER = "u_learner"
_LEARNING = Viewpoint(seat=0, language=ENGLISH, words=True, seats=(0,), owner=True)
_NAMES = ("Ada", "Mia")
_SCRIPTS = files("fogline.games") / "tutorials"
_AT = 0
"""The time of all entries: lessons have no clock."""


class ScriptError(FoglineError):
    """A script contains something impossible."""


@dataclass(frozen=True)
class Play:
    """One action, and what chance gives during it."""

    seat: Seat
    action: str
    gifts: tuple[str | Seat, ...]
    line: int


@dataclass(frozen=True)
class Lesson:
    """A position, the action that the learner must choose, and the actions after it."""

    name: str
    asked: Play | None = None
    then: tuple[Play, ...] = ()


@dataclass(frozen=True)
class Script:
    """A whole tutorial."""

    game: str
    options: dict[str, OptionValue] = field(default_factory=dict)
    deal: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()


def tutorial_names() -> list[str]:
    """List the games that have a tutorial."""
    return sorted(
        file.name.removesuffix(".txt") for file in _SCRIPTS.iterdir() if file.name.endswith(".txt")
    )


def tutorial(game: str) -> TutorialModel:
    """Play the tutorial of a game, and describe every lesson as the learner sees it."""
    if game not in tutorial_names():
        raise Problem(Code.NOT_FOUND, "This game has no tutorial.")
    script = parse_script(game, (_SCRIPTS / f"{game}.txt").read_text(encoding="utf-8"))
    return TutorialModel(game=game, lessons=list(play_script(script)))


def parse_script(game: str, text: str) -> Script:
    """Read a script."""
    options: dict[str, OptionValue] = {}
    deal: tuple[str, ...] = ()
    lessons: list[Lesson] = []
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, rest = line.strip().partition(" ")
        if not mark or mark == "#":
            continue
        if mark == "options":
            options = dict(_option(pair) for pair in rest.split())
        elif mark in ("deal", "+") and not lessons:
            deal += tuple(rest.split())
        elif mark.startswith("["):
            lessons.append(Lesson(mark.strip("[]")))
        elif lessons and (mark == "?" or mark.isdigit()):
            lessons[-1] = _with_play(lessons[-1], mark, rest, number)
        else:
            raise ScriptError(f"line {number}: {line!r} is not valid in a script")
    return Script(game, options, deal, tuple(lessons))


def _option(pair: str) -> tuple[str, OptionValue]:
    name, _, value = pair.partition("=")
    return name, value == "true" if value in ("true", "false") else int(value)


def _with_play(lesson: Lesson, mark: str, rest: str, line: int) -> Lesson:
    action, _, gifts = rest.partition(" > ")
    given = tuple(int(gift) if gift.isdigit() else gift for gift in gifts.split())
    play = Play(0 if mark == "?" else int(mark), action.strip(), given, line)
    if mark != "?":
        return Lesson(lesson.name, lesson.asked, (*lesson.then, play))
    if lesson.asked is not None or lesson.then:
        raise ScriptError(f"line {line}: a lesson has one question, before all actions")
    return Lesson(lesson.name, play)


def play_script(script: Script) -> Iterator[LessonModel]:
    """Play a script, and describe each lesson: the entries since the last one, and its question."""
    table = _Stage(script)
    for lesson in script.lessons:
        yield LessonModel(
            name=lesson.name,
            update=table.news(),
            hints=table.hints(),
            asked=None if lesson.asked is None else table.offered(lesson.asked),
        )
        plays = lesson.then if lesson.asked is None else (lesson.asked, *lesson.then)
        for play in plays:
            table.play(play)


class _Stage:
    """The table of a tutorial. The script writes its log."""

    def __init__(self, script: Script) -> None:
        game = define(script.game, script.options)
        created = e.Created(
            _AT,
            **e.game_fields(game),
            seats=len(_NAMES),
            listed=False,
            clock=None,
            owner=LEARNER,
            secret="",
        )
        self._versions = count(1)
        self._table = TableState("tutorial", Logged(0, created))
        self._news: list[Logged] = []
        learner, other = _NAMES
        self._write(e.Seated(_AT, 0, LEARNER, learner, None))
        self._write(e.BotSeated(_AT, 1, "easy", other))
        gifts: Iterator[str | Seat] = iter(script.deal)
        try:
            _, events = engine.start(game, len(_NAMES), ScriptedDice(gifts))
        except ValueError as error:
            raise ScriptError(f"deal: {error}") from error
        _expect_used_up(gifts, "deal")
        self._write(e.Dealt(_AT, tuple(events)))

    def play(self, play: Play) -> None:
        """Play an action."""
        gifts = iter(play.gifts)
        try:
            action = parse_action(play.action)
            _, events = engine.play(self._state, play.seat, action, ScriptedDice(gifts))
        except (FoglineError, ValueError) as error:
            raise ScriptError(f"line {play.line}: {play.action}: {error}") from error
        _expect_used_up(gifts, f"line {play.line}")
        self._write(e.Moved(_AT, play.seat, action, tuple(events)))

    def offered(self, play: Play) -> JsonObject:
        """Find the action of a question among the legal actions."""
        asked = parse_action(play.action)
        for legal in self._snapshot.legal:
            if legal.action == asked:
                return _json(legal)
        raise ScriptError(f"line {play.line}: {play.action!r} is not legal here")

    def news(self) -> Update:
        """Return the entries since the last call, and the table after them."""
        table, wording = self._table, wording_at(self._table)
        news, self._news = self._news, []
        entries = [entry_value(each, 0, wording, is_public=table.is_public) for each in news]
        you = you_at(_LEARNING, LEARNER)
        return Update(
            version=table.version,
            entries=[_json(entry) for entry in entries],
            view=_json(snapshot_value(self._snapshot, you)),
        )

    def hints(self) -> JsonObject:
        """Return the hints for the learner."""
        hints = SeatHints(view_of(self._state, 0))
        return _json(hints.model(self._table.version, wording_at(self._table)))

    @property
    def _state(self) -> State:
        state = self._table.state
        assert state is not None  # noqa: S101 (dealt)
        return state

    @property
    def _snapshot(self) -> Snapshot:
        return Snapshots(self._table, SeatPresence((0,)), _AT).of(_LEARNING)

    def _write(self, entry: e.Entry) -> None:
        logged = Logged(next(self._versions), entry)
        self._table = self._table.after(logged)
        self._news.append(logged)


def _json(value: object) -> JsonObject:
    return cast("JsonObject", encode(value))


def _expect_used_up(gifts: Iterator[str | Seat], where: str) -> None:
    left = " ".join(map(str, gifts))
    if left:
        raise ScriptError(f"{where}: the game did not use the chance {left}")
