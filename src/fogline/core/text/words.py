"""Rules in words: what can be done, what happened, what to decide, and what points are for.

A template is a sentence with gaps: `"{seat} took {card:a} to {city}."`. A gap is named after a
field of the message, a value that `Rule.details` adds, or a thing of the game (`{wild}`, `{wilds}`,
`{vehicles}`). It is filled according to its value: a place, route or ticket by its name, cards and
several values as a list, a seat by the name of its player. The format follows a colon:

| gap                         | is filled with                                             |
|-----------------------------|------------------------------------------------------------|
| `{card:a}`                  | a card, or several, with articles: `a red card`            |
| `{holder:seat}`             | the name of a player; `{seat}` needs no colon              |
| `{points:# point|# points}` | a number, or how many values there are, with its noun      |
| `{points:+won|lost}`        | the first word for a number above zero, else the second    |
| `{cities:or}`               | a list that ends in `or` instead of `and`                  |

Templates in a tuple go from the most to the least detailed: the first is used whose gaps are all
known to the reader and not empty, or else the last. An empty template is silent on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fogline.core.board import PlaceId
from fogline.core.decisions import Decision
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import Table

if TYPE_CHECKING:
    from fogline.core.definition import GameDefinition

Template = str | tuple[str, ...]

ENGLISH = "en"


class Minor(str):
    """A template for what everybody can see on the table, used in full records of a game only."""

    __slots__ = ()


@dataclass(frozen=True)
class Words:
    """The words of one rule, in one language. Missing texts are in English."""

    actions: Mapping[type[Action], Template] = field(default_factory=dict)
    """What each action does, as a command without a full stop: `Move the cat to {city}`."""
    events: Mapping[type[Event], Template] = field(default_factory=dict)
    """What happened, as a sentence in the past tense: `{seat} took the cat to {city}.`"""
    decisions: Mapping[type[Decision], Template] = field(default_factory=dict)
    """What to decide, as a question to the player."""
    categories: Mapping[str, str] = field(default_factory=dict)
    """What points are for, in a few words."""
    notes: Mapping[type[Event], Template] = field(default_factory=dict)
    """What an event would add to a claim, in a few words: `takes the cat along`."""
    things: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What the game calls a `wild` card, a `vehicle` and a `place`: one of them, and several."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Words for other values of fields, such as symbols and colours."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """Sentences for refusals in another language than English, by code."""
    translations: Mapping[str, Words] = field(default_factory=dict)
    """The same in other languages, by their codes: `{"de": Words(…)}`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something small that a map of characters shows at a place."""

    place: PlaceId
    term: str = ""
    """What it is, by a word that the rule's `Words.terms` may translate; nothing for a marker."""
    count: int | None = None
    """How many of them, where that matters."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that lies on the table because of a rule, in words: a label and a text."""

    label: str
    """What it is, in a word: `Tokens`."""
    text: str
    """What there is of it: `2 bell at Sunset`."""
    seat: Seat | None = None
    """The seat in front of which it lies; `None` on the board."""
    marks: tuple[Mark, ...] = ()
    """Where on the board it lies, or what its seat has there."""


def sentence(
    message: Action | Event | Decision,
    where: Table | GameDefinition,
    language: str = ENGLISH,
    names: Sequence[str] | None = None,
    reader: Seat | None = None,
) -> str:
    """Return a sentence for an action, an event or a decision.

    `names` are those of the players, and `reader` is the seat that is called "you". An event must
    be redacted for its reader. With a table instead of a game, rules can say more.
    """
    table = where if isinstance(where, Table) else None
    game = where.game if isinstance(where, Table) else where
    return game.phrasebook(language).sentence(message, names, reader=reader, table=table)


def number_of(count: int, forms: tuple[str, str]) -> str:
    """Return a number with its noun: `1 city`, `2 cities`."""
    return f"{count} {forms[0] if count == 1 else forms[1]}"


def listing(items: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
