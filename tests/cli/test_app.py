"""The command line as a whole: help, versions, and errors that are one line and no traceback."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # ships no types
import pytest

import fogline
from fogline.cli import main
from fogline.cli.app import COMMANDS as ENTRIES
from fogline.cli.app import make_parser
from fogline.cli.frame.command import Subcommand, complain

COMMANDS = [
    [],
    ["tty"],
    ["simulate"],
    ["lab"],
    ["ladder"],
    ["serve"],
    ["replay"],
    ["verify"],
    ["export"],
    ["import"],
    ["board"],
    ["board", "list"],
    ["board", "check"],
    ["board", "draw"],
    ["board", "layout"],
    ["admin"],
    ["admin", "stats"],
    ["admin", "tables"],
    ["admin", "close"],
    ["admin", "delete"],
    ["admin", "users"],
    ["admin", "block"],
    ["admin", "unblock"],
    ["admin", "reset-password"],
    ["admin", "reports"],
    ["admin", "resolve"],
]
RUN = [sys.executable, "-m", "fogline.cli"]
HEARS_SIGNALS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""A process started in the background of a shell would ignore Ctrl-C."""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert main([*command, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "example" in out
    assert " ".join(["usage: fogline", *command]) in out
    assert max(map(len, out.splitlines())) <= 100


def test_every_example_of_the_help_can_be_parsed(capsys: pytest.CaptureFixture[str]) -> None:
    found = 0
    for command in COMMANDS:
        main([*command, "--help"])
        for line in capsys.readouterr().out.splitlines():
            words = line.split("  play")[0].split(" | ")[0].split(" > ")[0].split()
            if line.startswith("  fogline "):
                make_parser().parse_args(words[1:])
                found += 1
    assert found > 15


def test_every_command_of_the_lists_exists() -> None:
    def runs(entries: tuple[Subcommand, ...]) -> int:
        found = 0
        for entry in entries:
            command = entry.load()
            assert (command.run is None) == bool(command.family), entry.name
            found += runs(command.family) if command.family else 1
        return found

    assert runs(ENTRIES) > 30


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (["--version"], []),
        (["--help"], []),
        (["completion", "words", "sim"], ["completion"]),
        (["simulate", "--help"], ["simulate"]),
        (["board", "--help"], ["board"]),
        (["board", "list"], ["board", "board.list"]),
    ],
    ids=str,
)
def test_a_command_imports_no_other(arguments: list[str], own: list[str]) -> None:
    code = f"""
import sys
from fogline.cli import main
assert main({arguments}) == 0
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = set(done.stderr.split())
    family = (*ENTRIES, *(within for entry in ENTRIES for within in entry.load().family))
    homes = {entry.home.partition(":")[0] for entry in family}
    assert sorted(home for home in homes if f"fogline.cli.{home}" in loaded) == own
    assert not loaded & {"numpy", "numba", "sqlalchemy", "starlette", "textual"}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"fogline {fogline.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["--dance"],
        ["board"],
        ["board", "dance"],
        ["replay"],
        ["replay", "missing.json"],
        ["replay", "."],
        ["replay", ""],
        ["board", "draw", "."],
        ["board", "draw", "old-west", "-o", "."],
        ["board", "draw", "old-west", "-o", "no/such/folder/x.svg"],
        ["board", "draw", "missing.toml"],
        ["board", "layout", "old-west"],
        ["board", "layout", "missing.toml"],
        ["tty", "nowhere"],
        ["tty", "old-west", "--seats", "7"],
        ["tty", "old-west", "--seats", "two"],
        ["tty", "old-west", "--seats", "2", "--humans", "3"],
        ["tty", "old-west", "--seats", "2", "--humans", "0"],
        ["tty", "old-west", "--seats", "2", "--humans", "1", "--option", "alvin=perhaps"],
        ["tty", "old-west", "--seats", "2", "--humans", "1", "--option", "alvin", "--bot", "hal"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "2", "--names", "A,a"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "2", "--names", "A,B,C"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "2", "--names", "A,"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "1", "--names", "\x1b[31m"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "1", "--save", "no/such/g.json"],
        ["tty", "san-francisco", "--seats", "2", "--humans", "1", "--save", "."],
        ["tty", "--resume", "missing.json"],
        ["tty", "--resume", "."],
        ["tty", "old-west", "--resume", "missing.json"],
        ["tty", "--seats", "3", "--resume", "missing.json"],
        ["tty", "--option", "alvin", "--resume", "missing.json"],
    ],
    ids=" ".join,
)
def test_bad_input_gives_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "\x1b" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_complaint_stays_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("two\nlines\tand \x1b[31mred\x00")
    assert capsys.readouterr().err == "fogline: two lines and \\x1b[31mred\\x00\n"


def test_the_script_is_installed() -> None:
    script = Path(sysconfig.get_path("scripts")) / "fogline"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0
    assert done.stdout == f"fogline {fogline.__version__}\n"


def test_errors_of_a_real_process_are_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff\xfe{")
    for arguments in (["replay", str(broken)], ["replay", str(tmp_path)], ["dance"]):
        done = subprocess.run([*RUN, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("fogline: ")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["board", "draw", "old-west"], ["board", "list"]])
def test_a_closed_pipe_is_left_quietly(arguments: list[str]) -> None:
    with subprocess.Popen(  # noqa: S603
        [*RUN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "FOGLINE_DATA_DIR": str(tmp_path)}
    done = subprocess.run(  # noqa: S603
        [*RUN, "tty", "san-francisco", "--seats", "2", "--humans", "1", "--bot", "random"],
        capture_output=True,
        input=b"all\n\xff\n1\n",
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Which tickets do you keep" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
@pytest.mark.parametrize("save", [True, False])
def test_ctrl_c_at_the_prompt(tmp_path: Path, *, save: bool) -> None:
    code = f"{HEARS_SIGNALS} import sys; from fogline.cli import main; sys.exit(main())"
    arguments = ["tty", "san-francisco", "--seats", "2", "--humans", "1", "--bot", "random"]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", code, *arguments, *(["--save", "my game.json"] if save else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "FOGLINE_DATA_DIR": str(tmp_path)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while (letter := process.stdout.read(1)) != b">":
            assert letter
        while psutil.Process(process.pid).status() != psutil.STATUS_SLEEPING:
            time.sleep(0.01)  # until it waits for an answer
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        assert process.wait() == 130
    if save:
        assert said == "\nfogline: stopped; go on with fogline tty --resume 'my game.json'\n"
        assert (tmp_path / "my game.json").exists()
    else:
        (kept,) = (tmp_path / "games").iterdir()
        assert said == f"\nfogline: stopped; go on with fogline tty --resume {kept}\n"


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_ctrl_c_in_a_long_simulation() -> None:
    # In a process of its own the signal comes from within, at a moment that is sure.
    code = (
        f"{HEARS_SIGNALS} import os, threading; from fogline.cli import main; "
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start(); "
        "raise SystemExit(main(['simulate', 'old-west', '--num', '100000']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 130
    assert done.stderr == "\nfogline: stopped\n"
    assert done.stdout == ""
