"""`fogline verify`: any number of files, one line for each, whatever is in them."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fogline import GameLog, from_json, to_json
from fogline.cli import main
from fogline.cli.play.setup import Setup, start
from fogline.saves import MOST_BYTES, digest_of
from fogline.table.table_file import log_to_json, read_log
from tests.fixtures.files import FOLDERS, save, saves, unpacked
from tests.fuzz.mangle import signed

Body = dict[str, Any]

OLD = FOLDERS[0]
GAME = save(OLD, "old-west_3_alvin.middle", "log")
BOARD_OF_ONES_OWN = save(OLD, "harbour-town_2.end", "log")
TABLE = next(text for text in unpacked(OLD / "logs.tar.xz").values() if '"resigned"' in text)


def present(text: str) -> Body:
    """The same game as it is written today."""
    body: Body = json.loads(to_json(from_json(text, GameLog)))
    return body


def game(change: Callable[[Body], None]) -> str:
    """A game that was changed by somebody who can make digests."""
    body = present(GAME)
    change(body)
    return json.dumps(signed(body))


def own(**changes: object) -> str:
    """A game on a board of one's own, with another header."""
    body = present(BOARD_OF_ONES_OWN)
    body["game"] |= changes
    return json.dumps(signed(body))


def once(**changes: object) -> str:
    """The same in schema 1, whose digest does not include the number."""
    body: Body = json.loads(BOARD_OF_ONES_OWN)
    body["game"] |= changes
    known = {key: value for key, value in body.items() if key not in ("schema", "digest")}
    return json.dumps({**body, "digest": digest_of(known)})


def table(change: Callable[[Body], None]) -> str:
    """A table that was changed by somebody who can make digests."""
    file = read_log(TABLE)
    body: Any = log_to_json(file.table, file.log)
    del body["digest"]
    change(body)
    return json.dumps({**body, "digest": digest_of(body)})


def sets(*path: str | int, to: object) -> Callable[[Body], None]:
    """A change of one value."""

    def change(body: Any) -> None:
        for key in path[:-1]:
            body = body[key]
        body[path[-1]] = to

    return change


def with_rule(name: str, number: str, value: int) -> str:
    """A board of one's own with a number that cannot be meant."""
    text: str = present(BOARD_OF_ONES_OWN)["game"]["board"]
    return f"{text}\n[rules.{name}]\n{number} = {value}\n"


