"""A bot in another process: any program, in any language, that speaks the bot protocol."""

from __future__ import annotations

import hashlib
import logging
import shlex
import weakref
from functools import partial
from types import TracebackType
from typing import Self

from fogline.bots import protocol
from fogline.bots.program import Broken, Program
from fogline.bots.random_bot import RandomBot
from fogline.bots.specs import SpecError
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.engine import legal_actions
from fogline.core.errors import readable
from fogline.core.messages import Action, Seat
from fogline.core.notation import write
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.sim import cannot_compile
from fogline.sim.bot import Bot
from fogline.sim.loading import COMPILER

SECONDS = 10.0
"""The time for a decision, if nothing else is said."""
STARTING = 10.0
"""The least time that a program is given to start and to answer the greeting."""

FAULTS = logging.getLogger("fogline.bots.faults")
"""Hears one line whenever a program could not play on. By default it appears on stderr."""
REMARKS = logging.getLogger("fogline.bots.stderr")
"""Hears what programs write on their stderr, each line with the name of the bot before it."""


class ProcessBot:
    """Plays one game by asking a program, which it starts when it is first asked itself.

    Whatever the program does wrong, the game goes on: from then on the planner plays, or where
    it cannot, random. `fault` then says why. Use it as a context manager, or call `leave`.
    """

    def __init__(self, seed: Seed, command: str, seconds: float = SECONDS) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise SpecError(f"the command {command!r} cannot be read: {error}.") from None
        self._label = _in_one_line(command, 60)
        self._seed = seed
        self._seconds = seconds
        self._program: Program | None = None
        self._stop: weakref.finalize[[], ProcessBot] | None = None
        self._table: tuple[GameDefinition, Seat | None, int] | None = None
        self._asked = 0
        self._fallback: Bot | None = None
        self.name: str | None = None
        """What the program calls itself, once it has said so."""
        self.fault: str | None = None
        """What the program did wrong; `None` while it plays by itself."""

    def choose(self, view: View) -> Action:
        """Return the action that the program chooses, or that of the bot that took over."""
        if self._fallback is None:
            try:
                return self._ask(view)
            except Broken as broken:
                self._fallback = self._replace(view, str(broken))
        return self._fallback.choose(view)

    def leave(self, outcome: Outcome | None = None) -> None:
        """Tell the program how the game ended, if it has, and end it."""
        if self._program is not None and self._stop is not None and self._stop.detach():
            over = b"" if outcome is None else protocol.game_over(outcome)
            self._program.stop(over + protocol.bye())
        self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        # A bot that nobody sent home must not leave its program behind.
        self._stop = weakref.finalize(self, program.stop, protocol.bye())
        greeting = protocol.hello(view, _public(self._seed), self._seconds)
        self.name = protocol.read_ready(program.ask(greeting, max(self._seconds, STARTING)))
        return program

    def _replace(self, view: View, fault: str) -> Bot:
        self.fault = _in_one_line(fault, 200)
        self.leave()
        name, bot = _substitute(view, self._seed)
        told = self.fault.rstrip(".")
        FAULTS.warning("bot %s on seat %s: %s; %s plays on", self._label, view.seat, told, name)
        return bot


def _remark(label: str, seat: Seat | None, line: str) -> None:
    REMARKS.warning("bot %s on seat %s: %s", label, seat, readable(line))


def _in_one_line(text: str, longest: int) -> str:
    line = readable(" ".join(text.split()))
    return line if len(line) <= longest else f"{line[: longest - 2]} …"


def _public(seed: Seed) -> int:
    """Make a seed for a program, from which the seed of the deal cannot be told."""
    return int.from_bytes(hashlib.sha256(f"program {seed}".encode()).digest()[:4], "little")


def _substitute(view: View, seed: Seed) -> tuple[str, Bot]:
    if cannot_compile(view.game, len(view.players)) is not None:
        return "random", RandomBot(Chance(seed))
    with COMPILER:
        # Loading the compiler takes a moment that a program without faults need not spend.
        from fogline.bots.compiled import CompiledBot  # noqa: PLC0415

    return "planner", CompiledBot("planner", seed)
