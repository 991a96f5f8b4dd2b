"""The base of every error that means bad input, for callers that treat them alike."""

from __future__ import annotations


class FoglineError(ValueError):
    """What was given cannot be used; the message says why, for a person to act on."""


class FormatError(FoglineError):
    """JSON is malformed, of an unknown schema, or not what was expected."""
