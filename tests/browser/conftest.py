"""The system's Chromium, and a real server that hands out the built client."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from fogline.server.pages import STATIC

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots do not dawdle."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: make web")
    folder = tmp_path_factory.mktemp("tables")
    command = [
        sys.executable, "-m", "fogline", "serve", "--host", "127.0.0.1", "--port", "0",
        "--data-dir", str(folder), "--bot-delay", "0", "--no-limits", "--json",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        told = json.loads(server.stdout.readline())
        yield str(told["local"])
        server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without windows."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures of the main screens are kept, for people to look at."""
    folder = Path(os.environ.get("FOGLINE_PICTURES", "build/pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
