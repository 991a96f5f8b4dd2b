"""The messages are as the page and the schema of the protocol say."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any, cast

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogline import check_bot, legal_actions, new_game
from fogline.bots import ProcessBot
from fogline.bots.program import Broken
from fogline.bots.protocol import read_action, read_ready
from tests.bots.programs import program
from tests.bots.transcript import PAGE, Said, played, shown
from tests.play import STABLE, Variant, variants

SCHEMA = PAGE.with_suffix(".schema.json")


def closed(schema: Any) -> Any:
    """The same schema, in which no field may be that it does not describe."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        return {"additionalProperties": False, **inside}
    return inside


@pytest.fixture(scope="module")
def strict() -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(closed(json.loads(SCHEMA.read_text(encoding="utf-8"))))


def kinds(lines: list[Said]) -> list[str]:
    return [cast("str", message["type"]) for _, message in lines]


@pytest.mark.parametrize("variant", variants()[::3], ids=str)
def test_every_message_of_a_game_is_as_the_schema_says(
    variant: Variant, strict: jsonschema_rs.Validator
) -> None:
    lines = played(
        variant.deal("schema"), ProcessBot(1, program("act(m['id'] * 7 % len(m['actions']))"))
    )
    for _, message in lines:
        strict.validate(message)
    assert kinds(lines)[:2] == ["hello", "ready"]
    assert kinds(lines)[-2:] == ["game_over", "bye"]
    assert kinds(lines)[2:-2] == ["choose", "action"] * (len(lines) // 2 - 2)
    assert len(lines) > 40


def test_the_schema_notices_what_is_not_described(strict: jsonschema_rs.Validator) -> None:
    assert strict.is_valid({"type": "bye"})
    assert not strict.is_valid({"type": "bye", "why": "late"})
    assert not strict.is_valid({"type": "action", "id": 0, "action": "draw"})
    assert not strict.is_valid({"type": "action", "id": 1, "action": None})
    assert not strict.is_valid({"type": "ready", "schema": 2, "name": "x"})


def test_readers_may_meet_fields_they_do_not_know() -> None:
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert validator.is_valid({"type": "bye", "why": "late"})


def test_the_transcript_on_the_page_is_real() -> None:
    assert shown() in PAGE.read_text(encoding="utf-8")


def test_the_smallest_bot_on_the_page_plays(tmp_path: Path) -> None:
    (source,) = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    bot = tmp_path / "bot.py"
    bot.write_text(source, encoding="utf-8")
    report = check_bot(f"process:{shlex.quote(sys.executable)} {shlex.quote(str(bot))}", games=3)
    assert report.problems == ()


def test_the_page_names_every_kind_of_action() -> None:
    text = PAGE.read_text(encoding="utf-8")
    met = set()
    for variant in variants():
        game = variant.deal("verbs")
        for kind in game.definition.plays:
            met.add(kind.verb)
    assert len(met) > 10
    for verb in met:
        assert re.search(rf"^\| `{verb}[ `]", text, re.MULTILINE), verb


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
ANSWERS = st.one_of(
    st.binary(),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {"type": st.just("action"), "id": st.just(1) | JSON},
        optional={"action": JSON | st.sampled_from(["draw", "keep ?", "claim a/b -", "keep -"])},
    ).map(lambda value: json.dumps(value).encode()),
)


FUZZED = new_game("san-francisco", 2, "fuzz").view(0)


@settings(STABLE, max_examples=300)
@given(ANSWERS)
def test_any_answer_is_a_legal_action_or_a_fault_in_one_line(answer: bytes) -> None:
    try:
        chosen = read_action(answer, 1, FUZZED, legal_actions(FUZZED))
    except Broken as broken:
        fault = str(broken)
    else:
        assert chosen in legal_actions(FUZZED)
        return
    assert len(fault.splitlines()) == 1
    assert len(fault) < 600


@settings(STABLE, max_examples=100)
@given(ANSWERS)
def test_any_greeting_is_a_name_or_a_fault(answer: bytes) -> None:
    with pytest.raises(Broken):
        read_ready(answer)
