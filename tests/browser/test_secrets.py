"""What arrives in a spectator's browser during a game holds nobody's secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Response, WebSocket

from tests.browser.conftest import Enter
from tests.browser.player import ME, RANDOM, Body, Player


class Ears:
    """Writes down everything that reaches a page from now on."""

    def __init__(self, player: Player) -> None:
        self.frames: list[str] = []
        self._answers: list[Response] = []
        player.page.on("websocket", self._listen)
        player.page.on("response", self._note)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _note(self, answer: Response) -> None:
        self._answers.append(answer)

    def answers(self) -> list[str]:
        """What was answered about tables; boards and drawings are the same for everybody."""
        return [answer.text() for answer in self._answers if "/api/tables" in answer.url]


def shown(message: Body) -> Body:
    """What a message says of the table: all of it, or what has changed."""
    if message["type"] == "view":
        return message
    return message.get("view") or message.get("changes") or {}


def players_shown(message: Body) -> list[Body]:
    """The players of whom a message says something; changes have them by seat."""
    players = (shown(message).get("view") or {}).get("players") or []
    return list(players.values()) if isinstance(players, dict) else players


def before_the_end(frames: list[str]) -> list[Body]:
    """The messages up to the one that lays everything open."""
    messages: list[Body] = [json.loads(frame) for frame in frames]
    for number, message in enumerate(messages):
        if shown(message).get("status") == "ended":
            return messages[:number]
    raise AssertionError("the end did not arrive")


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_a_spectator_is_told_no_secret(enter: Enter, game: str) -> None:
    player, watcher = enter(f"watched {game}"), enter(f"watcher of {game}")
    table = player.open_table(game, ME, RANDOM)
    ears = Ears(watcher)
    watcher.watch(table)
    watcher.page.get_by_text("You are watching.").wait_for()
    answers = ears.answers()
    assert player.play(25) == 25
    player.call("POST", f"api/tables/{table}/seats/0/resign")
    watcher.page.locator(".final").wait_for()

    log = player.call("GET", f"api/tables/{table}/log")
    events: list[dict[str, Any]] = [
        event for entry in log["entries"] for event in entry.get("events", [])
    ]
    drawn = [event for event in events if event["type"] == "drew"]
    board = player.call("GET", f"api/boards/{game}")
    routes = {route["id"] for route in board["routes"]}
    # Some tickets are called like a route, which anybody may name.
    held = {
        ticket
        for event in events
        if event["type"] == "offered"
        for ticket in event["tickets"]
        if ticket not in routes
    }
    assert len(held) > 1
    assert drawn

    messages = before_the_end(ears.frames)
    received = [json.dumps(message, ensure_ascii=False) for message in messages]
    assert len(received) > 10
    for text in received + answers:
        assert not [ticket for ticket in held if f'"{ticket}"' in text]
    events = [
        event
        for message in messages
        for entry in message.get("entries", [])
        for event in entry.get("events", [])
    ]
    # Every draw was received but the last entry's, and none with its card.
    assert 0 < sum(event["type"] == "drew" for event in events) <= len(drawn)
    assert all(event["card"] is None for event in events if event["type"] == "drew")
    players = [player for message in messages for player in players_shown(message)]
    assert len(players) > 10
    for seat in players:
        assert set(seat["tickets"]) <= {None}
        for card, count in seat["hand"].items():
            assert card == "hidden" or count <= seat["seen"].get(card, 0)
