"""A whole game at the terminal: asking players, telling them the news, saving."""

from __future__ import annotations

import shlex
from contextlib import suppress

from rich.text import Text

from fogline.cli.narrate import Narrator
from fogline.cli.play import render
from fogline.cli.play.human import Human, Left
from fogline.cli.play.match import Match
from fogline.cli.play.menu import label_of, plain_wording
from fogline.cli.play.terminal import EndOfInput, Terminal
from fogline.cli.results import print_outcome
from fogline.core.decisions import SecondCard, Turn
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import View
from fogline.core.view import redact


class Session:
    """Plays a game to its end, or until the people leave."""

    def __init__(self, match: Match, terminal: Terminal) -> None:
        self._match = match
        self._game = match.game
        self._names = match.names
        self._bots = match.bots
        self._told = match.told
        self._humans = match.people
        self._terminal = terminal
        self._watching: Seat | None = None
        """Whose secrets may be on the screen."""
        self._last: Seat | None = None
        """Who moved last."""

    def run(self) -> None:
        """Play."""
        self._keep()
        try:
            while self._game.outcome is None:
                self._step()
        except Left:
            self._say(self._farewell())
        except EndOfInput:
            self._say(f"Nobody answers any more. {self._farewell()}")
        except KeyboardInterrupt:
            kept = (
                f"go on with {self._match.way_back()}" if self._keep() else "the game was not kept"
            )
            raise KeyboardInterrupt(kept) from None
        else:
            self._finish()
        finally:
            for seat, fault in self._match.close():
                self._say(f"{self._names[seat]} was played on by another bot: {fault}")

    def _step(self) -> None:
        """Let one seat choose; bots first, since nobody waits for them."""
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
        self._tell_news(seat)

    def _ask(self, view: View, seat: Seat) -> Action:
        actions = self._game.legal_actions(seat)
        if len(actions) == 1:
            label = label_of(view, actions[0], plain_wording(view))
            self._say(f"There is only one choice, and it is made for you: {label}.")
            return actions[0]
        human = Human(
            self._terminal,
            view,
            self._names,
            table=lambda: self._terminal.out.print(render.table(view, self._names, self._bots)),
            log=lambda: self._tell_all(seat),
        )
        return human.choose(actions)

    def _play(self, seat: Seat, action: Action) -> None:
        self._match.play(seat, action)
        self._last = seat

    def _hand_over(self, seat: Seat) -> None:
        """Hide the screen while one person passes the device to another."""
        if len(self._humans) == 1 or self._watching == seat:
            return
        if self._watching is not None:
            self._terminal.ask("Press Enter to hide your cards. ")
        self._terminal.clear()
        self._watching = None
        name = self._names[seat]
        self._terminal.ask(
            f"Please pass the device to {name}. {name}, press Enter when you are ready. "
        )
        self._terminal.clear()
        self._watching = seat

    def _show(self, view: View, seat: Seat) -> None:
        out = self._terminal.out
        now = self._game.decision
        if self._last == seat and not isinstance(now, Turn):
            out.print()
            if isinstance(now, SecondCard):
                out.print(render.display(view))
            out.print(render.hand(view))
            return
        news = self._news(seat)
        out.print()
        if news:
            title = "So far" if view.turns == 0 else "Since your last turn"
            out.print(render.happenings(title, news))
            out.print()
        out.print(render.table(view, self._names, self._bots))

    def _tell_news(self, seat: Seat) -> None:
        for sentence in self._news(seat):
            self._terminal.out.print(render.said(sentence))

    def _tell_all(self, seat: Seat) -> None:
        sentences = self._narrator(seat).tell(redact(event, seat) for event in self._match.events)
        self._terminal.out.print(render.happenings("All that has happened", sentences))

    def _news(self, seat: Seat) -> list[str]:
        fresh = self._match.events[self._told[seat] :]
        self._told[seat] = len(self._match.events)
        return self._narrator(seat).tell(redact(event, seat) for event in fresh)

    def _narrator(self, seat: Seat | None) -> Narrator:
        return Narrator(self._game.definition, self._names, seat)

    def _finish(self) -> None:
        out = self._terminal.out
        self._keep()
        listener = self._humans[0] if len(self._humans) == 1 else None
        since = min(self._told[seat] for seat in self._humans)
        fresh: list[Event] = [redact(event, listener) for event in self._match.events[since:]]
        news = self._narrator(listener).tell(fresh)
        if self._watching is not None:
            with suppress(EndOfInput):
                self._terminal.ask("The game is over. Press Enter for the final scoring. ")
            self._terminal.clear()
        if news:
            out.print()
            out.print(render.happenings("The last moves", news))
        outcome = self._game.outcome
        if outcome is not None:
            print_outcome(out, self._game.definition, outcome, self._names)
        if self._keep():
            file = shlex.quote(str(self._match.path))
            self._say(f"Read it again with fogline replay {file}")

    def _say(self, sentence: str) -> None:
        """Print a sentence without breaking its line, since it may hold the name of a file."""
        self._terminal.out.print(Text(sentence), soft_wrap=True)

    def _keep(self) -> bool:
        """Save the game; an error does not end it."""
        try:
            self._match.keep()
        except OSError as error:
            self._say(f"The game could not be kept: {error}. It goes on.")
            return False
        return True

    def _farewell(self) -> str:
        if self._keep():
            return f"The game is kept: go on with {self._match.way_back()}"
        return "Goodbye. This game was not kept."
