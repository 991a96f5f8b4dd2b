"""Games on a Ray cluster: the same as on this machine alone, whatever dies."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import psutil  # type: ignore[import-untyped]  # ships no types
import pytest

from fogline import define
from fogline.arena import RecordFiles, cluster, simulate
from fogline.arena.cluster import ClusterError, RayPool, find_workers
from fogline.arena.lab import figures_of, study_games, to_json
from fogline.arena.ladder.pairings import Pairing
from fogline.arena.ladder.tournament import play_pairings
from fogline.arena.process_pool import AHEAD, AUTO, WorkError, run
from fogline.arena.simulation import _Piece, _Plan, _play
from fogline.cli import main
from fogline.core.errors import FoglineError
from tests.arena.test_jobs import Piece, fail, work

with_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed (extra cluster)"
)
LONG = 3600
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Head:
    """A cluster of one machine, in a process of its own."""

    inside: str
    """Its address for machines that are part of it."""
    outside: str
    """Its address for all others."""
    process: psutil.Process

    def workers(self) -> list[psutil.Process]:
        """Find the processes that are busy with our work."""
        busy = []
        for each in self.process.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if each.cmdline()[:1] == ["ray::_work"]:
                    busy.append(each)
        return busy


def _free_ports(number: int) -> list[int]:
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.fixture(scope="module")
def head() -> Iterator[Head]:
    cluster._load(start=True)  # both sides know the same token
    inside, outside, agent = _free_ports(3)
    command = [
        *(sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block"),
        *("--num-cpus=2", "--object-store-memory=100000000", "--include-dashboard=false"),
        *(f"--port={inside}", f"--ray-client-server-port={outside}"),
        f"--runtime-env-agent-port={agent}",
    ]
    # A client from outside does not tell the cluster where its modules are.
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(  # noqa: S603 (our own words)
        command,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        while not all(map(_answers, (inside, outside))):
            assert process.poll() is None
            time.sleep(0.05)
        try:
            yield Head(
                f"127.0.0.1:{inside}", f"ray://127.0.0.1:{outside}", psutil.Process(process.pid)
            )
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def pool(head: Head) -> Iterator[RayPool]:
    """The cluster, reached from outside: Ray's core, which may abort, is not in this process."""
    with RayPool(head.outside) as pool:
        yield pool


def sleep(job: Piece) -> int:
    if job.marker is not None:
        job.marker.touch()
        time.sleep(LONG)
    return os.getpid()


def files(folder: Path) -> RecordFiles:
    folder.mkdir(exist_ok=True)
    return RecordFiles(folder / "games.jsonl", folder / "decisions.jsonl")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@dataclass(frozen=True)
class DieOnce:
    """Play games, but kill the worker that is to play one of them, the first time."""

    marker: Path
    victim: int

    def __call__(self, plan: _Plan, numbers: range) -> _Piece:
        if self.victim in numbers and not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return _play(plan, numbers)


