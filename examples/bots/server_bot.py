"""A bot account that plays on a Fogline server: whoever invites it gets a game.

    FOGLINE_TOKEN=flt_… python server_bot.py http://localhost:8000

Make a token in the account's settings, or with POST /api/tokens. docs/server-api.md has all calls.
"""

import json
import os
import random
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

SERVER = httpx.Client(
    base_url=sys.argv[1],
    headers={"Authorization": f"Bearer {os.environ['FOGLINE_TOKEN']}"},
    timeout=30,  # a stream sends at least an empty line every ten seconds
)


def lines(path: str) -> Iterator[dict[str, Any]]:
    """Read a stream, a message a line."""
    with SERVER.stream("GET", path) as response:
        response.raise_for_status()
        for line in response.iter_lines():
            if line:
                yield json.loads(line)


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Return one of the legal actions. Make this better, and you have a better bot."""
    action: dict[str, Any] = random.choice(view["legal"])["action"]
    return action


def play(table: str, seat: int) -> None:
    """Play one game to its end; POST …/seats/{seat}/resign would end it sooner."""
    for message in lines(f"/api/tables/{table}/stream?seat={seat}"):
        view = message if message["type"] == "view" else message.get("view")
        if view and view["status"] == "ended":
            print(f"{table}: won by {view['outcome']['winners']}, I was {seat}", flush=True)
            return
        if view and view["legal"]:
            act = {"id": uuid.uuid4().hex, "version": view["version"], "seat": seat}
            # A refusal means that the table has moved on: the next message shows how.
            SERVER.post(f"/api/tables/{table}/actions", json={**act, "action": choose(view)})


while True:
    try:
        for news in lines("/api/stream"):
            if news["type"] == "invited":
                SERVER.post(f"/api/tables/{news['table']}/seats/{news['seat']}/sit", json={})
            elif news["type"] == "playing":
                threading.Thread(target=play, args=(news["table"], news["seat"])).start()
    except httpx.TransportError:
        time.sleep(1)  # the server was restarted; every table goes on
