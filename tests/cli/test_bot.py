"""`fogline bot`: list and check."""

from __future__ import annotations

import json

import pytest

from fogline.bots import bot_kinds
from fogline.cli import main
from tests.bots.programs import program

Capture = pytest.CaptureFixture[str]


def test_all_bots_are_listed_with_their_options(capsys: Capture) -> None:
    assert main(["bot", "list"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for kind in bot_kinds().values():
        assert kind.name in out
    assert "process:COMMAND" in out
    assert ":seconds=FLOAT" in out
    assert max(map(len, out.splitlines())) <= 80
    assert ":seconds=FLOAT time for each decision" in " ".join(out.split())


def test_the_list_as_json(capsys: Capture) -> None:
    assert main(["bot", "list", "--json"]) == 0
    bots = {bot["name"]: bot for bot in json.loads(capsys.readouterr().out)["bots"]}
    assert list(bots) == list(bot_kinds())
    assert bots["planner"]["options"] == []
    assert bots["process"]["options"][0]["name"] == "seconds"


def test_a_good_bot(capsys: Capture) -> None:
    assert main(["bot", "check", "random", "--num", "2", "--seed", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("random: good. 2 games, ")
    assert "decisions, seed 1; a decision took" in out
    assert "on average" in out


def test_a_good_bot_as_json(capsys: Capture) -> None:
    assert main(["bot", "check", "random", "--num", "1", "--seed", "a", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["ok"] is True
    assert (body["bot"], body["games"], body["seed"], body["problems"]) == ("random", 1, "a", [])
    assert body["decisions"] > 20
    assert 0 < body["mean_seconds"] <= body["worst_seconds"]


def test_a_bad_bot(capsys: Capture) -> None:
    spec = f"process:{program('act(99)')}"
    assert main(["bot", "check", spec, "--num", "1", "--seed", "1"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("error: chose action 99; the actions are numbered 0 to 2 (san-francisco,")
    assert ": bad. 1 game, 0 decisions" in out
    assert main(["bot", "check", spec, "--num", "1", "--seed", "1", "--json"]) == 1
    body = json.loads(capsys.readouterr().out)
    assert body["ok"] is False
    assert body["problems"][0]["failure"] == "error"
    assert body["problems"][0]["seed"] == "1/0"


def test_the_same_problem_is_told_once(capsys: Capture) -> None:
    assert main(["bot", "check", "process:/no/such/program", "--seed", "1"]) == 1
    out = capsys.readouterr().out
    assert out.count("cannot be started") == 1
    assert "decision 1), and the same in 4 more games" in out


@pytest.mark.parametrize("spec", ["genius", "planner:depth=2", "process:", "process:a 'b"])
def test_a_bot_that_cannot_be_made_is_one_line(capsys: Capture, spec: str) -> None:
    assert main(["bot", "check", spec]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1