def deep(levels: int) -> str:
    return '{"kind":"log","schema":2,"digest":"","moves":' + "[" * levels + "]" * levels + "}"


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "not JSON: line 1: Expecting value (the text is cut off)"),
    "truncated": (GAME[: len(GAME) // 2], "not JSON: line 1: "),
    "not text": (b"\xff\xfe\x00\x01", "not JSON: "),
    "a list": ("[]", "the text: expected an object, found a list"),
    "neither": ('{"schema":1,"kind":"state"}', "expected 'log' or 'table-log', found 'state'"),
    "another digest": (GAME.replace('"seat":1', '"seat":0', 1), "its digest does not match"),
    "another schema": (json.dumps({**present(GAME), "schema": 1}), "its digest does not match"),
    "newer schema": (game(sets("schema", to=99)), "log: schema 99 is of a newer version"),
    "newer rules": (
        game(sets("game", "version", to=99)),
        "version 99 of the rules 'old-west' is not known; known versions: 1, 2.",
    ),
    "newer board": (
        game(sets("game", "board_digest", to="5e" * 32)),
        "no form of this board has the digest",
    ),
    "unknown game": (game(sets("game", "name", to="mars")), "game.name: 'mars' is not one of"),
    "unknown rule": (
        own(board='schema = 1\nid = "x"\n[rules.lasers]\n'),
        "the board in the save: ",
    ),
    "another board": (own(board=with_rule("ending", "vehicles_left", 3)), "not have the digest"),
    "not a character": (own(board="# \ud800"), "not a text in Unicode"),
    "not a character, once": (once(board="# \ud800"), "not a text in Unicode"),
    "too many players": (game(sets("game", "seats", to=10**9)), "is for 2 to 6 players"),
    "unknown event": (
        game(sets("moves", 3, "events", 0, "type", to="exploded")),
        "moves[3].events[0]: 'exploded' is not known",
    ),
    "illegal move": (game(lambda body: body["moves"].pop(5)), "move 6 ("),
    "points for nothing": (
        game(
            lambda body: body["moves"][9]["events"].append(
                {"type": "scored", "seat": 0, "points": 50, "category": "routes"}
            )
        ),
        "move 10 (",
    ),
    "deep": (deep(100_000), "not JSON: "),
    "not too deep to be read": (deep(900), ""),
    "deeper than all values": (b"[" * (1 << 21), "too long: expected at most 1,000,000 values"),
    "a number without end": ('{"kind":' + "9" * 100_000 + "}", "not JSON: "),
    "table: another digest": (TABLE.replace('"Bea"', '"Eve"'), "its digest does not match"),
    "table: newer entry": (
        table(sets("entries", 4, "schema", to=99)),
        "entries[4]: ",
    ),
    "table: newer rules": (
        table(sets("entries", 0, "rules", to=99)),
        "version 99 of the rules 'old-west' is not known",
    ),
    "table: another secret": (
        table(sets("entries", 0, "secret", to="00")),
        "the deal does not follow from the secret and contributions",
    ),
    "table: too many players": (table(sets("entries", 0, "seats", to=10**9)), "2 to 6 players"),
    "table: unknown seat": (
        table(lambda body: body["entries"][-1].update(seat=10**9)),
        "there is no seat 1000000000",
    ),
    "table: a gap": (table(lambda body: body["entries"].pop(3)), "entries[3]: versions must count"),
    "table: no entries": (table(sets("entries", to=[])), "entries: there are none"),
    "table: no creation": (
        table(sets("entries", to=[json.loads(TABLE)["entries"][1] | {"version": 0}])),
        "entries[0]: the log does not begin",
    ),
}


def verify(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["verify", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.parametrize("name", BAD)
def test_one_line_for_each_bad_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, reason = BAD[name]
    path = tmp_path / "bad.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = path.read_bytes()
    status, out, err = verify(capsys, path)
    assert (status, out) == (1, "")
    assert err.startswith(f"fogline: {path}: ")
    assert err.count("\n") == 1
    assert reason in err
    assert len(err) < 1000
    assert path.read_bytes() == before


def test_each_file_is_reported_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"old": GAME, "own": BOARD_OF_ONES_OWN, "bad": "{}", "table": TABLE}
    paths = [tmp_path / f"{name}.json" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    status, out, err = verify(capsys, *paths)
    old, own_board, the_table, count = out.splitlines()
    assert status == 1
    assert old.startswith(f"{paths[0]}: good. Old West by version 1 of the rules 'old-west', 3 pl")
    assert old.endswith("moves hold, the game goes on.")
    assert "alvin=True" in old
    assert own_board.startswith(f"{paths[1]}: good. Harbour Town by version 1 of the rules 'san-fr")
    assert own_board.endswith("the game is over.")
    assert the_table.startswith(f"{paths[3]}: good. Old West by version 1")
    assert count == "3 of 4 files hold."
    assert err == f"fogline: {paths[2]}: kind: expected 'log' or 'table-log', found None\n"

    status, out, err = verify(capsys, *paths, tmp_path / "missing.json", "--json")
    assert (status, err) == (2, "")
    report = json.loads(out)
    assert report["ok"] is False
    assert [each["ok"] for each in report["files"]] == [True, True, False, True, False]
    assert report["files"][0] == {
        "file": str(paths[0]), "ok": True, "kind": "log", "game": "old-west",
        "rule_set": "old-west", "version": 1,
        "board_digest": present(GAME)["game"]["board_digest"], "options": {"alvin": True},
        "seats": 3, "moves": len(json.loads(GAME)["moves"]), "finished": False,
    }  # fmt: skip
    assert report["files"][3]["kind"] == "table-log"
    assert report["files"][4]["error"] == "No such file or directory"


def test_all_good_files_and_a_missing_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for name in saves(OLD)[:3]:
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(save(OLD, name, "log"), encoding="utf-8")
    status, out, err = verify(capsys, *paths)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "3 of 3 files hold."
    status, _, err = verify(capsys, tmp_path / "missing.json")
    assert status == 2
    assert err == f"fogline: {tmp_path / 'missing.json'}: No such file or directory\n"
    status, _, err = verify(capsys, *paths[:2], "--commitment", "5e" * 8)
    assert status == 2
    assert "--commitment and --seen are those of one table" in err
    status, _, err = verify(capsys, paths[0], "--commitment", "5e" * 8)
    assert status == 1
    assert "it is not the log of a table" in err


def test_a_file_of_a_thousand_million_events_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "endless.json"
    with path.open("wb") as file:
        file.write(b'{"schema":2,"kind":"log","moves":[')
        file.truncate(10**11)  # a file with a hole, which takes no room on the disk
    tracemalloc.start()
    status, _, err = verify(capsys, path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert status == 1
    assert err == f"fogline: {path}: too large: expected at most {MOST_BYTES:,} bytes\n"
    assert peak < 4 * MOST_BYTES


def test_too_many_moves_are_not_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.json"
    draw = {"seat": 0, "action": {"type": "draw"}, "events": []}
    path.write_text(game(lambda body: body.update(moves=[draw] * 20_001)), encoding="utf-8")
    status, _, err = verify(capsys, path)
    assert status == 1
    assert err == f"fogline: {path}: too long: 20,001 moves, expected at most 20,000\n"


def test_a_game_of_the_terminal_is_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "kept.json"
    start(Setup(1, "san-francisco", 2, 1, ("Ann",), "random", (), path)).keep()
    assert main(["verify", str(path)]) == 0
    assert "good. San Francisco" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8").replace("sunset", "presidio"))
    assert main(["verify", str(path)]) == 1
    assert "its digest does not match" in capsys.readouterr().err
