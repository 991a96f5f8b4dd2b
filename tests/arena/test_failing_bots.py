"""A bot that fails never wins: it forfeits the game, or the game does not count."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from fogline import Action, Chance, Game, Pass, Seed, View, define, legal_actions
from fogline.arena import RecordFiles, simulate
from fogline.arena.jobs import load_bot
from fogline.arena.lab import study_games
from fogline.arena.ladder.pairings import Meeting, Pairing
from fogline.arena.ladder.tournament import encounter_of, mirror_of, play_ladder
from fogline.bots import (
    BotFailed,
    BotKind,
    BotSpec,
    CannotPlay,
    Guarded,
    RandomBot,
    bot_spec,
    registry,
)
from fogline.cli import main
from fogline.sim.whole_games import play
from tests.cli import boards

CRASH = "process:false"


class Failing:
    """Plays well for three decisions, and then as badly as it can."""

    def __init__(self, seed: Seed) -> None:
        self.own = RandomBot(Chance(seed))
        self.asked = 0

    def choose(self, view: View) -> Action:
        self.asked += 1
        return self.own.choose(view) if self.asked < 3 else self.fail(view)

    def fail(self, view: View) -> Action:
        raise KeyError("oops")


class Illegal(Failing):
    def fail(self, view: View) -> Action:
        return Pass()


class Mute(Failing):
    def fail(self, view: View) -> Action:
        return None  # type: ignore[return-value]  # as a bot without types may


KINDS = {
    "raises": (Failing, "raised KeyError: 'oops'"),
    "illegal": (Illegal, "chose pass, which is not legal: "),
    "mute": (Mute, "chose None, which is not an action"),
}


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {name: BotKind(name, "fails", kind) for name, (kind, _) in KINDS.items()}
    monkeypatch.setattr(registry, "_from_elsewhere", lambda: found)


@pytest.mark.parametrize("name", KINDS)
def test_a_failing_bot_loses_all_its_games(name: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = define(boards.write(tmp_path))
    whole = simulate(game, [name, "random"], 3, 1, records=RecordFiles(path))
    assert whole.faults == (3, 0)
    assert whole.wins == (0, 3)
    assert whole.void == 0
    assert whole.mean_scores[0] is None
    assert whole.mean_scores[1] is not None
    assert str(whole.first_faults[0]).startswith(KINDS[name][1])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [row["won_0"] for row in rows] == [False] * 3
    assert [row["winners"] for row in rows] == [1] * 3
    assert all(row["fault_0"].startswith(KINDS[name][1]) for row in rows)
    again = simulate(game, [name, "random"], 3, 1, records=RecordFiles(path))
    assert (again.resumed, again.wins, again.first_faults) == (3, whole.wins, whole.first_faults)


def test_if_all_fail_nobody_wins(tmp_path: Path) -> None:
    whole = simulate(define(boards.write(tmp_path)), ["raises", "mute", "illegal"], 2, 1)
    assert whole.wins == (0, 0, 0)
    assert whole.void == 2
    assert whole.mean_scores == (None, None, None)


def test_with_a_stand_in_the_game_does_not_count(tmp_path: Path) -> None:
    game = define(boards.write(tmp_path))
    records = RecordFiles(tmp_path / "games.jsonl")
    whole = simulate(game, ["raises", "random"], 2, 1, records=records, stand_in="plain-greedy")
    assert whole.wins == (0, 0)
    assert whole.void == 2
    with pytest.raises(ValueError, match="holds games of another run"):
        simulate(game, ["raises", "random"], 2, 1, records=RecordFiles(tmp_path / "games.jsonl"))


def test_without_a_stand_in_a_failure_is_raised(tmp_path: Path) -> None:
    players = [bot_spec("raises"), bot_spec("random")]
    with pytest.raises(BotFailed, match="raised KeyError: 'oops'"):
        play(define(boards.write(tmp_path)), players, ["1"], [["a", "b"]])


def test_a_bot_that_cannot_play_a_game_is_no_failure_but_an_error(tmp_path: Path) -> None:
    class Unable:
        def choose(self, view: View) -> Action:
            raise CannotPlay("it is too hard for me")

    view = Game.start(define(boards.write(tmp_path)), 2, Chance(1)).view(0)
    with pytest.raises(CannotPlay, match="too hard"):
        Guarded(Unable(), lambda _: RandomBot(Chance(1))).choose(view)


def test_a_bot_may_want_to_hear_of_the_end_without_having_faults(tmp_path: Path) -> None:
    heard = []

    class Curious:
        def choose(self, view: View) -> Action:
            return legal_actions(view)[0]

        def leave(self, outcome: object) -> None:
            heard.append(outcome)

    curious = BotSpec(BotKind("curious", "listens", lambda _: Curious()), {})
    players = [bot_spec("random"), curious]
    play(define(boards.write(tmp_path)), players, ["1"], [["a", "b"]])
    assert len(heard) == 1
    assert heard[0] is not None


@pytest.mark.parametrize("command", [["simulate", "--players"], ["lab", "--bots"]])
def test_commands_show_failures_and_exit_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    name, flag = command
    board = str(boards.write(tmp_path))
    arguments = [name, board, flag, f"random,{CRASH}", "--num", "2", "--seed", "1"]
    if name == "lab":
        arguments += ["--workers", "1", "-o", str(tmp_path / "page.html")]
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert f"FAILED: {CRASH} failed in 2 games, and forfeits them." in out
    assert "It ended with exit status 1." in out
    assert main([*arguments, "--json"]) == 1
    body = json.loads(capsys.readouterr().out)
    assert body["faults"] == [0, 2]
    assert body["first_faults"] == [None, "ended with exit status 1"]
    if name == "lab":
        assert "failed in 2 games" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_command_can_name_a_stand_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = str(boards.write(tmp_path))
    players = ["--players", f"random,{CRASH}", "--num", "1", "--stand-in", "plain-greedy"]
    assert main(["simulate", board, *players]) == 1
    out = capsys.readouterr().out
    assert "failed in 1 game, which plain-greedy finished; it does not count." in out
    assert "1 game has no winner, and does not count in mean scores." in out
    assert main(["simulate", board, "--stand-in", "nobody"]) == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err


def test_the_ladder_puts_a_failing_bot_last_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = define(boards.write(tmp_path))
    ladder = play_ladder(game, ["random", "raises"], 6, 1)
    assert [rating.bot for rating in ladder.ratings] == ["random", "raises"]
    assert ladder.encounter("raises", "random").wins.value == 0
    assert ladder.faults == {"random": 0, "raises": 6 + 12}
    assert ladder.first_faults == {"raises": "raised KeyError: 'oops'"}
    assert ladder.mirror.even
    board = str(tmp_path / "four-corners.toml")
    assert main(["ladder", board, "--bots", "raises,random", "--num", "2", "--seed", "1"]) == 1
    assert "FAILED: raises failed in 2 games, and forfeits them." in capsys.readouterr().out


def test_a_forfeit_by_hand() -> None:
    """Points and tickets do not help a bot that failed; where all failed, nobody has won."""
    points = np.array([[[50, 20], [20, 50]], [[10, 20], [20, 10]]])
    faults = np.array([[[True, False], [False, True]], [[True, True], [True, True]]])
    played = Meeting(Pairing("a", "b", 2), points, points * 0, faults)
    assert played.wins.tolist() == [0, 0]
    assert played.unwon.tolist() == [0, 1]
    assert played.duels.tolist() == [0, 0.5]
    assert encounter_of(played).wins.value == 0
    turned = encounter_of(played).reversed
    assert turned.wins.value == pytest.approx(0.5)
    assert 0 < turned.wins.low < 0.5 < turned.wins.high < 1
    assert turned.losses == encounter_of(played).wins
    assert turned.lead is None  # the points of a game that a bot forfeited mean nothing
    both = Meeting(Pairing("a", "a", 2), points[1:], points[1:] * 0, faults[1:])
    assert mirror_of(both).even


def test_leads_are_of_deals_in_which_no_bot_failed() -> None:
    points = np.array([[[5, 9], [9, 5]], [[6, 4], [4, 6]], [[9, 4], [2, 6]]])
    faults = np.zeros_like(points, np.bool_)
    faults[0, 1, 0] = True
    found = encounter_of(Meeting(Pairing("a", "b", 2), points, points * 0, faults))
    assert found.lead is not None
    assert found.lead.value == pytest.approx(((2 + 2) / 2 + (5 + 4) / 2) / 2)


def test_bots_are_loaded_before_the_games_are_timed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Compiling a bot that plays beside one of yours, or stands in for it, is not playing."""
    loaded = set()
    module = sys.modules["fogline.arena.simulation"]  # the package has a function of this name
    monkeypatch.setattr(module, "load_bot", lambda *job: loaded.add(job[1:]))
    game = define(boards.write(tmp_path))
    simulate(game, ["raises", "plain-planner", "random"], 1, 1, stand_in="plain-greedy")
    assert loaded == {(3, "raises"), (3, "plain-planner"), (3, "random"), (3, "plain-greedy")}


def test_loading_a_bot_takes_one_decision_and_forgives_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = []

    class Asked(Failing):
        def choose(self, view: View) -> Action:
            asked.append(view.seat)
            return self.fail(view)

    kind = BotKind("asked", "fails at once", Asked)
    monkeypatch.setattr(registry, "_from_elsewhere", lambda: {"asked": kind})
    game = define(boards.write(tmp_path))
    for bot in ("asked", "random", CRASH):
        load_bot(game, 2, bot)
    assert len(asked) == 1


def test_the_lab_gives_no_victory_to_a_failing_bot(tmp_path: Path) -> None:
    study = study_games(define(boards.write(tmp_path)), ["random", "raises"], 3, 1)
    assert study.tally.wins.tolist() == [3 * 60, 0]
    assert study.tally.faults.tolist() == [0, 3]
    assert len(study.failures) == 1