@with_ray
def test_games_whose_worker_is_killed_are_played_again_and_counted_once(
    pool: RayPool,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, players = define("san-francisco"), ["random", "planner"]
    here = simulate(game, players, 1200, 1, records=files(tmp_path / "l"))
    capfd.readouterr()  # the first to play says that it compiles
    killed = tmp_path / "killed"
    # The package's function of the same name hides the module.
    module = importlib.import_module("fogline.arena.simulation")
    monkeypatch.setattr(module, "_play", DieOnce(killed, victim=700))
    there = simulate(game, players, 1200, 1, workers=pool, records=files(tmp_path / "r"))
    assert killed.exists()
    assert there.wins == here.wins
    assert there.decisions == here.decisions
    assert there.mean_scores == here.mean_scores
    assert contents(tmp_path / "r") == contents(tmp_path / "l")
    assert capfd.readouterr() == ("", "")


@with_ray
def test_a_job_that_dies_once_is_done_again_in_its_place(pool: RayPool, tmp_path: Path) -> None:
    jobs = [Piece(number, tmp_path / "died" if number == 2 else None) for number in range(20)]
    results = list(run(work, jobs, pool))
    assert (tmp_path / "died").exists()
    assert [square for square, _ in results] == [number * number for number in range(20)]
    assert os.getpid() not in {pid for _, pid in results}


@with_ray
def test_a_job_that_kills_every_process_is_given_up(pool: RayPool, tmp_path: Path) -> None:
    jobs = [Piece(0), Piece(1, tmp_path / "died", always=True)]
    with pytest.raises(WorkError, match="given up after 3 tries"):
        list(run(work, jobs, pool))


@with_ray
def test_what_a_job_raises_is_raised_here(pool: RayPool) -> None:
    with pytest.raises(FoglineError, match="no such luck") as raised:
        list(run(fail, [Piece(1)], pool))
    assert "in fail" in raised.value.__notes__[0]
    with pytest.raises(WorkError, match="Unpicklable: 1 and 2"):
        list(run(fail, [Piece(2)], pool))


class Answering:
    """Stands for Ray: jobs are answered in order, as soon as somebody asks for an answer."""

    cloudpickle = pickle
    exceptions = SimpleNamespace(RayError=LookupError, RayTaskError=KeyError)

    def __init__(self) -> None:
        self.begun: list[bytes] = []
        self.answered: list[bytes] = []
        self.cancelled: list[bytes] = []

    def remote(self, **_: object) -> Callable[[Callable[..., bytes]], SimpleNamespace]:
        def begin(*arguments: object) -> bytes:
            self.begun.append(cluster._work(*arguments))  # type: ignore[arg-type]
            return self.begun[-1]

        return lambda _: SimpleNamespace(remote=begin)

    def put(self, told: bytes) -> bytes:
        return told

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2}

    def get(self, task: bytes) -> bytes:
        self.answered.append(task)
        return task

    def wait(self, tasks: list[bytes], **_: object) -> tuple[list[bytes], list[bytes]]:
        ready = tasks[:1]  # answered, though nobody has asked for it yet
        return ready, tasks[1:]

    def cancel(self, task: bytes, *, force: bool) -> None:
        assert force
        self.cancelled.append(task)


@with_ray
def test_what_is_answered_is_not_cancelled() -> None:
    """Ray aborts the whole process when a task is cancelled whose answer has just arrived."""
    pool, ray = RayPool(), Answering()
    pool._ray = cast("ModuleType", ray)
    with pytest.raises(FoglineError, match="no such luck"):
        list(run(fail, [Piece(1)] * 4, pool))
    assert ray.answered == ray.begun[:1]
    assert ray.cancelled == ray.begun[2:]


