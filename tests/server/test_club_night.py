"""A club night: forty people at one address open the page, sit down and play, and nobody waits."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from fogline.server.app import create_app
from fogline.server.support.settings import ServerSettings
from fogline.server.web.costs import ChargedRoute, cost_of
from fogline.server.web.limits import CALLS, NEW_CONNECTIONS, WORK
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    HandTurned,
    Serving,
    Watching,
    in_loop,
    serving,
    settings_for,
)
from tests.server.test_costs import HERE, spent

PEOPLE = 40
SCANNED_IN = 5
"""Seconds within which all open the page: somebody holds up the code."""
SEATED_IN = 60
"""Seconds in which all then find a table."""
A_MOVE = 5.0
"""Seconds for which one table looks at each decision."""
DECISIONS = 6
OPENING: Mapping[str, int] = {"page": 1, "file": 18, "GET /api/session": 1, "GET /api/games": 1}
"""What a browser that was never here asks for on the start page, at most."""
SITTING: Mapping[str, int] = {
    "file": 32,
    "GET /api/tables": 1,
    "GET /api/boards/{game}": 1,
    "GET /api/boards/{game}/picture.svg": 1,
    "POST /api/session": 1,
    "POST /api/tables": 1,
    "POST /api/tables/{table}/seats/{seat}/sit": 1,
    "POST /api/tables/{table}/start": 1,
    "POST /api/tables/{table}/reveal": 1,
    "GET /api/tables/{table}/entries": 1,
    "WS /api/tables/{table}/ws": 2,
}
"""What it asks for from there to the first decision, at most; `tests/browser` counts it."""
CONNECTIONS = 7
"""Connections of one browser: six for HTTP and a WebSocket."""


class Club:
    """People at one address, and the time that passes."""

    def __init__(self, server: Serving, clock: HandTurned) -> None:
        self.server = server
        self.clock = clock
        self.most = 0
        """The most that was used of the address's share at any time."""

    def pass_time(self, seconds: float) -> None:
        self.most = max(self.most, spent(self.server))
        self.clock.turn(round(seconds * 1000))

    async def ask(self, client: Client, method: str, path: str, body: object = None) -> Body:
        answer = await client.call(method, path, body)
        assert answer.status_code < 300, (path, answer.status_code)
        found: Body = answer.json() if "json" in answer.headers["content-type"] else {}
        return found

    def pay(self, name: str, times: int) -> None:
        """Pay for requests that would only take time here; as all, they must not be refused."""
        for _ in range(times):
            self.server.services.limiter.spend(CALLS, HERE)
            self.server.services.limiter.spend(WORK, HERE, COSTS[name])


def costs() -> dict[str, int]:
    found = {}
    for route in create_app(ServerSettings(database=":memory:")).routes:
        methods = route.methods if isinstance(route, ChargedRoute) else {"WS"}
        for method in methods or ():
            found[f"{method} {route.path}"] = cost_of(route.endpoint)  # type: ignore[attr-defined]
    return found | {"page": found["GET /{path:path}"], "file": found["GET /{path:path}"]}


COSTS = costs()


@in_loop
async def test_forty_people_at_one_address_are_never_refused(tmp_path: Path) -> None:
    clock = HandTurned()
    settings = settings_for(tmp_path, limits=True, timing=clock)
    async with serving(settings) as server, AsyncExitStack() as stack:
        club = Club(server, clock)
        people = [server.stranger() for _ in range(PEOPLE)]
        for person in people:
            club.pay("page", OPENING["page"])
            club.pay("file", OPENING["file"])
            await club.ask(person, "GET", "/api/session")
            await club.ask(person, "GET", "/api/games")
            club.pass_time(SCANNED_IN / PEOPLE)
        tables: list[str] = []
        watching: list[list[Watching]] = [[] for _ in range(PEOPLE // 2)]
        for number, person in enumerate(people):
            tables += await sit_down(club, person, number, tables)
            # The page connects again with its session.
            await stack.enter_async_context(person.watch(tables[-1]))
            seat = await stack.enter_async_context(person.watch(tables[-1]))
            await seat.next("view")
            watching[number // 2].append(seat)
            await club.ask(person, "GET", f"/api/tables/{tables[-1]}/entries")
            club.pass_time(SEATED_IN / PEOPLE)
        for number, table in enumerate(tables):
            await club.ask(people[2 * number], "POST", f"/api/tables/{table}/start")
            club.pay("POST /api/tables/{table}/reveal", 2)
        for nth in range(DECISIONS):
            for players in watching:
                await decide(players, nth)
                club.pass_time(A_MOVE / len(tables))
        club.pass_time(0)
    # Something is left for those who replay a game or come back.
    assert club.most < WORK.burst * 0.9


async def sit_down(club: Club, person: Client, number: int, tables: list[str]) -> list[str]:
    """Let somebody take a seat; return the table that was created, if any."""
    club.pay("file", SITTING["file"])
    await club.ask(person, "POST", "/api/session", {"name": f"Person {number}"})
    await club.ask(person, "GET", "/api/boards/old-west")
    await club.ask(person, "GET", "/api/boards/old-west/picture.svg")
    await club.ask(person, "GET", "/api/tables")
    if number % 2:
        await club.ask(person, "POST", f"/api/tables/{tables[-1]}/seats/1/sit")
        return []
    body = {"game": "old-west", "seats": [ME, OPEN], "listed": True}
    return [(await club.ask(person, "POST", "/api/tables", body))["table"]]


async def decide(players: list[Watching], nth: int) -> None:
    """Let whoever must decide at a table do so; all ask for hints, as the page does."""
    for seat, player in enumerate(players):
        await player.send(type="snapshot")
        shown = await player.next("view")
        await player.send(type="hints", routes=[], tickets=True)
        assert (await player.next("hints", "refused"))["type"] == "hints"
        if seat not in shown["deciding"]:
            continue
        await player.send(
            type="act", id=f"action-{nth:04}-{seat}", version=shown["version"], seat=seat,
            action=shown["legal"][0]["action"],
        )  # fmt: skip
        assert (await player.next("done", "refused"))["type"] == "done"
        return


def test_what_a_browser_asks_for_fits_forty_times() -> None:
    """By the numbers: all at once, and then in a minute."""
    calls = PEOPLE * sum(OPENING.values())
    work = PEOPLE * sum(COSTS[name] * times for name, times in OPENING.items())
    assert calls <= CALLS.burst
    assert work <= WORK.burst
    assert NEW_CONNECTIONS.burst >= PEOPLE * CONNECTIONS
    calls = PEOPLE * sum(SITTING.values())
    work = PEOPLE * sum(COSTS[name] * times for name, times in SITTING.items())
    assert calls <= CALLS.per_second * SEATED_IN
    assert work <= WORK.per_second * SEATED_IN
