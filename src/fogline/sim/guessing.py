"""Sampling of a complete state from what one seat knows.

Everything that a view hides is filled in at random: the unknown cards of hands, the deck, and
tickets in hands, in offers and in the ticket deck. All states that agree with the view are equally
likely. The seat's view of the guess equals the original view.

This works for the rules of other packages as well: what a rule adds to the table is public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache

from fogline.core.actions import KeepTickets
from fogline.core.board import TicketId
from fogline.core.cards import Card, Cards
from fogline.core.chance import Dice, pick, shuffled
from fogline.core.definition import GameDefinition
from fogline.core.engine import lay_out, legal_actions
from fogline.core.table import Layer, Player, State, View
from fogline.core.view import view_of


def guess_state(view: View, dice: Dice) -> State:
    """Return a whole state that agrees with a view, each such state being equally likely."""
    cards = _Cards(view, dice)
    tickets = _Tickets(view, dice)
    players = tuple(
        replace(
            player,
            hand=cards.fill(player.hand),
            tickets=tickets.fill(player.tickets),
            offered=tickets.fill(player.offered),
        )
        for player in view.players
    )
    layers = tuple(_fill_layer(layer, tickets) for layer in view.ticket_deck)
    known = {field.name: getattr(view, field.name) for field in fields(State)}
    known |= {"players": players, "ticket_deck": layers, "deck": cards.fill(view.deck)}
    return _with_choices(State(**known), dice)


class _Cards:
    """The hidden cards, in a random order."""

    def __init__(self, view: View, dice: Dice) -> None:
        wanted = view.deck.hidden + sum(player.hand.hidden for player in view.players)
        if wanted == 0:
            self._rest: list[Card] = []
            return
        everything = _all_cards(view.game, len(view.players))
        left = Counter(dict(everything)) - Counter(_shown_cards(view))
        if left.total() > wanted:  # some are where a rule keeps them
            left -= Counter(_cards_in(tuple(view.parts.values())))
        rest = shuffled(dice, [card for card, count in sorted(left.items()) for _ in range(count)])
        # A rule that adds cards to the game may leave too few here.
        kinds = [card for card, _ in everything]
        self._rest = rest + [pick(dice, kinds) for _ in range(wanted - len(rest))]

    def fill(self, cards: Cards) -> Cards:
        """Replace the hidden cards by drawn ones."""
        found = Cards.of([self._rest.pop() for _ in range(cards.hidden)])
        return Cards(cards.counts) + found


@lru_cache(maxsize=32)
def _all_cards(game: GameDefinition, seats: int) -> Cards:
    return lay_out(game, seats).deck


def _shown_cards(view: View) -> Iterator[Card]:
    piles = (view.deck, view.discards, *(player.hand for player in view.players))
    for pile in piles:
        yield from _cards_in(pile)
    yield from _cards_in(view.display)


def _cards_in(value: object) -> Iterator[Card]:
    """Yield all cards in a part of the table."""
    match value:
        case Card():
            yield value
        case Cards():
            for card, count in value:
                yield from [card] * count
        case tuple():
            for item in value:
                yield from _cards_in(item)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from _cards_in(getattr(value, field.name))


class _Tickets:
    """The tickets whose location the viewer does not know, in a random order."""

    def __init__(self, view: View, dice: Dice) -> None:
        places = [
            tickets for player in view.players for tickets in (player.tickets, player.offered)
        ]
        known = {ticket for faces in places for ticket in faces}
        known |= {ticket for layer in view.ticket_deck for ticket in layer.faces}
        self._rest = shuffled(dice, sorted(set(view.board.ticket) - known))

    def fill(self, faces: tuple[TicketId | None, ...]) -> tuple[TicketId | None, ...]:
        """Replace hidden tickets by drawn ones."""
        return tuple(self._rest.pop() if ticket is None else ticket for ticket in faces)


def _fill_layer(layer: Layer, tickets: _Tickets) -> Layer:
    faces = tickets.fill(layer.faces)
    return Layer(tuple(sorted(faces, key=lambda ticket: ticket or "")), layer.known)


def _with_choices(state: State, dice: Dice) -> State:
    """Replace others' secret choices of first tickets by random legal ones."""
    if state.turn is not None:
        return state
    for seat, player in enumerate(state.players):
        if player.chosen and player.choice is None and player.offered:
            state = state.with_player(seat, replace(player, choice=_a_choice(state, seat, dice)))
    return state


def _a_choice(state: State, seat: int, dice: Dice) -> tuple[TicketId, ...]:
    before: Player = replace(state.players[seat], chosen=False)
    choices = legal_actions(view_of(state.with_player(seat, before), seat))
    return pick(dice, [each.tickets for each in choices if isinstance(each, KeepTickets)])
