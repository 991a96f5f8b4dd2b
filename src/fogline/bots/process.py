"""A bot in another process: any program, in any language, that speaks the bot protocol."""

from __future__ import annotations

import hashlib
import logging
import shlex
import weakref
from functools import partial
from typing import Self

from fogline.bots import protocol
from fogline.bots.program import Broken, Program
from fogline.bots.specs import SpecError
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.engine import legal_actions
from fogline.core.errors import readable
from fogline.core.messages import Action, Seat
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.core.text.notation import write
from fogline.sim.guard import BotFailed, in_one_line

SECONDS = 10.0
"""The default time for a decision."""
STARTING = 10.0
"""The least time for a program to start and to answer the greeting."""

REMARKS = logging.getLogger("fogline.bots.stderr")
"""Receives what programs write on stderr, each line after the name of the bot."""


class ProcessBot:
    """A bot that plays one game by asking a program, which starts at the first question.

    If the program does anything wrong, `choose` raises `BotFailed`, and the program is stopped. Use
    it as a context manager, or call `leave`.
    """

    def __init__(self, seed: Seed, command: str, seconds: float = SECONDS) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise SpecError(f"the command {command!r} cannot be read: {error}.") from None
        self._label = in_one_line(command, 60)
        self._seed = seed
        self._seconds = seconds
        self._program: Program | None = None
        self._stop: weakref.finalize[[], ProcessBot] | None = None
        self._table: tuple[GameDefinition, Seat | None, int] | None = None
        self._asked = 0
        self.name: str | None = None
        """The name that the program gave itself."""
        self.fault: str | None = None
        """What the program did wrong, or `None` while it plays."""

    def choose(self, view: View) -> Action:
        """Return the action that the program chooses."""
        if self.fault is None:
            try:
                return self._ask(view)
            except Broken as broken:
                self.fault = in_one_line(str(broken))
                self.leave()
        raise BotFailed(self.fault)

    def leave(self, outcome: Outcome | None = None) -> None:
        """Send the program the outcome, if there is one, and stop it."""
        if self._program is not None and self._stop is not None and self._stop.detach():
            over = b"" if outcome is None else protocol.game_over(outcome)
            self._program.stop(over + protocol.bye())
        self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    def _ask(self, view: View) -> Action:
        actions = legal_actions(view)
        if not actions:
            raise ValueError("the viewer has nothing to choose")
        table = (view.game, view.seat, len(view.players))
        if table != self._table:
            self.leave()  # a program plays one game on one seat
            self._table = table
        program = self._program or self._start(view)
        self._asked += 1
        texts = [write(action) for action in actions]
        question = protocol.choose(self._asked, view, texts, self._seconds)
        answer = program.ask(question, self._seconds)
        return protocol.read_action(answer, self._asked, view, actions)

    def _start(self, view: View) -> Program:
        program = Program(self._command, partial(_remark, self._label, view.seat))
        self._program = program
        # A bot that nobody dismissed must not leave its program running.
        self._stop = weakref.finalize(self, program.stop, protocol.bye())
        greeting = protocol.hello(view, _public(self._seed), self._seconds)
        self.name = protocol.read_ready(program.ask(greeting, max(self._seconds, STARTING)))
        return program


def _remark(label: str, seat: Seat | None, line: str) -> None:
    REMARKS.warning("bot %s on seat %s: %s", label, seat, readable(line))


def _public(seed: Seed) -> int:
    """Return a seed for a program that does not reveal the seed of the deal."""
    return int.from_bytes(hashlib.sha256(f"program {seed}".encode()).digest()[:4], "little")
