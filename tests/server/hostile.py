"""Hostile messages of every kind, the same for the same seed."""

from __future__ import annotations

import json

from fogline import Chance
from fogline.core.chance import pick
from tests.fuzz.mangle import VALUES, mangled_text
from tests.server.harness import Body

ACTIONS: tuple[str | Body, ...] = (
    "draw", "take red", "take wild", "tickets", "pass", "keep", "claim a/b red*1", "?",
    "claim alcatraz/fishermans-wharf wild*1", {"type": "draw"}, {"type": "take", "card": "blue"},
    {"type": "nothing"}, {}, {"type": "keep-tickets", "tickets": ["a/b"]},
)  # fmt: skip
KEYS = ("type", "id", "version", "seat", "action", "text", "reaction", "extra")
LARGEST = 64 * 1024
NOT_UTF8 = b"\xff\xfe{}"
"""To be sent as text, which it is not."""


class Hostile:
    """Makes messages to a table that nobody may send."""

    def __init__(self, seed: str, version: int, known_ids: list[str]) -> None:
        self._chance = Chance(seed)
        self._version = version
        self._known_ids = known_ids
        self._count = 0

    def act(self) -> Body:
        """An action by somebody who may not act: of the right form, but wrong throughout."""
        self._count += 1
        fresh = f"hostile-{self._count:06}"
        return {
            "id": pick(self._chance, [fresh, fresh, *self._known_ids]),
            "version": pick(self._chance, [0, 1, self._version, self._version + 1, 2**31 - 1]),
            "seat": pick(self._chance, [0, 1, 0, 1, 2, 9]),
            "action": pick(self._chance, ACTIONS),
        }

    def message(self) -> str:
        """A well-formed WebSocket message that must be refused."""
        if self._chance.below(8) == 0:
            return json.dumps({"type": "look", "seat": self._chance.below(10)})
        return json.dumps({"type": "act", **self.act()})

    def spoiled(self) -> str | bytes:
        """A frame that is no message, or hardly one."""
        text = self.message()
        match self._chance.below(9):
            case 0:
                return text.encode()  # binary
            case 1:
                return "[" * 20_000
            case 2:
                return '{"type":"act","action":' + '{"a":' * 5_000
            case 3:
                return json.dumps({"type": "act", **self.act(), "id": "x" * (LARGEST + 1)})
            case 4:
                return NOT_UTF8
            case 5:
                return json.dumps({**json.loads(text), pick(self._chance, KEYS): self._value()})
            case _:
                return mangled_text(text, self._chance).encode(errors="replace").decode()

    def body(self) -> bytes:
        """What to post where an action belongs."""
        act = self.act()
        match self._chance.below(6):
            case 0:
                return mangled_text(json.dumps(act), self._chance).encode(errors="replace")
            case 1:
                return json.dumps({**act, pick(self._chance, KEYS): self._value()}).encode()
            case 2:
                return NOT_UTF8 + json.dumps(act).encode()
            case 3:
                return b"[" * 20_000
            case _:
                return json.dumps(act).encode()

    def _value(self) -> object:
        return pick(self._chance, VALUES[:16] + VALUES[17:])  # JSON has no number of 4200 digits
