"""`check_bot` passes good bots and says what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fogline import Action, Chance, Pass, Seed, State, View, check_bot, legal_actions
from fogline.bots import BadBot, BotReport, Failure, RandomBot, SpecError, make_bot
from fogline.bots.check import GAMES, tables
from fogline.core.chance import pick
from tests.bots.programs import PYTHON_EXAMPLE, program

FEW = len(tables())


class Good:
    """Chooses at random by its seed."""

    def __init__(self, seed: Seed) -> None:
        self.dice = Chance(seed)

    def choose(self, view: View) -> Action:
        assert not isinstance(view, State)
        return pick(self.dice, legal_actions(view))


class Quitter(Good):
    def choose(self, view: View) -> Action:
        return Pass()


class Mute(Good):
    def choose(self, view: View) -> Action:
        return None  # type: ignore[return-value]  # as a bot without types may


class Careless(Good):
    def choose(self, view: View) -> Action:
        raise KeyError("oops")


class Vandal(Good):
    def choose(self, view: View) -> Action:
        view.me.points["routes"] = 99  # type: ignore[index]  # nothing but the type forbids it
        return super().choose(view)


class Moody(Good):
    moods = 0

    def choose(self, view: View) -> Action:
        Moody.moods += 1
        actions = legal_actions(view)
        return actions[Moody.moods % len(actions)]


class Peeker(Good):
    """Depends on something beyond what the view says: which object it is."""

    seen: dict[int, View] = {}  # noqa: RUF012 (shared on purpose)

    def choose(self, view: View) -> Action:
        self.seen[id(view)] = view
        actions = legal_actions(view)
        return actions[len(self.seen) % len(actions)]


@pytest.mark.parametrize("bot", ["random", Good, lambda seed: RandomBot(Chance(seed))])
def test_good_bots_pass(bot: str | Callable[[Seed], Good]) -> None:
    done: list[int] = []
    report = check_bot(bot, games=FEW, seed=1, progress=done.append)
    assert report.ok
    assert report.problems == ()
    assert report.games == FEW
    assert report.decisions > 50 * FEW
    assert 0 < report.mean_seconds <= report.worst_seconds
    assert done == list(range(1, FEW + 1))
    report.raise_if_bad()


def test_the_compiled_planner_passes() -> None:
    assert check_bot("planner", games=FEW).ok


def test_a_program_passes() -> None:
    assert check_bot(f"process:{PYTHON_EXAMPLE}", games=3).ok


@pytest.mark.parametrize(
    ("bot", "failure", "message"),
    [
        (Quitter, Failure.ILLEGAL, "chose pass, which is refused: This is not one of the things"),
        (Mute, Failure.ILLEGAL, "chose None, which is not an action"),
        (Careless, Failure.ERROR, "raised KeyError: 'oops'"),
        (Vandal, Failure.CHANGED_VIEW, "changed the view it was shown"),
        (Moody, Failure.NOT_REPEATABLE, "chose keep"),
        (Peeker, Failure.NOT_REPEATABLE, "chose keep"),
        (f"process:{program('sys.exit(1)')}", Failure.ERROR, "ended with exit status 1"),
    ],
)
def test_what_is_wrong_is_said(
    bot: str | Callable[[Seed], Good], failure: Failure, message: str
) -> None:
    report = check_bot(bot, games=2, seed="bad")
    assert not report.ok
    first = report.problems[0]
    assert first.failure is failure
    assert first.message.startswith(message)
    assert (first.game, first.seed) == ("san-francisco, 2 players", "bad/0")
    assert str(first).startswith(f"{failure}: {message}")
    with pytest.raises(BadBot, match=r"seed 'bad/0', decision 1\) and 1 more"):
        report.raise_if_bad()


def test_a_check_of_a_hopeless_bot_stops_early() -> None:
    report = check_bot(Quitter, games=100)
    assert (report.games, len(report.problems)) == (5, 5)


def test_who_thinks_by_the_clock_need_not_repeat_itself() -> None:
    assert check_bot(Moody, games=2, by_clock=True).ok


def test_a_bot_that_was_made_already_can_be_checked_for_the_rest() -> None:
    assert check_bot(make_bot("random", 1), games=2).ok
    assert not check_bot(Vandal(1), games=1).ok


def test_a_bad_spec_is_refused() -> None:
    with pytest.raises(SpecError, match="no option 'depth'"):
        check_bot("planner:depth=3")


def test_the_same_seed_gives_the_same_report() -> None:
    def findings(report: BotReport) -> tuple[object, ...]:
        return report.games, report.decisions, report.problems

    assert findings(check_bot(Good, games=3, seed=5)) == findings(check_bot(Good, games=3, seed=5))
    assert findings(check_bot(Good, games=3, seed=5)) != findings(check_bot(Good, games=3, seed=6))


def test_both_games_and_alvin_are_played() -> None:
    assert {name for name, _, _ in tables()} == {"san-francisco", "old-west"}
    assert {seats for _, seats, _ in tables()} == {2, 3, 4, 5, 6}
    assert any(options.get("alvin") for _, _, options in tables())
    assert 3 * len(tables()) == GAMES
