"""What a server needs no more is freed at once: a garbage collection would hold up everybody."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from fogline import Chance, define
from fogline.core.engine import start
from fogline.core.view import view_of
from fogline.server.web.direct_socket import DirectWebSocket
from fogline.table.hints import SeatHints
from fogline.table.wording import wording_for
from tests.server.harness import ME, OPEN, in_loop, new_table, serving, settings_for


@pytest.fixture(autouse=True)
def without_collection() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def test_views_with_hints() -> None:
    state, _ = start(define("old-west", {}), 2, Chance("hints"))
    view = view_of(state, 0)
    hints = SeatHints(view)
    hints.model(1, wording_for(state.game, ("Ann", "Bea")))
    paths, known = hints.paths, weakref.ref(view)
    del state, view, hints
    assert paths is not None
    assert known() is None


@in_loop
async def test_connections(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        async with ann.watch(table) as watching:
            await watching.next("view")
            sockets = [each for each in server.connections if isinstance(each, DirectWebSocket)]
            known = weakref.ref(sockets.pop())
            assert not sockets
        while known() is not None:
            await asyncio.sleep(0.01)
