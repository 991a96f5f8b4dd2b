"""A board that was corrected stays available in its older forms."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from fogline import BoardError, define
from fogline.boards import board_digest, board_reader, builtin_board, builtin_boards
from fogline.games import definitions
from fogline.server.features.catalogue.board_catalogue import board_model, picture_svg
from fogline.table.problems import Problem
from fogline.table.snapshots import older_board

RELEASED = {
    "old-west": ["1080dc626c66c12036d441a283299b951b3e35772d37dc0d2783b33fddfec1f6"],
    "san-francisco": ["3fcccb3edc78c5a7d4f56cabbbba06c42398adf36125d96229a387e1e364f032"],
}
"""The digest of every form of a board that games were ever played on; lines are only added."""


@pytest.fixture
def corrected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Correct the value of a ticket; return the digests of the older and of the present form."""
    with_boards = Path(str(files("fogline.boards")))
    present = with_boards.joinpath("san_francisco.toml").read_text(encoding="utf-8")
    older = present.replace("points = 4 }", "points = 3 }", 1)
    assert older != present
    for path in with_boards.glob("*.toml"):
        shutil.copy(path, tmp_path)
    (tmp_path / "older").mkdir()
    (tmp_path / "older" / "san_francisco.1.toml").write_text(older, encoding="utf-8")
    monkeypatch.setattr(board_reader, "files", lambda _: tmp_path)

    def forget() -> None:
        board_reader._forms.cache_clear()
        definitions._define_builtin.cache_clear()

    forget()
    yield board_digest(older), board_digest(present)
    forget()


@pytest.mark.parametrize("name", builtin_boards())
def test_every_form_ever_played_on_is_there(name: str) -> None:
    for digest in RELEASED[name]:
        assert define(name, digest=digest).board_digest == digest
    assert define(name).board_digest == RELEASED[name][-1]


def test_a_new_game_gets_the_corrected_board(corrected: tuple[str, str]) -> None:
    _, present = corrected
    assert define("san-francisco").board_digest == present
    assert define("san-francisco", digest=present) == define("san-francisco")


def test_a_game_goes_on_with_the_form_it_was_started_on(corrected: tuple[str, str]) -> None:
    older, _ = corrected
    game = define("san-francisco", digest=older)
    assert game.board_digest == older
    assert game.board_text is None
    assert game != define("san-francisco")
    values = [
        sum(ticket.points for ticket in one.board.tickets) for one in (game, define(game.name))
    ]
    assert values[0] == values[1] - 1


@pytest.mark.usefixtures("corrected")
def test_an_unknown_form_is_one_line() -> None:
    message = 'san-francisco: error: no form of this board has the digest "feed"'
    with pytest.raises(BoardError) as raised:
        builtin_board("san-francisco", "feed")
    assert str(raised.value) == message


def test_a_board_of_ones_own_must_have_the_digest_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(builtin_board("old-west").text, encoding="utf-8")
    assert define(path, digest=builtin_board("old-west").digest).board_digest
    with pytest.raises(BoardError, match="no form of this board has the digest"):
        define(path, digest="feed")


def test_the_server_shows_the_form_that_a_game_is_played_on(corrected: tuple[str, str]) -> None:
    older, present = corrected
    assert older_board(define("san-francisco", digest=older)) == older
    assert older_board(define("san-francisco", digest=present)) is None
    shown, today = board_model("san-francisco", older), board_model("san-francisco")
    assert (shown.older, today.older) == (older, None)
    assert sum(ticket.points for ticket in shown.tickets) + 1 == sum(
        ticket.points for ticket in today.tickets
    )
    assert shown.picture == today.picture
    assert picture_svg("san-francisco", older).startswith("<svg")
    with pytest.raises(Problem, match="This form of the board does not exist"):
        board_model("san-francisco", "feed")
