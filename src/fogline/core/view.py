"""The only place where secrets are removed. Everything is hidden unless it is shown."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import get_type_hints

from fogline.core.cards import Cards
from fogline.core.messages import Audience, Event, Seat
from fogline.core.table import Layer, Player, State, View


def view_of(state: State, seat: Seat | None) -> View:
    """Return the table as a seat knows it; `None` means a spectator."""
    known = state.facts
    if ("view", seat) not in known:
        known["view", seat] = _cut_out(state, seat)
    view: View = known["view", seat]
    return view


def open_view(state: State) -> View:
    """Return the table with nothing hidden, for games that are public."""
    return _shown(state, None, state.players, state.deck, state.ticket_deck)


def _cut_out(state: State, seat: Seat | None) -> View:
    players = tuple(
        player if other == seat else _seen_by_others(player)
        for other, player in enumerate(state.players)
    )
    ticket_deck = tuple([_layer_seen_by(seat, layer) for layer in state.ticket_deck])
    return _shown(state, seat, players, Cards.face_down(state.deck.total), ticket_deck)


def _shown(
    state: State,
    seat: Seat | None,
    players: tuple[Player, ...],
    deck: Cards,
    ticket_deck: tuple[Layer, ...],
) -> View:
    view = View(
        game=state.game,
        seat=seat,
        players=players,
        deck=deck,
        discards=state.discards,
        display=state.display,
        ticket_deck=ticket_deck,
        owners=state.owners,
        parts=state.parts,
        first=state.first,
        turn=state.turn,
        turns=state.turns,
        acted=state.acted,
        second_card=state.second_card,
        passes=state.passes,
        turns_left=state.turns_left,
        ended=state.ended,
    )
    if "decision" in state.facts:  # it depends on public knowledge only
        view.facts["decision"] = state.facts["decision"]
    return view


def redact(event: Event, seat: Seat | None) -> Event:
    """Return the part of an event that a seat may know; `None` means a spectator."""
    kind: type = type(event)
    secrets = secrets_of(kind)
    if not secrets:
        return event
    owner: object = getattr(event, "seat", None)
    changes = {
        name: _cut(getattr(event, name), audience)
        for name, audience in secrets.items()
        if audience is None or seat is None or seat != owner
    }
    return replace(event, **changes) if changes else event


def _seen_by_others(player: Player) -> Player:
    known = player.facts
    if "seen by others" not in known:
        # Every field is named, so that a new one is hidden until it is shown here.
        known["seen by others"] = Player(
            hand=player.hand.showing(player.seen),
            seen=player.seen,
            tickets=player.tickets if player.revealed else (None,) * len(player.tickets),
            offered=(None,) * len(player.offered),
            chosen=player.chosen,
            choice=None,
            revealed=player.revealed,
            vehicles=player.vehicles,
            points=player.points,
        )
    seen: Player = known["seen by others"]
    return seen


def _layer_seen_by(seat: Seat | None, layer: Layer) -> Layer:
    known = tuple([each for each in layer.known if each[1] == seat]) if layer.known else ()
    if not known:
        return _face_down_layer(len(layer.faces))
    face_down = (None,) * (len(layer.faces) - len(known))
    return Layer((*face_down, *[ticket for ticket, _ in known]), known)


@cache
def _face_down_layer(tickets: int) -> Layer:
    return Layer((None,) * tickets)


@cache
def secrets_of(kind: type) -> dict[str, Audience | None]:
    """Return the fields of a kind of event that are not public, and who may read them."""
    hints = get_type_hints(kind, include_extras=True)
    secrets: dict[str, Audience | None] = {}
    for field in fields(kind):
        metadata = getattr(hints[field.name], "__metadata__", ())
        audience = next((mark for mark in metadata if isinstance(mark, Audience)), None)
        if audience is not Audience.EVERYBODY:
            secrets[field.name] = audience
    return secrets


def _cut(value: object, audience: Audience | None) -> object:
    if audience is not Audience.OWNER_FACES:
        return None
    match value:
        case Cards():
            return Cards.face_down(value.total)
        case tuple():
            return (None,) * len(value)
        case _:
            return None
