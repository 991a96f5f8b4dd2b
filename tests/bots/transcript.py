"""What is said between Fogline and a program, and how the page on the protocol shows it.

`python -m tests.bots.transcript` prints the transcript anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from fogline import Game, new_game
from fogline.bots import Bot, ProcessBot, dismiss, make_bot
from fogline.bots.program import Program
from tests.bots.programs import PYTHON_EXAMPLE

PAGE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"

Said = tuple[str, dict[str, object]]
"""Who spoke, and the message."""

WIDTH = 110
LONGEST_LIST = 3


def played(game: Game, bot: ProcessBot) -> list[Said]:
    """Play a game with a program on seat 0, and return all that was said."""
    lines: list[Said] = []
    ask, stop = Program.ask, Program.stop

    def asked(self: Program, line: bytes, seconds: float) -> bytes:
        answer = ask(self, line, seconds)
        lines.extend((("Fogline", json.loads(line)), ("bot", json.loads(answer))))
        return answer

    def stopped(self: Program, last: bytes = b"") -> None:
        lines.extend(("Fogline", json.loads(line)) for line in last.splitlines())
        stop(self, last)

    with mock.patch.object(Program, "ask", asked), mock.patch.object(Program, "stop", stopped):
        bots: list[Bot] = [bot, *(make_bot("random", seat) for seat in game.state.seats[1:])]
        while game.deciding:
            seat = game.deciding[0]
            game.play(seat, bots[seat].choose(game.view(seat)))
        dismiss(bots, game.outcome)
    assert bot.fault is None
    return lines


def shown() -> str:
    """The transcript of a game of San Francisco as it stands on the page: its start and end."""
    lines = played(new_game("san-francisco", 2, "transcript"), ProcessBot(1, PYTHON_EXAMPLE))
    lines[0][1]["fogline"] = "…"  # the page need not change with every version
    parts = [_line(who, message) for who, message in lines[:4]]
    parts.append(f"// … {(len(lines) - 6) // 2} more questions and answers; the last answer was:\n")
    parts += [_line(who, message) for who, message in lines[-3:]]
    return "```jsonc\n" + "".join(parts) + "```\n"


def _line(who: str, message: dict[str, object]) -> str:
    return f"// {who}:\n" + "\n".join(_pretty(message, "")) + "\n"


def _pretty(value: object, before: str) -> Iterator[str]:
    """Write JSON with as much on a line as fits; long lists are cut short."""
    if isinstance(value, list) and len(value) > LONGEST_LIST:
        value = [*value[:LONGEST_LIST], "…"]
    line = before + json.dumps(_cut(value), ensure_ascii=False)
    if len(line) <= WIDTH or not isinstance(value, dict | list):
        yield line
        return
    pairs = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
    indent = " " * (len(before) - len(before.lstrip()) + 2)
    yield before + ("{" if isinstance(value, dict) else "[")
    for number, (key, item) in enumerate(pairs):
        *most, last = _pretty(item, indent if key is None else f"{indent}{json.dumps(key)}: ")
        yield from most
        yield last + ("," if number < len(pairs) - 1 else "")
    yield indent[2:] + ("}" if isinstance(value, dict) else "]")


def _cut(value: object) -> object:
    if isinstance(value, dict):
        return {key: _cut(item) for key, item in value.items()}
    if isinstance(value, list):
        items = [_cut(item) for item in value[:LONGEST_LIST]]
        return items if len(value) <= LONGEST_LIST else [*items, "…"]
    return value


if __name__ == "__main__":
    print(shown(), end="")  # noqa: T201 (that is what it is for)
