"""Upcasters: they turn data of an older schema into data of the present one, step by step.

Each kind of data has a number of its own, which rises when its format changes: the number of
steps there are for it, plus one. So a log, of which an older Fogline knows every entry, can still
be read by it after a newer one has added to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fogline.boards import BoardError, board_digest, parse_board
from fogline.core.codec import Json, expect
from fogline.core.errors import FormatError

Body = dict[str, Json]
Step = Callable[[Body], Body]
"""Turns schema N of a kind into schema N + 1. What is malformed it leaves to the reader."""


class NewerData(FormatError):
    """Data was written by a newer version of Fogline, which alone can read it."""


_FIRST_BOARDS = {
    "old-west": "1080dc626c66c12036d441a283299b951b3e35772d37dc0d2783b33fddfec1f6",
    "san-francisco": "3fcccb3edc78c5a7d4f56cabbbba06c42398adf36125d96229a387e1e364f032",
}
"""The digests of the boards that came with Fogline when saves did not say them."""


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


def _say_scheme(body: Body) -> Body:
    """Add the scheme of the deal: there was one, in which contributions were public at once."""
    return {**body, "scheme": 1}


def _without_commitment(body: Body) -> Body:
    return {**body, "commitment": None}


def _without_origin(body: Body) -> Body:
    return {**body, "origin": None}


STEPS: Mapping[str, tuple[Step, ...]] = {
    "log": (_name_board_and_rules_of_game,),
    "state": (_name_board_and_rules_of_game,),
    "view": (_name_board_and_rules_of_game,),
    "created": (_name_board_and_rules_of_table, _say_scheme),
    "seated": (_without_commitment, _without_origin),
    "committed": (_without_origin,),
}
"""The steps of each kind that has changed, oldest first."""


def schema_of(kind: str) -> int:
    """Return the present number of a kind of data."""
    return len(STEPS.get(kind, ())) + 1


def upcast(kind: str, body: Body, what: str) -> Body:
    """Return a body in the present schema, without its number; `what` names it in errors."""
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
