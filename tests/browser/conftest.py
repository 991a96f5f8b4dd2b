"""The system's Chromium, and a real server that hands out the built client."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from fogline.server.web.pages import STATIC
from tests.browser.painting import showing
from tests.browser.player import DESK, Player
from tests.browser.serving import LOG, ROOT, name_test, serving
from tests.reproduce import FAILED
from tests.soak import soaking

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first, which has no windows at all, needs about a third less of the processor."""
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

expect.set_options(timeout=60_000)


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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser without windows. It ends with these tests: its loop would disturb others."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Enter = Callable[..., Player]


FAILURES = ROOT / "build" / "failures"


def kept_in(item: pytest.Item) -> Path:
    """Where the pictures, traces and logs of a failed test are kept."""
    return FAILURES / re.sub(r"[^\w.-]+", "-", item.name).strip("-")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say where to look at what the browser showed."""
    report = yield
    if report.failed and call.when == "call" and "enter" in getattr(item, "fixturenames", ()):
        folder = kept_in(item).relative_to(ROOT)
        said = f"{folder}: pages, pictures, server.log, traces for .venv/bin/playwright show-trace"
        report.sections.append(("Kept of the browser", said))
    return report


def _keep_logs(logs: list[Path], item: pytest.Item) -> None:
    folder = kept_in(item)
    folder.mkdir(parents=True, exist_ok=True)
    texts = [log.read_text(encoding="utf-8") for log in logs if log.is_file()]
    (folder / LOG).write_text("".join(texts), encoding="utf-8")


@pytest.fixture
def enter(
    browser: Browser, address: str, _server: tuple[Path, str], request: pytest.FixtureRequest
) -> Iterator[Enter]:
    """Let somebody open the start page; at the end, nobody's page may have had a fault."""
    inside: list[Player] = []

    def one(
        seed: str, size: dict[str, int] = DESK, *, at: str = address, **options: bool
    ) -> Player:
        inside.append(Player(browser, at, seed, size=size, **options))
        return inside[-1]

    item = request.node
    # Asked for now, so that it outlives this fixture.
    own = request.getfixturevalue("tmp_path") if "tmp_path" in item.fixturenames else None
    shutil.rmtree(kept_in(item), ignore_errors=True)
    yield one
    failed = item.stash.get(FAILED, False)
    for number, player in enumerate(inside, start=1):
        player.close(kept_in(item) / f"page-{number}" if failed else None)
    if failed:
        logs = [_server[0] / LOG, *(sorted(own.rglob(LOG)) if own is not None else ())]
        _keep_logs(logs, item)
    faults = [fault for player in inside for fault in player.faults]
    assert not faults, faults


@dataclass(frozen=True)
class Pictures:
    """Pictures of the main screens, for people to look at.

    They are taken in a soak, or if a folder is named for them: each takes a third of a second.
    """

    folder: Path
    wanted: bool

    def take(self, page: Page, name: str, *, needed: bool = False, full_page: bool = False) -> None:
        """Keep a picture of a page; one that is needed shows what is wrong."""
        if self.wanted or needed:
            self.folder.mkdir(parents=True, exist_ok=True)
            with showing(page):
                page.screenshot(path=self.folder / name, full_page=full_page)


@pytest.fixture(scope="session")
def pictures() -> Pictures:
    """Where pictures of the main screens are kept."""
    named = os.environ.get("FOGLINE_PICTURES")
    return Pictures(Path(named or "build/screenshots"), named is not None or soaking())
