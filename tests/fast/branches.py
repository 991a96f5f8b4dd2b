"""Which rare branches of the rules a game went through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fogline import (
    Card,
    Category,
    ClaimRoute,
    DrawCard,
    EndReason,
    KeepTickets,
    MoveAlvin,
    Pass,
    PlaceMarker,
    State,
    TakeCard,
    TakeToken,
    outcome_of,
)
from fogline.core.actions import DrawTickets
from fogline.core.events import (
    CardTurnedUp,
    DiscardsShuffled,
    DisplaySwept,
    GameEnded,
    LastRoundBegan,
    PointsScored,
    TicketsOffered,
    TurnEnded,
)
from fogline.rules.alvin import Alvin, AlvinCaptured
from fogline.rules.drawing import Drawing
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TokenTaken
from tests.fast.lockstep import Step

COMMON = frozenset(
    {
        "C5 wild taken",
        "C6 sweep",
        "C6 sweep between two cards",
        "C7 display stands",
        "C8 shuffle",
        "C9 gap",
        "C9 gap refilled",
        "C10 one card only",
        "C13 wilds only",
        "C14 ferry",
        "C17 parallel route",
        "C19 returned",
        "C19 offer from two layers",
        "C20 fewer tickets offered",
        "C20 one ticket offered",
        "C20 no ticket left",
        "C22 ticket complete",
        "C22 ticket failed",
        "C23 last round",
        "C23 called by the last seat",
        "C24 negative total",
    }
)
"""What every game on a printed board must be seen to go through."""

SAN_FRANCISCO = frozenset({"SF8 token", "SF8 choice of tokens"})
OLD_WEST = frozenset(
    {
        "OW2 two shuffled layers",
        "OW2 lower layer partly drawn",
        "OW5 marker",
        "OW5 marker for wilds",
        "OW5 third marker",
        "OW5 declined",
        "OW6 another scores",
        "OW6 two score",
        "OW6 one scores twice",
        "OW9 bonus shared",
    }
)
ALVIN = frozenset({"AL2 captured at home", "AL3 captured from another", "AL3 own Alvin left alone"})


class Branches(Counter[str]):
    """How often each branch was taken."""

    def notice(self, step: Step) -> None:
        """Count what one step did."""
        self.update(_of_cards(step))
        self.update(_of_events(step))
        self.update(_of_action(step))
        if step.after.ended is not None:
            self.update(_of_end(step.after))

    def missing(self, wanted: frozenset[str]) -> list[str]:
        """Name the branches not taken."""
        return sorted(branch for branch in wanted if not self[branch])


def _of_cards(step: Step) -> Iterator[str]:
    before, after = step.before, step.after
    if None in after.display:
        yield "C9 gap"
        if not any(after.display):
            yield "C9 empty display"
    if None in before.display and any(isinstance(e, CardTurnedUp) for e in step.events):
        yield "C9 gap refilled"
    if after.display.count(Card.WILD) >= _drawing(after).sweep_at:
        yield "C7 display stands"
    drew = isinstance(step.action, DrawCard | TakeCard) and not before.second_card
    ended = any(isinstance(event, TurnEnded) for event in step.events)
    if drew and ended and step.action != TakeCard(Card.WILD):
        yield "C10 one card only"


def _drawing(state: State) -> Drawing:
    return next(rule for rule in state.game.rules if isinstance(rule, Drawing))


def _of_events(step: Step) -> Iterator[str]:
    before, after = step.before, step.after
    for event in step.events:
        match event:
            case DiscardsShuffled():
                yield "C8 shuffle"
            case DisplaySwept():
                yield "C6 sweep"
                if after.second_card:
                    yield "C6 sweep between two cards"
            case LastRoundBegan(seat):
                yield "C23 last round"
                if seat == after.turn_order[-1]:
                    yield "C23 called by the last seat"
            case GameEnded(reason):
                yield "C2 all passed" if reason is EndReason.ALL_PASSED else "C23 ended"
            case TokenTaken():
                yield "SF8 token"
            case AlvinCaptured():
                home = before.part(Alvin).holder is None
                yield "AL2 captured at home" if home else "AL3 captured from another"
            case TicketsOffered(_, tickets):
                yield from _of_offer(before, after, len(tickets))
    if len([layer for layer in after.ticket_deck if len(layer.faces) > 1]) > 1:
        yield "OW2 two shuffled layers"


def _of_offer(before: State, after: State, offered: int) -> Iterator[str]:
    shown = next(rule.shown for rule in before.game.rules if isinstance(rule, Tickets))
    top = before.ticket_deck[0]
    if offered < shown:
        yield "C20 fewer tickets offered"
    if offered == 1:
        yield "C20 one ticket offered"
    if len(top.faces) < offered:
        yield "C19 offer from two layers"
    if not after.ticket_deck:
        yield "C20 no ticket left"
    elif after.ticket_deck[0].known and len(after.ticket_deck[0].faces) > 1:
        yield "OW2 lower layer partly drawn"
    elif any(layer.known and len(layer.faces) > 1 for layer in before.ticket_deck):
        yield "OW2 lower layer forgotten"


def _of_action(step: Step) -> Iterator[str]:
    match step.action:
        case Pass():
            yield "C2 pass"
        case TakeCard(Card.WILD):
            yield "C5 wild taken"
        case ClaimRoute(route, payment):
            yield from _of_claim(step, route)
            if payment.wilds == payment.total:
                yield "C13 wilds only"
        case KeepTickets() if step.after.ticket_deck != step.before.ticket_deck:
            yield "C19 returned"
        case DrawTickets():
            yield "C19 tickets drawn"
        case TakeToken():
            yield "SF8 choice of tokens"
        case MoveAlvin():
            yield "AL2 moved"
        case PlaceMarker(_, payment):
            yield "OW5 marker"
            if payment.wilds == payment.total:
                yield "OW5 marker for wilds"
            markers = step.after.parts["city-markers"]
            if len([s for _, s in getattr(markers, "cities", ()) if s == step.seat]) == 3:
                yield "OW5 third marker"
        case action if action.verb == "no-marker":
            yield "OW5 declined"


def _of_claim(step: Step, route_id: str) -> Iterator[str]:
    before = step.before
    route = before.board.route[route_id]
    if route.ferries:
        yield "C14 ferry"
    if route.ferries > 1:
        yield "C14 several ferries"
    if any(before.owners[twin] is not None for twin in route.twins):
        yield "C17 parallel route of another"
    elif route.twins:
        yield "C17 parallel route"
    if len(route.twins) == 2:
        yield "C17 three tracks"
    yield f"word {route.index // 64} of the routes"
    paid = [
        event.seat
        for event in step.events
        if isinstance(event, PointsScored) and event.category == Category.ROUTES
    ]
    if step.seat not in paid:
        yield "OW6 another scores"
    if len(paid) > 1:
        yield "OW6 one scores twice" if len(set(paid)) == 1 else "OW6 two score"
    alvin = before.parts.get(Alvin.verb)
    if isinstance(alvin, Alvin) and alvin.holder == step.seat and alvin.city in route.ends:
        yield "AL3 own Alvin left alone"


def _of_end(state: State) -> Iterator[str]:
    outcome = outcome_of(state)
    assert outcome is not None
    for result in outcome.results:
        yield from ["C22 ticket complete"] * len(result.complete)
        yield from ["C22 ticket failed"] * len(result.failed)
        if result.total < 0:
            yield "C24 negative total"
    if len(outcome.winners) > 1:
        yield "C25 shared victory"
    if len([result for result in outcome.results if result.bonuses]) > 1:
        yield "OW9 bonus shared"
    if not any(result.complete for result in outcome.results):
        yield "OW9 nobody completes a ticket"
