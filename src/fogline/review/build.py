"""From a finished game to its review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from fogline.core.chance import Seed
from fogline.core.codec import encode
from fogline.core.log import GameLog
from fogline.core.messages import Action, Seat
from fogline.core.text.words import sentence
from fogline.core.view import view_of
from fogline.report.estimates import error_of
from fogline.review.depth import DEPTHS, READABLE, Depth
from fogline.review.evaluator import Evaluator, evaluator_for
from fogline.review.fates import fates_of
from fogline.review.history import History, HistoryStep, ReviewError, history_of
from fogline.review.luck import Luck, follow, result_of
from fogline.review.model import (
    JudgedChance,
    JudgedOption,
    Judgement,
    Label,
    Moment,
    Point,
    Review,
    SeatReview,
)
from fogline.review.reason_words import say_reason
from fogline.review.reasons import facts_for
from fogline.review.skill import Tried, Verdict, judge
from fogline.review.values import WIN, Value, Values, by_seat, par, total, value_at

Progress = Callable[[int, int], None]
"""Receives how many steps are done, and how many there are."""

STAGES = 3
"""How many steps each move takes: its position, the luck after it, the decision."""
WORST = 3
"""How many of a player's worst decisions are explained."""
MOMENTS = 8
"""How many moments are listed."""


def review(  # noqa: PLR0913 (options)
    log: GameLog,
    *,
    depth: str = "standard",
    seed: Seed = "review",
    names: Sequence[str] = (),
    progress: Progress = lambda *_: None,
    pause: Callable[[], None] = lambda: None,
) -> Review:
    """Return the review of a finished game; raise `ReviewError` if it is not finished.

    The same game, depth and seed give the same review. `names` are those of the players. `pause` is
    called every few milliseconds, and may wait to let others work.
    """
    history = history_of(log)
    evaluator = evaluator_for(log.game, log.seats)
    depths = DEPTHS if evaluator.compiled else READABLE
    if depth not in depths:
        raise ReviewError(f"there is no depth {depth!r}; there are: {', '.join(depths)}.")
    evaluator.pause = pause
    called = (*names, *(f"Seat {seat}" for seat in range(len(names), log.seats)))
    numbers = depths[depth]
    moves = len(history.steps)
    steps = _Progress(progress, STAGES * moves)
    course = follow(evaluator, history, numbers.curve_for(moves), f"{seed}/luck", steps.advance)
    verdicts = []
    for step in history.steps:
        left = moves - step.number
        own = numbers.with_moves_left(left) if evaluator.compiled else numbers
        verdicts.append(_judge(evaluator, step, own, seed))
        steps.advance()
    decisions = _explained(history, verdicts, called)
    chance = tuple(_chance(each, history, called) for each in course.luck)
    seats = _seats(history, chance, decisions, called)
    return Review(
        game=log.game.name,
        title=log.game.title,
        options=dict(log.game.options),
        names=called,
        seed=str(seed),
        depth=depth,
        compiled=evaluator.compiled,
        playouts=evaluator.playouts,
        seats=seats,
        curve=tuple(_point(move, values) for move, values in enumerate(course.curve)),
        chance=chance,
        decisions=decisions,
        moments=_moments(chance, decisions),
    )


class _Progress:
    """Counts steps."""

    def __init__(self, progress: Progress, steps: int) -> None:
        self._progress, self._steps = progress, steps
        self._done = 0
        progress(0, steps)

    def advance(self) -> None:
        """Report one more step."""
        self._done += 1
        self._progress(self._done, self._steps)


def _judge(evaluator: Evaluator, step: HistoryStep, depth: Depth, seed: Seed) -> Verdict:
    view = view_of(step.before, step.move.seat)
    return judge(evaluator, view, step.move.action, depth, f"{seed}/skill/{step.number}")


def _explained(
    history: History, verdicts: Sequence[Verdict], names: Sequence[str]
) -> tuple[Judgement, ...]:
    """Put verdicts into words, and give reasons for the worst of each player."""
    judged = list(map(_judgement, history.steps, verdicts))
    for seat in range(history.log.seats):
        for move in worst_of(judged, seat):
            step, later = history.steps[move - 1], history.steps[move:]
            each, best = judged[move - 1], verdicts[move - 1].best.action
            facts = facts_for(step, best, each.lead_loss.value, later)
            reason = say_reason(facts, history.log.game.phrasebook(), names)
            judged[move - 1] = replace(each, reason=reason, facts=facts)
    return tuple(judged)


