"""Players for the lockstep: one that plays anything, and some that seek out rare branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from fogline import Action, Card, Chance, ClaimRoute, PlaceMarker, Seat, TakeCard
from fogline.core.chance import pick
from tests.fast.lockstep import Choose


def _verbs(*verbs: str) -> Callable[[Action], bool]:
    return lambda action: action.verb in verbs


def _colour(action: Action) -> bool:
    return isinstance(action, TakeCard) and action.card is not Card.WILD


def _only_wilds(action: Action) -> bool:
    match action:
        case ClaimRoute(_, payment) | PlaceMarker(_, payment):
            return payment.wilds == payment.total
        case _:
            return action == TakeCard(Card.WILD)


class Style(Enum):
    """What a player likes, the best first; now and then it does something else."""

    ANYTHING = ()
    BUILDER = (_verbs("claim"), _verbs("mark"))
    """Ends games soon, owns many routes, runs out of vehicles."""
    HOARDER = (_verbs("draw", "take"),)
    """Empties the deck."""
    MISER = (_colour, _verbs("draw"), _verbs("tickets"))
    """Leaves the wilds lying, until a display cannot be cured."""
    COLLECTOR = (_verbs("tickets"), _verbs("claim"))
    """Empties the ticket deck."""
    WASTER = (_only_wilds,)
    """Spends wilds wherever it can."""

    def player(self, dice: Chance) -> Choose:
        """Choose one of the seats, then by these likings."""

        def choose(
            deciding: Sequence[Seat], legal: Callable[[Seat], list[Action]]
        ) -> tuple[Seat, Action]:
            seat = pick(dice, deciding)
            actions = legal(seat)
            if dice.below(8):
                for likes in self.value:
                    liked = [action for action in actions if likes(action)]
                    if liked:
                        return seat, pick(dice, liked)
            # By verb first: the many ways to claim would drown all else.
            verb = pick(dice, sorted({action.verb for action in actions}))
            return seat, pick(dice, [action for action in actions if action.verb == verb])

        return choose


def random_player(dice: Sequence[Chance]) -> Choose:
    """Choose as the compiled player does: all actions equally likely, dice for each seat."""

    def choose(
        deciding: Sequence[Seat], legal: Callable[[Seat], list[Action]]
    ) -> tuple[Seat, Action]:
        seat = deciding[0]
        return seat, pick(dice[seat], legal(seat))

    return choose
