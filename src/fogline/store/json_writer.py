"""JSON as `fogline.core.codec` encodes it, written by a faster library."""

from __future__ import annotations

import orjson

from fogline.core.codec import encode_outside

_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_NON_STR_KEYS


def write(value: object) -> bytes:
    """Write a value."""
    return orjson.dumps(value, default=encode_outside, option=_OPTIONS)
