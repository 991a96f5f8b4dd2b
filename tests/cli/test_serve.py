"""`fogline serve` from the outside: what it prints, what it refuses, how it stops."""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fogline.cli import main
from fogline.cli.app import make_parser
from fogline.cli.serve import network_address
from fogline.store.database import database_url
from fogline.store.file_lock import FileLock


def test_it_greets_answers_and_stops_cleanly(tmp_path: Path) -> None:
    environment = {**os.environ, "FOGLINE_PORT": "0", "FOGLINE_DATA_DIR": str(tmp_path / "data")}
    server = subprocess.Popen(
        [sys.executable, "-m", "fogline", "serve", "--json", "--log-level", "info"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        started = json.loads(server.stdout.readline())
        assert json.loads(server.stderr.readline())["event"] == "open"
        answer = httpx.get(f"{started['local']}healthz", timeout=300)
        assert answer.json() == {"status": "ok"}
    finally:
        server.send_signal(signal.SIGTERM)
        rest, log = server.communicate(timeout=300)
    assert rest == ""
    # On a machine that is new to it, it may have begun to compile its bots.
    assert [json.loads(line)["event"] for line in log.splitlines()][-1] == "closed"
    assert (tmp_path / "data" / "tables.db").is_file()


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        here = ["--host", "127.0.0.1", "--data-dir", str(tmp_path)]
        assert main(["serve", *here, "--port", port]) == 2
    assert "choose another with --port" in capsys.readouterr().err


def test_a_database_that_cannot_be_used_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tables.db").write_text("no database, whatever its name says; " * 50)
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert "cannot open the database" in printed
    assert len(printed.splitlines()) == 1


def test_a_second_server_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = FileLock(database_url(str(tmp_path / "tables.db")))
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path)]) == 2
    lock.release()
    printed = capsys.readouterr()
    assert "several servers need PostgreSQL" in printed.err
    assert len(printed.err.splitlines()) == 1
    assert not printed.out


def test_settings_that_make_no_sense_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "many"]) == 2
    assert main(["serve", "--port", "70000"]) == 2
    assert "ports go from 0 to 65535" in capsys.readouterr().err
    monkeypatch.setenv("FOGLINE_LOG_LEVEL", "loud")
    assert main(["serve", "--port", "0"]) == 2
    assert "FOGLINE_LOG_LEVEL" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["fogline", "/fogline/", "/fogline"])
def test_a_root_path_is_meant_however_it_is_written(path: str) -> None:
    assert make_parser().parse_args(["serve", "--root-path", path]).root_path == "/fogline"
    assert make_parser().parse_args(["serve", "--root-path", "/"]).root_path == ""


@pytest.mark.parametrize(("said", "meant"), [("1", True), ("0", False), ("", False), ("no", False)])
def test_https_can_be_switched_off_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, said: str, meant: bool
) -> None:
    monkeypatch.setenv("FOGLINE_HTTPS", said)
    assert make_parser().parse_args(["serve"]).https is meant


def test_the_network_address_is_not_this_machine_alone() -> None:
    found = network_address()
    assert found is None or not found.startswith("127.")


def test_play_is_serve_with_the_browser_opened() -> None:
    parser = make_parser()
    play, serve = (parser.parse_args([name, "--port", "0"]) for name in ("play", "serve"))
    assert play == argparse.Namespace(**{**vars(serve), "open": True})
    assert not parser.parse_args(["play", "--no-open"]).open
