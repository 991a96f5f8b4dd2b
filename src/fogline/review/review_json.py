"""A review as plain values, for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from fogline.review.model import Review

SCHEMA = 1


def to_plain(review: Review) -> dict[str, object]:
    """Turn a review into the values that JSON knows; docs/review.md says what each means."""
    return {"kind": "review", "schema": SCHEMA, **_fields(review)}


def _fields(value: object) -> dict[str, object]:
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} has no fields")
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _plain(value: object) -> object:
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return dict(value._asdict())
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value
