"""Reviews by the readable engine: rougher ones come first, and any of them can be the last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from fogline import Action, View, define, legal_actions
from fogline.arena.jobs import play_one
from fogline.cli import main
from fogline.core.log import GameLog
from fogline.review import Review, passes, readable_review
from fogline.review.depth import READABLE, Depth
from fogline.review.passes import passes_for, reviews, seconds_for, steps_for
from fogline.server.features.reviews import review_worker
from tests.positions import SAN_FRANCISCO
from tests.sim.boards import tidewick


@cache
def a_game() -> GameLog:
    return play_one(tidewick(), ["plain-greedy"] * 2, "tide", ["a", "b"]).log


class Hasty:
    """A planner that does the first thing it can, to save time."""

    def __init__(self, *_: object) -> None:
        pass

    def choose(self, view: View) -> Action:
        return legal_actions(view)[-1]

    def rate(self, view: View, actions: list[Action]) -> dict[Action, float]:
        return {action: float(number) for number, action in enumerate(actions)}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make playouts cheap, and few."""
    monkeypatch.setattr(readable_review, "PlainPlanner", Hasty)
    for number, name in enumerate(READABLE):
        few = Depth(
            curve=1 + number, candidates=1, first=1, finalists=1, second=1, few=1, many=1 + number
        )
        monkeypatch.setitem(READABLE, name, few)


def test_each_review_is_whole_and_more_thorough_than_the_one_before() -> None:
    told: list[tuple[int, int]] = []
    found = list(
        reviews(a_game(), depth="quick", progress=lambda done, steps: told.append((done, steps)))
    )
    assert [each.depth for each in found] == passes_for(a_game(), "quick") == ["sketch", "quick"]
    assert found[0].playouts < found[1].playouts
    for each in found:
        assert not each.compiled
        for seat in each.seats:
            parts = (seat.luck, seat.skill, seat.others, seat.residual)
            whole = seat.result.win - seat.par.win
            assert sum(part.win for part in parts) == pytest.approx(whole)
    assert told == sorted(told)
    steps = steps_for(a_game(), "quick")
    assert told[-1] == (steps, steps)


def test_the_time_of_each_pass_is_estimated() -> None:
    first, *rest = seconds_for(a_game(), "deep")
    assert first > 0
    assert len(rest) == 3
    assert [first, *rest] == sorted([first, *rest])


def test_compiled_code_makes_one_review() -> None:
    log = play_one(define(SAN_FRANCISCO), ["random"] * 2, "one", ["a", "b"]).log
    assert passes_for(log, "standard") == ["standard"]
    assert seconds_for(log, "standard") == []


def run_cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], finished: int
) -> tuple[int, str, str]:
    """Review at standard depth, and press Ctrl-C once some reviews are there."""

    def stopped(*arguments: object, **options: object) -> Iterator[Review]:
        made = reviews(*arguments, **options)  # type: ignore[arg-type]
        for _ in range(finished):
            yield next(made)
        raise KeyboardInterrupt

    monkeypatch.setattr("fogline.cli.play.saved.read", lambda _: SimpleNamespace(log=a_game()))
    monkeypatch.setattr(passes, "reviews", stopped)
    status = main(["review", "tide.json", "--json"])
    out, err = capsys.readouterr()
    return status, out, err


def test_ctrl_c_shows_the_last_review_that_was_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run_cli(monkeypatch, capsys, finished=2)
    assert status == 0
    assert json.loads(out)["depth"] == "quick"
    estimate, stopped = err.splitlines()
    assert estimate.startswith("Tidewick has no compiled rules, so this takes about ")
    assert stopped == "stopped; this is the review of depth quick"


def test_ctrl_c_before_the_first_review_stops_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run_cli(monkeypatch, capsys, finished=0)
    assert (status, out) == (130, "")


def run_worker(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return what a worker of the server writes last: of which kind, and its value."""
    monkeypatch.setattr("sys.stdin", StringIO("game\n" + "\n" * 100_000))
    monkeypatch.setattr("sys.argv", ["worker", "deep"])
    monkeypatch.setattr(review_worker, "from_json", lambda *_: a_game())
    monkeypatch.setattr("os.nice", lambda _: 0)
    review_worker.main()
    kind, _, text = capsys.readouterr().out.splitlines()[-1].partition(" ")
    return kind, json.loads(text)


def test_a_server_keeps_the_best_review_until_its_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[Review] = []

    def counted(*arguments: object, **options: object) -> Iterator[Review]:
        for each in reviews(*arguments, **options):  # type: ignore[arg-type]
            made.append(each)
            yield each
            monkeypatch.setattr("time.process_time", lambda: 1e9)

    monkeypatch.setattr(passes, "reviews", counted)
    monkeypatch.setattr(review_worker, "SLICE", 0.0)
    kind, review = run_worker(monkeypatch, capsys)
    assert (kind, review["depth"]) == ("review", "sketch")
    assert len(made) == 1


def test_a_server_says_in_one_line_that_a_game_takes_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(review_worker, "LIMIT", 0.0)
    monkeypatch.setattr(review_worker, "SLICE", 0.0)
    kind, said = run_worker(monkeypatch, capsys)
    assert kind == "failed"
    assert "Tidewick takes too long to review without compiled rules" in said
