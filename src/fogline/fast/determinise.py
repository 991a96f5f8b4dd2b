"""Sampling of complete states that agree with one seat's view, so that search cannot peek."""

from __future__ import annotations

import numpy as np

from fogline.core.chance import Seed
from fogline.core.table import View
from fogline.fast.context import Block, Words
from fogline.fast.engine import FastEngine, FastState, words_of
from fogline.fast.kernel.guess import fill_in
from fogline.fast.mechanics import tickets
from fogline.fast.state_codec import to_block


class Knowledge:
    """One seat's knowledge, ready to be completed many times."""

    def __init__(self, engine: FastEngine, view: View) -> None:
        self.engine = engine
        self.known: Block = to_block(view, engine.lowered)
        self.hidden_cards = np.array([player.hand.hidden for player in view.players], np.int64)
        """The number of unknown cards in each hand."""
        shuffled = view.ticket_deck[: tickets.shuffled_layers(view.ticket_deck)]
        layers = [layer.faces.count(None) for layer in shuffled] + [0] * (2 - len(shuffled))
        hands = [player.tickets.count(None) for player in view.players]
        self.hidden_tickets = np.array([*layers, *hands], np.int64)
        """The number of unknown tickets in the pack, in the pool, and in each hand."""

    def sample(self, rng: Words) -> FastState:
        """Return a complete state that agrees with the view, each being equally likely.

        The generator is consumed: the state goes on using it.
        """
        state = FastState(self.engine, self.known.copy(), rng)
        fill_in(state.g, self.hidden_cards, self.hidden_tickets)
        return state


def determinise(engine: FastEngine, view: View, seed: Seed) -> FastState:
    """Sample one complete state from a view."""
    return Knowledge(engine, view).sample(words_of(seed))
