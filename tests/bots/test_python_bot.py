"""A bot of one's own is named by its file or module and its class."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fogline import define
from fogline.arena import simulate
from fogline.bots import SpecError, bot_spec, make_bot
from fogline.cli import main
from tests.cli import boards

SOURCE = """
from dataclasses import dataclass
from fogline import legal_actions
from helper_beside_it import FIRST

class First:
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view):
        return legal_actions(view)[FIRST]

class Seedless:
    def choose(self, view):
        return legal_actions(view)[0]

class Broken(First):
    def __init__(self, seed):
        raise RuntimeError("no batteries")

class Idle:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "helper_beside_it.py").write_text("FIRST = 0\n", encoding="utf-8")
    (tmp_path / "bad.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


def test_by_file_by_module_and_by_an_installed_module(folder: Path) -> None:
    for spec in ("python:mine.py:First", f"python:{folder / 'mine.py'}:First", "python:mine:First"):
        bot = make_bot(spec, "s")
        assert type(bot).__name__ == "First"
        assert vars(bot) == {"seed": "s"}
        assert str(bot_spec(spec)) == spec
    assert type(make_bot("python:mine.py:Seedless", 1)).__name__ == "Seedless"
    installed = make_bot("python:fogline.bots.plain_planner:PlainPlanner", 1)
    assert type(installed).__name__ == "PlainPlanner"


def test_it_plays_wherever_a_bot_is_named(folder: Path) -> None:
    game = define(boards.write(folder))
    whole = simulate(game, ["python:mine.py:First", "random"], 2, 1)
    assert whole.faults == (0, 0)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("python:mine.py", "'mine.py': expected FILE.py:Class or module:Class."),
        ("python:mine.py:", "'mine.py:': expected FILE.py:Class or module:Class."),
        ("python:none.py:First", "none.py: there is no such file."),
        (
            "python:mine.py:Last",
            "mine.py has no class 'Last'; its bots are: First, Seedless,",
        ),
        ("python:mine.py:Idle", "the class Idle in mine.py has no method choose(view)."),
        ("python:mine.py:Broken", "mine.py:Broken cannot be made: RuntimeError: no batteries"),
        ("python:bad.py:First", "bad.py cannot be loaded: ZeroDivisionError: division by zero"),
        ("python:no.such:First", "the module no.such cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_what_cannot_be_found_is_one_clear_line(folder: Path, spec: str, message: str) -> None:
    assert folder.is_dir()
    with pytest.raises(SpecError) as caught:
        make_bot(spec, 1)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_new_bot_passes_its_own_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "bots"
    assert main(["bot", "new", "my-first_bot", "-o", str(made)]) == 0
    out = capsys.readouterr().out
    assert f"python:{made / 'my_first_bot.py'}:MyFirstBot" in out
    written = sorted(path.name for path in made.iterdir())
    assert written == ["my_first_bot.py", "test_my_first_bot.py"]
    tested = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(made)]
    done = subprocess.run(tested, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert main(["bot", "new", "my-first-bot", "-o", str(made)]) == 2
    assert "is there already, and is left as it is" in capsys.readouterr().err
    assert main(["bot", "new", "../x", "-o", str(made)]) == 2
    assert "is no name for a bot" in capsys.readouterr().err
