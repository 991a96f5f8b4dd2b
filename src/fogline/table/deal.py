"""How the deal of a table comes about, computed from its log.

The server's secret is committed first, then the contributions of the players. The start fixes all
commitments; only then are the contributions revealed, and the last of them decides the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fogline.core.chance import Chance
from fogline.core.errors import FoglineError
from fogline.core.memory import with_item
from fogline.core.messages import Seat
from fogline.table import entries as e
from fogline.table.fairness import (
    BOUND_CONTRIBUTIONS,
    OPEN_CONTRIBUTIONS,
    SCHEMES,
    bound_commitment_of,
    commitment_of,
    dice_of,
    seed_of,
)
from fogline.table.witness import Texts


class NotFair(FoglineError):
    """A log does not follow from its secret, its contributions and its actions."""


@dataclass(frozen=True, slots=True)
class FailedStart:
    """A start that failed because players did not reveal their contributions."""

    at: int
    seats: tuple[Seat, ...]
    """The seats that did not reveal."""
    commitment: str
    """The server's commitment for this start."""
    commitments: Texts


@dataclass(frozen=True, slots=True)
class Deal:
    """The fold of all entries that the dice depend on. It contains the secret."""

    table: str
    scheme: int
    secret: str
    commitments: Texts
    origins: Texts
    """Where the client of each seat found the server, which its commitment includes."""
    contributions: Texts
    started: int | None = None
    """When the start began that waits for contributions."""
    failed: tuple[FailedStart, ...] = ()
    is_dealt: bool = False

    @classmethod
    def of(cls, table: str, created: e.Created) -> Deal:
        """Begin with the entry that creates the table."""
        if created.scheme not in SCHEMES:
            raise NotFair(f"the scheme {created.scheme} of the deal is not known.")
        nothing = (None,) * created.seats
        return cls(table, created.scheme, created.secret, nothing, nothing, nothing)

    @property
    def commitment(self) -> str:
        """The hash of the server's secret, public from the start."""
        return commitment_of(self.secret)

    @property
    def seed(self) -> str:
        """The seed of the dice. It is secret until the game has ended."""
        return seed_of(self.table, self.secret, self.contributions, self.scheme)

    @property
    def starts(self) -> list[tuple[str, Texts]]:
        """The commitments of the server and of the seats, for each failed start and the last."""
        failed = [(start.commitment, start.commitments) for start in self.failed]
        return [*failed, (self.commitment, self.commitments)]

    def commitment_at(self, seat: Seat, contribution: str) -> str:
        """Return the commitment that a seat must have sent to reveal this contribution now."""
        origin = self.origins[seat]
        if self.scheme != BOUND_CONTRIBUTIONS or origin is None:
            return commitment_of(contribution)
        return bound_commitment_of(contribution, origin, self.table, len(self.failed))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have committed to a contribution and not revealed it."""
        pairs = zip(self.commitments, self.contributions, strict=True)
        return tuple(
            seat
            for seat, (commitment, contribution) in enumerate(pairs)
            if commitment is not None and contribution is None
        )

    def dice(self, version: int, moves: int) -> Chance:
        """Return the dice of the deal or move whose entry has a version.

        `moves` are those before it that were not taken back.
        """
        if self.scheme == OPEN_CONTRIBUTIONS:
            return dice_of(self.seed, version)
        # Nobody can shift them by chat, or by anything else that is not a move. A move that was
        # taken back has used none, so the next one has the dice that it would have had without it.
        return dice_of(self.seed, moves + self.is_dealt)

    def after(self, entry: e.Entry) -> Deal:
        """Return the deal after the next entry; raise `NotFair` for one that is not allowed."""
        match entry:
            case e.Dealt():
                return self._deal()
            case e.Starting():
                self._expect_no_start()
                if not self.missing:
                    raise NotFair("a start waits for contributions, and there are none.")
                return replace(self, started=entry.at)
            case e.Revealed(seat=seat, contribution=contribution):
                return self._reveal(seat, contribution)
            case e.StartFailed():
                return self._fail(entry)
            case e.Committed(seat=seat, commitment=commitment, origin=origin):
                return self._commit(seat, commitment, origin)
            case e.Seated(seat=seat, commitment=commitment, origin=origin, contribution=text):
                return self._commit(seat, commitment, origin, text)
            case e.BotSeated(seat=seat) | e.Vacated(seat=seat):
                return self._commit(seat, None, None)
            case _:
                return self

    def _expect_no_start(self) -> None:
        if self.is_dealt or self.started is not None:
            raise NotFair("seats and commitments cannot change once the game starts.")

    def _commit(
        self, seat: Seat, commitment: str | None, origin: str | None, text: str | None = None
    ) -> Deal:
        self._expect_no_start()
        if self.scheme != OPEN_CONTRIBUTIONS and text is not None:
            raise NotFair(f"seat {seat} revealed its contribution before the start.")
        if self.scheme == OPEN_CONTRIBUTIONS and commitment is not None:
            raise NotFair(f"seat {seat} committed to a contribution that this scheme has not.")
        bound = self.scheme == BOUND_CONTRIBUTIONS and commitment is not None
        if bound != (origin is not None):
            raise NotFair(f"the commitment of seat {seat} is bound to no origin, or must not be.")
        return replace(
            self,
            commitments=_put(self.commitments, seat, commitment),
            origins=_put(self.origins, seat, origin),
            contributions=_put(self.contributions, seat, text),
        )

    def _reveal(self, seat: Seat, contribution: str) -> Deal:
        if self.started is None:
            raise NotFair(f"seat {seat} revealed its contribution before the start.")
        if seat not in self.missing:
            raise NotFair(f"seat {seat} has nothing to reveal.")
        if self.commitment_at(seat, contribution) != self.commitments[seat]:
            raise NotFair(f"seat {seat} revealed another contribution than it had committed to.")
        return replace(self, contributions=_put(self.contributions, seat, contribution))

    def _fail(self, entry: e.StartFailed) -> Deal:
        if self.started is None or not self.missing or entry.seats != self.missing:
            raise NotFair("a start was given up, but not for want of contributions.")
        nothing = (None,) * len(self.commitments)
        failed = FailedStart(entry.at, entry.seats, self.commitment, self.commitments)
        return replace(
            self,
            secret=entry.secret,
            commitments=nothing,
            origins=nothing,
            contributions=nothing,
            started=None,
            failed=(*self.failed, failed),
        )

    def _deal(self) -> Deal:
        if self.is_dealt:
            raise NotFair("a table can be dealt only once.")
        if self.missing:
            seats = ", ".join(map(str, self.missing))
            raise NotFair(f"the game was dealt without the contributions of the seats {seats}.")
        return replace(self, started=None, is_dealt=True)


def _put(texts: Texts, seat: Seat, text: str | None) -> Texts:
    if not 0 <= seat < len(texts):
        raise NotFair(f"there is no seat {seat}.")
    return with_item(texts, seat, text)
