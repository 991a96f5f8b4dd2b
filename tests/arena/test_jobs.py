"""Pieces of work, on one process or on several, and the games they consist of."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from fogline import define
from fogline.arena import process_pool
from fogline.arena.jobs import Job, can_compile, play_for_results, play_games
from fogline.arena.process_pool import AUTO, Threads, WorkError, run
from fogline.arena.seeds import NumberedSeeds
from fogline.bots import COMPILED
from fogline.core.errors import FoglineError
from fogline.core.text.notation import parse_action
from fogline.sim.whole_games import Played

LONG = 3600


@dataclass(frozen=True, slots=True)
class Piece:
    number: int
    marker: Path | None = None
    """A file that a process makes before it kills itself; with the file there, nobody dies."""
    always: bool = False


class Unpicklable(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def work(job: Piece) -> tuple[int, int]:
    if job.marker is not None and (job.always or not job.marker.exists()):
        job.marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return job.number * job.number, os.getpid()


def fail(job: Piece) -> int:
    if job.number == 1:
        raise FoglineError("no such luck")
    raise Unpicklable(1, 2)


def sleep(job: Piece) -> int:
    if job.number:
        time.sleep(LONG)
    return os.getpid()


def interrupt(job: Piece) -> None:
    assert job.marker is not None
    try:
        job.marker.with_suffix(f".{job.number}").touch()
        while len(list(job.marker.parent.iterdir())) < 2:
            time.sleep(0.01)
        if job.number:
            os.kill(os.getppid(), signal.SIGINT)
        time.sleep(LONG)
    finally:
        job.marker.with_suffix(f".{job.number}").unlink()


def same(one: Played, two: Played) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(two, name))
        for name in ("scores", "points", "routes", "tickets", "complete", "decisions", "turns")
    ) and (one.reasons, one.moves) == (two.reasons, two.moves)


def test_one_worker_is_this_process_and_takes_jobs_as_they_are_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Piece]:
        for number in range(3):
            taken.append(number)
            yield Piece(number)

    results = run(work, jobs(), 1)
    assert next(results) == (0, os.getpid())
    assert taken == [0]
    assert [square for square, _ in results] == [1, 4]


def test_a_job_whose_process_dies_is_done_again_and_counted_once(tmp_path: Path) -> None:
    jobs = [Piece(number, tmp_path / "died" if number == 2 else None) for number in range(20)]
    results = list(run(work, jobs, 2))
    assert (tmp_path / "died").exists()
    assert [square for square, _ in results] == [number * number for number in range(20)]
    assert os.getpid() not in {pid for _, pid in results}


def test_a_job_that_kills_every_process_is_given_up(tmp_path: Path) -> None:
    jobs = [Piece(0), Piece(1, tmp_path / "died", always=True)]
    with pytest.raises(WorkError, match=r"job 2 was given up: 3 processes died"):
        list(run(work, jobs, 2))


def test_what_a_job_raises_is_raised_here() -> None:
    with pytest.raises(FoglineError, match="no such luck") as raised:
        list(run(fail, [Piece(1)], 2))
    assert "in fail" in raised.value.__notes__[0]
    with pytest.raises(WorkError, match="Unpicklable: 1 and 2"):
        list(run(fail, [Piece(2)], 2))


def test_whoever_stops_early_stops_the_processes() -> None:
    results = run(sleep, [Piece(0), Piece(1), Piece(2)], 2)
    pid = next(results)
    assert pid in {child.pid for child in multiprocessing.active_children()}
    results.close()
    assert not multiprocessing.active_children()


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Shells start what they put into the background so that it ignores interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_an_interrupt_stops_the_processes_which_let_go_of_what_they_hold(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(run(interrupt, [Piece(number, tmp_path / "held") for number in range(2)], 2))
    assert not multiprocessing.active_children()
    assert not list(tmp_path.iterdir())


def stop_at_exit(job: Piece) -> int:
    atexit.register(os.kill, os.getpid(), signal.SIGTERM)
    return job.number


def test_a_process_that_ends_is_not_interrupted(capfd: pytest.CaptureFixture[str]) -> None:
    """A signal that comes while Python ends would be told as an error that nobody can help."""
    assert list(run(stop_at_exit, [Piece(0), Piece(1)], 2)) == [0, 1]
    assert capfd.readouterr() == ("", "")


def test_there_must_be_a_worker() -> None:
    with pytest.raises(ValueError, match="-1 workers"):
        list(run(work, [Piece(1)], -1))


def own_pid(_: int) -> int:
    """Return the number of the process that does the job."""
    return os.getpid()


def test_other_processes_are_started_only_for_jobs_that_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert set(run(own_pid, range(9), AUTO)) == {os.getpid()}
    monkeypatch.setattr(process_pool, "_SOON", 0.0)
    monkeypatch.setattr(process_pool, "available_cores", lambda: 2)
    assert os.getpid() not in set(run(own_pid, range(2), AUTO))


@pytest.mark.parametrize("number", [AUTO, 1, 3])
def test_threads_do_jobs_in_order_and_raise_what_jobs_raise(number: int) -> None:
    assert list(run(str, range(50), Threads(number))) == [str(each) for each in range(50)]
    done = run(lambda divisor: 1 // divisor, [1, 1, 0, 1], Threads(number))
    assert [next(done), next(done)] == [1, 1]
    with pytest.raises(ZeroDivisionError):
        next(done)


def test_threads_take_jobs_as_they_are_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    done = run(abs, jobs(), Threads(2))
    assert [next(done) for _ in range(3)] == [0, 1, 2]
    assert len(taken) <= 2 * process_pool.AHEAD + 3
    done.close()


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        ("san-francisco", {}, ("planner", "random", "greedy")),
        ("san-francisco", {}, ("ticket-hungry", "route-focus")),
        ("old-west", {"alvin": True}, ("random", "planner")),
        ("old-west", {}, COMPILED[1:4]),
    ],
)
def test_both_engines_play_the_same_games(
    name: str, options: dict[str, bool], players: tuple[str, ...]
) -> None:
    game = define(name, options)
    seeds = NumberedSeeds("same", range(3), len(players))
    job = Job(game, players, seeds, log=True)
    assert can_compile(game, players)
    together = play_games(job)
    apart = play_games(replace(job, compiled=False))
    assert same(together, apart)
    assert together.moves is not None
    for said, decisions in zip(together.moves, together.decisions, strict=True):
        assert len(said) == decisions
        assert all(str(parse_action(text)) == text for _, text in said)
    assert (together.points.sum(axis=2) == together.scores).all()
    assert (together.tickets | together.complete == together.tickets).all()
    assert (together.winners.sum(axis=1) >= 1).all()


@pytest.mark.parametrize("compiled", [True, False])
def test_results_are_those_of_the_whole_games(compiled: bool) -> None:
    num = 60 if compiled else 4
    job = Job(
        define("san-francisco"),
        ("random",) * 3,
        NumberedSeeds("results", range(5, 5 + num), 3),
        compiled=compiled,
    )
    whole, results = play_games(job), play_for_results(job)
    assert len(results.scores) == num
    assert np.array_equal(results.scores, whole.scores)
    assert np.array_equal(results.winners, whole.winners)
    assert np.array_equal(results.decisions, whole.decisions)
    assert results.faults == whole.faults
