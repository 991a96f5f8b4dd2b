"""The types that OpenAPI describes are the JSON that is sent, whatever rules are played."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter

from fogline import Chance, Game, new_game
from fogline.core.codec import encode
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Event
from fogline.core.table import Part, State, View
from fogline.core.view import redact, view_of
from fogline.saves import to_plain
from fogline.server.app import create_app
from fogline.server.support.settings import ServerSettings
from fogline.server.wire.message_models import server_message_type
from fogline.server.wire.record_models import (
    OtherEvent,
    action_type,
    changes_type,
    entry_type,
    event_type,
    snapshot_type,
    table_type,
)
from fogline.table.wording import Wording
from tests.golden.messages import messages_to
from tests.golden.stories import stories

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("san-francisco", {}),
    ("old-west", {"alvin": True}),
    ("tidewick", {}),
]


def played(name: str, options: dict[str, Any]) -> Game:
    game = new_game(name, seats=3, seed="types", options=options)
    chance = Chance("types")
    while game.outcome is None:
        seat = game.deciding[0]
        game.play(seat, chance.take(legal_actions(game.view(seat))))
    return game


def wording(game: Game) -> Wording:
    return Wording(game.state.game, ("Ann", "Bea", "Cy"))


def read(kind: Any, data: object) -> object:
    """Read JSON by a type, and write it again: nothing may be lost on the way."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    value = adapter.validate_json(json.dumps(data), strict=True)
    again = adapter.dump_python(value, mode="json", by_alias=True, exclude_unset=True)
    assert again == data
    return value


@pytest.mark.usefixtures("town")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_record_of_a_game_is_as_described(name: str, options: dict[str, Any]) -> None:
    game = played(name, options)
    words = wording(game)
    for move in game.log.moves:
        read(action_type(), encode(move.action))
    for event in game.log.events:
        for seat in (None, 0, 1, 2):
            read(event_type(), words.event(redact(event, seat)))
        read(event_type(), words.event(event))
    read(table_type(State), to_plain(game.state))
    for seat in (None, 0):
        read(table_type(View), to_plain(view_of(game.state, seat)))


def test_every_message_about_a_table_is_as_described() -> None:
    for story in stories():
        for moment in story.moments[::7]:
            for viewer in story.viewers:
                texts = messages_to(viewer, moment)
                # Clients in a hurry look at the beginning alone.
                assert all(text.startswith(b'{"type":"') for text in texts.values())
                messages = {name: orjson.loads(text) for name, text in texts.items()}
                read(entry_type(), messages.pop("entry"))
                read(snapshot_type(), messages.pop("snapshot"))
                for update in messages.values():
                    read(server_message_type(), update)
                    if update["changes"] is not None:
                        read(changes_type(), update["changes"])


def test_events_of_another_package_are_open_records(town: str) -> None:
    game = played(town, {})
    foreign = [event for event in game.log.events if not is_ours(type(event))]
    worded = [wording(game).event(event) for event in foreign]
    assert len(worded) > 1
    for event in worded:
        assert isinstance(read(event_type(), event), OtherEvent)


def test_the_description_names_every_record_that_comes_with_fogline_and_no_other() -> None:
    schemas = create_app(ServerSettings(database=":memory:")).openapi()["components"]["schemas"]
    for family, kinds in (("Event", Event.kinds), ("Action", Action.kinds)):
        ours = {f"{kind.__name__}{family}" for kind in kinds.values() if is_ours(kind)}
        named = {item["$ref"].rpartition("/")[2] for item in schemas[family]["anyOf"]}
        assert named == ours
        assert schemas[f"Other{family}"]["additionalProperties"] is True
    assert set(schemas["Parts"]["properties"]) == {
        verb for verb, kind in Part.kinds.items() if is_ours(kind)
    }
    assert schemas["MovedEntry"]["properties"]["events"]["items"]["anyOf"] == [
        {"$ref": "#/components/schemas/Event"},
        {"$ref": "#/components/schemas/OtherEvent"},
    ]


def test_every_refusal_is_described_once_for_each_call() -> None:
    paths = create_app(ServerSettings(database=":memory:")).openapi()["paths"]
    problem = {"$ref": "#/components/schemas/ProblemModel"}
    for path, operations in paths.items():
        for operation in operations.values():
            refused = {
                status
                for status, response in operation["responses"].items()
                if response.get("content", {}).get("application/json", {}).get("schema") == problem
            }
            ops = {"/healthz": set(), "/metrics": {"403"}}
            assert refused == ops.get(path, {"default"}), path


def is_ours(kind: type) -> bool:
    return kind.__module__.startswith("fogline.")
