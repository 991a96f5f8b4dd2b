"""Reviews: of finished games alone, made once, seen by whoever sees the replay, shared fairly."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fogline import Chance, define
from fogline.core.log import GameLog
from fogline.server.features.reviews import review_runner, review_worker
from fogline.server.features.reviews import routes as review_routes
from fogline.server.features.reviews.models import review_type
from fogline.server.features.reviews.review_runner import ReviewRunner
from fogline.server.features.reviews.review_store import SILENCE
from fogline.server.web.limits import REVIEWS, REVIEWS_AT_ONCE, Rate
from tests.server.harness import (
    ME,
    PASSWORD,
    RANDOM,
    Body,
    Client,
    HandTurned,
    Serving,
    counted,
    in_loop,
    new_table,
    new_token,
    play_on,
    reads_of_entries,
    serving,
    settings_for,
)
from tests.server.test_two_servers import two_servers
from tests.store.make_logs import play_table

WORKER = """
import json, sys
from pathlib import Path
folder = Path(sys.argv[1])
game = json.loads(sys.stdin.readline())
with (folder / "made").open("a") as made:
    made.write("x")
for done in range(3):
    print("progress", [done, 3], flush=True)
    sys.stdin.readline()
while game["game"]["seats"] == 4:
    print("progress [2, 3]", flush=True)
    if not sys.stdin.readline():
        sys.exit()
%s
review = {"said": "{1} beats {0}, {9} and {x}", "moves": len(game["moves"])}
print("review", json.dumps(review), flush=True)
"""
"""A worker that says at once what it was asked, and counts how often it was.

It never comes to the end of a game of four."""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the simple worker make reviews; return the file that has a letter for each."""
    monkeypatch.setattr(review_runner, "WORKER", worker(tmp_path))
    return tmp_path / "made"


def worker(folder: Path, last: str = "") -> tuple[str, ...]:
    file = folder / "worker.py"
    file.write_text(WORKER % last, encoding="utf-8")
    return sys.executable, str(file), str(folder)


async def finished(client: Client) -> str:
    """Let two bots play a game to its end, and return its table."""
    table = await new_table(client, RANDOM, RANDOM)
    await client.post(f"/api/tables/{table}/start")
    while (await client.get(f"/api/tables/{table}"))["status"] != "ended":
        await asyncio.sleep(0.01)
    return table


async def review_of(client: Client, table: str) -> Body:
    """Wait until a review is made, or has failed."""
    while True:
        found = await client.get(f"/api/tables/{table}/review")
        if found["status"] in ("done", "failed"):
            return found
        assert found["status"] in ("waiting", "running")
        await asyncio.sleep(0.01)


