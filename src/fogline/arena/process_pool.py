"""Independent jobs, run by this process, by its threads or by other processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Generic, Protocol, TypeVar, cast

from fogline.core.errors import FoglineError

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

TRIES = 3
"""How many processes may die during a job before it is abandoned."""
AHEAD = 4
"""For each worker, how many jobs may be started ahead of the next result."""
AUTO = 0
"""Instead of a number of workers: one per core, if the jobs take long enough."""
_SOON = 1.0
"""Seconds that this process works alone; starting others takes about as long."""
_PATIENCE = 2.0
"""Seconds in which a process may stop what it has started, such as the program of a bot."""

_NONE = object()
_SPAWN = multiprocessing.get_context("spawn")


class WorkError(FoglineError):
    """Raised when a job cannot be done: its processes die, or its result cannot be sent."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool(Protocol):
    """Runs jobs, and repeats those of a process that ended unexpectedly."""

    def results(
        self, worker: Callable[[JobT], ResultT], jobs: Iterable[JobT]
    ) -> Generator[ResultT, None, None]:
        """Run the jobs, taken as they are needed, and yield their results in the same order."""


Workers = int | Pool
"""The number of processes on this machine, or `AUTO`, or a pool."""


def run(
    worker: Callable[[JobT], ResultT], jobs: Iterable[JobT], workers: Workers = 1
) -> Generator[ResultT, None, None]:
    """Run the jobs, and yield their results in the order of the jobs.

    One worker is this process. More, and `AUTO`, are separate processes: `worker` must then be a
    function of a module, jobs and results must be picklable, and a script must call this under `if
    __name__ == "__main__":`. Jobs are taken as they are needed. A job whose process dies is
    repeated by a new one; what `worker` raises is raised here. Ctrl-C and closing the iterator
    stop all processes.
    """
    pool = _Processes(workers) if isinstance(workers, int) else workers
    yield from pool.results(worker, jobs)


def attempt(worker: Callable[[JobT], ResultT], job: JobT) -> bytes:
    """Run a job; pickle whether it succeeded, with its result or its error."""
    try:
        return pickle.dumps((True, worker(job)))
    except Exception as error:  # noqa: BLE001 (raised again where it can be seen)
        return _as_sent(error)


def outcome_of(job_done: bool, value: object) -> object:
    """Return the result of an attempt, or raise what it raised."""
    if not job_done:
        raise cast("Exception", value)
    return value


@dataclass(frozen=True)
class _Processes:
    """Processes of this machine; a single one is this process."""

    number: int

    def results(
        self, worker: Callable[[JobT], ResultT], jobs: Iterable[JobT]
    ) -> Generator[ResultT, None, None]:
        """Run the jobs, and yield their results in order."""
        if self.number < 0:
            raise ValueError(f"cannot work with {self.number} workers")
        number, left = self.number, iter(jobs)
        if number == AUTO:
            number, until = available_cores(), time.monotonic() + _SOON
            while time.monotonic() < until:
                job = next(left, _NONE)
                if job is _NONE:
                    return
                yield worker(cast("JobT", job))
        if number == 1:
            yield from map(worker, left)
            return
        with _ProcessPool(worker, number) as pool:
            yield from pool.results(left)


@dataclass(frozen=True)
class Threads:
    """Threads of this process, for jobs in compiled code, which releases Python's lock."""

    number: int

    def results(
        self, worker: Callable[[JobT], ResultT], jobs: Iterable[JobT]
    ) -> Generator[ResultT, None, None]:
        """Run the jobs, and yield their results in order."""
        number = self.number or available_cores()
        if number == 1:
            yield from map(worker, jobs)
            return
        left = iter(jobs)
        pool = ThreadPoolExecutor(number)
        try:
            begun = deque(pool.submit(worker, job) for job in islice(left, number * AHEAD))
            while begun:
                yield begun.popleft().result()
                begun.extend(pool.submit(worker, job) for job in islice(left, 1))
        finally:
            pool.shutdown(cancel_futures=True)


