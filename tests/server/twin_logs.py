"""Two logs of one table that differ only in what a seat, and a spectator, may not know."""

from __future__ import annotations

from fogline import Action, Chance, Event, IllegalAction, KeepTickets, State, define
from fogline.core import engine
from fogline.core.cards import Card, Cards
from fogline.core.chance import Dice, pick
from fogline.core.events import (
    CardDrawn,
    CardsDealt,
    CardTurnedUp,
    StartPlayerChosen,
    TicketsOffered,
)
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.view import view_of
from fogline.table import entries as e
from fogline.table.entries import Logged
from tests.laws.twins import Twin

VIEWER, OTHER = 0, 1
_QUIET = ("draw", "take", "keep")
"""Where it can be chosen: what shows no card that only one of the twins holds."""
_FEW_CARDS = 12


class _TwinDice(ScriptedDice):
    """Gives what the first twin got; but what the other seat draws blind, only that seat knows."""

    def __init__(self, events: list[Event], chance: Dice) -> None:
        self._chance = chance
        self._cards = iter(
            [event for event in events if isinstance(event, CardDrawn | CardTurnedUp)]
        )
        super().__init__(
            event.seat if isinstance(event, StartPlayerChosen) else event.card
            for event in events
            if isinstance(event, CardDrawn | CardTurnedUp | StartPlayerChosen)
            and not _is_hidden(event)
        )

    def card(self, deck: Cards) -> Card:
        """Return the same card, or any."""
        if _is_hidden(next(self._cards, None)):
            return pick(self._chance, [card for card, _ in deck])
        return super().card(deck)


def _is_hidden(event: Event | None) -> bool:
    return isinstance(event, CardDrawn) and event.seat == OTHER


class TwinLogs:
    """Grows both logs by the same moves, as far as the subscriber can tell."""

    def __init__(self, game: str, seed: int, users: tuple[str, str], moves: int) -> None:
        self._chance = Chance(f"twins {seed}")
        self._game = define(game)
        self._users = users
        state, dealt = engine.start(self._game, 2, Chance(seed))
        twin = Twin(state, VIEWER, self._chance, same_number_chosen=True)
        self.states = [state, engine.fold(engine.lay_out(self._game, 2), self._deal(dealt, twin))]
        self.rename = twin.rename
        self.logs = [self._opening(dealt), self._opening(self._deal(dealt, twin))]
        for _ in range(moves):
            self._move()

    def _deal(self, events: list[Event], twin: Twin) -> list[Event]:
        """The same deal to everybody but the other seat."""
        other = twin.state.players[OTHER]
        dealt: list[Event] = []
        for event in events:
            match event:
                case CardsDealt(seat=seat) if seat == OTHER:
                    dealt.append(CardsDealt(OTHER, other.hand))
                case TicketsOffered(seat=seat) if seat == OTHER:
                    dealt.append(TicketsOffered(OTHER, other.offered))
                case _:
                    dealt.append(event)
        return dealt

    def _opening(self, dealt: list[Event]) -> list[Logged]:
        opening: list[e.Entry] = [
            e.Created(
                1, **e.game_fields(self._game), seats=2, listed=False, clock=None,
                owner=self._users[0], secret="ab" * 32,
            ),
            e.Seated(2, VIEWER, self._users[0], "Ann", None),
            e.Seated(3, OTHER, self._users[1], "Bea", None),
            e.Dealt(4, tuple(dealt)),
        ]  # fmt: skip
        return [Logged(version, entry) for version, entry in enumerate(opening)]

    def _move(self) -> None:
        now = engine.decision(self.states[0])
        assert now is not None
        seat = pick(self._chance, now.seats)
        actions = engine.legal_actions(view_of(self.states[0], seat))
        quiet = [action for action in actions if action.verb in _QUIET]
        if self.states[0].deck.total < _FEW_CARDS:  # the last cards of both decks have to differ
            quiet = []
        for choices in [quiet or actions] * 20 + [actions] * 100:
            found = self._play(seat, pick(self._chance, choices))
            if found is not None:
                break
        else:
            raise AssertionError("no move that both twins can make")
        for twin, (played, state, events) in enumerate(found):
            version = len(self.logs[twin])
            entry = e.Moved(version * 1000, seat, played, tuple(events))
            self.logs[twin].append(Logged(version, entry, f"bot-{seat}-{version}"))
            self.states[twin] = state

    def _play(self, seat: int, action: Action) -> list[tuple[Action, State, list[Event]]] | None:
        """Let both act with the same luck; `None` if the second cannot have it."""
        twins_action = action
        if isinstance(action, KeepTickets) and seat == OTHER:
            twins_action = KeepTickets(self.rename(action.tickets))
        state, events = engine.play(self.states[0], seat, action, self._chance)
        dice = _TwinDice(events, self._chance)
        try:
            twin, twins_events = engine.play(self.states[1], seat, twins_action, dice)
        except (ValueError, IllegalAction):
            return None
        return [(action, state, events), (twins_action, twin, twins_events)]
