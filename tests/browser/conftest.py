"""The system's Chromium, and a real server that hands out the built client."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from fogline.server.pages import STATIC
from tests.browser.player import DESK, Player
from tests.browser.serving import name_test, serving

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A server whose bots do not dawdle: its folder and its address."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the client is not built: make web", pytrace=False)
    folder = tmp_path_factory.mktemp("tables")
    with serving(folder) as (_, address):
        yield folder, address


@pytest.fixture
def address(_server: tuple[Path, str], request: pytest.FixtureRequest) -> str:
    """The address of a server that deals the same in every run of a test."""
    folder, address = _server
    name_test(folder, request.node.nodeid)
    return address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without windows; not kept, for its loop would be in the way of other tests."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Enter = Callable[..., Player]


@pytest.fixture
def enter(browser: Browser, address: str) -> Iterator[Enter]:
    """Let somebody open the start page; at the end, nobody's page may have had a fault."""
    inside: list[Player] = []

    def one(
        seed: str, size: dict[str, int] = DESK, *, at: str = address, still: bool = True
    ) -> Player:
        inside.append(Player(browser, at, seed, size=size, still=still))
        return inside[-1]

    yield one
    for player in inside:
        player.close()
    faults = [fault for player in inside for fault in player.faults]
    assert not faults, faults


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures of the main screens are kept, for people to look at."""
    folder = Path(os.environ.get("FOGLINE_PICTURES", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
