"""`fogline serve`, and how long the steps of its event loop take, printed when it ends.

The times are processor time of the loop's own thread, so that other programs and threads do not
count. The loop is that of asyncio, because that of uvloop cannot be looked into.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import defaultdict
from typing import Any

import uvicorn

from fogline.cli import main
from fogline.server.services import Services

_WORTH_TELLING = 0.001
"""Seconds."""

_longest: defaultdict[str, float] = defaultdict(float)
_run_step: Any = vars(asyncio.Handle)["_run"]


def _run(handle: Any) -> None:
    name = _name_of(handle._callback)  # noqa: SLF001 (there is no other way)
    began = time.thread_time()
    _run_step(handle)
    _longest[name] = max(_longest[name], time.thread_time() - began)


def _name_of(callback: Any) -> str:
    """Name what a step does: the last word of the path of its request, or its function."""
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return str(getattr(callback, "__qualname__", type(callback).__name__))
    coroutine: Any = task.get_coro()
    frame = getattr(coroutine, "cr_frame", None)
    scope = getattr(frame.f_locals.get("self"), "scope", None) if frame is not None else None
    if scope is None:
        return str(getattr(coroutine, "__qualname__", type(coroutine).__name__))
    return str(scope["path"].rpartition("/")[2])


async def _send_last_heartbeat(services: Services) -> None:
    """Do what a server does last, and print the longest steps."""
    await _send(services)
    told = {name: round(took * 1e3, 2) for name, took in _longest.items() if took > _WORTH_TELLING}
    print(json.dumps({"longest_steps_ms": told}), file=sys.stderr, flush=True)


_send = Services.send_last_heartbeat

if __name__ == "__main__":
    setattr(asyncio.Handle, "_run", _run)  # noqa: B010 (a method)
    setattr(Services, "send_last_heartbeat", _send_last_heartbeat)  # noqa: B010
    setattr(Services, "warm_up", lambda _: None)  # noqa: B010
    uvicorn.config.LOOP_FACTORIES["auto"] = uvicorn.config.LOOP_FACTORIES["asyncio"]
    sys.exit(main())
