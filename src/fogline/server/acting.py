"""Actions and remarks as they come in, by HTTP or WebSocket alike."""

from __future__ import annotations

from typing import cast

from fogline.core.codec import Json, decode
from fogline.core.errors import FoglineError
from fogline.core.messages import Action
from fogline.core.notation import parse_action
from fogline.server.commands import Asking
from fogline.server.limits import REMARKS, Limiter
from fogline.server.live import LiveTable
from fogline.server.models import Act, JsonObject, Say
from fogline.server.problems import Code, Problem
from fogline.store import User


async def act(live: LiveTable, user: str, body: Act) -> int:
    """Act, once for each id, and return the version when it is on disk."""
    # The id is the sender's own: nobody can spoil or ask for that of another.
    request = f"{user}.{body.id}"
    command = Asking(user).act(body.seat, read_action(body.action), body.version)
    return await live.do(command, request)


def read_action(data: JsonObject | str) -> Action:
    """Read an action: its JSON, or its text."""
    try:
        if isinstance(data, str):
            return parse_action(data)
        return decode(Action, cast("Json", data))
    except (FoglineError, RecursionError, OverflowError) as error:
        raise Problem(Code.MALFORMED, f"action: {error}") from None


async def say(live: LiveTable, limiter: Limiter, user: User, body: Say) -> int:
    """Say something, or react; return the version."""
    if (body.text is None) == (body.reaction is None):
        raise Problem(Code.MALFORMED, "Say either a text or a reaction.")
    limiter.spend(REMARKS, user.id)
    return await live.do(Asking(user.id).say(user.name, body.text, body.reaction))
