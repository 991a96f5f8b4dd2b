"""JSON as `fogline.core.codec` encodes it, written by a faster library."""

from __future__ import annotations

import hashlib
import json
import re

import orjson

from fogline.core.codec import encode_outside

_BEYOND_ASCII = re.compile(r"[^ -~]")
_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_NON_STR_KEYS


def write(value: object) -> bytes:
    """Write a value."""
    return orjson.dumps(value, default=encode_outside, option=_OPTIONS)


def trimmed(text: bytes) -> bytes:
    """Copy a text that is to be kept: orjson writes each into a buffer of its own, of 4 KB."""
    return b"".join((text, b""))


def quick_digest(value: object) -> str:
    """Return what `fogline.saves.digest_of` does, which takes longer, for values without fractions.

    Libraries write fractions in different ways. Whatever strangers send has to go the other way.
    """
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    escaped = _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)
    return hashlib.sha256(escaped.encode()).hexdigest()
