"""`fogline doctor`."""

from __future__ import annotations

import json
import socket

import pytest

from fogline.cli import doctor, main

Capture = pytest.CaptureFixture[str]


def findings(capsys: Capture) -> dict[str, dict[str, object]]:
    assert main(["doctor", "--json"]) in (0, 1)
    return {each["name"]: each for each in json.loads(capsys.readouterr().out)["findings"]}


def test_everything_is_looked_at(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PORT", 0)
    found = findings(capsys)
    for name in ("Python", "cores", "compiler", "compiled code", "database", "port"):
        assert found[name]["ok"], found[name]
    assert {"browser", "browser client", "ratings", "environments"} <= set(found)


def test_a_port_that_is_taken_is_said_with_advice(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(doctor, "PORT", taken.getsockname()[1])
        port = findings(capsys)["port"]
    assert port["ok"] is False
    assert "--port" in str(port["advice"])


def test_what_is_missing_comes_with_advice_and_what_is_broken_with_status_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = doctor.CheckResult("database", ok=False, found="none", advice="get one")
    other = doctor.CheckResult("cluster", ok=False, found="no", advice="pip it", needed=False)
    monkeypatch.setattr(doctor, "_CHECKS", (lambda: iter([other]),))
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "missing" in out
    assert "→ pip it" in out
    monkeypatch.setattr(doctor, "_CHECKS", (lambda: iter([needed]),))
    assert main(["doctor"]) == 1
    assert "BROKEN" in capsys.readouterr().out
