"""A game at this terminal: people at one screen, and bots."""

from __future__ import annotations

import asyncio

from textual import work

from fogline.cli.i18n import Catalog
from fogline.cli.play.local_match import Match
from fogline.cli.text.narrate import narrate_shortly
from fogline.cli.tui.dialogs import Curtain
from fogline.cli.tui.game_screen import GameScreen
from fogline.core.messages import Action, Seat
from fogline.core.view import redact
from fogline.picture import BoardLayout, Picture

_PATIENCE = 4.0
"""Seconds after which a thinking bot is explained."""


class TableScreen(GameScreen):
    """One game from its deal, or from where it was left, to its end."""

    def __init__(
        self, match: Match, words: Catalog, drawing: tuple[Picture | None, BoardLayout]
    ) -> None:
        super().__init__(match, words, drawing, match.people[0] if len(match.people) == 1 else None)
        self.match = match

    def begin(self) -> None:
        """Begin, or go on."""
        self._keep()
        self.advance()

    @work(exclusive=True)
    async def advance(self) -> None:
        """Play the bots' moves until a person is asked or the game is over."""
        match = self.match
        while (seat := match.next_seat) is not None and seat in match.bots:
            self._show(waiting_for=match.names[seat])
            view = match.game.view(seat)
            patience = self.set_timer(_PATIENCE, self._explain)
            action = await asyncio.to_thread(match.bots[seat].choose, view)
            patience.stop()
            match.play(seat, action)
            self._keep()
        if seat is None:
            if len(match.people) > 1:
                self._watching = None
            self._end()
            return
        if self._watching != seat:
            self._watching = None
            self._show()
            await self.app.push_screen_wait(Curtain(match.names[seat], self._words))
            self._watching = seat
        self.actions = match.game.legal_actions(seat)
        self._offer()
        self._show()

    def act(self, seat: Seat, action: Action) -> None:
        """Perform an action, keep the game, and go on."""
        self.match.play(seat, action)
        self._keep()
        self.match.seen[seat] = len(self.match.events)
        self.advance()

    def story(self) -> list[str]:
        """Return all that has happened, as far as the person at the screen may know it."""
        events = (redact(event, self._watching) for event in self.match.events)
        return narrate_shortly(events, self._book, self.match.names)

    def _explain(self) -> None:
        """Explain why a bot may take long."""
        self._hint(self._words.say("tty.first-time"))

    def _keep(self) -> None:
        try:
            self.match.keep()
        except OSError as error:
            self.notify(self._words.say("tty.not-kept", error=error), severity="error")