@with_ray
def test_whoever_stops_early_stops_the_workers(head: Head, pool: RayPool, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    results = run(sleep, [Piece(0), Piece(1, begun)], pool)
    next(results)
    while not begun.exists():
        time.sleep(0.01)
    busy = head.workers()
    results.close()
    assert busy
    psutil.wait_procs(busy, timeout=120)
    assert not any(each.is_running() for each in busy)


@with_ray
def test_jobs_are_taken_as_they_are_needed(pool: RayPool) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = run(abs, jobs(), pool)
    assert next(results) == 0
    assert len(taken) <= 2 * AHEAD
    assert [*results] == [*range(1, 100)]


@with_ray
def test_another_version_is_refused(pool: RayPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.7")
    with pytest.raises(ClusterError, match=r"Fogline 0\.0\.7, but on .* the same everywhere"):
        list(run(abs, [1], pool))


def session_of(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return None


def command(*arguments: str, cwd: Path) -> tuple[dict[str, object], int]:
    """Run a command by itself; return what it printed, and the session of its processes."""
    with subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-W", "error", "-m", "fogline", *arguments, "--json"],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    return json.loads(out), process.pid


@with_ray
def test_games_are_the_same_when_the_cluster_is_reached_from_inside(
    head: Head, tmp_path: Path
) -> None:
    arguments = ["simulate", "old-west", "--option", "alvin", "--num", "20", "--seed", "1"]
    there, _ = command(*arguments, "--cluster", head.inside, cwd=tmp_path)
    here = simulate(define("old-west", {"alvin": True}), ["random", "random"], 20, 1)
    assert there["decisions"] == here.decisions
    assert there["mean_scores"] == list(here.mean_scores)
    assert (there["workers"], there["cluster"]) == (None, head.inside)


@with_ray
def test_a_cluster_of_ones_own_goes_on_where_the_machine_was(tmp_path: Path) -> None:
    """The command starts Ray, plays the rest of the games, and leaves nothing running."""
    game = define("san-francisco")
    simulate(game, ["random", "random"], 450, 1, records=files(tmp_path / "l"))
    simulate(game, ["random", "random"], 200, 1, records=files(tmp_path / "r"))
    told, session = command(
        *("simulate", "san-francisco", "--num", "450", "--seed", "1"),
        *("--out", "games.jsonl", "--decisions", "decisions.jsonl"),
        *("--cluster", "ray", "--workers", "1"),
        cwd=tmp_path / "r",
    )
    assert (told["resumed"], told["workers"], told["cluster"]) == (200, 1, "ray")
    assert contents(tmp_path / "r") == contents(tmp_path / "l")
    # Ray tells its processes to end, and does not wait for all of them.
    ending = [each for each in psutil.process_iter() if session_of(each.pid) == session]
    assert not psutil.wait_procs(ending, timeout=120)[1]


@with_ray
def test_bots_meet_in_the_same_games(pool: RayPool) -> None:
    game, pairing = define("san-francisco"), Pairing("random", "greedy", 2)
    (there,), (here,) = (play_pairings(game, [pairing], 12, 1, workers=who) for who in (pool, 1))
    assert (there.points == here.points).all()
    assert (there.tie_breaks == here.tie_breaks).all()


@with_ray
def test_the_lab_counts_the_same(pool: RayPool) -> None:
    game, players = define("san-francisco"), ["random", "random"]
    there, here = (study_games(game, players, 1001, 1, workers=who) for who in (pool, 1))
    assert to_json(there, figures_of(there)) == {
        **to_json(here, figures_of(here)),
        "seconds": round(there.seconds, 3),
        "loading_seconds": round(there.loading, 3),
        "games_per_second": round(1001 / there.seconds, 1),
    }


def test_without_ray_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert main(["simulate", "san-francisco", "--cluster", "ray"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "fogline: a cluster needs Ray; install it with: pip install 'fogline[cluster]'\n"


@with_ray
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--cluster", "ray", "--players", "random,process:bot"], "process:bot is on this machine"),
        (["--cluster", "ray://127.0.0.1:1"], "no cluster at ray://127.0.0.1:1: [Errno 111]"),
        (["--cluster", "127.0.0.1:1"], "no cluster at 127.0.0.1:1: [Errno 111]"),
        (["--cluster", "ray://nowhere.invalid:1"], "no cluster at ray://nowhere.invalid:1: "),
        (["--cluster", "127.0.0.1:99999"], "no cluster at 127.0.0.1:99999: "),
        (["--cluster", "ray://server"], "'ray://server' is no cluster; say ray, ray://HOST:PORT"),
        (["--cluster", "http://server:1"], "'http://server:1' is no cluster"),
        (["--cluster", "spark"], "'spark' is no cluster"),
        (["--cluster", ""], "'' is no cluster"),
        (["--cluster", "127.0.0.1:1", "--workers", "2"], "has its own number of workers"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["simulate", "old-west", "--num", "1", *arguments]) == 2
    _is_one_line(capsys, complaint)


@with_ray
@pytest.mark.parametrize("command", [["ladder", "--bots", "random,greedy"], ["lab", "--json"]])
def test_other_commands_take_a_cluster_too(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([*command, "old-west", "--num", "1000", "--cluster", "127.0.0.1:1"]) == 2
    _is_one_line(capsys, "no cluster at 127.0.0.1:1: ")


def _is_one_line(capsys: pytest.CaptureFixture[str], complaint: str) -> None:
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1


def test_without_a_cluster_it_is_this_machine() -> None:
    with find_workers(None, 2) as workers:
        assert workers == 2
    with find_workers() as workers:
        assert workers == AUTO


@with_ray
@pytest.mark.parametrize(("said", "asked"), [(cluster._NOT_STARTED, 3), ("wrong version", 1)])
def test_a_cluster_that_could_start_no_server_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, said: str, asked: int
) -> None:
    ray = importlib.import_module("ray")
    calls: list[str] = []

    def refuse(address: str, **_: object) -> None:
        calls.append(address)
        raise ConnectionAbortedError(said)

    monkeypatch.setattr(ray, "init", refuse)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=said), RayPool(address) as pool:
            list(run(abs, [-1], pool))
    assert calls == [address] * asked
