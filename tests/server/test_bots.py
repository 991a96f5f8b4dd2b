"""Bots: those of the server, and those of accounts over streams."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path

import pytest

from fogline import Action, Chance, Seed, View, legal_actions, new_game
from fogline.bots import Bot, RandomBot, Thinking
from fogline.bots.bot_levels import Level
from fogline.core.definition import GameDefinition
from fogline.fast import jit
from fogline.server.live import bot_runner, bot_warmup
from fogline.server.live.levels import find_level
from fogline.server.support.metrics import Metrics
from tests.server.harness import (
    ME,
    OPEN,
    PASSWORD,
    RANDOM,
    Body,
    Serving,
    in_loop,
    new_table,
    new_token,
    play_on,
    serving,
    settings_for,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "server_bot.py"


async def play_out(server: Serving, table: str) -> Body:
    """Watch a table to its end."""
    async with server.stranger().watch(table) as watching:
        shown = await watching.next("view")
        while shown["status"] != "ended":
            shown = (await watching.next("update"))["view"]
        return shown


@pytest.mark.parametrize(("game", "seats"), [("san-francisco", 4), ("old-west", 3)])
@in_loop
async def test_bots_play_whole_games_by_themselves(tmp_path: Path, game: str, seats: int) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, *[RANDOM] * seats, game=game)
        await ann.post(f"/api/tables/{table}/start")
        shown = await play_out(server, table)
        assert len(shown["outcome"]["results"]) == seats
        assert shown["outcome"]["winners"]
        names = [seat["name"] for seat in shown["seats"]]
        assert len(set(names)) == seats


@in_loop
async def test_the_level_of_a_bot_is_looked_up_once_in_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []

    async def find(game: GameDefinition, name: str) -> Level:
        looked_up.append(name)
        return await find_level(game, name)

    monkeypatch.setattr(bot_runner, "find_level", find)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        await play_out(server, table)
    assert looked_up == ["random", "random"]


@in_loop
async def test_a_bot_is_given_its_view_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[View] = []

    class Curious:
        def __init__(self, seed: Seed) -> None:
            self._bot = RandomBot(Chance(seed))

        def choose(self, view: View) -> Action:
            asked.append(view)
            return self._bot.choose(view)

    monkeypatch.setattr(bot_runner, "make_bot", lambda _, seed: Curious(seed))
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        await play_out(server, table)
    assert {type(view) for view in asked} == {View}
    assert {view.seat for view in asked} == {0, 1}
    for view in asked:
        hidden = [player.hand.hidden for player in view.players]
        assert hidden[view.seat or 0] == 0
        assert view.deck.hidden == view.deck.total


@in_loop
async def test_a_bot_that_fails_does_not_stall_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str, __: Seed) -> Bot:
        raise RuntimeError("no idea")

    monkeypatch.setattr(bot_runner, "make_bot", broken)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        assert (await play_out(server, table))["outcome"]["winners"]


@in_loop
async def test_bots_are_compiled_in_another_process_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    start = asyncio.create_subprocess_exec

    async def note(*command: str, **how: int) -> asyncio.subprocess.Process:
        started.append(command[-1])
        # Something short stands in for the compiler.
        return await start(sys.executable, "-c", "", **how)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", note)
    monkeypatch.setattr(bot_warmup, "is_compiled", lambda _: False)
    monkeypatch.setattr(bot_runner, "make_bot", lambda _, seed: RandomBot(Chance(seed)))
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        seats = [{"kind": "bot", "level": level} for level in ("beginner", "casual", "random")]
        table = await new_table(ann, *seats)
        await ann.post(f"/api/tables/{table}/start")
        assert (await play_out(server, table))["outcome"]["winners"]
    assert sorted(started) == ["beginner", "casual"]


@in_loop
async def test_a_server_warms_up_behind_open_doors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    may_end, all_tried = threading.Event(), threading.Event()

    def try_bot(level: str) -> None:
        tried.append(level)
        may_end.wait(30)
        if level == "expert":
            all_tried.set()
        if level == "casual":
            raise ValueError("this bot is broken")

    monkeypatch.setattr(bot_warmup, "is_compiled", lambda _: True)
    monkeypatch.setattr(bot_warmup, "try_bot", try_bot)
    async with serving(settings_for(tmp_path, warm_up=True)) as server:
        # The doors are open although nothing is warm yet.
        assert (await server.stranger().get("/healthz"))["status"] == "ok"
        may_end.set()
        await asyncio.to_thread(all_tried.wait, 30)
    # One for each kind of bot: the master is the expert with more time.
    assert tried == ["random", "beginner", "casual", "skilled", "strong", "expert"]


@in_loop
async def test_a_bot_that_thinks_long_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = threading.Event()

    class Slow:
        def choose(self, view: View) -> Action:
            may_answer.wait(30)
            return RandomBot(Chance(1)).choose(view)

    monkeypatch.setattr(bot_runner, "make_bot", lambda _, __: Slow())
    async with serving(settings_for(tmp_path, bot_threads=1)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        other = await new_table(ann, ME, {"kind": "me", "name": "Bob"})
        await ann.post(f"/api/tables/{other}/start")
        await play_on(ann, table, 0, Chance(1), 1)
        await play_on(ann, other, 0, Chance(1), 2)
        assert (await ann.get(f"/api/tables/{table}"))["deciding"] == [1]
        may_answer.set()
        async with ann.watch(table, "since=0") as watching:
            shown = (await watching.next("update"))["view"]
            while 1 in shown["deciding"] and shown["version"] < 5:
                shown = (await watching.next("update"))["view"]


class Endless:
    """A bot that thinks until it may answer, in slices."""

    def __init__(self, may_answer: threading.Event) -> None:
        self._may_answer = may_answer
        self.has_begun = threading.Event()

    def choose(self, view: View) -> Action:
        raise AssertionError("it thinks in slices")

    def thinking(self, view: View) -> Thinking[Action]:
        while not self._may_answer.is_set():
            self.has_begun.set()
            yield
        return RandomBot(Chance(1)).choose(view)


@pytest.mark.parametrize("threads", [1, 2])
@in_loop
async def test_endless_decisions_of_one_owner_do_not_stop_those_of_others(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = threading.Event()
    bots: list[Bot] = [Endless(may_answer) for _ in range(20)]
    monkeypatch.setattr(bot_runner, "make_bot", lambda _, __: bots.pop(0))
    view = new_game("san-francisco", 2, 1).view(0)
    runner = bot_runner.BotRunner(threads, Metrics(), lambda: "seed")

    def ask(payer: str, table: int) -> asyncio.Task[Action]:
        session = runner.new_session("random")
        return asyncio.create_task(runner.choose(session, view, payer, f"table {table}"))

    greedy = [ask("hostile", table) for table in range(20)]
    while bots:  # each of them gets its turns
        await asyncio.sleep(0)
    bots += [RandomBot(Chance(nth)) for nth in range(5)]
    for nth in range(5):
        assert await ask("honest", nth) in legal_actions(view)
    assert not any(task.done() for task in greedy)
    may_answer.set()
    assert {*await asyncio.gather(*greedy)} <= {*legal_actions(view)}
    await runner.stop()


@in_loop
async def test_a_server_that_stops_interrupts_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = Endless(threading.Event())
    monkeypatch.setattr(bot_runner, "make_bot", lambda _, __: endless)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        await asyncio.to_thread(endless.has_begun.wait, 30)
    # No thread goes on with it, or this would wait for ever.
    server.services.bot_runner._pool.shutdown(wait=True)


@in_loop
async def test_a_bot_that_fails_in_a_later_slice_does_not_stall_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fails(RandomBot):
        def thinking(self, view: View) -> Thinking[Action]:
            yield
            if len(made) < 4:
                raise RuntimeError("no idea")
            return self.choose(view)

    made: list[Fails] = []

    def make(_: str, seed: Seed) -> Bot:
        made.append(Fails(Chance(seed)))
        return made[-1]

    monkeypatch.setattr(bot_runner, "make_bot", make)
    monkeypatch.setattr(bot_runner, "SLICE", 0.0)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        assert (await play_out(server, table))["outcome"]["winners"]
    # After each failure a new one plays.
    assert 4 <= len(made) <= 5


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread has its own priority")
@in_loop
async def test_bots_think_with_a_lower_priority_than_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []

    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    class Asked:
        def choose(self, view: View) -> Action:
            found.append(priority())
            return RandomBot(Chance(1)).choose(view)

    monkeypatch.setattr(bot_runner, "make_bot", lambda _, __: Asked())
    before = priority()
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        await play_out(server, table)
    assert priority() == before
    # A higher number is a lower priority; these tests may have the lowest themselves.
    assert {*found} == {min(before + 10, 19)}


@in_loop
async def test_the_example_bot_accepts_an_invitation_and_plays_a_game(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        owner, ann = await server.guest("Botany"), await server.guest("Ann")
        await owner.post("/api/account", {"login": "botany", "password": PASSWORD})
        token = (await new_token(owner, "example"))["token"]
        table = await new_table(ann, RANDOM, OPEN)
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            str(EXAMPLE),
            server.url,
            env={**os.environ, "FOGLINE_TOKEN": token},
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            async with ann.watch(table) as watching:
                await watching.next("view")
                invitation = {"login": "botany"}
                await ann.post(f"/api/tables/{table}/seats/1/invite", invitation)
                cid = await server.guest("Cid")
                kept = await cid.refused(f"/api/tables/{table}/seats/1/sit")
                assert kept["code"] == "taken"
                while (await watching.next("update"))["view"]["seats"][1]["name"] != "Botany":
                    pass
                await ann.post(f"/api/tables/{table}/start")
                shown: Body = {"status": "playing"}
                while shown["status"] != "ended":
                    shown = (await watching.next("update"))["view"]
            assert bot.stdout is not None
            printed = (await bot.stdout.readline()).decode()
            assert printed == f"{table}: won by {shown['outcome']['winners']}, I was 1\n"
        finally:
            bot.kill()
            await bot.wait()


@in_loop
async def test_a_bot_remembers_its_game_from_one_decision_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, int | None]] = []

    class Remembering:
        def __init__(self, seed: Seed) -> None:
            self._bot = RandomBot(Chance(seed))

        def choose(self, view: View) -> Action:
            asked.append((self, view.seat))
            if len(asked) == 30:
                raise RuntimeError("confused")
            return self._bot.choose(view)

    monkeypatch.setattr(bot_runner, "make_bot", lambda _, seed: Remembering(seed))
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        await play_out(server, table)
    # One for each seat, and a fresh one for the one that failed.
    assert len(set(asked)) == 3
    assert len(asked) > 40


def test_a_level_is_compiled_when_its_bot_has_chosen_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path)
    assert not bot_warmup.is_compiled("casual")
    bot_warmup.compile_bot("casual")
    assert bot_warmup.is_compiled("casual")
    assert not bot_warmup.is_compiled("skilled")
    monkeypatch.setattr(jit, "CACHE_FOLDER", None)
    assert bot_warmup.is_compiled("skilled")


@in_loop
async def test_the_slowest_wish_of_the_players_sets_the_pace_of_bots(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_delay=1000)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN, RANDOM)
        await bea.post(f"/api/tables/{table}/seats/1/sit", {"name": "Bea"})
        live = await server.services.tables.get(table)
        assert live.bots.delay == 1000
        for client, pace, delay in ((ann, "fast", 300), (bea, "slow", 2500), (bea, "fast", 300)):
            async with client.watch(table) as watching:
                await watching.send(type="pace", pace=pace)
                await watching.send(type="ping")
                await watching.next("pong")
            assert live.bots.delay == delay
        async with (await server.guest("Cem")).watch(table) as watching:
            await watching.send(type="pace", pace="slow")
            refused = await watching.next("refused")
            assert refused["problem"]["code"] == "forbidden"
