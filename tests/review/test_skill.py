"""Decisions of last turns, where all that can happen can be counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fogline import Action, DrawCard, DrawTickets, State, view_of
from fogline.core import engine
from fogline.core.actions import ClaimRoute
from fogline.core.chance import Chance
from fogline.core.table import View
from fogline.report.estimates import Estimate
from fogline.review.depth import Depth
from fogline.review.model import Label
from fogline.review.readable_review import ReadableEvaluator
from fogline.review.skill import Verdict, judge, label_of
from tests.positions import SAN_FRANCISCO, arranged, begun, cards, holding, with_points, with_tokens

DEPTH = Depth(curve=2, candidates=20, first=1, finalists=3, second=1, few=4, many=4)


def last_turn(points: int = 1) -> State:
    """Make seat 0 take the last turn of a game, so many points behind; it can claim routes."""
    state = with_tokens(begun(SAN_FRANCISCO, 2), {})
    state = arranged(state, hands={0: cards(red=3, blue=2, wild=2), 1: cards(green=3)})
    state = with_points(holding(state, {}), {0: 0, 1: points})
    return replace(state, turns_left=1)


def judged(state: State, action: Action, depth: Depth = DEPTH) -> Verdict:
    return judge(ReadableEvaluator(state.game, 2), view_of(state, 0), action, depth, "test")


def lead_after(state: State, action: Action) -> int:
    """Count the lead of seat 0 when it does this and then anything for as long as it must."""
    while True:
        state, _ = engine.play(state, 0, action, Chance("any"))
        if state.ended is not None:
            return state.players[0].score - state.players[1].score
        action = engine.legal_actions(view_of(state, 0))[0]


def claims(view: View) -> list[ClaimRoute]:
    return [each for each in engine.legal_actions(view) if isinstance(each, ClaimRoute)]


def test_the_best_action_is_the_one_found_by_counting() -> None:
    state = last_turn()
    leads = {each: lead_after(state, each) for each in engine.legal_actions(view_of(state, 0))}
    verdict = judged(state, DrawCard())
    assert leads[verdict.best.action] == max(leads.values())
    assert verdict.best.value == (1.0, max(leads.values()))
    assert verdict.chosen.value == (0.0, leads[DrawCard()])
    assert verdict.lead_loss.value == max(leads.values()) - leads[DrawCard()]
    for tried in verdict.tried:
        if not isinstance(tried.action, DrawTickets):  # which are drawn is not known
            assert tried.value.lead == leads[tried.action]


def test_a_planted_blunder_is_found() -> None:
    verdict = judged(last_turn(), DrawCard())
    assert verdict.label is Label.BLUNDER
    assert verdict.loss == Estimate(1.0, 1.0, 1.0)
    assert isinstance(verdict.best.action, ClaimRoute)
    assert [value.win for value in verdict.effect] == [-1.0, 1.0]


def test_the_best_choice_costs_nothing() -> None:
    state = last_turn()
    best = max(claims(view_of(state, 0)), key=lambda each: lead_after(state, each))
    verdict = judged(state, best)
    assert verdict.label in (Label.BEST, Label.GOOD)
    assert verdict.loss.value == verdict.lead_loss.value == 0.0


def test_what_cannot_be_helped_is_no_mistake() -> None:
    verdict = judged(last_turn(points=90), DrawCard())
    assert verdict.label is Label.GOOD
    assert verdict.loss.value == 0.0
    assert verdict.lead_loss.value > 0


def test_a_forced_move_costs_nothing() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        display="- - - - -",
        deck=cards(),
        rest_to=1,
    )
    state = holding(replace(state, turns_left=1), {}, deck=(), rest_to=1)
    (only,) = engine.legal_actions(view_of(state, 0))
    verdict = judged(state, only)
    assert (verdict.label, verdict.legal) == (Label.FORCED, 1)
    assert verdict.loss == Estimate(0.0, 0.0, 0.0)
    assert all(value == (0.0, 0.0) for value in verdict.effect)


def test_nobody_is_judged_by_what_nobody_could_know() -> None:
    """Seat 1 holds the card and the ticket that decide the game, or others: no difference."""
    state = replace(last_turn(), turns_left=2)
    tickets = sorted(state.board.ticket)
    truths = [
        arranged(holding(state, {1: [ticket]}), hands={0: cards(red=3, wild=2), 1: hand})
        for ticket, hand in (
            (tickets[0], cards(wild=4)),
            (tickets[-1], cards(green=2, black=2)),
        )
    ]
    assert truths[0] != truths[1]
    verdicts = [judged(truth, DrawCard()) for truth in truths]
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize(
    ("loss", "label"),
    [
        (Estimate(0.3, -0.01, 0.6), Label.GOOD),
        (Estimate(0.015, 0.01, 0.02), Label.GOOD),
        (Estimate(0.03, 0.01, 0.05), Label.INACCURACY),
        (Estimate(0.06, 0.01, 0.11), Label.MISTAKE),
        (Estimate(0.2, 0.01, 0.4), Label.BLUNDER),
        (Estimate(-0.1, -0.2, 0.0), Label.GOOD),
    ],
)
def test_chance_alone_is_never_blamed(loss: Estimate, label: Label) -> None:
    assert label_of(loss) is label
