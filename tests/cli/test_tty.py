"""Whole games at the terminal, driven by someone who reads the screen and types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline import KeepTickets, define, new_game, replay, to_json
from fogline.cli.i18n import LANGUAGES, load_catalog
from fogline.cli.play import saved
from tests.cli import boards
from tests.cli.driver import anything, log_in, numbers, play, typed

SF = ["san-francisco", "--seats", "2", "--humans", "1", "--bot", "random", "--seed", "5"]
OW = ["old-west", "--seats", "3", "--humans", "1", "--bot", "random", "--seed", "5", "--option"]


@pytest.mark.parametrize(
    "arguments",
    [
        SF,
        [
            "san-francisco",
            "--seats",
            "4",
            "--humans",
            "3",
            "--bot",
            "random",
            "--names",
            "Ann,Bea,Cy",
            "--bot",
            "random",
            "--seed",
            "1",
        ],
        [*OW, "alvin"],
        [*OW, "alvin=no"],
        [
            "old-west",
            "--seats",
            "6",
            "--humans",
            "2",
            "--bot",
            "random",
            "--names",
            "Ann,Bea",
            "--bot",
            "random",
            "--option",
            "alvin",
        ],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[2]} {arguments[4]} {arguments[-1]}",
)
def test_a_game_is_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str]
) -> None:
    save = tmp_path / "game.json"
    status, screen = play(monkeypatch, [*arguments, "--save", str(save)], anything(1))
    assert status == 0
    assert "Final scoring:" in screen
    assert "\x1b" not in screen  # this is no terminal
    assert max(map(len, screen.splitlines())) <= 80 + len(str(save))
    outcome = replay(log_in(save)).outcome
    assert outcome is not None
    for result in outcome.results:
        assert re.search(rf" {result.total} +{result.rank}\b", screen)
    assert ("wins with" in screen) == (len(outcome.winners) == 1)
    assert list(tmp_path.iterdir()) == [save]


def test_a_board_with_plain_rules_has_plain_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = boards.write(tmp_path)
    arguments = [str(path), "--seats", "2", "--humans", "1", "--bot", "random", "--seed", "1"]
    status, screen = play(monkeypatch, arguments, anything(1))
    assert status == 0
    assert "wild card" in screen
    assert "vehicles" in screen
    for other in ("ferry card", "locomotive", "cable car", "train car", "Alvin", "token"):
        assert other not in screen


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_whole_game_is_told_in_every_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    say = load_catalog(language).say
    tickets = say("tty.menu.tickets", least=1)
    dice = anything(3)

    def answer(shown: str) -> str | None:
        return "all" if tickets in shown else dice(shown)

    asked = [
        "help",
        "routes north",
        "routes",
        "xyzzy",
        "99",
        "back",
        "log",
        "ways",
        "table",
        "more",
    ]
    path = boards.write(tmp_path)
    arguments = [str(path), "--seats", "2", "--humans", "1", "--bot", "random", "--seed", "1"]
    status, screen = play(
        monkeypatch, [*arguments, "--language", language], typed(["all", *asked], answer)
    )
    assert status == 0
    assert f"{say('table.final.title')}:" in screen
    assert say("table.log.chose", player="Player 1") in screen
    assert say("tty.plain.nothing-before") in screen
    assert say("tty.plain.help").splitlines()[1] in screen
    for english in ("Final scoring", "Since your last turn", "There is only one", "Winner"):
        assert english not in screen


def test_the_questions_are_asked_in_the_language_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say = load_catalog("nl").say
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    answers = ["old", "9", "3", "2", "gelegen", "ja", "Ann", "Bea"]
    _, screen = play(monkeypatch, [], typed(answers))
    for key in ("welcome", "which-game", "nobody"):
        assert say(f"tty.plain.{key}") in screen
    assert say("tty.plain.type-number", least=2, most=6) in screen
    assert say("tty.plain.pass", player="Ann").strip() in screen


def test_the_games_have_their_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    _, screen = play(monkeypatch, SF, anything(2))
    assert "ferry card" in screen
    assert "cable cars" in screen
    assert "locomotive" not in screen
    _, screen = play(monkeypatch, [*OW, "alvin"], anything(2))
    assert "locomotive" in screen
    assert "train cars" in screen
    assert "ferry" not in screen
    assert "wild" not in screen


def test_without_arguments_it_asks_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["9", "west", "seven", "3", "0", "2", "mighty", "ran", "maybe", "yes"]
    answers += ["Ann", "ann", "Bea"]
    status, screen = play(monkeypatch, ["--seed", "1"], typed(answers))
    assert status == 0
    for question in (
        "Which game",
        "How many players, 2 to 6?",
        "people at this terminal",
        "How strong",
        "Alvin",
    ):
        assert question in screen
    hints = ["Type 1 to 2, or a name.", "from 2 to 6.", "from 1 to 3.", "Type one of: random, be"]
    for hint in [*hints, "Type yes or no."]:
        assert screen.count(hint) == 1
    assert "no other player's" in screen
    assert "Please pass the device to Ann" in screen


def test_just_enter_takes_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["", "", "", ""])
    arguments = ["--bot", "random", "--seed", "1"]
    _, screen = play(monkeypatch, arguments, lambda _: next(answers, None))
    assert "Which tickets do you keep" in screen
    assert "Player 1 (you)" in screen


def test_nobody_there_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, [], typed([]))[0] == 0
    status, screen = play(monkeypatch, SF, typed([]))
    assert status == 0
    assert "Nobody answers any more. The game is kept: go on with fogline tty --resume" in screen


def test_nonsense_is_refused_politely_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.json"
    nonsense = {
        "0": "its numbers are 1 to ",
        "99": "99 is not in the list; its numbers are 1 to",
        "9" * 5000: "is not in the list",
        "1 2": "Type one number",
        "²": "Nothing here has “²” in it",
        "dance": "Nothing here has “dance” in it",
        "[bold]": "Nothing here has “[bold]” in it",
        "pass": "Passing is only allowed when nothing else can be done.",
        "take white": "There is no such card in the display.",
        "keep pier-39/south-beach": "This is not one of the things to choose from now.",
        "claim atlantis/pier-39 red*1": "There is no such route on this board.",
        "claim union-square/market-street red*1": "Write market-street/union-square#1 or",
        "claim sunset/twin-peaks red*3": "You do not hold all of these cards. This route takes 3 p",
        "start-city sunset": "This is not one of the things to choose from now.",
        "routes atlantis": "No place has “atlantis” in its name.",
        "routes": "You have no routes yet.",
        "back": "There is nothing to go back from",
        "sunset twin": "Nothing here has",
    }
    first = ["all", "1", "1", "1", "log", *nonsense, "quit"]
    arguments = [*SF, "--option", "first=1", "--save", str(save)]
    status, screen = play(monkeypatch, arguments, typed(first))
    assert status == 0
    for typed_line, answer in nonsense.items():
        said = screen.partition(f"> {typed_line}\n")[2]
        assert answer in " ".join(said.partition("\n> ")[0].split()), typed_line
    assert f"fogline tty --resume {save}" in screen
    human = [move for move in log_in(save).moves if move.seat == 0]
    assert len(human) == 4 - 1  # the tickets and two single tokens


def test_tickets_are_chosen_by_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    refused = ["", "1", "1 2", "1 1 1", "1 2 6", "1 2 x", "dance", "keep", "0 1 2", "-1 2 3"]
    arguments = [*OW, "alvin=no", "--save", str(save)]
    _, screen = play(monkeypatch, arguments, typed([*refused[1:], "5, 3 1", "quit"]))
    assert screen.count("That is too few: keep 3 or more.") == 3
    assert screen.count("Type numbers, such as 1 2 3, or all.") == 6 + 1
    offered = re.findall(r"^ +\d  (.*?)  +\d+ pts", screen.partition("keep, at")[2], re.MULTILINE)
    human = next(m for m in log_in(save).moves if m.seat == 0)
    assert isinstance(human.action, KeepTickets)
    book = define("old-west").phrasebook()
    kept = {book.ticket(ticket) for ticket in human.action.tickets}
    assert kept == {offered[4], offered[2], offered[0]}


def test_the_notation_can_be_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    _, screen = play(monkeypatch, [*SF, "--option", "first=1"], typed(["all"]))
    one, other = re.findall(r"Put the (\w+) tokens at …", screen)
    lines = ["all", f"place-stack {one} sunset", f"place-stack {one} presidio"]
    lines += [f"place-stack {one} twin-peaks", "twin", "1", "draw", "draw", "quit"]
    arguments = [*SF, "--option", "first=1", "--save", str(save)]
    _, screen = play(monkeypatch, arguments, typed(lines))
    moves = [str(m.action) for m in log_in(save).moves if m.seat == 0]
    assert "There are tokens on that place already." in screen
    assert "That stack of tokens is not waiting to be placed." in screen
    assert moves[1:3] == [f"place-stack {one} presidio", f"place-stack {other} twin-peaks"]
    assert moves[3:] == ["draw", "draw"]


def test_a_claim_can_be_searched_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["all", "1", "1", "1", *["draw"] * 10, "claim embarcadero", "back", "help", "ways"]
    lines += ["table", "log", "routes sunset", "sunset", "quit", ""]
    _, screen = play(monkeypatch, [*SF, "--option", "first=1"], typed(lines))
    found = screen.partition("With “embarcadero” in it:")[2].partition(">")[0]
    assert all("Embarcadero" in line for line in found.splitlines() if re.match(r" +\d+  ", line))
    assert "part of a name" in screen
    assert "spaces to go:" in screen
    assert "All that has happened" in screen
    assert "you need" in screen


def test_a_long_list_of_routes_is_a_list_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["all", "1", "1", "1", *["draw"] * 16, "claim", "more", "back", "quit", ""]
    _, screen = play(monkeypatch, [*SF, "--option", "first=1"], typed(lines))
    assert re.search(r"\d+  Claim a route … \(\d+ to choose from\)", screen)
    assert "Which route do you claim?" in screen
    assert re.search(r"… and \d+ more\. Type part of a name", screen)


def test_forced_choices_are_made_and_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = boards.write(tmp_path)
    arguments = [str(path), "--seats", "2", "--humans", "1", "--bot", "random", "--seed", "1"]
    _, screen = play(monkeypatch, arguments, anything(1))
    assert "There is only one choice, and it is made for you: Keep " in screen


@pytest.mark.parametrize("last", ["quit", None], ids=["quit", "end of input"])
def test_every_game_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, last: str | None
) -> None:
    lines = iter(["all", last])
    _, screen = play(monkeypatch, SF, lambda _: next(lines), data=tmp_path)
    (path,) = (tmp_path / "games").iterdir()
    assert f"The game is kept: go on with fogline tty --resume {path}" in screen
    assert any(move.seat == 0 for move in log_in(path).moves)


def test_a_file_that_cannot_be_written_does_not_end_the_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(path: Path, _: saved.SavedGame) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(saved, "write", full)
    save = tmp_path / "game.json"
    status, screen = play(monkeypatch, [*SF, "--save", str(save)], typed(["all", "quit"]))
    assert status == 0
    assert "The game could not be kept:" in screen
    assert "This game was not kept." in screen


def test_a_resumed_game_knows_who_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    arguments = ["san-francisco", "--seats", "3", "--humans", "2", "--names", "Ann,Bea"]
    play(monkeypatch, [*arguments, "--bot", "random", "--save", str(save)], typed([]))
    _, screen = play(monkeypatch, ["--resume", str(save)], typed([]))
    assert "How many" not in screen
    assert "Please pass the device to Ann" in screen
    assert [player.bot for player in saved.read(save).players] == [None, None, "random"]


def test_a_game_that_is_there_is_not_written_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "game.json"
    save.write_text("precious")
    assert play(monkeypatch, [*SF, "--save", str(save)], typed([]))[0] == 2
    assert "is there already: --resume it" in capsys.readouterr().err
    assert save.read_text() == "precious"


@pytest.mark.parametrize("arguments", [SF, [*OW, "alvin"]], ids=["san-francisco", "old-west"])
def test_a_saved_game_goes_on_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str]
) -> None:
    save = tmp_path / "game.json"
    left = [30]

    def some(shown: str) -> str | None:
        left[0] -= 1
        return anything(left[0])(shown) if left[0] else None

    _, screen = play(monkeypatch, [*arguments, "--save", str(save)], some)
    assert "The game is kept" in screen
    before = log_in(save)
    assert replay(before).outcome is None
    resume = ["--resume", str(save), "--seed", "2"]
    status, screen = play(monkeypatch, resume, anything(9))
    assert status == 0
    assert "Final scoring:" in screen
    after = log_in(save)
    assert after.moves[: len(before.moves)] == before.moves
    assert replay(after).outcome is not None
    # A game that has ended only shows its end.
    status, screen = play(monkeypatch, resume, typed([]))
    assert status == 0
    assert "Final scoring:" in screen


def test_going_on_elsewhere_leaves_the_first_file_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    play(monkeypatch, [*SF, "--save", str(one)], typed(["all", "quit"]))
    kept = one.read_text()
    resume = ["--resume", str(one), "--save", str(two)]
    play(monkeypatch, resume, typed(["1", "1", "quit"]))
    assert one.read_text() == kept
    assert len(two.read_text()) > len(kept)


def test_a_log_alone_is_asked_about(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save = tmp_path / "log.json"
    save.write_text(to_json(new_game("san-francisco", seats=3, seed=1).log))
    answers = typed(["2", "Ann", "Bea"])
    _, screen = play(monkeypatch, ["--resume", str(save), "--bot", "random"], answers)
    assert "How many of them are people at this terminal, 1 to 3?" in screen
    assert "Please pass the device to Ann" in screen


def test_the_same_seed_and_answers_give_the_same_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    screens = [play(monkeypatch, SF, anything(4))[1].partition("Read it again")[0] for _ in "ab"]
    assert "Final scoring:" in screens[0]
    assert screens[0] == screens[1]


def test_numbers_are_read_as_they_are_shown() -> None:
    shown = "x\n\nWhat?\n   1  draw    2  take red\nClaim a route\n  10  A – B  2 red\n> "
    assert numbers(shown) == ["1", "2", "10"]


def test_a_bot_that_cannot_play_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    status, screen = play(monkeypatch, [*SF, "--bot", "process:/no/such/program"], anything(1))
    assert status == 0
    assert "Final scoring:" in screen
    assert screen.count("was played on by another bot: ") == 1
