"""What is true at every moment of every game; a table that violates it is damaged or forged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fogline.core.cards import Cards
from fogline.core.table import State, Table


def violations(table: Table, all_cards: Cards) -> Iterator[str]:
    """Yield what is impossible about a table; `all_cards` are the cards of the game."""
    seats = table.seats
    pointers = [table.first, table.turn, *table.owners]
    if any(seat is not None and seat not in seats for seat in pointers):
        yield "a seat is unknown"
    if len(table.owners) != len(table.board.routes):
        yield "the routes are not those of the board"
    if any(player.vehicles < 0 for player in table.players):
        yield "a player has negative vehicles"
    for rule in table.game.rules:
        yield from rule.violations(table)
    yield from _card_violations(table, all_cards)
    yield from _ticket_violations(table)


def _card_violations(table: Table, all_cards: Cards) -> Iterator[str]:
    piles = [table.deck, table.discards, *(player.hand for player in table.players)]
    piles.append(Cards.of([card for card in table.display if card is not None]))
    cards = sum(piles, Cards())
    if cards.total != all_cards.total:
        yield f"there are {cards.total} cards instead of {all_cards.total}"
    elif not all_cards.covers(cards):
        yield "there are more cards of a colour than the game has"
    if not all(player.hand.covers(player.seen) for player in table.players):
        yield "a card that everybody saw being taken is not in the hand"
    if isinstance(table, State) and cards.hidden:
        yield "the truth has hidden cards"


def _ticket_violations(table: Table) -> Iterator[str]:
    tickets = [ticket for layer in table.ticket_deck for ticket in layer.faces]
    for player in table.players:
        tickets += [*player.tickets, *player.offered]
    known = Counter(ticket for ticket in tickets if ticket is not None)
    if len(tickets) != len(table.board.tickets):
        yield f"there are {len(tickets)} tickets instead of {len(table.board.tickets)}"
    if any(ticket not in table.board.ticket for ticket in known):
        yield "there is a ticket that the board does not have"
    if any(count > 1 for count in known.values()):
        yield "a ticket is there twice"
    if isinstance(table, State) and None in tickets:
        yield "the truth has hidden tickets"
