"""Ways to spoil a text, and to spoil JSON that stays JSON."""

from __future__ import annotations

import copy
import hashlib
import json
from typing import Any

from fogline import Chance
from fogline.core.chance import pick

SCRAPS = [
    *('"', "'", "{", "}", "[", "]", ",", ":", "\\", "\0", "\n", " ", "-", "?", "*", "#", "/", "."),
    *("null", "true", "NaN", "Infinity", "-Infinity", "1e999", "-1", "0", "9" * 30, "9" * 5000),
    *("0x1f", "1_000", "٣", "²", "é", "\ud800", "\U0001f309", "\\ud800", "\u202e", "\ufeff"),
    *("red", "wild", "red*1", "wild*-1", "?*2", "red*1e3", "hidden", "alcatraz/fort-mason#1"),
    *("draw", "claim", "keep", "took 0 0 red", "scored 0 999 routes", '{"a":' * 3, "[" * 60),
]
"""Bits of text that readers stumble over."""

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 5, 6, 7, 99, 2**31, 2**53 + 1, 10**30, -(10**30), 10**4200),
    *(0.5, 1.0, 1e308, float("inf"), float("nan"), "", " ", "0", "red", "wild", "draw", "\0"),
    *("\ud800", "x" * 3000, "san-francisco", "old-west", "../x.toml", "\0.toml", "los-angeles"),
    *([], [None], [[]], [0, 0, 0], ["red"] * 9, {}, {"red": 1}, {"red": -1}, {"hidden": 3}),
    *({"type": "draw"}, {"type": "ended", "reason": "all-passed"}, {"": 0}, {"a": {"b": [1]}}),
]
"""Values of every type, and of impossible sizes."""


def mangled_text(text: str, chance: Chance) -> str:
    """Cut, copy, flip and scribble in a text, one to three times."""
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(text) + 1)
        end = min(len(text), at + 1 + chance.below(12))
        match chance.below(7):
            case 0:
                text = text[:at]
            case 1:
                text = text[at:]
            case 2:
                text = text[:at] + text[end:]
            case 3:
                text = text[:at] + text[at:end] * 2 + text[end:]
            case 4:
                text = text[:at] + chr(1 + chance.below(0x250)) + text[at + 1 :]
            case 5:
                source = chance.below(len(text) + 1)
                text = text[:at] + text[source : source + 20] + text[at:]
            case _:
                text = text[:at] + pick(chance, SCRAPS) + text[at:]
    return text


def mangled_bytes(data: bytes, chance: Chance) -> bytes:
    """Flip bits of some bytes."""
    spoiled = bytearray(data)
    for _ in range(1 + chance.below(4)):
        spoiled[chance.below(len(spoiled))] ^= 1 << chance.below(8)
    return bytes(spoiled)


def mangled(data: Any, chance: Chance) -> Any:
    """Change one to three values somewhere inside plain JSON, to any type and size."""
    data = copy.deepcopy(data)
    for _ in range(1 + chance.below(3)):
        holder, key = _spot(data, chance)
        value = holder[key]
        match chance.below(6):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(value))
            case 1:
                holder["more"] = value
            case 2 if isinstance(holder, dict):
                holder[str(pick(chance, VALUES))[:40]] = holder.pop(key)
            case 3:
                source, other = _spot(data, chance)
                holder[key] = copy.deepcopy(source[other])
            case _:
                holder[key] = copy.deepcopy(pick(chance, VALUES))
        if not data:
            break
    return data


def nudged(data: Any, chance: Chance) -> Any:
    """Change one or two values so that their types stay: what is wrong then is the meaning."""
    data = copy.deepcopy(data)
    for _ in range(1 + chance.below(2)):
        holder, key = _spot(data, chance)
        value = holder[key]
        match value:
            case bool():
                holder[key] = not value
            case int():
                holder[key] = pick(chance, [value - 1, value + 1, -1, 0, 1, 2, 3, 7, 99, 10**6])
            case list() if value:
                _nudge_list(value, chance)
            case _:
                sources = [_spot(data, chance) for _ in range(20)]
                values = [source[other] for source, other in sources]
                alike = [other for other in values if _alike(other, value)]
                holder[key] = copy.deepcopy(pick(chance, alike or [None]))
    return data


def _spot(data: Any, chance: Chance) -> tuple[Any, Any]:
    """Go down from the top, and stop anywhere: what holds a value, and its key or index."""
    holder = data
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = pick(chance, keys)
        value = holder[key]
        if not isinstance(value, dict | list) or not value or chance.below(4) == 0:
            return holder, key
        holder = value


def _alike(one: Any, other: Any) -> bool:
    """Whether one may stand for the other: same type, and objects of the same keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys()
    return one is None or other is None or type(one) is type(other)


def _nudge_list(items: list[Any], chance: Chance) -> None:
    at = chance.below(len(items))
    match chance.below(6):
        case 0:
            del items[at]
        case 1:
            items.insert(at, copy.deepcopy(items[at]))
        case 2:
            items.reverse()
        case 3:
            items.insert(at, items.pop())
        case 4:
            items.append(copy.deepcopy(items[at]))
        case _:
            items.clear()


def signed(log: dict[str, Any]) -> dict[str, Any]:
    """Give a spoiled log a digest that fits, as a forger would."""
    body = {key: value for key, value in log.items() if key != "digest"}
    plain = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return {**log, "digest": hashlib.sha256(plain.encode()).hexdigest()}
