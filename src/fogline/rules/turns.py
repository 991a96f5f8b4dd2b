"""Turns: who acts when, and passing (C1, C2, SF7, OW12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.actions import Pass
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, Turn
from fogline.core.definition import DefinitionError, GameDefinition
from fogline.core.engine import decision, legal_actions
from fogline.core.events import Passed, StartPlayerChosen, TurnBegan, TurnEnded
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace
from fogline.core.messages import Action, Event, Seat, TurnTaken
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, plays, refuses
from fogline.core.table import State, Table, TableT, View
from fogline.core.text.words import Words


@dataclass(frozen=True)
class Turns(Rule):
    """Clockwise, one action a turn."""

    name: ClassVar[str] = "turns"
    words: ClassVar[Words] = Words(
        actions={Pass: "Pass"},
        events={
            StartPlayerChosen: "{seat} will act first.",
            TurnBegan: "",
            TurnEnded: "",
            Passed: "{seat} could do nothing, and passed.",
        },
        decisions={Turn: "What will you do?"},
    )

    first: int | None = None
    """The seat that acts first, known from the start; `None` leaves it to chance (SF7, OW12)."""
    drawn_after_tickets: bool = False
    """Whether chance decides once all have chosen their first tickets; otherwise before that."""

    def lay_out(self, table: TableT) -> TableT:
        """Refuse a start player that does not exist."""
        if self.first is not None and self.first not in table.seats:
            raise DefinitionError(
                f"seat {self.first} cannot act first: the seats are 0 to {len(table.players) - 1}."
            )
        return table

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Decide who acts first, unless that is to be drawn later."""
        if not self._draws_later:
            yield self._start_player(state, dice)

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Draw who acts first, once the choices of first tickets are carried out."""
        if state.first is None and all(each.chosen and not each.offered for each in state.players):
            return (self._start_player(state, dice),)
        return ()

    @property
    def _draws_later(self) -> bool:
        return self.first is None and self.drawn_after_tickets

    def _start_player(self, state: State, dice: Dice) -> StartPlayerChosen:
        first = dice.take(list(state.seats)) if self.first is None else self.first
        return StartPlayerChosen(first)

    def violations(self, table: Table) -> Iterable[str]:
        """Check that the start player is known, unless it is still to be drawn."""
        choosing = table.turn is None and not all(each.chosen for each in table.players)
        known = not (self._draws_later and choosing and table.turns == 0)
        if known and table.first is None:
            yield "nobody is the start player"
        if not known and table.first is not None:
            yield "the start player is known before it is drawn"

    def decision(self, table: Table) -> Decision | None:
        """Ask the seat whose turn it is for its action."""
        return None if table.turn is None or table.acted else Turn((table.turn,))

    def otherwise(self, view: View, decision: Decision) -> Iterable[Action]:
        """Offer the pass when nothing else can be done (C2)."""
        return (Pass(),) if isinstance(decision, Turn) else ()

    @refuses(Pass)
    def why_not_pass(self, view: View, decision: Turn, action: Pass) -> Refusal | None:
        """Refuse to pass when something can be done (C2)."""
        return None if action in legal_actions(view) else Refusal.MUST_ACT

    @plays(Pass, at=Turn)
    def skip(self, state: State, seat: Seat, action: Pass, dice: Dice) -> Iterable[Event]:
        """Pass."""
        yield Passed(seat)

    def advance(self, state: State, dice: Dice) -> Iterable[Event]:
        """End the turn whose action is done, or begin the next."""
        if state.turn is None:
            return (TurnBegan(state.seat_of_turn(state.turns)),)
        return (TurnEnded(state.turn),)

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List the pass."""
        yield Pass()

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode who must choose what, who began, and who passed."""
        around, seats = from_viewer(view), len(view.players)
        now = decision(view)
        deciding = () if now is None else now.seats
        yield Feature(
            "deciding",
            [int(seat in deciding) for seat in around],
            (seats,),
            0,
            1,
            "players who must choose now",
        )
        first = [int(seat == view.first) for seat in around]
        yield Feature("first", first, (seats,), 0, 1, "the player who acts first, once known")
        kinds = [None, *(kind for rule in view.game.rules for kind in rule.words.decisions)]
        asked = None if now is None else type(now)
        phase = [int(kind is asked) for kind in kinds]
        yield Feature("phase", phase, (len(kinds),), 0, 1, "what is to be chosen, see below")
        passes = "players who passed one after the other"
        yield Feature("passes", [view.passes], (1,), 0, seats, passes)

    @changes(TurnTaken)
    def act(self, table: TableT, event: TurnTaken) -> TableT:
        """Record that the action of this turn is chosen."""
        if table.turn is None or table.acted:
            return table
        return replace(table, acted=True, passes=0)

    @changes(TurnBegan)
    def begin(self, table: TableT, event: TurnBegan) -> TableT:
        """Begin a seat's turn."""
        return replace(table, turn=event.seat)

    @changes(TurnEnded)
    def end(self, table: TableT, event: TurnEnded) -> TableT:
        """End the turn."""
        turns = table.turns + 1
        return replace(table, turn=None, turns=turns, acted=False, second_card=False)

    @changes(StartPlayerChosen)
    def choose_first(self, table: TableT, event: StartPlayerChosen) -> TableT:
        """Set the start player."""
        return replace(table, first=event.seat)

    @changes(Passed)
    def count_pass(self, table: TableT, event: Passed) -> TableT:
        """Count passes in a row."""
        return replace(table, acted=True, passes=table.passes + 1)
