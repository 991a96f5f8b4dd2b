"""What happened, in plain words: the rules' sentences, joined where they belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fogline.cli.text.phrases import points_in_words
from fogline.core.definition import GameDefinition
from fogline.core.events import (
    CardDrawn,
    CardTaken,
    GameEnded,
    PointsScored,
    TicketsChosen,
    TicketScored,
    TicketsKept,
    TicketsRevealed,
    TurnEnded,
)
from fogline.core.messages import Event, Seat
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import Minor, listing

_FINAL = (TicketsRevealed, TicketScored, GameEnded)


@dataclass(frozen=True, slots=True)
class Narrator:
    """Describes events for one reader, in English."""

    game: GameDefinition
    names: tuple[str, ...]
    """What each seat is called."""
    reader: Seat | None = None
    """The seat that is called `you`; it must be given redacted events."""
    minor: bool = False
    """Whether to include what anybody can see on the table."""
    final: bool = False
    """Whether to include final scoring."""

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return what happened, one sentence for each thing."""
        story = _Story(self, self.game.phrasebook())
        shown = list(events)
        kept = {event.seat for event in shown if isinstance(event, TicketsKept)}
        for event in shown:
            if not self.final and isinstance(event, _FINAL):
                break
            if isinstance(event, TicketsChosen) and event.seat in kept:
                continue  # the choice is described as it is carried out
            story.add(event)
        story.close()
        return story.sentences

    def name(self, seat: Seat) -> str:
        """Name a seat within a sentence."""
        return "you" if seat == self.reader else self.names[seat]


@dataclass(slots=True)
class _Story:
    """Sentences, the last of which may still be open for what belongs to it."""

    narrator: Narrator
    book: Phrasebook
    sentences: list[str] = field(default_factory=list)
    opening: str = ""
    """The open sentence, without its full stop."""
    subject: Seat | None = None
    """Whom it is about."""
    draws: list[str] = field(default_factory=list)
    """The cards that the open sentence is about: `drew a card`."""
    scored: dict[Seat, int] = field(default_factory=dict)
    """Points that the open sentence brought."""

    def add(self, event: Event) -> None:
        """Go on with the open sentence, or begin another."""
        match event:
            case CardDrawn() | CardTaken():
                self._draw(event)
            case PointsScored(seat, points) if self.opening:
                self.scored[seat] = self.scored.get(seat, 0) + points
            case _:
                self._begin(event)
        if isinstance(event, TurnEnded):
            self.close()

    def close(self) -> None:
        """End the open sentence."""
        if self.draws:
            self.sentences.append(f"{self.opening} {_joined(self.draws)}.")
        elif self.opening:
            self.sentences.append(f"{self.opening}{self._points()}.")
        self.opening, self.draws, self.scored = "", [], {}

    def _sentence(self, event: Event) -> str:
        return self.book.sentence(event, self.narrator.names, reader=self.narrator.reader)

    def _begin(self, event: Event) -> None:
        sentence = self._sentence(event)
        if not sentence or (isinstance(sentence, Minor) and not self.narrator.minor):
            return
        self.close()
        self.subject = getattr(event, "seat", None)
        # Within a turn, points are described with what brought them; later, with what they are for.
        if sentence.endswith(".") and not isinstance(event, (*_FINAL, PointsScored)):
            self.opening = sentence.removesuffix(".")
        else:
            self.sentences.append(str(sentence))

    def _draw(self, event: CardDrawn | CardTaken) -> None:
        if len(self.draws) != 1 or self.subject != event.seat:
            self.close()
        name = self.narrator.name(event.seat)
        self.opening = "You" if event.seat == self.narrator.reader else name
        self.subject = event.seat
        self.draws.append(self._sentence(event).removeprefix(self.opening).strip(" ."))

    def _points(self) -> str:
        """Return whom the open sentence paid."""
        if not self.scored:
            return ""
        name = self.narrator.name
        if self.subject is not None and list(self.scored) == [self.subject]:
            return f": {points_in_words(self.scored[self.subject])}"
        paid = [f"{points_in_words(won)} for {name(seat)}" for seat, won in self.scored.items()]
        if self.subject is not None and self.subject not in self.scored:
            paid.append(f"none for {name(self.subject)}")
        return f": {listing(paid)}"


def narrate_shortly(events: Iterable[Event], book: Phrasebook, names: Sequence[str]) -> list[str]:
    """Return what happened; points follow what scored them."""
    lines: list[str] = []
    subject: Seat | None = None
    for event in events:
        if isinstance(event, GameEnded) or event.verb == "revealed":
            break
        if isinstance(event, PointsScored) and lines:
            to = "" if event.seat == subject else f" {names[event.seat]}"
            lines[-1] += f" (+{event.points}{to})"
        elif said := book.sentence(event, names):
            lines.append(str(said))
            subject = getattr(event, "seat", None)
    return lines


def _joined(draws: list[str]) -> str:
    """Join the two cards of a turn: `drew a card and took a red card`."""
    match draws:
        case [first, second] if first == second == "drew a card":
            return "drew two cards"
        case [first, second] if first.split()[0] == second.split()[0]:
            return f"{first} and {second.split(maxsplit=1)[1]}"
    return " and ".join(draws)
