"""What happened, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fogline.cli import words as say
from fogline.core.cards import Card
from fogline.core.definition import GameDefinition
from fogline.core.events import (
    CardDrawn,
    CardsDealt,
    CardTaken,
    CardTurnedUp,
    DiscardsShuffled,
    DisplaySwept,
    GameEnded,
    LastRoundBegan,
    Passed,
    PointsScored,
    RouteClaimed,
    StartPlayerChosen,
    TicketsChosen,
    TicketScored,
    TicketsKept,
    TicketsOffered,
    TicketsRevealed,
    TicketsShuffled,
    TurnBegan,
    TurnEnded,
)
from fogline.core.messages import Event, Seat
from fogline.rules.alvin import AlvinCaptured, AlvinMoved
from fogline.rules.city_markers import MarkerDeclined, MarkerPlaced, StartCityChosen
from fogline.rules.tourist_tokens import StackPlaced, StackSetAside, TokenChoiceOpened, TokenTaken

_SILENT = (TurnBegan, TurnEnded, TokenChoiceOpened)
_FINAL = (TicketsRevealed, TicketScored, GameEnded)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events to one listener."""

    game: GameDefinition
    names: tuple[str, ...]
    """What each seat is called."""
    listener: Seat | None = None
    """The seat that is called `you`; it must be told redacted events."""
    trifles: bool = False
    """Whether to tell also what anybody can see on the table."""
    final: bool = False
    """Whether to tell of final scoring."""

    def who(self, seat: Seat) -> str:
        """Name a seat at the head of a sentence."""
        return "You" if seat == self.listener else self.names[seat]

    def whom(self, seat: Seat) -> str:
        """Name a seat within a sentence."""
        return "you" if seat == self.listener else self.names[seat]

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Say what happened, a sentence for each thing."""
        story = _Story(self)
        told = list(events)
        kept = {event.seat for event in told if isinstance(event, TicketsKept)}
        for event in told:
            if not self.final and isinstance(event, _FINAL):
                break
            if isinstance(event, TicketsChosen) and event.seat in kept:
                continue  # the choice is told as it is carried out
            story.add(event)
        story.close()
        return story.sentences


@dataclass(slots=True)
class _Story:
    """Sentences, the last of which may still be open for what belongs to it."""

    teller: Teller
    sentences: list[str] = field(default_factory=list)
    opening: str = ""
    subject: Seat = 0
    draws: list[str] = field(default_factory=list)
    scored: dict[Seat, int] | None = None

    def add(self, event: Event) -> None:
        """Go on with the open sentence, or begin another."""
        match event:
            case CardDrawn(seat, card):
                self._draw(seat, "drew", card)
            case CardTaken(seat, _, card):
                self._draw(seat, "took", card)
            case PointsScored(seat, points) if self.scored is not None:
                self.scored[seat] = self.scored.get(seat, 0) + points
            case RouteClaimed(seat):
                self._begin(seat, self._claim(event))
                self.scored = {}
            case AlvinCaptured(seat):
                self._begin(seat, "captured Alvin")
                self.scored = {}
            case _ if isinstance(event, _SILENT):
                pass
            case _ if not self.teller.trifles and _is_trifle(event):
                pass
            case _:
                self.close()
                self.sentences.append(self._sentence(event))

    def close(self) -> None:
        """End the open sentence."""
        if self.draws:
            self.sentences.append(f"{self.teller.who(self.subject)} {_drawing(self.draws)}.")
            self.draws = []
        elif self.opening:
            self.sentences.append(f"{self.opening}{self._points()}.")
        self.opening, self.scored = "", None

    def _begin(self, seat: Seat, deed: str) -> None:
        self.close()
        self.subject = seat
        self.opening = f"{self.teller.who(seat)} {deed}"

    def _draw(self, seat: Seat, verb: str, card: Card | None) -> None:
        if self.opening or len(self.draws) > 1 or (self.draws and self.subject != seat):
            self.close()
        self.subject = seat
        words = say.words_of(self.teller.game)
        self.draws.append(f"{verb} {say.a_card(card, words)}")

    def _claim(self, claim: RouteClaimed) -> str:
        board = self.teller.game.board
        payment = say.cards_in_words(claim.payment, say.words_of(self.teller.game))
        return f"claimed {say.route_name(board, claim.route)} for {payment}"

    def _points(self) -> str:
        """Say whom the open sentence paid."""
        if not self.scored:
            return ""
        if list(self.scored) == [self.subject]:
            return f": {say.points(self.scored[self.subject])}"
        paid = [f"{say.points(won)} for {self.teller.whom(s)}" for s, won in self.scored.items()]
        if self.subject not in self.scored:
            paid.append(f"none for {self.teller.whom(self.subject)}")
        return f": {say.listing(paid)}"

    def _sentence(self, event: Event) -> str:
        """Say a thing that stands for itself; what nobody knows here, in its notation."""
        who = self.teller.who
        game, words = self.teller.game, say.words_of(self.teller.game)
        match event:
            case StartPlayerChosen(seat):
                return f"{who(seat)} will act first."
            case CardsDealt(seat, cards) if cards.hidden:
                return f"{who(seat)} got {say.number_of(cards.hidden, ('card', 'cards'))}."
            case CardsDealt(seat, cards):
                return f"{who(seat)} got {say.cards_in_words(cards, words)}."
            case CardTurnedUp(_, card):
                return f"{_capital(say.a_card(card, words))} was turned up."
            case DisplaySwept():
                return f"Too many {words.wild[1]} on display: all of it was swept away."
            case DiscardsShuffled(cards):
                return (
                    f"The deck was empty: {cards.total} discards were shuffled to make a new one."
                )
            case Passed(seat):
                return f"{who(seat)} could do nothing, and passed."
            case LastRoundBegan(seat):
                return f"{who(seat)} ran low on {words.vehicle[1]}: one more turn for everybody."
            case PointsScored(seat, won, category):
                return f"{who(seat)} scored {say.points(won)} for {say.category_name(category)}."
            case GameEnded(reason):
                return f"{say.REASONS[reason]} The game is over."
        return self._of_tickets(event) or _of_variants(event, game, who) or str(event)

    def _of_tickets(self, event: Event) -> str | None:
        board, who = self.teller.game.board, self.teller.who

        def known(tickets: Iterable[str | None]) -> str:
            names = [say.ticket_name(board, ticket) for ticket in tickets if ticket is not None]
            return say.listing(names)

        match event:
            case TicketsOffered(seat, tickets) if None in tickets:
                return f"{who(seat)} looked at {_tickets(len(tickets))}."
            case TicketsOffered(seat, tickets):
                return f"{who(seat)} looked at {_tickets(len(tickets))}: {known(tickets)}."
            case TicketsChosen(seat, None):
                return f"{who(seat)} chose in secret."
            case TicketsChosen(seat, tickets):
                return f"{who(seat)} chose to keep {known(tickets or ())}."
            case TicketsKept(seat, kept, returned) if None in kept:
                return f"{who(seat)} kept {len(kept)} of {_tickets(len(kept) + len(returned))}."
            case TicketsKept(seat, kept, returned):
                back = f", and gave {_tickets(len(returned))} back" if returned else ""
                return f"{who(seat)} kept {known(kept)}{back}."
            case TicketsShuffled(count):
                return f"The {count} tickets given back were shuffled."
            case TicketsRevealed(seat, tickets):
                return f"{who(seat)} laid {_tickets(len(tickets))} open."
            case TicketScored(seat, ticket, points):
                done = "completed" if points > 0 else "failed"
                name = say.ticket_name(board, ticket)
                return f"{who(seat)} {done} {name}: {say.points(points)}."
        return None


def _of_variants(event: Event, game: GameDefinition, who: Callable[[Seat], str]) -> str | None:
    board = game.board
    match event:
        case StackSetAside(symbol):
            return f"The {symbol} tokens wait to be placed."
        case StackPlaced(None, symbol, place, height):
            return f"{height} {symbol} tokens lie at {say.place_name(board, place)}."
        case StackPlaced(seat, symbol, place, height) if seat is not None:
            tokens = say.number_of(height, (f"{symbol} token", f"{symbol} tokens"))
            return f"{who(seat)} put {tokens} at {say.place_name(board, place)}."
        case TokenTaken(seat, place, symbol):
            return f"{who(seat)} got the {symbol} token at {say.place_name(board, place)}."
        case StartCityChosen(seat, city):
            return f"{who(seat)} will start in {say.place_name(board, city)}."
        case MarkerPlaced(seat, city, payment):
            cards = say.cards_in_words(payment, say.words_of(game))
            return f"{who(seat)} put a marker on {say.place_name(board, city)} for {cards}."
        case MarkerDeclined(seat):
            return f"{who(seat)} put no marker."
        case AlvinMoved(seat, city):
            return f"{who(seat)} took Alvin to {say.place_name(board, city)}."
    return None


def _is_trifle(event: Event) -> bool:
    """Whether a player can see it on the table, or is about to hear it anyway."""
    match event:
        case CardTurnedUp() | TicketsOffered() | TicketsShuffled() | StackSetAside():
            return True
        case MarkerDeclined() | StackPlaced(None) | TicketsChosen(_, None):
            return True
        case CardsDealt(_, cards):
            return cards.hidden > 0
    return False


def _drawing(draws: list[str]) -> str:
    """Join the two cards of a turn: `drew a card and took a red card`."""
    match draws:
        case [first, second] if first == second == "drew a card":
            return "drew two cards"
        case [first, second] if first.split()[0] == second.split()[0]:
            return f"{first} and {second.split(maxsplit=1)[1]}"
    return " and ".join(draws)


def _tickets(count: int) -> str:
    return say.number_of(count, ("ticket", "tickets"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
