"""Several people at one terminal: between two curtains nobody's secrets but the viewer's show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline import Board, GameLog, KeepTickets
from fogline.cli.play.terminal import Terminal
from fogline.core.cards import COLOURS
from fogline.table.commands import BOT_NAMES
from tests.cli.driver import anything, log_in, play, typed

NAMES = ["Ann", "Bea", "Cy"]
CURTAIN = re.compile(r"Please pass the device to (\w+)\. \1, press Enter when you are ready\. ")


def ann_and_bea(seats: int) -> list[str]:
    """Two people at a terminal, and bots on the other seats."""
    words = f"san-francisco --seats {seats} --humans 2 --bot random --names Ann,Bea --seed 1"
    return words.split()


def scenes(screen: str) -> list[tuple[str, str]]:
    """Cut a screen at its curtains: who may look, and what was shown."""
    before, *parts = CURTAIN.split(screen)
    assert "Hand" not in before
    return list(zip(parts[::2], parts[1::2], strict=True))


def played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: list[str]
) -> tuple[list[tuple[str, str]], GameLog]:
    """Play for a while, three people at one terminal."""
    save = tmp_path / "game.json"
    arguments = [
        *game,
        "--humans",
        "3",
        "--bot",
        "random",
        "--names",
        ",".join(NAMES),
        "--save",
        str(save),
    ]
    someone = anything(3)
    left = iter(range(250))
    status, screen = play(
        monkeypatch, arguments, lambda shown: None if next(left, None) is None else someone(shown)
    )
    assert status == 0
    playing = screen.partition("The game is over.")[0]
    return scenes(playing), log_in(save)


@pytest.mark.parametrize(
    "game",
    [
        ["san-francisco", "--seats", "3", "--seed", "1"],
        ["old-west", "--seats", "4", "--seed", "2", "--bot", "random", "--option", "alvin"],
    ],
    ids=["san-francisco", "old-west"],
)
def test_only_ones_own_secrets_are_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: list[str]
) -> None:
    shown, log = played(monkeypatch, tmp_path, game)
    assert len(shown) > 20
    board = log.game.board
    tickets = {name: _ever_seen(board, log, seat) for seat, name in enumerate(NAMES)}
    for viewer, screen in shown[:-1]:  # the last may have been left at the curtain
        for ticket in re.findall(r"[·✓] (.+? – .+?) \(\d+\)", screen):
            assert ticket.strip() in tickets[viewer]
        offered = re.search(r"Which tickets do you keep(.*?)> ", screen, re.DOTALL)
        for line in re.findall(r"^ +\d+  (.+?)  +\d+ pts?", offered[1] if offered else "", re.M):
            assert line in tickets[viewer]
        others = "|".join({*NAMES, *BOT_NAMES[:3]} - {viewer})
        colours = "|".join([*COLOURS, "ferry card", "locomotive"])
        assert not re.search(rf"({others}) drew an? ({colours})", screen)
        assert not re.search(rf"({others}) \w+ a[^.]* drew an? ({colours})", screen)
        assert not re.search(rf"({others}) (kept|chose to keep) [A-Z]", screen)
        assert not re.search(rf"({others}) got \d+ ({colours})", screen)
        assert screen.count(f"{viewer} (you)") >= 1


def _ever_seen(board: Board, log: GameLog, seat: int) -> set[str]:
    """The names of all tickets that a seat was ever offered."""
    return {
        " – ".join(board.place[end].name for end in board.ticket[ticket].ends)
        for event in log.events
        if event.verb == "offered" and getattr(event, "seat", None) == seat
        for ticket in getattr(event, "tickets", ())
    }


def test_the_hand_is_hidden_before_the_device_is_passed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def wipe(self: Terminal) -> None:
        self.out.print("~~~~")

    monkeypatch.setattr(Terminal, "clear", wipe)
    save = tmp_path / "game.json"
    game = ann_and_bea(2)
    status, screen = play(monkeypatch, [*game, "--save", str(save)], anything(1))
    assert status == 0
    between = screen.split("~~~~")
    assert len(between) > 20
    # A curtain, then one person's screen, and so on; at the end comes what all may see.
    for curtain, own in zip(between[1:-1:2], between[2:-1:2], strict=True):
        assert "Please pass the device" in curtain
        assert "Hand" not in curtain
        assert "You " not in curtain
        assert "Please pass the device" not in own
        assert ("Ann (you)" in own) != ("Bea (you)" in own)
    assert "Final scoring" in between[-1]
    assert "Hand" not in between[-1]


def test_first_tickets_are_chosen_by_all_people(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.json"
    game = ann_and_bea(3)
    lines = iter(["", "1", "", "", "2", "", "quit"])
    play(monkeypatch, [*game, "--save", str(save)], lambda _: next(lines, None))
    moves = log_in(save).moves
    assert [move.seat for move in moves[:3]] == [2, 0, 1]  # the bot first: nobody waits for it
    assert all(isinstance(move.action, KeepTickets) for move in moves[:3])


def test_nobody_need_press_enter_for_the_final_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    someone = anything(1)
    game = ann_and_bea(2)
    status, screen = play(
        monkeypatch, game, lambda shown: None if "The game is over." in shown else someone(shown)
    )
    assert status == 0
    assert "Final scoring" in screen


def test_one_person_needs_no_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ["san-francisco", "--seats", "3", "--humans", "1", "--bot", "random", "--seed", "1"]
    _, screen = play(monkeypatch, game, anything(1))
    assert "pass the device" not in screen
    assert "Press Enter" not in screen


def test_leaving_at_the_curtain_keeps_the_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.json"
    game = ann_and_bea(2)
    status, screen = play(monkeypatch, [*game, "--save", str(save)], typed([]))
    assert status == 0
    assert "The game is kept" in screen
    assert "Hand" not in screen
