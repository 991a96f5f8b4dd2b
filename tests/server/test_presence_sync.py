"""Servers that tell each other who is connected to them."""

from __future__ import annotations

from fogline.server.live.presence_sync import SILENCE, PresenceSync, Received
from tests.server.harness import HandTurned


def two_neighbours() -> tuple[HandTurned, PresenceSync, PresenceSync]:
    clock = HandTurned()
    servers: list[PresenceSync] = []

    def tell(text: str) -> None:
        for server in servers:
            server.receive(text)

    servers += [PresenceSync(name, clock, tell) for name in ("one", "two")]
    return clock, servers[0], servers[1]


def test_a_server_knows_who_is_elsewhere_and_counts_its_own_users_not() -> None:
    _, one, two = two_neighbours()
    one.announce("t", ["ann"])
    assert two.users_at("t") == {"ann"}
    assert one.users_at("t") == frozenset()
    one.announce("t", [])
    assert two.users_at("t") == frozenset()


def test_a_server_that_is_silent_is_forgotten() -> None:
    clock, one, two = two_neighbours()
    one.announce("t", ["ann"])
    clock.turn(SILENCE - 1)
    assert two.forget_silent() == []
    one.heartbeat()
    clock.turn(SILENCE - 1)
    assert two.forget_silent() == []
    clock.turn(1)
    assert two.forget_silent() == ["t"]
    assert two.users_at("t") == frozenset()
    assert two.forget_silent() == []


def test_a_question_is_for_others() -> None:
    said: list[str] = []
    one = PresenceSync("one", HandTurned(), said.append)
    two = PresenceSync("two", HandTurned(), said.append)
    one.ask("t")
    one.ask()
    assert [two.receive(text) for text in said] == [
        Received(is_asked=True, asked="t"),
        Received(is_asked=True),
    ]
    assert [one.receive(text) for text in said] == [Received(), Received()]


def test_a_crowd_fits_into_a_message() -> None:
    said: list[str] = []
    PresenceSync("s" * 32, HandTurned(), said.append).announce("t" * 32, ["u" * 32] * 1000)
    assert len(said[0].encode()) < 8000
