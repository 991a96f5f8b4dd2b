"""Twins: two states that differ only in what a viewer may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from fogline import Card, Cards, Chance, KeepTickets, Player, Seat, State, legal_actions, view_of
from fogline.core.chance import pick, shuffled
from fogline.core.table import Layer
from tests.laws.ledger import Faces, faces_of


class Twin:
    """A state made from another by dealing anew all that a viewer may not know."""

    def __init__(
        self,
        state: State,
        viewer: Seat | None,
        chance: Chance,
        *,
        pinned: Mapping[Seat, Cards] | None = None,
        same_number_chosen: bool = False,
    ) -> None:
        """`pinned` are cards that a seat is to go on holding."""
        self.viewer = viewer
        self.chance = chance
        self.others = [seat for seat in state.seats if seat != viewer]
        self.renamed = self._rename_tickets(state)
        state = self._deal_cards(state, pinned or {})
        state = self._deal_tickets(state)
        self.state = self._choose_again(state, same_number=same_number_chosen)

    def _deal_cards(self, state: State, pinned: Mapping[Seat, Cards]) -> State:
        """Swap unseen cards among the other hands and the deck."""
        kept: dict[Seat, Faces] = {}
        loose: list[Card] = list(faces_of(state.deck).elements())
        for seat in self.others:
            hand = faces_of(state.players[seat].hand)
            kept[seat] = faces_of(state.players[seat].seen)
            kept[seat] |= faces_of(pinned.get(seat, Cards()))
            loose += (hand - kept[seat]).elements()
        loose = shuffled(self.chance, loose)
        for seat in self.others:
            player = state.players[seat]
            missing = player.hand.total - kept[seat].total()
            hand = kept[seat] + Counter(loose[:missing])
            loose = loose[missing:]
            state = state.with_player(seat, replace(player, hand=Cards.of(hand)))
        return replace(state, deck=Cards.of(loose))

    def _rename_tickets(self, state: State) -> dict[str, str]:
        """Swap the tickets that the viewer does not know, wherever they lie."""
        unknown = [
            face
            for layer in state.ticket_deck
            for face in layer.faces
            if face is not None and (face, self.viewer) not in layer.known
        ]
        for seat in self.others:
            player = state.players[seat]
            hidden = player.offered if player.revealed else (*player.tickets, *player.offered)
            unknown += [face for face in hidden if face is not None]
        return dict(zip(unknown, shuffled(self.chance, unknown), strict=True))

    def rename(self, tickets: tuple[str | None, ...]) -> tuple[str, ...]:
        return tuple(self.renamed.get(face, face) for face in tickets if face is not None)

    def _deal_tickets(self, state: State) -> State:
        for seat in self.others:
            player = state.players[seat]
            renamed = replace(
                player,
                tickets=player.tickets if player.revealed else self.rename(player.tickets),
                offered=self.rename(player.offered),
                choice=None if player.choice is None else tuple(sorted(self.rename(player.choice))),
            )
            state = state.with_player(seat, renamed)
        return replace(state, ticket_deck=tuple(self._layer(layer) for layer in state.ticket_deck))

    def _layer(self, layer: Layer) -> Layer:
        faces = tuple(sorted(self.rename(layer.faces)))
        known = tuple(sorted((self.renamed.get(face, face), seat) for face, seat in layer.known))
        return Layer(faces, known)

    def _choose_again(self, state: State, *, same_number: bool) -> State:
        """Let the others make other secret choices of first tickets."""
        for seat in self.others:
            player = state.players[seat]
            if player.choice is None:
                continue
            undecided = state.with_player(seat, replace(player, chosen=False, choice=None))
            choices = [
                action.tickets
                for action in legal_actions(view_of(undecided, seat))
                if isinstance(action, KeepTickets)
                and not (same_number and len(action.tickets) != len(player.choice))
            ]
            state = state.with_player(seat, _chose(player, pick(self.chance, choices)))
        return state


def _chose(player: Player, tickets: tuple[str, ...]) -> Player:
    return replace(player, choice=tickets)
