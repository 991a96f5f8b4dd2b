"""The record of a deal by a player's client, which reveals nothing twice and detects changes.

The client trusts no server. It keeps the first commitments that it was shown, makes one
contribution for each attempt to start a table, and reveals it for one set of commitments only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fogline.core.codec import Json, decode, encode, expect
from fogline.core.errors import FormatError
from fogline.core.memory import with_item
from fogline.core.messages import Seat
from fogline.table.fairness import BOUND_CONTRIBUTIONS, bound_commitment_of, commitment_of

Texts = tuple[str | None, ...]

KIND = "seen-deal"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """What a server shows of a deal at one version of a table."""

    version: int
    scheme: int
    commitment: str
    """The server's commitment."""
    commitments: Texts
    """The commitments of the seats."""
    contributions: Texts
    starting: bool
    """Whether the start has fixed the commitments, so that players reveal."""
    attempt: int
    """How many starts have failed, by the server's count."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What the client knows of one attempt to start."""

    commitment: str
    """The server's commitment, as it was shown first."""
    commitments: Texts | None = None
    """The commitments of the seats, as the start showed them first."""
    contribution: str | None = None
    """What the client contributes."""


Step = Literal["wait", "commit", "reveal", "replaced"]
"""What a client does next; `replaced`: its seat has a commitment that it did not send."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The client's record of one table."""

    origin: str
    """The address at which the client reached the server."""
    table: str
    scheme: int
    version: int = -1
    """The newest version of the table that the client has seen."""
    attempts: tuple[Attempt | None, ...] = ()
    """By their number; `None` for those that the client did not see."""
    broken: str = ""
    """How the server broke its promise; empty if it did not."""

    @property
    def latest(self) -> Attempt | None:
        """Return the attempt that was seen last."""
        return self.attempts[-1] if self.attempts else None

    @property
    def sent(self) -> str | None:
        """Return the client's own commitment in the latest attempt."""
        latest = self.latest
        if latest is None or latest.contribution is None:
            return None
        if self.scheme == BOUND_CONTRIBUTIONS:
            attempt = len(self.attempts) - 1
            return bound_commitment_of(latest.contribution, self.origin, self.table, attempt)
        return commitment_of(latest.contribution)

    def see(self, shown: Shown) -> Witness:
        """Return the record with what a server shows now; a late answer changes nothing."""
        if self.broken or shown.version < self.version:
            return self
        seen = replace(self, version=shown.version)
        if shown.scheme != self.scheme:
            return replace(seen, broken="the scheme of the deal changed")
        if shown.attempt < len(self.attempts) - 1:
            return replace(seen, broken="a failed start is no longer shown")
        missed = (None,) * (shown.attempt + 1 - len(self.attempts))
        attempts = (*self.attempts, *missed)
        latest = attempts[-1] or Attempt(shown.commitment)
        if latest.commitment != shown.commitment:
            return replace(seen, broken="the server's commitment changed without a failed start")
        if shown.starting:
            first = latest.commitments or shown.commitments
            if first != shown.commitments:
                return replace(seen, broken="the commitments of the seats changed after the start")
            latest = replace(latest, commitments=first)
        return replace(seen, attempts=(*attempts[:-1], latest))

    def step(self, shown: Shown, seats: Sequence[Seat]) -> Step:
        """Return what the client does next, with these seats; call `see` with `shown` first.

        A client that is about to sit down has none, and commits.
        """
        if self.broken or shown.version < self.version:
            return "wait"
        sent, mine = self.sent, {shown.commitments[seat] for seat in seats}
        if sent is None:
            return "wait" if shown.starting else "commit"
        if mine - {sent, None}:
            return "replaced"
        if not shown.starting:
            return "commit" if None in mine else "wait"
        if None in mine:
            return "replaced"
        revealed = all(shown.contributions[seat] is not None for seat in seats)
        return "wait" if revealed else "reveal"

    def contribute(self, contribution: str) -> Witness:
        """Return the record with a contribution to the latest attempt, unless it has one."""
        latest = self.latest
        if latest is None or latest.contribution is not None:
            return self
        latest = replace(latest, contribution=contribution)
        return replace(self, attempts=with_item(self.attempts, -1, latest))

    def objection_to(self, table: str, attempts: Sequence[tuple[str, Texts]]) -> str:
        """Return how a log differs from what the client saw; empty if it does not.

        `attempts` has the commitments of the server and of the seats, for each start of the log.
        """
        if table != self.table:
            return f"it is a record of the table {self.table}"
        if self.broken:
            return f"before the game, {self.broken}"
        if len(attempts) < len(self.attempts):
            return "a failed start is left out of the log"
        for seen, (commitment, commitments) in zip(self.attempts, attempts, strict=False):
            if seen is not None and seen.commitment != commitment:
                return "the server's commitment was another one"
            if seen is not None and seen.commitments not in (None, commitments):
                return "the commitments of the seats were others"
        return ""


def witness_to_json(witness: Witness) -> Json:
    """Return the record as JSON, as browsers write it too."""
    return {"kind": KIND, "schema": SCHEMA, **expect(dict, encode(witness), "witness")}


def witness_from_json(data: Json) -> Witness:
    """Read a record; raise `FormatError` if it is not valid."""
    body = dict(expect(dict, data, "the record"))
    kind, schema = body.pop("kind", None), body.pop("schema", None)
    if (kind, schema) != (KIND, SCHEMA):
        raise FormatError(f"kind: expected {KIND!r} of schema {SCHEMA}, found {kind!r}")
    return decode(Witness, body, KIND)
