"""A table as a viewer may know it: JSON in parts, so that what changed can be sent alone.

Everything is written once for all who see the same. Only `you` names the viewer, and is added last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

import orjson

from fogline.core.definition import GameDefinition
from fogline.core.messages import Seat
from fogline.core.table import Player, View
from fogline.saves import header_of
from fogline.store.json_writer import trimmed, write
from fogline.table.table_state import Remark


class Sight(NamedTuple):
    """What a snapshot depends on, beside the table: those with the same sight see the same."""

    seat: Seat | None
    """The seat whose view is shown."""
    language: str
    seats: tuple[Seat, ...]
    """The viewer's own seats."""
    owner: bool


Parts = Mapping[str, bytes]
"""The JSON of each field of an object."""


def joined(parts: Parts) -> bytes:
    """Write an object whose fields are written already."""
    return b"{%b}" % b",".join([b'"%b":%b' % (name.encode(), part) for name, part in parts.items()])


def listed(items: list[bytes]) -> bytes:
    """Write a list whose items are written already."""
    return b"[%b]" % b",".join(items)


_VIEW_FIELDS = tuple(field.name for field in fields(View) if field.name not in ("game", "players"))
_PLAYER_FIELDS = tuple(field.name for field in fields(Player))


def _view_json(view: View) -> bytes:
    """Write a whole view, as `fogline.to_json` does."""
    own = write({"players": [*map(_fields_of, view.players)], **_fields(view, _VIEW_FIELDS)})
    return _header(view.game, len(view.players))[:-1] + b"," + own[1:]


def _view_changes(before: View, now: View) -> bytes | None:
    """Write the fields that differ, and of the players those that do."""
    # Most are the very same objects, because tables are frozen. Others count only if their values
    # differ: a new object may be due to something that the viewer must not know.
    old, new = vars(before), vars(now)
    changed: dict[str, object] = {
        name: new[name]
        for name in _VIEW_FIELDS
        if new[name] is not old[name] and new[name] != old[name]
    }
    players = {
        str(seat): _fields_of(player)
        for seat, (player, other) in enumerate(zip(now.players, before.players, strict=True))
        if player is not other and player != other
    }
    if players:
        changed["players"] = players
    return write(changed) if changed else None


def _fields(value: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def _fields_of(player: Player) -> dict[str, object]:
    return _fields(player, _PLAYER_FIELDS)


@dataclass(frozen=True)
class Told:
    """A snapshot, in parts."""

    version: int
    sight: Sight
    parts: Parts
    """All fields but `you`, `view` and `chat`."""
    view: View | None
    chat: Iterable[Remark]

    def json(self, user: str | None) -> bytes:
        """Write the whole snapshot for a viewer."""
        you = {
            "user": user,
            "seats": self.sight.seats,
            "seat": self.sight.seat,
            "owner": self.sight.owner,
        }
        whole = {
            **self.parts,
            "you": orjson.dumps(you),
            "view": b"null" if self.view is None else _view_json(self.view),
            "chat": listed([_line(remark) for remark in self.chat]),
        }
        return joined(whole)

    def changes(self, before: Told, *, with_seats: bool) -> bytes:
        """Write what differs from an earlier snapshot of the same sight, after the deal."""
        old = before.parts
        changed = {name: part for name, part in self.parts.items() if old.get(name) != part}
        if with_seats:
            changed["seats"] = self.parts["seats"]
        if self.view is not None and before.view is not None:
            view = _view_changes(before.view, self.view)
            if view is not None:
                changed["view"] = view
        news = [_line(remark) for remark in self.chat if remark.version > before.version]
        if news:
            changed["chat"] = listed(news)
        return joined(changed)


@lru_cache(maxsize=256)
def _header(game: GameDefinition, seats: int) -> bytes:
    return write(header_of("view", game, seats))


@lru_cache(maxsize=4096)
def _line(remark: Remark) -> bytes:
    said = remark.said
    line = orjson.dumps(
        {
            "version": remark.version,
            "at": said.at,
            "user": said.user,
            "name": said.name,
            "seat": said.seat,
            "text": said.text,
            "reaction": said.reaction,
        }
    )
    return trimmed(line)
