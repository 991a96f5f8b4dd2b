"""A table as a viewer may know it: JSON in parts, so that what changed can be sent alone.

Everything is written once for all who see the same. Only `you` names the viewer, and is added last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

import orjson

from fogline.core.codec import encode
from fogline.core.definition import GameDefinition
from fogline.core.messages import Seat
from fogline.core.table import Player, View
from fogline.saves import header_of
from fogline.server.table_state import Remark


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
    return (
        b"{"
        + b",".join([b'"%s":%s' % (name.encode(), part) for name, part in parts.items()])
        + b"}"
    )


def listed(items: list[bytes]) -> bytes:
    """Write a list whose items are written already."""
    return b"[" + b",".join(items) + b"]"


_VIEW_FIELDS = tuple(field.name for field in fields(View) if field.name not in ("game", "players"))
_PLAYER_FIELDS = tuple(field.name for field in fields(Player))
_MOST_WRITTEN = 512
_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_NON_STR_KEYS


def write(value: object) -> bytes:
    """Write a value as `fogline.core.codec` encodes it."""
    return orjson.dumps(value, default=encode, option=_OPTIONS)


class Pens:
    """Writes what several views share once, and what they shared with the views before not again.

    Tables are frozen: the same object has the same JSON.
    """

    def __init__(self) -> None:
        self._written: dict[int, tuple[object, bytes]] = {}
        """By the id of the object, which is kept so that no other gets its id."""

    def tidy(self) -> None:
        """Forget what was written, if it is much: most of it is of tables that are gone."""
        if len(self._written) > _MOST_WRITTEN:
            self._written.clear()

    def write(self, value: object) -> bytes:
        """Write a value."""
        known = self._written.get(id(value))
        if known is None:
            known = self._written[id(value)] = (value, write(value))
        return known[1]

    def write_player(self, player: Player) -> bytes:
        """Write a player, of whom most moves change little."""
        known = self._written.get(id(player))
        if known is None:
            parts = {name: self.write(getattr(player, name)) for name in _PLAYER_FIELDS}
            known = self._written[id(player)] = (player, joined(parts))
        return known[1]


@dataclass(frozen=True)
class ToldView:
    """A view, in parts."""

    players: list[bytes]
    fields: dict[str, bytes]
    """All other fields."""
    header: bytes
    """What never changes during a game."""

    @classmethod
    def of(cls, view: View, pens: Pens) -> ToldView:
        """Write a view."""
        return cls(
            [pens.write_player(player) for player in view.players],
            {name: pens.write(getattr(view, name)) for name in _VIEW_FIELDS},
            _header(view.game, len(view.players)),
        )

    def json(self) -> bytes:
        """Write the whole view, as `fogline.to_json` does."""
        own = joined({"players": listed(self.players), **self.fields})
        return self.header[:-1] + b"," + own[1:]

    def changes(self, before: ToldView) -> bytes | None:
        """Write the fields that differ, and of the players those that do."""
        changed = _changed(before.fields, self.fields)
        players = {
            str(seat): player
            for seat, (player, old) in enumerate(zip(self.players, before.players, strict=True))
            if player != old
        }
        if players:
            changed["players"] = joined(players)
        return joined(changed) if changed else None


@dataclass(frozen=True)
class Told:
    """A snapshot, in parts."""

    version: int
    first: dict[str, bytes]
    """The fields before `you`."""
    sight: Sight
    rest: dict[str, bytes]
    """The fields after it, but for `view` and `chat`."""
    view: ToldView | None
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
            **self.first,
            "you": orjson.dumps(you),
            **self.rest,
            "view": b"null" if self.view is None else self.view.json(),
            "chat": listed([_line(remark) for remark in self.chat]),
        }
        return joined(whole)

    def changes(self, before: Told, *, with_seats: bool) -> bytes:
        """Write what differs from an earlier snapshot of the same sight, after the deal."""
        changed = _changed(before.first, self.first) | _changed(before.rest, self.rest)
        if with_seats:
            changed["seats"] = self.rest["seats"]
        if self.view is not None and before.view is not None:
            view = self.view.changes(before.view)
            if view is not None:
                changed["view"] = view
        news = [_line(remark) for remark in self.chat if remark.version > before.version]
        if news:
            changed["chat"] = listed(news)
        return joined(changed)


@lru_cache(maxsize=256)
def _header(game: GameDefinition, seats: int) -> bytes:
    return write(header_of("view", game, seats))


def _changed(before: Parts, after: Parts) -> dict[str, bytes]:
    return {name: part for name, part in after.items() if before.get(name) != part}


@lru_cache(maxsize=4096)
def _line(remark: Remark) -> bytes:
    said = remark.said
    return orjson.dumps(
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