@in_loop
async def test_a_running_game_is_reviewed_by_nobody(tmp_path: Path, made: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bea"})
        path = f"/api/tables/{table}/review"
        for begun in (False, True):
            if begun:
                await ann.post(f"/api/tables/{table}/start")
                (seat, *_) = (await ann.get(f"/api/tables/{table}"))["deciding"]
                await play_on(ann, table, seat, Chance("running"), 0)
            for who in (ann, await server.guest("Bea")):
                for method in ("GET", "POST"):
                    assert (await who.refused(path, method=method))["code"] == "not-ended"
        assert await server.services.of(ReviewRunner).find(table) is None
    assert not made.exists()


@in_loop
async def test_a_game_that_was_given_up_has_no_review(tmp_path: Path, made: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bea"})
        await ann.post(f"/api/tables/{table}/start")
        await ann.post(f"/api/tables/{table}/seats/0/resign")
        answer = await ann.post(f"/api/tables/{table}/review")
        assert answer["status"] == "unfinished"
    assert not made.exists()


@in_loop
async def test_a_review_is_made_once_and_kept(tmp_path: Path, made: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        assert (await ann.get(path))["status"] == "none"
        guests = [await server.guest(f"Guest {number}") for number in range(5)]
        started = await asyncio.gather(*(guest.post(path) for guest in guests))
        assert {each["status"] for each in started} <= {"waiting", "running", "done"}
        found = await review_of(ann, table)
        moves = [
            entry
            for entry in (await ann.get(f"/api/tables/{table}/entries"))["entries"]
            if entry["type"] == "moved"
        ]
        said = {"said": "{1} beats {0}, {9} and {x}", "moves": len(moves)}
        assert found["review"] == said
        assert (await ann.post(path))["review"] == said
    async with serving(settings_for(tmp_path)) as server:
        # Who has the address of the table sees it, as the replay; nobody else does.
        assert (await server.stranger().get(path))["review"] == said
        unknown = await server.stranger().refused("/api/tables/nowhere/review", method="GET")
        assert unknown["code"] == "not-found"
    assert made.read_text(encoding="utf-8") == "x"


@in_loop
async def test_two_servers_make_a_review_once(tmp_path: Path, made: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, bea = await first.guest("Ann"), await second.guest("Bea")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        await asyncio.gather(ann.post(path), bea.post(path), ann.post(path), bea.post(path))
        assert (await review_of(ann, table)) == (await review_of(bea, table))
    assert made.read_text(encoding="utf-8") == "x"


@pytest.mark.usefixtures("made")
@in_loop
async def test_a_game_that_is_in_memory_is_not_read_again(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        await ann.get(f"/api/tables/{table}/log")
        with reads_of_entries(server) as reads:
            await ann.post(f"/api/tables/{table}/review")
            assert (await review_of(ann, table))["status"] == "done"
            assert reads == []


@pytest.mark.usefixtures("made")
@in_loop
async def test_a_review_waits_for_its_turns(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_threads=1)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        queue = server.services.of(ReviewRunner)._queue
        async with queue.place("somebody else", "a table"):
            await ann.post(path)
            while (await ann.get(path))["status"] == "waiting":
                await asyncio.sleep(0.01)
            shown = await ann.get(path)
            assert (shown["status"], shown["done"], shown["steps"]) == ("running", 0, 3)
        assert (await review_of(ann, table))["status"] == "done"


@in_loop
async def test_a_review_that_fails_can_be_tried_again(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_runner, "WORKER", worker(tmp_path, "sys.exit(3)"))
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        await ann.post(path)
        assert (await review_of(ann, table))["status"] == "failed"
        monkeypatch.setattr(review_runner, "WORKER", worker(tmp_path))
        await ann.post(path)
        assert (await review_of(ann, table))["status"] == "done"
    assert made.read_text(encoding="utf-8") == "xx"


@in_loop
async def test_the_review_of_a_lost_server_is_taken_over(tmp_path: Path, made: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        stored = server.services.of(ReviewRunner)._reviews
        assert await stored.claim(table, "lost", time.now(), again=False)
        assert (await ann.post(path))["status"] == "waiting"
        assert not made.exists()
        time.turn(SILENCE + 1)
        await ann.post(path)
        assert (await review_of(ann, table))["status"] == "done"
        # What the lost server still says no longer counts.
        await stored.finish(table, "lost", None)
        assert (await ann.get(path))["status"] == "done"


@pytest.mark.usefixtures("made")
@in_loop
async def test_a_server_that_stops_leaves_its_review_to_the_next(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_threads=1)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        path = f"/api/tables/{table}/review"
        hold = server.services.of(ReviewRunner)._queue.place("somebody else", "a table")
        await hold.__aenter__()
        await ann.post(path)
        while (await ann.get(path))["status"] == "waiting":
            await asyncio.sleep(0.01)
    async with serving(settings_for(tmp_path, entropy=counted("next"))) as server:
        bea = await server.guest("Bea")
        assert (await bea.get(path))["status"] == "none"
        await bea.post(path)
        assert (await review_of(bea, table))["status"] == "done"


@pytest.fixture
def compiled() -> None:
    """Compile what a review needs, which may take minutes, before a test counts its time."""
    review_worker.load(GameLog(define("san-francisco"), 2, ()))


@pytest.mark.usefixtures("compiled")
@in_loop
async def test_a_real_review_is_as_it_is_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shallow = (sys.executable, "-m", "tests.server.shallow_worker")
    monkeypatch.setattr(review_runner, "WORKER", shallow)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await finished(ann)
        await ann.post(f"/api/tables/{table}/review")
        sent = (await review_of(ann, table))["review"]
        found = review_type().model_validate_json(json.dumps(sent), strict=True)
        assert found.compiled
        moves = len(found.decisions)
        assert [point.move for point in found.curve] == list(range(moves + 1))
        for moment in found.moments:
            among = found.chance if moment.kind == "luck" else found.decisions
            assert among[moment.index].move == moment.move


@pytest.mark.usefixtures("made")
@in_loop
async def test_moves_that_were_taken_back_are_not_reviewed(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bea"})
        await ann.post(f"/api/tables/{table}/start")
        first = await play_on(ann, table, 0, Chance("first"), 0)
        await ann.post(f"/api/tables/{table}/undo", {"move": first["version"]})
        chance, nth = Chance("on"), 1
        while (shown := await ann.get(f"/api/tables/{table}"))["status"] != "ended":
            await play_on(ann, table, shown["deciding"][0], chance, nth)
            nth += 1
        await ann.post(f"/api/tables/{table}/review")
        assert (await review_of(ann, table))["review"]["moves"] == nth - 1


async def enter_ended(server: Serving, seats: int, *tables: str) -> None:
    """Put games that have ended into the database."""
    log = play_table("san-francisco", seats, {}, "review").log
    for table in tables:
        assert await server.services.log.add(table, log)


async def start_for(server: Serving, payer: str, table: str) -> None:
    """Start a review as somebody at another address."""
    live = await server.services.tables.get(table)
    await server.services.of(ReviewRunner).start(live, payer, again=False)


@in_loop
async def test_a_review_is_started_by_somebody_with_a_session(tmp_path: Path, made: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        await enter_ended(server, 2, "ended")
        path = "/api/tables/ended/review"
        assert (await server.stranger().refused(path))["code"] == "unauthorised"
        ann = await server.guest("Ann")
        await ann.post("/api/account", {"login": "ann", "password": PASSWORD})
        program = server.stranger()
        token = (await new_token(ann, "program"))["token"]
        program.http.headers["Authorization"] = f"Bearer {token}"
        assert (await program.refused(path))["code"] == "forbidden"
        assert (await server.stranger().get(path))["status"] == "none"
        assert not made.exists()
        await ann.post(path)
        assert (await review_of(server.stranger(), "ended"))["status"] == "done"


@pytest.mark.parametrize("threads", [1, 2])
@in_loop
async def test_endless_reviews_of_one_address_do_not_stop_those_of_others(
    tmp_path: Path, made: Path, threads: int
) -> None:
    async with serving(settings_for(tmp_path, bot_threads=threads)) as server:
        endless = [f"endless-{number}" for number in range(10)]
        await enter_ended(server, 4, *endless)
        await enter_ended(server, 2, "first", "second")
        for table in endless:
            await start_for(server, "hostile", table)
        ann = await server.guest("Ann")
        for table in ("first", "second"):
            await ann.post(f"/api/tables/{table}/review")
            assert (await review_of(ann, table))["status"] == "done"
        # One of the hostile ones is in progress, and the others wait.
        shown = [(await ann.get(f"/api/tables/{table}/review"))["status"] for table in endless]
        assert sorted(shown) == ["running", *["waiting"] * 9]
        assert made.read_text(encoding="utf-8") == "xxx"
        # Bots have their turns meanwhile.
        assert await finished(ann)


@pytest.mark.usefixtures("made")
@in_loop
async def test_an_address_has_few_unfinished_reviews(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, limits=True, timing=HandTurned())
    async with serving(settings) as server:
        tables = [f"endless-{number}" for number in range(REVIEWS_AT_ONCE + 3)]
        await enter_ended(server, 4, *tables)
        guests = [await server.guest(f"Guest {number}") for number in range(len(tables))]
        answers = await asyncio.gather(
            *(
                guest.call("POST", f"/api/tables/{table}/review")
                for guest, table in zip(guests, tables, strict=True)
            )
        )
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) == 3
        assert {answer.json()["code"] for answer in refused} == {"too-many-reviews"}
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
        # Others are not concerned, and once a review is finished there is room for another.
        await enter_ended(server, 2, "ended")
        await start_for(server, "elsewhere", "ended")
        assert (await review_of(guests[0], "ended"))["status"] == "done"
        reviews = server.services.of(ReviewRunner)
        started = next(iter(reviews._tasks.values()))
        started.cancel()
        await asyncio.wait([started])
        assert reviews.unfinished.total() == REVIEWS_AT_ONCE - 1
        (left, *_) = (
            table for table, answer in zip(tables, answers, strict=True) if answer in refused
        )
        await guests[0].post(f"/api/tables/{left}/review")


@pytest.mark.usefixtures("made")
@in_loop
async def test_a_review_is_charged_by_the_length_and_the_players_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        await enter_ended(server, 2, "two", "again")
        await enter_ended(server, 4, "four", "more")
        ann = await server.guest("Ann")
        spent = []
        for table, seats in (("two", 2), ("four", 4)):
            server.services.limiter._buckets.clear()
            await ann.post(f"/api/tables/{table}/review")
            ((left, _),) = (
                bucket
                for (rate, _), bucket in server.services.limiter._buckets.items()
                if rate is REVIEWS
            )
            spent.append(REVIEWS.burst - left)
            version = (await server.services.tables.get(table)).table.version
            assert spent[-1] == version * seats // review_routes._PER_SECOND
        assert 0 < 2 * spent[0] < spent[1]
        # Whoever has less left waits; the longest game can be reviewed all the same.
        few = Rate(int(spent[1]) - 1, 0.5)
        monkeypatch.setattr(review_routes, "REVIEWS", few)
        await ann.post("/api/tables/more/review")
        refused = await ann.call("POST", "/api/tables/again/review")
        assert refused.status_code == 429
        assert refused.json()["code"] == "too-many-reviews"
        assert int(refused.headers["Retry-After"]) == 2 * spent[0]
