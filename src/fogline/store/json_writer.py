"""JSON as `fogline.core.codec` encodes it, written by a faster library."""

from __future__ import annotations

import orjson

from fogline.core.codec import encode_outside

_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_NON_STR_KEYS


def write(value: object) -> bytes:
    """Write a value."""
    return orjson.dumps(value, default=encode_outside, option=_OPTIONS)


def trimmed(text: bytes) -> bytes:
    """Copy a text that is to be kept: orjson writes each into a buffer of its own, of 4 KB."""
    return b"".join((text, b""))
