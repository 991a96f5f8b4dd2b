"""The wheel, installed where nothing of this repository is seen: a server, its client, no Node."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

from fogline import __version__

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
ALONE = ["--no-deps", "--no-index"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it would be published."""
    folder = tmp_path_factory.mktemp("dist")
    build = ["wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*PIP, *build, *ALONE], check=True)  # noqa: S603 (our own)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a new environment with the wheel in it.

    Its dependencies are those of the tests, lent by a path, which spares a minute; the release
    workflow installs them as well.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    paths = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    lent = Path(paths["purelib"]) / "lent.pth"
    lent.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    python = Path(paths["scripts"]) / Path(sys.executable).name
    install = ["--python", str(python), "install", *ALONE, str(wheel)]
    subprocess.run([*PIP, *install], check=True)  # noqa: S603 (our own)
    return Path(paths["scripts"])


def environment(scripts: Path, folder: Path) -> dict[str, str]:
    """A world with these commands and no others: no Node, nothing of this repository."""
    return {"PATH": str(scripts), "HOME": str(folder), "FOGLINE_DATA_DIR": str(folder)}


def test_the_wheel_holds_the_client_and_all_that_is_no_code(wheel: Path) -> None:
    assert wheel.name == f"fogline-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for needed in (
        "py.typed",
        "boards/san_francisco.toml",
        "boards/old_west.picture.toml",
        "server/static/index.html",
        "server/static/sw.js",
        "store/migrations/env.py",
        "cli/tui/style.tcss",
        "catalogs/fi.json",
        "catalogs/client/languages.json",
        "catalogs/client/words/fi.json",
    ):
        assert f"fogline/{needed}" in names
    assert {name.split("/")[0] for name in names} == {"fogline", f"fogline-{__version__}.dist-info"}
    assert wheel.stat().st_size < 4_000_000


def test_the_source_distribution_builds_the_same_package(wheel: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # noqa: S603 (our own)
    (made,) = tmp_path.iterdir()
    assert made.stat().st_size < 8_000_000
    with tarfile.open(made) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / f"fogline-{__version__}"
    assert not (source / "web" / "node_modules").exists()
    for needed in (
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "web/src/i18n/words/fi.json",
        "tests/conftest.py",
    ):
        assert (source / needed).is_file(), needed
    out = tmp_path / "dist"
    arguments = ["wheel", "--no-build-isolation", "--wheel-dir", str(out), str(source), *ALONE]
    subprocess.run([*PIP, *arguments], check=True)  # noqa: S603 (our own)
    (again,) = out.iterdir()
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        # The browser client is built by Node, and comes with the wheel alone.
        client = {name for name in one.namelist() if name.startswith("fogline/server/static/")}
        assert {*one.namelist()} - client == {*other.namelist()}


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[([\d.]+)\] - (Unreleased|\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    first = text.partition("\n## [")[2].partition("]")[0]
    assert first == __version__


def test_the_command_runs_what_was_installed(scripts: Path, tmp_path: Path) -> None:
    world = environment(scripts, tmp_path)
    printed = subprocess.check_output([scripts / "fogline", "--version"], env=world, text=True)  # noqa: S603
    assert printed == f"fogline {__version__}\n"
    where = "import fogline; print(fogline.__file__)"
    command = [str(scripts / "python"), "-I", "-c", where]
    assert subprocess.check_output(command, env=world, text=True).startswith(  # noqa: S603
        str(scripts.parent)
    )


def test_play_opens_the_browser_on_the_client(scripts: Path, tmp_path: Path) -> None:
    opened = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    world = {**environment(scripts, tmp_path), "BROWSER": str(browser)}
    command = [str(scripts / "fogline"), "play", "--host", "127.0.0.1", "--port", "0", "--json"]
    with subprocess.Popen(command, env=world, cwd=tmp_path, stdout=subprocess.PIPE) as server:  # noqa: S603
        assert server.stdout is not None
        try:
            address = json.loads(server.stdout.readline())["local"]
            with httpx.Client(base_url=address, timeout=60) as client:
                page = client.get("")
                assert '<script type="module"' in page.text
                for script in set(page.text.split('"')):
                    if script.startswith("./assets/"):
                        assert client.get(script).status_code == 200
                games = client.get("api/games").json()
                picture = client.get("api/boards/old-west/picture.svg")
        finally:
            server.send_signal(signal.SIGINT)
    assert {game["name"] for game in games["games"]} == {"san-francisco", "old-west"}
    assert picture.text.startswith("<svg")
    assert opened.read_text(encoding="utf-8").strip() == address
    assert (tmp_path / "tables.db").is_file()
    assert server.returncode == 0
