"""Cards, and multisets of cards of which some may lie face down."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from operator import add, sub


class Card(StrEnum):
    """A transport or train card. The order here is the stable order everywhere."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    BLACK = "black"
    WHITE = "white"
    WILD = "wild"
    """The ferry card of San Francisco, the locomotive of Old West."""

    # Cards are keys everywhere, and the `__hash__` of `Enum` is slow.
    __hash__ = str.__hash__


ALL_CARDS: tuple[Card, ...] = tuple(Card)
COLOURS: tuple[Card, ...] = tuple(card for card in Card if card is not Card.WILD)
WILD = Card.WILD
"""An alias; attribute access on an `Enum` is slow."""
POSITION: dict[Card, int] = {card: position for position, card in enumerate(ALL_CARDS)}
"""The position of each card in the stable order."""
_NONE = (0,) * len(ALL_CARDS)


class NotEnoughCards(ValueError):
    """Raised when more cards are taken away than there are."""


class _Counted:
    __slots__ = ("total",)

    total: int
    """All cards, known and hidden. Stored, because it is read often."""


@dataclass(frozen=True, slots=True, init=False)
class Cards(_Counted):
    """An immutable multiset of cards.

    The truth knows every face. In a view some cards are only counted, by `hidden`.
    If a card to take away is not among the known ones, a hidden one is taken instead.
    """

    counts: tuple[int, ...] = _NONE
    """The number of cards of each kind, in the order of `ALL_CARDS`."""
    hidden: int = 0
    """The number of further cards, which lie face down."""

    def __init__(self, counts: tuple[int, ...] = _NONE, hidden: int = 0) -> None:
        _set_counts(self, counts)
        _set_hidden(self, hidden)
        _set_total(self, sum(counts) + hidden)

    def __reduce__(self) -> tuple[object, ...]:
        return Cards, (self.counts, self.hidden)

    @classmethod
    def of(cls, cards: Mapping[Card, int] | Iterable[Card]) -> Cards:
        """Make a multiset from `{Card.RED: 2}` or from `[Card.RED, Card.RED]`."""
        counts = [0] * len(ALL_CARDS)
        if isinstance(cards, Mapping):
            for card, count in cards.items():
                counts[POSITION[card]] += count
        else:
            for card in cards:
                counts[POSITION[card]] += 1
        return cls(tuple(counts))

    @classmethod
    def face_down(cls, count: int) -> Cards:
        """Make a multiset of which only the size is known."""
        return cls(_NONE, count)

    @property
    def wilds(self) -> int:
        """Return the number of known wild cards."""
        return self.counts[-1]

    def __getitem__(self, card: Card) -> int:
        return self.counts[POSITION[card]]

    def __bool__(self) -> bool:
        return self.total > 0

    def __iter__(self) -> Iterator[tuple[Card, int]]:
        """Yield each known card that is present with its count, in the stable order."""
        return ((card, count) for card, count in zip(ALL_CARDS, self.counts, strict=True) if count)

    def __add__(self, other: Cards) -> Cards:
        counts = tuple(map(add, self.counts, other.counts))
        return _counted(counts, self.hidden + other.hidden, self.total + other.total)

    def __sub__(self, other: Cards) -> Cards:
        """Take cards away; a card that is not known here is taken from the hidden ones."""
        counts = tuple(map(sub, self.counts, other.counts))
        hidden = self.hidden - other.hidden
        if min(counts) < 0:
            hidden += sum([count for count in counts if count < 0])
            counts = tuple([max(count, 0) for count in counts])
        if hidden < 0:
            raise NotEnoughCards(f"cannot take {other} from {self}")
        return _counted(counts, hidden, self.total - other.total)

    def plus(self, card: Card | None) -> Cards:
        """Add one card; `None` is a card face down."""
        if card is None:
            return Cards(self.counts, self.hidden + 1)
        counts = [*self.counts]
        counts[POSITION[card]] += 1
        return _counted(tuple(counts), self.hidden, self.total + 1)

    def minus(self, card: Card | None) -> Cards:
        """Take one card away; `None` is a card face down."""
        if card is None:
            return self - _FACE_DOWN
        counts, position = [*self.counts], POSITION[card]
        if not counts[position]:
            return self - Cards.of([card])
        counts[position] -= 1
        return _counted(tuple(counts), self.hidden, self.total - 1)

    def forget(self, other: Cards) -> Cards:
        """Take away those cards of `other` that are known here; ignore the rest."""
        counts = tuple(map(sub, self.counts, other.counts))
        if min(counts) < 0:
            counts = tuple([count if count > 0 else 0 for count in counts])
        return Cards(counts, self.hidden)

    def showing(self, known: Cards) -> Cards:
        """Make a multiset of the same size, of which only these cards are known."""
        return _counted(known.counts, self.total - known.total, self.total)

    def covers(self, other: Cards) -> bool:
        """Return whether every card of `other` is known to be here."""
        return all(mine >= theirs for mine, theirs in zip(self.counts, other.counts, strict=True))

    def nth(self, position: int) -> Card:
        """Return the card at `position` when the known cards lie sorted in a row."""
        return ALL_CARDS[bisect_right([*accumulate(self.counts)], position)]

    def __str__(self) -> str:
        parts = [f"{card}*{count}" for card, count in self]
        if self.hidden:
            parts.append(f"?*{self.hidden}")
        return " ".join(parts) or "-"


# Cards are created often; this is the fastest way to fill a frozen object with slots.
_set_counts = vars(Cards)["counts"].__set__
_set_hidden = vars(Cards)["hidden"].__set__
_set_total = vars(_Counted)["total"].__set__
_new = object.__new__


def _counted(counts: tuple[int, ...], hidden: int, total: int) -> Cards:
    """Make a multiset whose total is already known."""
    cards = _new(Cards)
    _set_counts(cards, counts)
    _set_hidden(cards, hidden)
    _set_total(cards, total)
    return cards


NO_CARDS = Cards()
_FACE_DOWN = Cards.face_down(1)
