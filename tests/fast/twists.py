"""Odd positions: ordinary ones, twisted at random. No card and no ticket is lost or made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fogline import Card, Cards, Chance, State
from fogline.core.chance import pick, shuffled
from fogline.core.table import Layer
from fogline.rules.alvin import Alvin
from fogline.rules.city_markers import CityMarkers, Markers
from fogline.rules.tourist_tokens import Tokens

Twist = Callable[[State, Chance], State]


def empty_deck(state: State, chance: Chance) -> State:
    """One seat has drawn the deck and all discards; some cards may be left."""
    deck = state.deck + state.discards
    cards = shuffled(chance, [card for card, count in deck for _ in range(count)])
    left = min(chance.below(4), len(cards))
    return _to_hands(
        replace(state, deck=Cards.of(cards[:left]), discards=Cards()), chance, cards[left:]
    )


def hoarded_cards(state: State, chance: Chance) -> State:
    """The players have shared out all cards; nothing lies open."""
    outside = state.deck + state.discards + _shown(state)
    cards = [card for card, count in outside for _ in range(count)]
    gone = replace(state, deck=Cards(), discards=Cards(), display=(None,) * len(state.display))
    return _to_hands(gone, chance, cards)


def empty_hands(state: State, _: Chance) -> State:
    """All hands were discarded."""
    hands = sum((player.hand for player in state.players), Cards())
    players = tuple(replace(player, hand=Cards(), seen=Cards()) for player in state.players)
    return replace(state, players=players, discards=state.discards + hands)


def wild_display(state: State, chance: Chance) -> State:
    """Only wilds are left outside the hands."""
    state = hoarded_cards(state, chance)
    display = list(state.display)
    wilds = [seat for seat in state.seats for _ in range(state.players[seat].hand.wilds)]
    taken = shuffled(chance, wilds)[: 1 + chance.below(len(wilds))]
    for seat in taken:
        player = state.players[seat]
        wild = Cards.of([Card.WILD])
        poorer = replace(player, hand=player.hand - wild, seen=player.seen.forget(wild))
        state = state.with_player(seat, poorer)
    for slot in range(min(len(display), len(taken))):
        display[slot] = Card.WILD
    rest = Cards.of({Card.WILD: max(0, len(taken) - len(display))})
    return replace(state, display=tuple(display), deck=rest)


def shuffled_soon(state: State, _: Chance) -> State:
    """The deck lies on the discards."""
    return replace(state, deck=Cards(), discards=state.discards + state.deck)


def few_vehicles(state: State, chance: Chance) -> State:
    """The vehicles are nearly used up, or wholly."""
    most = 1 + chance.below(8)
    players = tuple(replace(player, vehicles=chance.below(most)) for player in state.players)
    return replace(state, players=players)


def few_tickets(state: State, chance: Chance) -> State:
    """All tickets but a few are in hands; those lie in an order that some know, or in none."""
    left = shuffled(chance, [ticket for layer in state.ticket_deck for ticket in layer.faces])
    kept = left[: chance.below(4)]
    layers: tuple[Layer, ...] = tuple(Layer((ticket,)) for ticket in kept)
    if kept and chance.below(2):
        known = tuple((t, chance.below(len(state.players))) for t in sorted(filter(None, kept)))
        layers = (Layer(tuple(sorted(filter(None, kept))), known[: chance.below(len(kept) + 1)]),)
    for ticket in left[len(kept) :]:
        seat = chance.below(len(state.players))
        player = state.players[seat]
        state = state.with_player(seat, replace(player, tickets=(*player.tickets, ticket)))
    return replace(state, ticket_deck=layers)


def layered_tickets(state: State, chance: Chance) -> State:
    """The ticket deck is one ticket, then some shuffled together, then some in order."""
    left = shuffled(chance, [ticket for layer in state.ticket_deck for ticket in layer.faces])
    if len(left) < 4 or any(ticket is None for ticket in left):
        return state
    pool = sorted(ticket for ticket in left[1:4] if ticket is not None)
    givers = tuple((ticket, chance.below(len(state.players))) for ticket in pool)
    queue = (Layer((ticket,)) for ticket in left[4:])
    return replace(state, ticket_deck=(Layer((left[0],)), Layer(tuple(pool), givers), *queue))


def last_turns(state: State, chance: Chance) -> State:
    """The last round has been called."""
    return replace(state, turns_left=1 + chance.below(len(state.players)))


def passed(state: State, _: Chance) -> State:
    """All but one have passed."""
    return replace(state, passes=len(state.players) - 1)


def spent_tokens(state: State, chance: Chance) -> State:
    """Stacks are low or empty, and the players hold all kinds of tokens."""
    tokens = state.parts.get(Tokens.verb)
    if not isinstance(tokens, Tokens):
        return state
    symbols = [symbol for _, symbol, _ in tokens.stacks]
    held = [tuple(s for s in symbols if chance.below(2)) for _ in state.players]
    stacks = tuple((place, symbol, chance.below(3)) for place, symbol, _ in tokens.stacks)
    return state.with_part(replace(tokens, held=tuple(held), stacks=stacks))


def many_markers(state: State, chance: Chance) -> State:
    """Markers stand everywhere, and somebody has Alvin."""
    markers, alvin = state.parts.get(Markers.verb), state.parts.get(Alvin.verb)
    if not isinstance(markers, Markers):
        return state
    most = next(rule.markers for rule in state.game.rules if isinstance(rule, CityMarkers))
    home = state.board.marks.get("alvin", ())
    taken = [*home, *(city for city, _ in markers.cities)]
    free = shuffled(chance, [place for place in state.board.place if place not in taken])
    cities = list(markers.cities)
    for seat in state.seats:
        more = chance.below(most - len(markers.cities_of(seat)) + 1)
        cities += [(free.pop(), seat) for _ in range(more)]
    if isinstance(alvin, Alvin):
        city, seat = pick(chance, cities)
        state = state.with_part(Alvin(city, seat))
    return state.with_part(replace(markers, cities=tuple(cities)))


TWISTS: tuple[Twist, ...] = (
    empty_deck,
    hoarded_cards,
    empty_hands,
    wild_display,
    shuffled_soon,
    few_vehicles,
    few_tickets,
    layered_tickets,
    last_turns,
    passed,
    spent_tokens,
    many_markers,
)


def _shown(state: State) -> Cards:
    return Cards.of([card for card in state.display if card is not None])


def _to_hands(state: State, chance: Chance, cards: list[Card]) -> State:
    """Hand cards out, all to one seat or to all in turn."""
    seats = [chance.below(len(state.players))] if chance.below(2) else list(state.seats)
    for seat, share in _shares(seats, cards):
        player = state.players[seat]
        state = state.with_player(seat, replace(player, hand=player.hand + share))
    return state


def _shares(seats: list[int], cards: list[Card]) -> Iterator[tuple[int, Cards]]:
    for number, seat in enumerate(seats):
        yield seat, Cards.of(cards[number :: len(seats)])
