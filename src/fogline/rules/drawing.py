"""Drawing cards: the deck, the discards and the display (C3 to C11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.actions import DrawCard, TakeCard
from fogline.core.board import Board
from fogline.core.cards import ALL_CARDS, WILD, Card, Cards
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, SecondCard, Turn
from fogline.core.definition import GameDefinition
from fogline.core.events import (
    CardDrawn,
    CardsDealt,
    CardTaken,
    CardTurnedUp,
    DiscardsShuffled,
    DisplaySwept,
)
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace, with_item
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import State, Table, TableT, View
from fogline.core.text.words import Minor, Words


@dataclass(frozen=True)
class Drawing(Rule):
    """Two cards a turn, from the display or unseen from the deck."""

    name: ClassVar[str] = "drawing"
    words: ClassVar[Words] = Words(
        actions={DrawCard: "Draw from the deck", TakeCard: "Take {card:a}"},
        events={
            CardsDealt: (
                "{seat} got {cards}.",
                Minor("{seat} got {cards:# card|# cards}."),
            ),
            CardTurnedUp: Minor("{card:a} was turned up."),
            DisplaySwept: "Too many {wilds} on display: all of it was swept away.",
            DiscardsShuffled: (
                "The deck was empty: {cards:# discard was|# discards were} shuffled"
                " to make a new one."
            ),
            CardDrawn: ("{seat} drew {card:a}.", "{seat} drew a card."),
            CardTaken: "{seat} took {card:a}.",
        },
        decisions={SecondCard: "Which second card?"},
    )

    deck: Cards
    """All cards of the game."""
    dealt: int
    """Cards each player is dealt at the start."""
    display: int = 5
    """The number of face-up cards."""
    sweep_at: int = 3
    """With this many displayed wilds, or more, the display is swept away (C6)."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that the deck is large enough to deal."""
        if self.deck.total < self.dealt * most_seats:
            yield f"the deck of {self.deck.total} is too small to deal {self.dealt} cards each"

    def lay_out(self, table: TableT) -> TableT:
        """Put out the full deck and an empty display."""
        return replace(table, deck=self.deck, display=(None,) * self.display)

    def violations(self, table: Table) -> Iterable[str]:
        """Check the size of the display; another size could be swept for ever."""
        if len(table.display) != self.display:
            yield f"the display has {len(table.display)} places instead of {self.display}"

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Deal each player some cards; the display then fills by itself."""
        deck = state.deck
        for seat in state.seats:
            dealt = Cards()
            for _ in range(self.dealt):
                card = dice.card(deck)
                deck, dealt = deck.minus(card), dealt.plus(card)
            yield CardsDealt(seat, dealt)

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Fill the gaps of the display (C4, C9), then sweep it if it has too many wilds (C6)."""
        display = state.display
        if None in display and can_draw(state):
            shuffle, card = _top_card(state, dice)
            return (*shuffle, CardTurnedUp(display.index(None), card))
        if display.count(WILD) >= self.sweep_at and self._sweep_can_help(state):
            return (DisplaySwept(),)
        return ()

    def _sweep_can_help(self, state: State) -> bool:
        """Return whether the remaining cards allow a display with few enough wilds (C7)."""
        outside = state.deck + state.discards + _cards_of(state.display)
        full = min(self.display, outside.total)
        return outside.total - outside.wilds >= full - (self.sweep_at - 1)

    def decision(self, table: Table) -> Decision | None:
        """Ask for the second card, if there is one to take (C10)."""
        if not table.second_card or table.turn is None:
            return None
        if not can_draw(table) and all(card in (None, WILD) for card in table.display):
            return None
        return SecondCard((table.turn,))

    @offers(Turn, SecondCard)
    def draws(self, view: View, decision: Turn | SecondCard) -> Iterable[Action]:
        """Offer the deck and each different card of the display (C3, C5)."""
        if can_draw(view):
            yield DrawCard()
        for card in ALL_CARDS:
            if card in view.display and self._may_take(card, decision):
                yield TakeCard(card)

    @refuses(DrawCard)
    def why_not_draw(self, view: View, decision: Decision, action: DrawCard) -> Refusal | None:
        """Refuse to draw when no card is left."""
        return None if can_draw(view) else Refusal.NO_CARD_LEFT

    @refuses(TakeCard)
    def why_not_take(self, view: View, decision: Decision, action: TakeCard) -> Refusal | None:
        """Refuse a card that is not on display, and a displayed wild as second card."""
        if action.card not in view.display:
            return Refusal.CARD_NOT_DISPLAYED
        return None if self._may_take(action.card, decision) else Refusal.WILD_AS_SECOND

    @staticmethod
    def _may_take(card: Card, decision: Decision) -> bool:
        return card is not WILD or isinstance(decision, Turn)

    @plays(TakeCard, at=(Turn, SecondCard))
    def take(self, state: State, seat: Seat, action: TakeCard, dice: Dice) -> Iterable[Event]:
        """Take a card of the display."""
        yield CardTaken(seat, state.display.index(action.card), action.card)

    @plays(DrawCard, at=(Turn, SecondCard))
    def draw(self, state: State, seat: Seat, action: DrawCard, dice: Dice) -> Iterable[Event]:
        """Draw the top card of the deck."""
        shuffle, card = _top_card(state, dice)
        return (*shuffle, CardDrawn(seat, card))

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List the draw, and taking each card."""
        yield DrawCard()
        for card in ALL_CARDS:
            yield TakeCard(card)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode the hands as far as they are known, the display, the discards and the deck."""
        players = [view.players[seat] for seat in from_viewer(view)]
        kinds, most, cards = len(ALL_CARDS), max(self.deck.counts), self.deck.total
        hand = view.me.hand.counts
        yield Feature("hand", hand, (kinds,), 0, most, "own cards of each kind")
        yield Feature(
            "known",
            [count for player in players[1:] for count in player.seen.counts],
            (len(players) - 1, kinds),
            0,
            most,
            "cards of the others that all saw them take and not spend",
        )
        hands = [player.hand.total for player in players]
        yield Feature("hands", hands, (len(players),), 0, cards, "cards in each hand")
        yield Feature(
            "display",
            [view.display.count(card) for card in ALL_CARDS],
            (kinds,),
            0,
            max(self.display, 1),
            "cards on display of each kind",
        )
        discards = view.discards.counts
        yield Feature("discards", discards, (kinds,), 0, most, "discarded cards of each kind")
        yield Feature("deck", [view.deck.total], (1,), 0, cards, "cards in the deck")

    @changes(CardTurnedUp)
    def turned_up(self, table: TableT, event: CardTurnedUp) -> TableT:
        """Fill a gap of the display."""
        display = with_item(table.display, event.slot, event.card)
        return replace(table, deck=table.deck.minus(event.card), display=display)

    @changes(CardTaken)
    def taken(self, table: TableT, event: CardTaken) -> TableT:
        """Put a card of the display into a hand; everybody saw it."""
        seat, card = event.seat, event.card
        player = table.players[seat]
        taken = replace(player, hand=player.hand.plus(card), seen=player.seen.plus(card))
        return replace(
            table,
            display=with_item(table.display, event.slot, None),
            players=with_item(table.players, seat, taken),
            second_card=not table.second_card and card is not WILD,
        )

    @changes(CardDrawn)
    def drawn(self, table: TableT, event: CardDrawn) -> TableT:
        """Put a card of the deck into a hand."""
        player = table.players[event.seat]
        drawer = replace(player, hand=player.hand.plus(event.card))
        return replace(
            table,
            deck=table.deck.minus(event.card),
            players=with_item(table.players, event.seat, drawer),
            second_card=not table.second_card,
        )

    @changes(DisplaySwept)
    def swept(self, table: TableT, event: DisplaySwept) -> TableT:
        """Discard the display."""
        discards = table.discards + _cards_of(table.display)
        return replace(table, discards=discards, display=(None,) * len(table.display))

    @changes(DiscardsShuffled)
    def shuffled(self, table: TableT, event: DiscardsShuffled) -> TableT:
        """Make the discards the deck."""
        return replace(table, deck=table.deck + event.cards, discards=Cards())

    @changes(CardsDealt)
    def deal(self, table: TableT, event: CardsDealt) -> TableT:
        """Put cards of the deck into a hand."""
        player = table.players[event.seat]
        dealt = replace(player, hand=player.hand + event.cards)
        return replace(
            table,
            deck=table.deck - event.cards,
            players=table.players_with(event.seat, dealt),
        )


def can_draw(table: Table) -> bool:
    """Return whether a card can be drawn, if necessary after shuffling the discards (C8)."""
    return table.deck.total > 0 or table.discards.total > 0


def pay(table: TableT, seat: Seat, payment: Cards) -> TableT:
    """Move a payment from a hand to the discards (C16)."""
    player = table.players[seat]
    payer = replace(player, hand=player.hand - payment, seen=player.seen.forget(payment))
    return replace(
        table, players=with_item(table.players, seat, payer), discards=table.discards + payment
    )


def _top_card(state: State, dice: Dice) -> tuple[list[Event], Card]:
    """Draw the top card of the deck, after a shuffle if the deck is empty (C8)."""
    if state.deck.total:
        return [], dice.card(state.deck)
    return [DiscardsShuffled(state.discards)], dice.card(state.discards)


def _cards_of(display: tuple[Card | None, ...]) -> Cards:
    return Cards.of([card for card in display if card is not None])