def worst_of(decisions: Sequence[Judgement], seat: Seat) -> tuple[int, ...]:
    """List the moves of a seat's worst decisions, the worst first; only those that are certain."""
    blamed = [
        each
        for each in decisions
        if each.seat == seat and each.label in (Label.BLUNDER, Label.MISTAKE, Label.INACCURACY)
    ]
    blamed.sort(key=lambda each: (-each.loss.value, each.move))
    return tuple(each.move for each in blamed[:WORST])


def _judgement(step: HistoryStep, verdict: Verdict) -> Judgement:
    def option(tried: Tried) -> JudgedOption:
        action = tried.action
        said = _say(step, action)
        return JudgedOption(str(action), encode(action), said, tried.value, tried.playouts)

    return Judgement(
        move=step.number,
        seat=step.move.seat,
        label=verdict.label,
        legal=verdict.legal,
        chosen=option(verdict.chosen),
        best=option(verdict.best),
        options=tuple(map(option, verdict.tried)),
        loss=verdict.loss,
        lead_loss=verdict.lead_loss,
        effect=verdict.effect,
    )


def _say(step: HistoryStep, action: Action) -> str:
    return sentence(action, view_of(step.before, step.move.seat))


def _chance(luck: Luck, history: History, names: Sequence[str]) -> JudgedChance:
    book = history.log.game.phrasebook()
    sentences = (book.sentence(event, names) for event in luck.event.events)
    return JudgedChance(
        move=luck.move,
        kind=luck.event.events[0].verb,
        seat=luck.event.seat,
        sentence=" ".join(filter(None, map(str, sentences))),
        data=encode(luck.event.events),
        luck=by_seat(luck.gains.mean(axis=0)),
        error=tuple(luck.error(seat) for seat in range(len(names))),
    )


def _point(move: int, values: Values) -> Point:
    errors = tuple(error_of(values[:, seat, WIN]) for seat in range(values.shape[1]))
    return Point(move, by_seat(values.mean(axis=0)), errors)


def _seats(
    history: History,
    chance: Sequence[JudgedChance],
    decisions: Sequence[Judgement],
    names: Sequence[str],
) -> tuple[SeatReview, ...]:
    results = result_of(history)
    expected = par(history.log.seats)
    found = []
    for seat, name in enumerate(names):
        result = value_at(results[seat])
        luck = total([each.luck[seat] for each in chance])
        skill = total([each.effect[seat] for each in decisions if each.seat == seat])
        others = total([each.effect[seat] for each in decisions if each.seat != seat])
        found.append(
            SeatReview(
                seat=seat,
                name=name,
                points=history.outcome.results[seat].total,
                result=result,
                par=expected,
                luck=luck,
                skill=skill,
                others=others,
                residual=_rest(result, expected, luck, skill, others),
                labels=dict(Counter(str(each.label) for each in decisions if each.seat == seat)),
                worst=worst_of(decisions, seat),
                tickets=fates_of(history, seat),
            )
        )
    return tuple(found)


def _rest(result: Value, *parts: Value) -> Value:
    """Return a result less its parts."""
    return Value(
        result.win - sum(each.win for each in parts),
        result.lead - sum(each.lead for each in parts),
    )


def _moments(chance: Sequence[JudgedChance], decisions: Sequence[Judgement]) -> tuple[Moment, ...]:
    """List the largest changes that are certain, in the order of the game."""
    found = []
    for index, event in enumerate(chance):
        most = max(range(len(event.luck)), key=lambda each: abs(event.luck[each].win))
        seat = most if event.seat is None else event.seat
        change = event.luck[seat].win
        if abs(change) > 2 * event.error[seat]:
            found.append(Moment(event.move, "luck", seat, change, event.sentence, index))
    found += [
        Moment(each.move, "decision", each.seat, -each.loss.value, each.chosen.sentence, index)
        for index, each in enumerate(decisions)
        if each.loss.low > 0
    ]
    found.sort(key=lambda moment: -abs(moment.change))
    return tuple(sorted(found[:MOMENTS], key=lambda moment: moment.move))
