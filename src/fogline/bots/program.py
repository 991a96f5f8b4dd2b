"""A program that is sent lines and answers with lines, each limited in time and length.

It may crash, hang, flood its output, close it, or leave children behind: the caller only ever gets
`Broken` with the reason in a few words, and `stop` leaves nothing running.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

LONGEST = 1 << 16
"""The most bytes of an answer."""
_GRACE = 0.5
"""Seconds in which a program may end by itself after its last line."""
_REAPING = 2.0
"""Seconds to wait for the end of a program that has closed its output."""
_MOST_REMARKS = 200
"""The most lines on stderr that are passed on; the rest is read and dropped."""
_LONGEST_REMARK = 500


class Broken(Exception):
    """Raised when a program does something wrong; the message says what, in a few words."""


class Program:
    """A running program. Always call `stop` when it is no longer needed."""

    def __init__(self, command: Sequence[str], on_remark: Callable[[str], None]) -> None:
        """Start it; another thread calls `on_remark` with each line that it writes on stderr."""
        try:
            process = subprocess.Popen(  # noqa: S603 (that is what the caller asked for)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # A separate group, so that its children can be stopped with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Broken(f"cannot be started: {error}") from None
        self._process = process
        self._asked: SimpleQueue[tuple[bytes, bool] | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes | Broken] = SimpleQueue()
        self._lost = False
        # Only a thread can read from a pipe with a time limit on every platform.
        self._threads = (
            threading.Thread(target=self._talk, daemon=True),
            threading.Thread(target=_pass_on, args=(process.stderr, on_remark), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line and return the answer, without its end of line."""
        self._asked.put((line, True))
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            answer = Broken(f"did not answer within {seconds:g} s")
        if isinstance(answer, Broken):
            self._lost = True
            raise answer
        return answer

    def stop(self, last_lines: bytes = b"") -> None:
        """Write some last lines, and end the program and all its children."""
        if last_lines and not self._lost:
            self._asked.put((last_lines, False))
        self._asked.put(None)
        if not self._lost:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        _kill(self._process)
        for thread in self._threads:
            # Only a child that left the group can still hold a pipe; do not wait for it.
            thread.join(1)

    def _talk(self) -> None:
        into, out = self._process.stdin, self._process.stdout
        assert into is not None  # noqa: S101 (both are pipes)
        assert out is not None  # noqa: S101
        rest = bytearray()
        with into, out:
            for line, wants_answer in iter(self._asked.get, None):
                try:
                    _write(into, line)
                    if wants_answer:
                        self._answers.put(_read_line(out, rest))
                except (Broken, OSError) as error:
                    self._answers.put(self._explain(error))

    def _explain(self, error: Broken | OSError) -> Broken:
        if isinstance(error, Broken):
            return error
        try:
            status = self._process.wait(_REAPING)
        except subprocess.TimeoutExpired:
            return Broken("closed its input or output")
        if status < 0:
            return Broken(f"was ended by signal {-status}")
        return Broken(f"ended with exit status {status}")


def _write(into: IO[bytes], line: bytes) -> None:
    view = memoryview(line)
    while view:
        view = view[into.write(view) :]


def _read_line(out: IO[bytes], rest: bytearray) -> bytes:
    """Read up to the end of a line; what comes after it stays in `rest`."""
    if rest:
        raise Broken("answered before it was asked, or more than once")
    while b"\n" not in rest:
        if len(rest) > LONGEST:
            raise Broken(f"answered with more than {LONGEST} bytes in one line")
        chunk = out.read(LONGEST)
        if not chunk:
            raise OSError("end of file")
        rest += chunk
    line, _, after = bytes(rest).partition(b"\n")
    rest[:] = after
    return line


def _pass_on(remarks: io.RawIOBase, on_remark: Callable[[str], None]) -> None:
    with remarks, io.BufferedReader(remarks) as lines:
        for number, line in enumerate(iter(lambda: lines.readline(_LONGEST_REMARK), b"")):
            text = line.decode(errors="replace").strip()
            if number == _MOST_REMARKS:
                on_remark("(all further output on stderr is left out)")
            elif number < _MOST_REMARKS and text:
                on_remark(text)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
