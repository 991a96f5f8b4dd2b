"""A whole game at a table, in a Python that finds nothing but its own library and Fogline.

`test_table_alone` runs this as a program.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, cast

from fogline import Chance, define
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.codec import encode
from fogline.core.view import view_of
from fogline.table import entries as e
from fogline.table.entries import Logged
from fogline.table.entry_values import entry_value
from fogline.table.snapshots import Snapshot, Snapshots, changes_between, snapshot_value, you_at
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewer, Viewpoint, viewpoint_of
from fogline.table.wording import wording_at

Json = dict[str, Any]
SECRET = "ab" * 32
WATCHING = {"ann": ("ann", 0), "bea": ("bea", 1), "a spectator": (None, None)}
EVERYBODY = SeatPresence(frozenset({0, 1}))


class Followed:
    """A table with two players and a spectator, each of whom is sent all changes."""

    def __init__(self) -> None:
        game = define("old-west", {"alvin": True})
        created = e.Created(
            0, **e.game_fields(game), seats=2, listed=False, clock=e.ClockRule("game", 600),
            owner="ann", secret=SECRET,
        )  # fmt: skip
        self.table = TableState("alone", Logged(0, created))
        self.chance = Chance("alone")
        self.shown: dict[str, Json] = {}
        """What each of them knows of the table."""
        self.last: dict[str, tuple[Viewpoint, Snapshot]] = {}
        self.sent = {"snapshots": 0, "changes": 0}

    def add(self, entry: e.Entry) -> None:
        """Write an entry, and send it to everybody."""
        logged = Logged(self.table.version + 1, entry)
        self.table = self.table.after(logged)
        snapshots = Snapshots(self.table, EVERYBODY, entry.at)
        for name, (user, seat) in WATCHING.items():
            viewer = Viewer(user, seat if seat in self.table.seats_of(user) else None)
            self._send(name, viewer, snapshots)
            if not self.table.is_public:
                wording = wording_at(self.table)
                value = entry_value(logged, viewer.seat, wording, is_public=False)
                check_hidden(self.shown[name], json_of(value), viewer.seat)

    def _send(self, name: str, viewer: Viewer, snapshots: Snapshots) -> None:
        viewpoint = viewpoint_of(self.table, viewer)
        snapshot = snapshots.of(viewpoint)
        whole = json_of(snapshot_value(snapshot, you_at(viewpoint, viewer.user)))
        before = self.last.get(name)
        if before is not None and before[0] == viewpoint and before[1].view is not None:
            changes = json_of(changes_between(before[1], snapshot, with_seats=False))
            assert applied(self.shown[name], changes) == whole
            self.sent["changes"] += 1
        self.last[name], self.shown[name] = (viewpoint, snapshot), whole
        self.sent["snapshots"] += 1

    def move(self) -> None:
        """Let a seat that must decide choose at random."""
        table, state = self.table, self.table.state
        assert state is not None
        seat = pick(self.chance, table.deciding)
        actions = engine.legal_actions(view_of(state, seat))
        verb = pick(self.chance, sorted({action.verb for action in actions}))
        action = pick(self.chance, [each for each in actions if each.verb == verb])
        _, events = engine.play(state, seat, action, self.chance)
        self.add(e.Moved(table.version * 1000, seat, action, tuple(events)))


def json_of(value: object) -> Json:
    return cast("Json", encode(value))


def applied(before: Json, changes: Json) -> Json:
    """The snapshot after an update, as a client computes it."""
    changes = {**changes}
    view = {**before["view"], **changes.pop("view", {})}
    changed = view["players"] if isinstance(view["players"], Mapping) else {}
    players = [
        changed.get(str(seat), player) for seat, player in enumerate(before["view"]["players"])
    ]
    chat = [*before["chat"], *changes.pop("chat", [])]
    return {**before, **changes, "view": {**view, "players": players}, "chat": chat}


def check_hidden(whole: Json, entry: Json, seat: int | None) -> None:
    """Nobody sees the secret, the tickets of others, or the actions behind the events."""
    assert SECRET not in json.dumps([whole, entry])
    assert "action" not in entry
    for other, player in enumerate(whole["view"]["players"] if whole["view"] else []):
        if other != seat:
            assert player["choice"] is None
            assert set(player["tickets"]) <= {None}
    for event in entry.get("events", []):
        assert "text" in event
        if event["type"] == "drew" and event["seat"] != seat:
            assert event["card"] is None


def main() -> None:
    followed = Followed()
    followed.add(e.Seated(1, 0, "ann", "Ann", None))
    followed.add(e.Seated(2, 1, "bea", "Bea", None))
    _, dealt = engine.start(followed.table.game, 2, followed.chance)
    followed.add(e.Dealt(3, tuple(dealt)))
    while followed.table.deciding:
        followed.move()
        if (version := followed.table.version) % 10 == 0:
            followed.add(e.Said(version * 1000, "bea", "Bea", 1, f"line {version}", None))
    ends = [(each["status"], each["outcome"], each["final"]) for each in followed.shown.values()]
    assert ends[0] == ends[1] == ends[2]
    packages = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
    found = {
        **followed.sent,
        "status": ends[0][0],
        "winners": ends[0][1]["winners"],
        "packages": sorted(packages),
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
