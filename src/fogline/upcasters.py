"""Upcasters: functions that convert data of an older schema to the current one, step by step.

Each kind of data has its own schema number, which rises when its format changes: the number of
its steps plus one. So an older Fogline can still read a log whose entries it all knows, after a
newer Fogline has added to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fogline.boards import BoardError, board_digest, parse_board
from fogline.core.codec import Json, expect
from fogline.core.errors import FormatError

Body = dict[str, Json]
Step = Callable[[Body], Body]
"""Converts schema N of a kind to schema N + 1. It leaves malformed data to the reader."""


class NewerData(FormatError):
    """Raised for data written by a newer version of Fogline, which this one cannot read."""


_FIRST_BOARDS = {
    "old-west": "1080dc626c66c12036d441a283299b951b3e35772d37dc0d2783b33fddfec1f6",
    "san-francisco": "3fcccb3edc78c5a7d4f56cabbbba06c42398adf36125d96229a387e1e364f032",
}
"""The digests of the boards that came with Fogline when saves did not contain digests."""


def _name_board_and_rules(game: Body) -> Body:
    """Add the name of the rule set, and the digest of the board."""
    name, text = game.get("name"), game.get("board")
    if isinstance(text, str):
        return {**game, "rule_set": _rule_set_of(text), "board_digest": board_digest(text)}
    digest = _FIRST_BOARDS.get(name, "") if isinstance(name, str) else ""
    return {**game, "rule_set": name, "board_digest": digest}


def _rule_set_of(board: str) -> str:
    try:
        return str(parse_board(board, "the board in the save").game.get("rules", ""))
    except BoardError:
        return ""


def _name_board_and_rules_of_game(body: Body) -> Body:
    game = body.get("game")
    return {**body, "game": _name_board_and_rules(game)} if isinstance(game, dict) else body


def _name_board_and_rules_of_table(body: Body) -> Body:
    known = _name_board_and_rules({"name": body.get("game"), "board": body.get("board")})
    return {**body, "rule_set": known["rule_set"], "board_digest": known["board_digest"]}


def _add_scheme(body: Body) -> Body:
    """Add the scheme of the deal: the only one then, in which contributions were public at once."""
    return {**body, "scheme": 1}


def _without_commitment(body: Body) -> Body:
    return {**body, "commitment": None}


def _without_origin(body: Body) -> Body:
    return {**body, "origin": None}


def _without_level_version(body: Body) -> Body:
    return {**body, "level_version": None}


STEPS: Mapping[str, tuple[Step, ...]] = {
    "log": (_name_board_and_rules_of_game,),
    "state": (_name_board_and_rules_of_game,),
    "view": (_name_board_and_rules_of_game,),
    "created": (_name_board_and_rules_of_table, _add_scheme),
    "seated": (_without_commitment, _without_origin),
    "committed": (_without_origin,),
    "bot-seated": (_without_level_version,),
}
"""The steps of each kind that has changed, oldest first."""


def schema_of(kind: str) -> int:
    """Return the current schema number of a kind of data."""
    return len(STEPS.get(kind, ())) + 1


def upcast(kind: str, body: Body, what: str) -> Body:
    """Return a body in the current schema, without its number; `what` names it in errors."""
    rest = dict(body)
    schema = expect(int, rest.pop("schema", None), f"{what}.schema")
    newest = schema_of(kind)
    if schema > newest:
        newer = f"schema {schema} is of a newer version of Fogline"
        raise NewerData(f"{what}: {newer}; this one reads up to {newest}")
    if schema < 1:
        raise FormatError(f"{what}.schema: {schema} is not a schema")
    for step in STEPS.get(kind, ())[schema - 1 :]:
        rest = step(rest)
    return rest
