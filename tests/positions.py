"""Positions to test from, and a way to play single actions on them.

`begun` deals a game and makes simple choices up to the first turn. The other helpers change one
thing about a state and return the new one; cards and tickets only ever move, so that a position
keeps all of them. `after` plays actions and checks that nothing was lost or made on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from fogline import (
    Action,
    Card,
    Cards,
    Decision,
    Dice,
    DrawCard,
    Event,
    IllegalAction,
    KeepTickets,
    Outcome,
    PlaceStack,
    Refusal,
    Seat,
    State,
    define,
    outcome_of,
    view_of,
)
from fogline.core import engine
from fogline.core.actions import ClaimRoute
from fogline.core.decisions import FirstTickets, Turn
from fogline.core.invariants import violations
from fogline.core.table import Layer
from fogline.rules.alvin import Alvin
from fogline.rules.city_markers import ChooseStartCity, Markers, StartCity
from fogline.rules.tourist_tokens import StackPlacement, Tokens

SAN_FRANCISCO = "san-francisco"
OLD_WEST = "old-west"

START_CITIES = ("salt-lake-city", "seattle", "phoenix", "denver", "los-angeles", "helena")
"""Where the seats of Old West start, unless a test says otherwise."""
STACK_PLACES = ("twin-peaks", "mission-district")
"""Where the stacks set aside go in San Francisco."""


def cards(**counts: int) -> Cards:
    """Name cards: `cards(black=2, wild=1)`."""
    return Cards.of({Card(name): count for name, count in counts.items()})


def row(text: str) -> tuple[Card | None, ...]:
    """Name a display: `red red wild - blue`, where `-` is a gap."""
    return tuple(None if word == "-" else Card(word) for word in text.split())


NONE = cards()
ALL_CARDS = {
    SAN_FRANCISCO: cards(red=6, orange=6, green=6, blue=6, purple=6, black=6, wild=8),
    OLD_WEST: cards(
        red=12, orange=12, yellow=12, green=12, blue=12, purple=12, black=12, white=12, wild=14
    ),
}
"""The cards of each game (SF2, OW1)."""


class Script(Dice):
    """Dice that show the given numbers, and no more."""

    def __init__(self, *numbers: int) -> None:
        self.left = list(numbers)
        """The numbers still to come."""

    def below(self, bound: int) -> int:
        assert self.left, f"one more number was asked for, below {bound}"
        number = self.left.pop(0)
        assert 0 <= number < bound, f"{number} was to come, below {bound}"
        return number


class Lowest(Dice):
    """Dice that always show 0: the first card in the stable order, the first ticket by name."""

    def below(self, bound: int) -> int:
        assert bound > 0
        return 0


class Highest(Dice):
    """Dice that always show the most: wild cards as long as there are any."""

    def below(self, bound: int) -> int:
        assert bound > 0
        return bound - 1


LOWEST = Lowest()
HIGHEST = Highest()


def begun(
    game: str,
    seats: int,
    *,
    first: Seat = 0,
    starts: Sequence[str] = START_CITIES,
    stacks: Sequence[str] = STACK_PLACES,
    alvin: bool = False,
) -> State:
    """Deal a game and choose simply up to the first turn: everybody keeps all tickets."""
    options = {"first": first, "alvin": True} if alvin else {"first": first}
    state, _ = engine.start(define(game, options), seats, LOWEST)
    waiting = list(stacks)
    while not isinstance(decision := now(state), Turn):
        seat = decision.seats[0]
        action: Action
        match decision:
            case FirstTickets():
                action = KeepTickets(tuple(filter(None, state.players[seat].offered)))
            case StackPlacement():
                action = PlaceStack(state.part(Tokens).aside[0], waiting.pop(0))
            case StartCity():
                action = ChooseStartCity(starts[seat])
            case _:
                raise AssertionError(f"{decision} before the first turn")
        state = after(state, (seat, action))
    return state


def now(state: State) -> Decision:
    """Say who must choose what; there must be something to choose."""
    decision = engine.decision(state)
    assert decision is not None
    return decision


def offers(state: State, seat: Seat) -> list[Action]:
    """List the legal actions of a seat."""
    return engine.legal_actions(view_of(state, seat))


def payments_offered(state: State, seat: Seat, route: str) -> list[Cards]:
    """List every way in which a seat is offered to pay for a route."""
    return [
        action.payment
        for action in offers(state, seat)
        if isinstance(action, ClaimRoute) and action.route == route
    ]


def after(state: State, *moves: tuple[Seat, Action], dice: Dice = LOWEST) -> State:
    """Play actions one after the other; a script of dice must be used up by them."""
    for seat, action in moves:
        state, _ = play(state, seat, action, dice)
    assert not isinstance(dice, Script) or not dice.left, "there are numbers left of the script"
    return state


def happened(state: State, seat: Seat, action: Action, dice: Dice = LOWEST) -> list[Event]:
    """Play an action and return the events."""
    return play(state, seat, action, dice)[1]


def play(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[State, list[Event]]:
    """Play an action that must be among those offered; check that no card or ticket is lost."""
    assert action in offers(state, seat), f"{action} is not offered to seat {seat}"
    state, events = engine.play(state, seat, action, dice)
    check(state)
    return state, events


def check(state: State) -> State:
    """Fail when the position lacks cards or tickets, or has too many; else return it."""
    assert list(violations(state, ALL_CARDS[state.game.name])) == []
    return state


def refused(state: State, seat: Seat, action: Action) -> Refusal:
    """Try an action that must be illegal, and that nobody may offer; return the reason."""
    with pytest.raises(IllegalAction) as caught:
        engine.play(state, seat, action, LOWEST)
    assert action not in offers(state, seat)
    return caught.value.refusal


def finished(state: State) -> Outcome:
    """Make this turn the last, draw two cards unseen in it, and return how the game ended."""
    return outcome(drawn_out(state))


def drawn_out(state: State) -> State:
    """Make this turn the last, and draw two cards unseen in it."""
    seat = turn_of(state)
    return after(replace(state, turns_left=1), (seat, DrawCard()), (seat, DrawCard()))


def outcome(state: State) -> Outcome:
    """Say how a game ended that must have ended."""
    found = outcome_of(state)
    assert found is not None
    return found


def turn_of(state: State) -> Seat:
    """Say whose turn it is; it must be somebody's."""
    assert state.turn is not None
    return state.turn


