"""`fogline completion`."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from fogline.cli import main
from fogline.cli.app import make_parser
from fogline.cli.completion import completions

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["sim"], ["simulate"]),
        (["simulate", "san"], ["san-francisco"]),
        (["simulate", "old-west", "--pl"], ["--players"]),
        (["simulate", "old-west", "--players", "plan"], ["planner"]),
        (["simulate", "old-west", "--players", "random,plan"], ["random,planner"]),
        (["simulate", "old-west", "--num", ""], []),
        (["simulate", "old-west", "--json", "--se"], ["--seed"]),
        (["bot", "n"], ["new"]),
        (["bot", "check", "plain-p"], ["plain-planner"]),
        (["completion", "z"], ["zsh"]),
        (["nonsense", "x", "y"], []),
    ],
)
def test_words_are_completed(typed: list[str], expected: list[str]) -> None:
    assert completions(make_parser(), typed) == expected


def test_without_a_word_all_commands_are_offered(capsys: Capture) -> None:
    assert main(["completion", "words", ""]) == 0
    offered = capsys.readouterr().out.split()
    assert {"play", "tty", "simulate", "ladder", "lab", "doctor"} <= set(offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_can_be_read_by_it(shell: str, capsys: Capture) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "fogline completion words" in script
    program = shutil.which(shell)
    if program is not None:
        flag = "--no-execute" if shell == "fish" else "-n"
        subprocess.run([program, flag], input=script, text=True, check=True)  # noqa: S603
