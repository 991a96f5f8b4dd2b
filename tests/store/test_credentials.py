"""Sessions and tokens that were found a moment ago, without asking the database again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fogline.server.features.people.sessions import Sessions
from fogline.server.features.people.users import Users
from fogline.server.live.people import Session, User
from fogline.store import Database, database_url
from fogline.store import credentials as module
from fogline.store.credentials import SECONDS, CredentialCache

ANN = Session("s_1", "u_ann", "", 1, 1)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(module, "time", found)
    return found


def with_two_servers(tmp_path: Path, body: Callable[[Database, Database], Awaitable[None]]) -> None:
    """Open the same file twice, as a server and `fogline admin` do."""

    async def run() -> None:
        url = database_url(str(tmp_path / "tables.db"))
        here, elsewhere = await Database.open(url), await Database.open(url)
        try:
            await Users(here).add(User("u_ann", "Ann"), 1)
            await Sessions(here).add("secret", ANN)
            await Users(here).add_token("t_1", "u_ann", "bot", "flt_token")
            await body(here, elsewhere)
        finally:
            await here.close()
            await elsewhere.close()

    asyncio.run(run())


@pytest.mark.usefixtures("clock")
def test_what_this_server_ends_is_ended_at_once(tmp_path: Path) -> None:
    async def body(here: Database, _: Database) -> None:
        sessions, users = Sessions(here), Users(here)
        assert await sessions.find("secret") == ANN
        await Sessions(here).end(["s_1"], 5)
        ended = await sessions.find("secret")
        assert ended is not None
        assert ended.ended == 5
        assert await users.find_token("flt_token") == ("t_1", "u_ann")
        await Users(here).set_blocked("u_ann", 6)
        assert await users.find_token("flt_token") is None
        await users.set_blocked("u_ann", None)
        assert await users.find_token("flt_token") == ("t_1", "u_ann")
        assert await users.drop_token("t_1", "u_ann")
        assert await users.find_token("flt_token") is None

    with_two_servers(tmp_path, body)


def test_what_another_server_ends_is_believed_for_a_moment_at_most(
    tmp_path: Path, clock: Clock
) -> None:
    async def body(here: Database, elsewhere: Database) -> None:
        sessions = Sessions(here)
        assert await sessions.find("secret") == ANN
        await Sessions(elsewhere).end(["s_1"], 5)
        assert await sessions.find("secret") == ANN
        clock.now += SECONDS + 0.01
        ended = await sessions.find("secret")
        assert ended is not None
        assert ended.ended == 5

    with_two_servers(tmp_path, body)


@pytest.mark.usefixtures("clock")
def test_an_answer_from_before_the_end_is_not_kept() -> None:
    credentials = CredentialCache()
    asked = credentials.changes
    credentials.forget()
    credentials.remember("digest", ANN, asked)
    assert credentials.recall("digest") is None
    credentials.remember("digest", ANN, credentials.changes)
    assert credentials.recall("digest") is ANN
