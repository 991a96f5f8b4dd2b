"""A whole game at the terminal: asking players, showing them the news, saving."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress

from rich.text import Text

from fogline.cli.play import render
from fogline.cli.play.human import Human, PlayerLeft
from fogline.cli.play.local_match import Match
from fogline.cli.play.menu import label_of, plain_wording
from fogline.cli.play.terminal import EndOfInput, Terminal
from fogline.cli.text.colors import colored
from fogline.cli.text.narrate import Narrator, narrate_shortly
from fogline.cli.text.results import print_outcome
from fogline.core.decisions import SecondCard, Turn
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import View
from fogline.core.view import redact


class LocalSession:
    """Plays a game to its end, or until the people leave."""

    def __init__(self, match: Match, terminal: Terminal) -> None:
        self._match = match
        self._game = match.game
        self._names = match.names
        self._bots = match.bots
        self._seen = match.seen
        self._humans = match.people
        self._terminal = terminal
        self._wording = plain_wording(match.definition, terminal.words)
        self._watching: Seat | None = None
        """Whose secrets may be on the screen."""
        self._last: Seat | None = None
        """Who moved last."""

    def run(self) -> None:
        """Play."""
        say = self._terminal.say
        self._keep()
        try:
            while self._game.outcome is None:
                self._step()
        except PlayerLeft:
            self._say(self._farewell())
        except EndOfInput:
            self._say(f"{say('tty.plain.nobody')} {self._farewell()}")
        except KeyboardInterrupt:
            kept = (
                f"go on with {self._match.way_back()}" if self._keep() else "the game was not kept"
            )
            raise KeyboardInterrupt(kept) from None
        else:
            self._finish()
        finally:
            for seat, fault in self._match.close():
                name = self._names[seat]
                self._say(say("tty.plain.played-on", player=name, fault=fault))

    def _step(self) -> None:
        """Ask one seat to choose; bots first, since nobody waits for them."""
        seat = self._match.next_seat
        if seat is None:
            return
        view = self._game.view(seat)
        if seat in self._bots:
            self._play(seat, self._bots[seat].choose(view))
            return
        self._keep()
        self._hand_over(seat)
        self._show(view, seat)
        self._play(seat, self._ask(view, seat))
        self._keep()
        self._show_news(seat)

    def _ask(self, view: View, seat: Seat) -> Action:
        actions = self._game.legal_actions(seat)
        if len(actions) == 1:
            label = label_of(view, actions[0], self._wording)
            self._say(self._terminal.say("tty.plain.only", choice=label))
            return actions[0]
        human = Human(
            self._terminal,
            view,
            self._names,
            table=lambda: self._print_table(view),
            log=lambda: self._show_all(seat),
        )
        return human.choose(actions)

    def _print_table(self, view: View) -> None:
        self._terminal.out.print(render.table(view, self._names, self._bots, self._wording))

    def _play(self, seat: Seat, action: Action) -> None:
        self._match.play(seat, action)
        self._last = seat

    def _hand_over(self, seat: Seat) -> None:
        """Hide the screen while one person passes the device to another."""
        if len(self._humans) == 1 or self._watching == seat:
            return
        if self._watching is not None:
            self._terminal.ask(self._terminal.say("tty.plain.hide"))
        self._terminal.clear()
        self._watching = None
        self._terminal.ask(self._terminal.say("tty.plain.pass", player=self._names[seat]))
        self._terminal.clear()
        self._watching = seat

    def _show(self, view: View, seat: Seat) -> None:
        out = self._terminal.out
        now = self._game.decision
        if self._last == seat and not isinstance(now, Turn):
            out.print()
            if isinstance(now, SecondCard):
                out.print(render.display(view, self._wording))
            out.print(render.hand(view, self._wording))
            return
        news = self._news(seat)
        out.print()
        if news:
            title = "tty.plain.so-far" if view.turns == 0 else "tty.plain.since"
            out.print(render.happenings(self._terminal.say(title), news))
            out.print()
        self._print_table(view)

    def _show_news(self, seat: Seat) -> None:
        for sentence in self._news(seat):
            self._terminal.out.print(colored(sentence))

    def _show_all(self, seat: Seat) -> None:
        sentences = self._sentences(seat, self._match.events)
        title = self._terminal.say("tty.plain.everything")
        self._terminal.out.print(render.happenings(title, sentences))

    def _news(self, seat: Seat) -> list[str]:
        fresh = self._match.events[self._seen[seat] :]
        self._seen[seat] = len(self._match.events)
        return self._sentences(seat, fresh)

    def _sentences(self, seat: Seat | None, events: Sequence[Event]) -> list[str]:
        """Return what happened, as far as a seat may know it."""
        seen = [redact(event, seat) for event in events]
        if self._wording.catalog_book is not None:
            return narrate_shortly(seen, self._wording.book, self._names)
        return Narrator(self._game.definition, self._names, seat).sentences(seen)

    def _finish(self) -> None:
        out = self._terminal.out
        self._keep()
        listener = self._humans[0] if len(self._humans) == 1 else None
        since = min(self._seen[seat] for seat in self._humans)
        news = self._sentences(listener, self._match.events[since:])
        if self._watching is not None:
            with suppress(EndOfInput):
                self._terminal.ask(self._terminal.say("tty.plain.over"))
            self._terminal.clear()
        if news:
            out.print()
            out.print(render.happenings(self._terminal.say("tty.plain.last-moves"), news))
        outcome = self._game.outcome
        if outcome is not None:
            print_outcome(out, self._game.definition, outcome, self._names, self._wording)
        if self._keep():
            command = f"fogline replay {shlex.quote(str(self._match.path))}"
            self._say(self._terminal.say("tty.plain.replay", command=command))

    def _say(self, sentence: str) -> None:
        """Print a sentence without breaking its line, since it may hold the name of a file."""
        self._terminal.out.print(Text(sentence), soft_wrap=True)

    def _keep(self) -> bool:
        """Save the game; an error does not end it."""
        try:
            self._match.keep()
        except OSError as error:
            self._say(self._terminal.say("tty.plain.goes-on", error=error))
            return False
        return True

    def _farewell(self) -> str:
        if self._keep():
            return self._terminal.say("tty.plain.kept", command=self._match.way_back())
        return self._terminal.say("tty.plain.goodbye")
