"""Errors: a code for programs and a message for people."""

from __future__ import annotations

from enum import StrEnum

from fogline.core.errors import FoglineError
from fogline.core.refusal import IllegalAction, Refusal


class Code(StrEnum):
    """The kinds of errors."""

    MALFORMED = "malformed"
    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    BLOCKED = "blocked"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    REFUSED = "refused"
    STALE = "stale"
    WRONG_STATUS = "wrong-status"
    TAKEN = "taken"
    NOT_ENDED = "not-ended"
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    TOO_MANY_REVIEWS = "too-many-reviews"
    UNAVAILABLE = "unavailable"

    @property
    def status(self) -> int:
        """The HTTP status of this code."""
        return _STATUS.get(self, 409)


_STATUS = {
    Code.MALFORMED: 422,
    Code.UNAUTHORISED: 401,
    Code.FORBIDDEN: 403,
    Code.BLOCKED: 403,
    Code.NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.TOO_LARGE: 413,
    Code.TOO_MANY: 429,
    Code.TOO_MANY_REVIEWS: 429,
    Code.UNAVAILABLE: 503,
}


class Problem(Exception):
    """A request was refused, and nothing has changed."""

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        refusal: Refusal | None = None,
        version: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.refusal = refusal
        """Why the rules forbid it."""
        self.version = version
        """The current version of the table."""

    @classmethod
    def unreadable(cls, error: Exception) -> Problem:
        """Make the problem for a table whose log this server cannot read."""
        # An error of the engine may name a hidden card.
        reason = error if isinstance(error, FoglineError) else "its log is not that of a game"
        return cls(Code.UNAVAILABLE, f"This table cannot be loaded: {reason}")

    @classmethod
    def refused(cls, error: IllegalAction, version: int) -> Problem:
        """Make the problem for an action that the rules forbid."""
        return cls(Code.REFUSED, str(error), refusal=error.refusal, version=version)
