"""The only place where secrets are removed. Everything is hidden unless it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, get_type_hints

from fogline.core.cards import Cards
from fogline.core.memory import Fact, build, reuse
from fogline.core.messages import Audience, Event, Seat
from fogline.core.table import Layer, Player, State, View


def view_of(state: State, seat: Seat | None) -> View:
    """Return the table as a seat knows it; `None` means a spectator."""
    known = state.facts
    view: View | None = known.get(seat)
    if view is None:
        view = known[seat] = _cut_out(state, seat, known)
    return view


def _cut_out(state: State, seat: Seat | None, known: Mapping[Fact, Any]) -> View:
    """Make a view; of what is known about the state it gets what everybody may know."""
    players = [*state.players]
    for other, player in enumerate(players):
        if other != seat:
            players[other] = player.facts.get(_SEEN) or _seen_by_others(player)
    return build(
        View,
        {
            "game": state.game,
            "seat": seat,
            "players": tuple(players),
            "deck": _face_down_cards(state.deck.total),
            "discards": state.discards,
            "display": state.display,
            "ticket_deck": state.secret(("layers", seat), state.ticket_deck, _layers_seen_by, seat),
            "owners": state.owners,
            "parts": state.parts,
            "first": state.first,
            "turn": state.turn,
            "turns": state.turns,
            "acted": state.acted,
            "second_card": state.second_card,
            "passes": state.passes,
            "turns_left": state.turns_left,
            "ended": state.ended,
            "_holdings": state.holdings,
            # A decision depends on public knowledge only.
            "facts": {"decision": known["decision"]} if "decision" in known else {},
        },
    )


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


_face_down_cards, _face_down_layer = reuse(Cards.face_down), reuse(Layer)
_FACE_DOWN = _face_down_layer((None,))


_SEEN = "seen by others"


def _seen_by_others(player: Player) -> Player:
    seen = player.facts[_SEEN] = build(
        Player,
        {
            "hand": player.hand.showing(player.seen),
            "seen": player.seen,
            "tickets": player.tickets if player.revealed else (None,) * len(player.tickets),
            "offered": (None,) * len(player.offered),
            "chosen": player.chosen,
            "choice": None,
            "revealed": player.revealed,
            "vehicles": player.vehicles,
            "points": player.points,
        },
    )
    return seen


def _layers_seen_by(layers: tuple[Layer, ...], seat: Seat | None) -> tuple[Layer, ...]:
    seen = []
    for layer in layers:
        known = layer.known
        if len(known) == 1 == len(layer.faces):  # given back by one seat, which knows it
            seen.append(layer if known[0][1] == seat else _FACE_DOWN)
        else:
            seen.append(_layer_seen_by(seat, layer))
    return tuple(seen)


def _layer_seen_by(seat: Seat | None, layer: Layer) -> Layer:
    known = tuple([(ticket, giver) for ticket, giver in layer.known if giver == seat])
    if not known:
        return _face_down_layer((None,) * len(layer.faces))
    face_down = (None,) * (len(layer.faces) - len(known))
    return Layer((*face_down, *[ticket for ticket, _ in known]), known)


@cache
def secrets_of(kind: type) -> dict[str, Audience | None]:
    """Return the fields of a kind of event that not everybody may read, and who may."""
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
