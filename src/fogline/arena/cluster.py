"""Independent jobs on a Ray cluster of one machine or many."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pickle
import re
import secrets
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import ModuleType
from typing import cast

from fogline import __version__
from fogline.arena.process_pool import (
    AHEAD,
    AUTO,
    TRIES,
    JobT,
    ResultT,
    WorkError,
    Workers,
    attempt,
    available_cores,
    outcome_of,
)

LOCAL = "ray"
"""The name of a cluster on this machine, which lives only as long as the jobs."""

_ADDRESS = re.compile(r"(ray://)?[^/]+:[0-9]{1,5}")
_STORE = 200_000_000
"""Bytes of shared memory for large results."""
_BUNDLE = 0.2
"""The seconds of work to send at once: sending costs some milliseconds."""
_NOT_STARTED = "Initialization failure from server"
"""Ray's message when a cluster could not start a server for a new client."""
_PATIENCE = 10.0
"""Seconds in which a cluster must answer."""
_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # otherwise it sends usage reports
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # otherwise it prints to stdout when a worker dies
    "RAY_worker_niceness": "0",  # otherwise its workers have a lower priority than other processes
}
"""The settings that Ray reads from its environment."""


class ClusterError(WorkError):
    """Raised when there is no such cluster, or it cannot do the jobs."""


def find_workers(
    cluster: str | None = None, workers: int | None = None
) -> AbstractContextManager[Workers]:
    """Return the workers for a command line; use them in a `with` block.

    Without a cluster these are processes of this machine: `workers` of them, or one per core.
    """
    if cluster is None:
        return nullcontext(AUTO if workers is None else workers)
    return RayPool(cluster, workers)


class RayPool:
    """A Ray cluster that does jobs. It is started, or connected to, for the first job.

    The address is `ray` for a separate cluster on this machine, with `workers` workers or one per
    core, which ends with the `with`; `ray://HOST:PORT` for one that any machine can reach;
    `HOST:PORT` for one that this machine is part of.
    """

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        if importlib.util.find_spec("ray") is None:
            raise ClusterError(
                "a cluster needs Ray; install it with: pip install 'fogline[cluster]'"
            )
        if address != LOCAL and not _ADDRESS.fullmatch(address):
            raise ClusterError(f"{address!r} is no cluster; say ray, ray://HOST:PORT or HOST:PORT.")
        if address == LOCAL:
            workers = available_cores() if workers is None else workers
        elif workers is not None:
            raise ClusterError(
                f"the cluster at {address} has its own number of workers; omit --workers."
            )
        self._address = address
        self._workers = workers
        self._ray: ModuleType | None = None

    def __enter__(self) -> RayPool:
        return self

    def __exit__(self, *error: object) -> None:
        if self._ray is not None:
            self._ray.shutdown()
            self._ray = None

    def results(
        self, worker: Callable[[JobT], ResultT], jobs: Iterable[JobT]
    ) -> Generator[ResultT, None, None]:
        """Run the jobs, and yield their results in order."""
        ray = self._connected()
        work = ray.remote(max_retries=TRIES - 1)(_work)
        pickled = ray.put(ray.cloudpickle.dumps(worker))
        most = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        waiting = iter(jobs)
        size = 1
        begun: deque[object] = deque()
        try:
            while True:
                while len(begun) < most and (bundle := list(islice(waiting, size))):
                    begun.append(work.remote(__version__, pickled, ray.cloudpickle.dumps(bundle)))
                if not begun:
                    return
                answer = _answer(ray, begun[0])
                # Ray aborts this process if it cancels a task whose answer has just arrived.
                begun.popleft()
                done = _done(answer)
                fitting = int(len(done.results) * _BUNDLE / max(done.seconds, 0.001))
                size = max(1, min(2 * size, fitting))
                yield from cast("list[ResultT]", done.results)
        finally:
            if begun:
                _, unfinished = ray.wait(list(begun), num_returns=len(begun), timeout=0)
                for each in unfinished:
                    ray.cancel(each, force=True)

    def _connected(self) -> ModuleType:
        if self._ray is None:
            ray = _load(start=self._address == LOCAL)
            try:
                self._connect(ray)
            except (OSError, OverflowError, RuntimeError, ray.exceptions.RayError) as error:
                raise ClusterError(f"there is no cluster at {self._address}: {error}") from error
            self._ray = ray
        return self._ray

    def _connect(self, ray: ModuleType) -> None:
        quiet = {"log_to_driver": False, "logging_level": "error"}
        if self._address == LOCAL:
            ray.init(
                "local",
                num_cpus=self._workers,
                include_dashboard=False,
                object_store_memory=_STORE,
                **quiet,
            )
            return
        host, _, port = self._address.removeprefix("ray://").rpartition(":")
        # Ray itself would try for minutes to reach a missing cluster.
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
        for tries_left in reversed(range(TRIES)):
            try:
                ray.init(self._address, **quiet)
            except ConnectionError as error:
                # On a busy machine the server for this client sometimes starts late, or not at all.
                if not tries_left or _NOT_STARTED not in str(error):
                    raise
            else:
                return


def _load(*, start: bool) -> ModuleType:
    """Import Ray, which reads its settings from the environment."""
    if "ray" not in sys.modules:
        os.environ.update(_ENVIRONMENT)
        if start and "RAY_AUTH_MODE" not in os.environ:
            # It listens on the network: nobody else may send it jobs.
            os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    return importlib.import_module("ray")


@dataclass(frozen=True, slots=True)
class _Done:
    results: list[object]
    seconds: float


def _work(version: str, pickled: bytes, bundle: bytes) -> bytes:
    """Run some jobs, somewhere in the cluster."""
    return attempt(_do, (version, pickled, bundle))


def _do(sent: tuple[str, bytes, bytes]) -> _Done:
    version, pickled, bundle = sent
    if version != __version__:
        raise ClusterError(
            f"this is Fogline {version}, but on {socket.gethostname()} of the cluster it is "
            f"{__version__}; install the same everywhere."
        )
    began = time.perf_counter()
    worker = _worker_of(pickled)
    results = [worker(job) for job in pickle.loads(bundle)]  # noqa: S301 (sent by `results`)
    return _Done(results, time.perf_counter() - began)


@lru_cache(maxsize=1)
def _worker_of(pickled: bytes) -> Callable[[object], object]:
    return cast("Callable[[object], object]", pickle.loads(pickled))  # noqa: S301 (likewise)


def _answer(ray: ModuleType, begun: object) -> bytes:
    """Wait for what `_work` returns."""
    try:
        return cast("bytes", ray.get(begun))
    except ray.exceptions.RayTaskError as error:  # before our code could run
        raise ClusterError(f"the cluster cannot work: {error.cause}") from error
    except ray.exceptions.RayError as error:
        reason = str(error).splitlines()[0]
        raise WorkError(f"a job was given up after {TRIES} tries: {reason}") from error


def _done(answer: bytes) -> _Done:
    return cast("_Done", outcome_of(*pickle.loads(answer)))  # noqa: S301 (pickled by `_work`)