def on_turn(state: State, seat: Seat) -> State:
    """Make it a seat's turn, in the second round."""
    seats = len(state.players)
    turns = seats + state.turn_order.index(seat)
    return replace(state, turn=seat, turns=turns, acted=False, second_card=False)


def arranged(
    state: State,
    *,
    hands: Mapping[Seat, Cards] | None = None,
    display: str = "red orange green blue black",
    discards: Cards = NONE,
    deck: Cards | None = None,
    rest_to: Seat | None = None,
) -> State:
    """Spread all cards anew. Hands not given are empty.

    Without a `deck` all other cards are the deck. With one, they go to the hand of `rest_to`.
    """
    given = dict(hands or {})
    shown = Cards.of([card for card in row(display) if card is not None])
    rest = ALL_CARDS[state.game.name] - sum(given.values(), shown + discards)
    if deck is None:
        deck = rest
    else:
        rest -= deck
        assert rest_to is not None or not rest, f"nobody has {rest}"
        if rest_to is not None:
            given[rest_to] = given.get(rest_to, NONE) + rest
    players = tuple(
        replace(player, hand=given.get(seat, NONE), seen=NONE)
        for seat, player in enumerate(state.players)
    )
    return check(
        replace(state, players=players, deck=deck, discards=discards, display=row(display))
    )


def with_deck(game: str, display: str, /, **deck: int) -> State:
    """Begin a game for two: this display, this deck, seat 0 without cards, the rest to seat 1."""
    return arranged(begun(game, 2), display=display, deck=cards(**deck), rest_to=1)


def holding(
    state: State,
    tickets: Mapping[Seat, Sequence[str]],
    *,
    deck: Sequence[str] | None = None,
    rest_to: Seat | None = None,
) -> State:
    """Spread all tickets anew. Seats not given hold none.

    Without a `deck` all other tickets are a shuffled deck. With one, it lies in that order, and
    all other tickets go to `rest_to`.
    """
    given = {seat: tuple(tickets.get(seat, ())) for seat in state.seats}
    away = {ticket for held in given.values() for ticket in held} | set(deck or ())
    rest = tuple(ticket for ticket in sorted(state.board.ticket) if ticket not in away)
    if deck is None:
        pile: tuple[Layer, ...] = (Layer(rest),)
    else:
        pile = tuple(Layer((ticket,)) for ticket in deck)
        assert rest_to is not None, "somebody must hold the other tickets"
        given[rest_to] += rest
    players = tuple(
        replace(player, tickets=given[seat]) for seat, player in enumerate(state.players)
    )
    return check(replace(state, players=players, ticket_deck=pile))


def owning(state: State, routes: Mapping[Seat, Sequence[str]]) -> State:
    """Give routes to seats, which put their vehicles on them; nobody scores."""
    owners = list(state.owners)
    players = list(state.players)
    for seat, ids in routes.items():
        for route in map(state.board.route.__getitem__, ids):
            assert owners[route.index] is None, f"{route.id} has an owner"
            owners[route.index] = seat
            left = players[seat].vehicles - route.length
            players[seat] = replace(players[seat], vehicles=left)
    return check(replace(state, owners=tuple(owners), players=tuple(players)))


def with_vehicles(state: State, vehicles: Mapping[Seat, int]) -> State:
    """Leave seats so many vehicles."""
    for seat, left in vehicles.items():
        state = state.with_player(seat, replace(state.players[seat], vehicles=left))
    return state


def with_points(state: State, points: Mapping[Seat, int]) -> State:
    """Give seats so many points for routes, and none for anything else."""
    for seat, scored in points.items():
        player = replace(state.players[seat], points={"routes": scored})
        state = state.with_player(seat, player)
    return state


def with_markers(state: State, *markers: tuple[str, Seat]) -> State:
    """Put more city markers on the board, beside those on the start cities."""
    old = state.part(Markers)
    return state.with_part(replace(old, cities=(*old.cities, *markers)))


def with_tokens(
    state: State,
    stacks: Mapping[str, tuple[str, int]],
    held: Mapping[Seat, Sequence[str]] | None = None,
) -> State:
    """Replace all tourist tokens: symbol and height by place, and what each seat holds."""
    return state.with_part(
        Tokens(
            held=tuple(tuple((held or {}).get(seat, ())) for seat in state.seats),
            stacks=tuple((place, symbol, height) for place, (symbol, height) in stacks.items()),
        )
    )


def with_alvin(state: State, city: str, holder: Seat) -> State:
    """Let a seat have Alvin in one of its cities."""
    return state.with_part(Alvin(city, holder))


def stuck(state: State) -> State:
    """Leave nobody anything to do: all routes are taken, all cards and tickets are in hands.

    Nobody could build that much; it is the shortest way to a table on which nothing moves.
    """
    owners = tuple(0 for _ in state.owners)
    no_cards = arranged(state, display="- - - - -", deck=NONE, rest_to=0)
    return replace(holding(no_cards, {}, deck=(), rest_to=0), owners=owners)