class _Worker(Generic[JobT, ResultT]):
    """A process, and the number of the job it does."""

    def __init__(self, worker: Callable[[JobT], ResultT]) -> None:
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, worker), daemon=True)
        with _ignoring_interrupts():
            self.process.start()
        theirs.close()
        self.number: int | None = None

    def give(self, number: int, job: JobT) -> None:
        """Send a job; a dead process is noticed when its answer is read."""
        self.number = number
        with contextlib.suppress(BrokenPipeError):
            self.connection.send(job)

    def answer(self) -> tuple[bool, object] | None:
        """Return whether the job succeeded, and its result or error; `None` if the process died."""
        try:
            return cast("tuple[bool, object]", self.connection.recv())
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """Stop the process, busy or not."""
        self.connection.close()
        self.process.terminate()

    def join(self) -> None:
        """Wait for the end of the process, but not for long."""
        self.process.join(_PATIENCE)
        self.process.kill()
        self.process.join()


class _ProcessPool(Generic[JobT, ResultT]):
    """Processes that run one job at a time each; they start when there is a job for them."""

    def __init__(self, worker: Callable[[JobT], ResultT], size: int) -> None:
        self._worker = worker
        self._size = size
        self._workers: list[_Worker[JobT, ResultT]] = []
        self._unfinished: dict[int, JobT] = {}
        self._deaths: dict[int, int] = {}

    def __enter__(self) -> _ProcessPool[JobT, ResultT]:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.join()

    def results(self, jobs: Iterable[JobT]) -> Iterator[ResultT]:
        """Yield the results in order."""
        numbered = enumerate(jobs)
        done: dict[int, ResultT] = {}
        following = 0
        while True:
            while len(self._unfinished) < self._size and (
                len(self._unfinished) + len(done) < self._size * AHEAD
            ):
                number, job = next(numbered, (None, None))
                if number is None:
                    break
                self._give(number, cast("JobT", job))
            if following in done:
                yield done.pop(following)
                following += 1
            elif self._unfinished:
                done.update(self._some_answers())
            else:
                return

    def _give(self, number: int, job: JobT) -> None:
        self._unfinished[number] = job
        idle = next((each for each in self._workers if each.number is None), None)
        if idle is None:
            idle = _Worker(self._worker)
            self._workers.append(idle)
        idle.give(number, job)

    def _some_answers(self) -> Iterator[tuple[int, ResultT]]:
        """Wait until processes answer, and yield their answers; repeat a dead process's job."""
        busy = {each.connection: each for each in self._workers if each.number is not None}
        for connection in wait(list(busy)):
            worker = busy[cast("Connection", connection)]
            number = cast("int", worker.number)
            answer = worker.answer()
            if answer is None:
                self._replace(worker, number)
                continue
            worker.number = None
            result = outcome_of(*answer)
            del self._unfinished[number]
            self._deaths.pop(number, None)
            yield number, cast("ResultT", result)

    def _replace(self, worker: _Worker[JobT, ResultT], number: int) -> None:
        self._workers.remove(worker)
        worker.stop()
        worker.join()
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] == TRIES:
            raise WorkError(
                f"job {number + 1} was given up: {TRIES} processes died while they did it, "
                f"the last with exit code {worker.process.exitcode}."
            )
        self._give(number, self._unfinished[number])


@contextlib.contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C at the terminal: their parent stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, worker: Callable[[JobT], ResultT]) -> None:
    """Run jobs, in a separate process, until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                connection.send_bytes(attempt(worker, connection.recv()))
    finally:
        # It is exiting: a signal would only interrupt Python's cleanup.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _as_sent(error: Exception) -> bytes:
    """Pickle an error, or one with the same message if that is impossible."""
    error.add_note("".join(["in a worker: ", *traceback.format_exception(error)]))
    try:
        answer = pickle.dumps((False, error))
        pickle.loads(answer)  # noqa: S301 (written one line above)
    except Exception:  # noqa: BLE001 (an error can refuse to be pickled in any way)
        return pickle.dumps((False, WorkError(f"{type(error).__name__}: {error}")))
    return answer
