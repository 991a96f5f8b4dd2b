"""The messages between Fogline and a bot in another process: one JSON object a line.

`docs/bot-protocol.md` describes them, and `docs/bot-protocol.schema.json` their schema.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from fogline.bots.program import Broken
from fogline.core.codec import Json, encode
from fogline.core.engine import refusal_of
from fogline.core.errors import readable
from fogline.core.messages import Action
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.core.text.notation import NotationError, parse_action

SCHEMA = 1
"""The number of the protocol. It changes only if existing bots could no longer play."""


def hello(view: View, seed: int, seconds: float) -> bytes:
    """Return the greeting of a bot: the game, the board, its seat."""
    from fogline import __version__  # noqa: PLC0415 (it is said there once, above this package)

    game = view.game
    return _line(
        {
            "type": "hello",
            "schema": SCHEMA,
            "fogline": __version__,
            "game": {
                "name": game.name,
                "title": game.title,
                "version": game.version,
                "options": encode(game.options),
                "rules": {rule.name: encode(rule) for rule in game.rules},
                "board": encode(game.board),
            },
            "seat": view.seat,
            "seats": len(view.players),
            "seed": seed,
            "seconds": seconds,
        }
    )


def choose(number: int, view: View, actions: Sequence[str], seconds: float) -> bytes:
    """Return the question for a decision."""
    return _line(
        {
            "type": "choose",
            "id": number,
            "view": encode(view, skip="game"),
            "actions": list(actions),
            "seconds": seconds,
        }
    )


def game_over(outcome: Outcome) -> bytes:
    """Return the message that says how the game ended."""
    results = [{**_object(encode(result)), "total": result.total} for result in outcome.results]
    return _line(
        {
            "type": "game_over",
            "outcome": {
                "reason": str(outcome.reason),
                "winners": list(outcome.winners),
                "results": list(results),
            },
        }
    )


def bye() -> bytes:
    """Return the last message to a bot."""
    return _line({"type": "bye"})


def read_ready(line: bytes) -> str:
    """Read the answer to `hello`, and return the name of the bot."""
    message = _read(line, "ready")
    schema = message.get("schema")
    if type(schema) is not int:
        raise Broken("did not say which schema of the protocol it speaks")
    if schema != SCHEMA:
        raise Broken(f"speaks schema {schema} of the protocol, and this Fogline {SCHEMA}")
    name = message.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 60:
        raise Broken("did not say its name, a text of 1 to 60 characters")
    return name


def read_action(line: bytes, number: int, view: View, actions: Sequence[Action]) -> Action:
    """Read the answer to `choose`: an action by its text, or by its index in the list."""
    message = _read(line, "action")
    answered = message.get("id")
    if answered != number or type(answered) is not int:
        raise Broken(f"answered question {_short(answered)}, and was asked question {number}")
    action = message.get("action")
    if type(action) is int:
        if not 0 <= action < len(actions):
            raise Broken(f"chose action {action}; the actions are numbered 0 to {len(actions) - 1}")
        return actions[action]
    if not isinstance(action, str):
        raise Broken(
            f"chose {_short(action)}, which is neither the text nor the number of an action"
        )
    try:
        chosen = parse_action(action)
    except NotationError as error:
        raise Broken(f"chose an unknown action: {error}") from None
    refusal = refusal_of(view, chosen)
    if refusal is not None:
        raise Broken(f"chose {_short(action)}, which is not legal: {refusal.explain}")
    return chosen


def _line(message: dict[str, Json]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes, kind: str) -> dict[str, Json]:
    try:
        message = json.loads(line.decode())
    except UnicodeDecodeError:
        raise Broken("answered with bytes that are not UTF-8") from None
    except (ValueError, RecursionError):
        raise Broken(f"answered with something that is not JSON: {_short(line.decode())}") from None
    if not isinstance(message, dict):
        raise Broken(f"answered with {_short(message)} instead of a JSON object")
    if message.get("type") != kind:
        found = _short(message.get("type"))
        raise Broken(f"answered with a message of type {found} instead of {kind!r}")
    return message


def _object(data: Json) -> dict[str, Json]:
    assert isinstance(data, dict)  # noqa: S101 (a dataclass is an object in JSON)
    return data


def _short(value: object) -> str:
    text = readable(repr(value))
    return text if len(text) <= 80 else f"{text[:76]} …"
