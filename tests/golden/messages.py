"""Every message about a table, to every kind of viewer, as text.

Objects are written with sorted names, one field a line where they are long. What was written
before in the same file is a reference: `= ` and its digest. Of most moves only digests are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from fogline.core.view import view_of
from fogline.server.features.catalogue.lessons import tutorial, tutorial_names
from fogline.server.live.message_writer import write_entry, write_presence, write_snapshot
from fogline.server.live.publication import Publication
from fogline.server.live.replay import Replay
from fogline.server.live.subscribers import Subscriber
from fogline.store.json_writer import write
from fogline.table import viewers
from fogline.table.hints import SeatHints
from fogline.table.snapshots import Snapshots
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, viewpoint_of
from fogline.table.wording import wording_at
from tests.golden.stories import Moment, Story, Viewer, stories, story_of_a_package
from tests.packages import TOWN, installed

FOLDER = Path(__file__).with_name("messages")
LESSONS = FOLDER / "lessons.txt"
_LONG = 200
"""Values longer than this are written in several lines."""
_IN_FULL = ("changes", "entry")
"""What is written in full whenever messages are shown; the others only repeat it."""
_SHOWN = 4
"""How many messages of a replay are shown."""


def made() -> dict[Path, str]:
    """Make every file."""
    texts = {_path(story): _write(story) for story in stories()}
    with TemporaryDirectory() as folder, installed(TOWN, Path(folder)) as package:
        story = story_of_a_package(package.game)
        texts[_path(story)] = _write(story)
    return {**texts, LESSONS: _lessons()}


def _path(story: Story) -> Path:
    return FOLDER / f"{story.name}.txt"


def _write(story: Story) -> str:
    return "\n".join([*_Writer(story).lines(), ""])


class _Writer:
    """Writes the messages of one story."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._known: set[str] = set()

    def lines(self) -> Iterator[str]:
        yield f"# Messages about a table of {self._story.game}. Made by `make golden`."
        for moment in self._story.moments:
            yield from self._moment(moment)
        if self._story.table.status == "ended":
            yield from self._replays()

    def _moment(self, moment: Moment) -> Iterator[str]:
        yield ""
        yield f"version {moment.table.version}: {moment.logged.entry.type}"
        if moment.is_shown:
            presence = SeatPresence(tuple(sorted(moment.connected)), tuple(sorted(moment.away)))
            yield from self._value("everybody: presence: ", _read(write_presence(presence)))
        for viewer in self._story.viewers:
            messages = {
                name: _read(written) for name, written in messages_to(viewer, moment).items()
            }
            if not moment.is_shown:
                yield f"{viewer.name}: {_digest(messages)}"
                continue
            is_turning_point = moment.before is None or moment.before.status != moment.table.status
            for name, message in messages.items():
                if name in _IN_FULL or (is_turning_point and name == "snapshot"):
                    yield from self._value(f"{viewer.name}: {name}: ", message)
                else:
                    yield f"{viewer.name}: {name}: {_digest(message)}"
            hints = hints_to(viewer, moment.table)
            if hints is not None:
                yield f"{viewer.name}: hints: {_digest(_read(hints))}"

    def _replays(self) -> Iterator[str]:
        story, now = self._story, self._story.table
        log = [moment.logged for moment in story.moments]
        yield ""
        yield "replays"
        every = max(1, len(log) // _SHOWN)
        seen = {(each.seat, each.language, each.words): None for each in story.viewers}
        for seat, language, words in seen:
            for hands in (False, True):
                viewer = viewers.Viewer(None, seat, language, words)
                replay = Replay(now, viewer, hands=hands).messages(log)
                messages = [_read(message) for message in replay]
                whose = f"{'spectator' if seat is None else f'seat {seat}'} {language}"
                whose += "" if words else " without words"
                whose += " with hands" if hands else ""
                for version in range(0, len(log), every):
                    yield from self._value(f"{whose}: version {version}: ", messages[version])
                yield f"{whose}: {_digest(messages)}"

    def _value(self, begin: str, value: object) -> Iterator[str]:
        text = _text(value)
        if len(text) > _LONG:
            digest = _digest(value)
            if digest in self._known:
                yield f"{begin}= {digest}"
                return
            self._known.add(digest)
            yield f"{begin}{digest}"
            indent = " " * (len(begin) - len(begin.lstrip()) + 2)
            match value:
                case dict():
                    for name in sorted(value):
                        yield from self._value(f"{indent}{name}: ", value[name])
                    return
                case list():
                    for item in value:
                        yield from self._value(f"{indent}- ", item)
                    return
        yield begin + text


def messages_to(viewer: Viewer, moment: Moment) -> dict[str, bytes]:
    """Write all that a viewer may get when an entry was written."""
    table, before = moment.table, moment.before
    presence = SeatPresence(tuple(sorted(moment.connected)), tuple(sorted(moment.away)))
    now = Snapshots(table, presence, moment.logged.entry.at + 250)
    watching = _viewer(viewer, table)
    viewpoint = viewpoint_of(table, watching)
    messages = {"snapshot": write_snapshot(now.of(viewpoint), viewpoint, viewer.user)}
    last = None if before is None else viewpoint_of(before, _viewer(viewer, before))
    sent = {}
    if before is not None and last is not None:
        earlier = Snapshots(before, presence, moment.logged.entry.at)
        sent = {last: earlier.of(last)}
    ways = {
        "update": (True, False),
        "changes": (True, True),
        "entries": (False, False),
    }
    for name, (views, changes) in ways.items():
        subscriber = Subscriber(watching, 4, views=views, changes=changes)
        if before is not None and last is not None:
            subscriber.sent = (before.version, last)
        publication = Publication(table, now, sent, [moment.logged])
        messages[name] = publication.message(subscriber).data
    wording = wording_at(table, viewer.language, words=viewer.words)
    is_public = table.status == "ended"
    messages["entry"] = write_entry(moment.logged, watching.seat, wording, is_public=is_public)
    return messages


def hints_to(viewer: Viewer, table: TableState) -> bytes | None:
    """Write the hints for a viewer, once there is a game."""
    if table.state is None:
        return None
    view = view_of(table.state, _viewer(viewer, table).seat)
    wording = wording_at(table, viewer.language, words=viewer.words)
    return orjson.dumps(SeatHints(view).model(table.version, wording))


def _viewer(viewer: Viewer, table: TableState) -> viewers.Viewer:
    seat = viewer.seat if viewer.seat in table.seats_of(viewer.user) else None
    return viewers.Viewer(viewer.user, seat, viewer.language, viewer.words)


def _lessons() -> str:
    lines = [
        f"{game} {lesson.name} {_digest(_read(write(lesson)))}"
        for game in tutorial_names()
        for lesson in tutorial(game).lessons
    ]
    head = "# Digests of the lessons of the tutorials. Made by `make golden`."
    return "\n".join([head, *lines, ""])


def _read(written: bytes | str) -> object:
    """Read a message, in which no name may occur twice."""
    return json.loads(written, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    assert len(read) == len(pairs), f"a name occurs twice in {[name for name, _ in pairs]}"
    return read


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(value: object) -> str:
    return hashlib.sha256(_text(value).encode()).hexdigest()[:12]
