"""Bots for any rules that do not plan."""

from __future__ import annotations

from fogline.core.actions import ClaimRoute, DrawTickets
from fogline.core.chance import Dice, pick
from fogline.core.engine import consequences, legal_actions
from fogline.core.events import PointsScored, RouteClaimed
from fogline.core.messages import Action
from fogline.core.table import View


class RandomBot:
    """Takes each legal action with equal chance, by separate dice."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, view: View) -> Action:
        """Return any legal action of the viewer, who is deciding."""
        return pick(self._dice, legal_actions(view))


class PlainGreedy:
    """Claims the route that scores most now; else it draws any card."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        actions = legal_actions(view)
        claims = {each: _points(view, each) for each in actions if isinstance(each, ClaimRoute)}
        most = max(claims.values(), default=0)
        if most > 0:
            return next(claim for claim, points in claims.items() if points == most)
        others = [each for each in actions if not isinstance(each, ClaimRoute | DrawTickets)]
        return pick(self._dice, others or actions)


def _points(view: View, claim: ClaimRoute) -> int:
    claimed = RouteClaimed(view.seat or 0, claim.route, claim.payment)
    return sum(
        event.points
        for event in consequences(view, claimed)
        if isinstance(event, PointsScored) and event.seat == view.seat
    )
