"""Whatever JSON says, reading it gives a value that works, or a typed error."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogline import (
    Action,
    Chance,
    Event,
    FoglineError,
    FormatError,
    Game,
    GameLog,
    State,
    View,
    from_json,
    redact,
    replay,
    to_json,
    view_of,
)
from fogline.boards import builtin_board
from fogline.core.chance import pick
from tests.fuzz.mangle import mangled, mangled_bytes, mangled_text, nudged, signed
from tests.fuzz.sane import attempt, use_state, use_view
from tests.play import STABLE, Playout, Style, variants

SEEDS = st.integers(0, 2**32 - 1)
FUZZ = settings(STABLE, max_examples=60)
TIMES = 12
"""How often each text is spoiled, each time in another way."""


def any_game(chance: Chance, most_decisions: int = 90) -> Game:
    """A game of any variant, somewhere between its deal and its end."""
    playout = Playout(
        pick(chance, variants()),
        chance.below(1000),
        pick(chance, list(Style)),
        chance.below(most_decisions),
    )
    *_, step = playout.steps()
    return step.game


def spoiled(text: str, chance: Chance) -> str | bytes:
    """Spoil a JSON text: most often its meaning, sometimes its types, now and then its letters."""
    match chance.below(8):
        case 0:
            return mangled_text(text, chance)
        case 1:
            return mangled_bytes(text.encode(), chance)
        case 2 | 3:
            return json.dumps(mangled(json.loads(text), chance))
        case _:
            return json.dumps(nudged(json.loads(text), chance))


def use_action(action: Action) -> None:
    assert from_json(to_json(action), Action) == action
    assert str(action)


def use_event(event: Event) -> None:
    assert from_json(to_json(event), Event) == event
    assert str(event)
    assert to_json(redact(event, None))


@FUZZ
@given(SEEDS)
def test_actions(seed: int) -> None:
    chance = Chance(seed)
    game = any_game(chance)
    if not game.deciding:
        return
    seat = pick(chance, game.deciding)
    for _ in range(TIMES):
        text = to_json(pick(chance, game.legal_actions(seat)))
        action = attempt(lambda: from_json(spoiled(text, chance), Action))  # noqa: B023
        if not isinstance(action, FoglineError):
            use_action(action)
            before = game.state
            played = attempt(lambda: Game.resume(game.log, Chance(1)).play(seat, action))  # noqa: B023
            legal = action in game.legal_actions(seat)
            assert isinstance(played, tuple) == legal
            assert game.state is before


@FUZZ
@given(SEEDS)
def test_events(seed: int) -> None:
    chance = Chance(seed)
    events = list(any_game(chance).log.events)
    for _ in range(TIMES):
        text = to_json(pick(chance, events))
        event = attempt(lambda: from_json(spoiled(text, chance), Event))  # noqa: B023
        if not isinstance(event, FoglineError):
            use_event(event)


@FUZZ
@given(SEEDS)
def test_views(seed: int) -> None:
    chance = Chance(seed)
    game = any_game(chance)
    text = to_json(game.view(pick(chance, [*game.state.seats, None])))
    for _ in range(TIMES):
        view = attempt(lambda: from_json(spoiled(text, chance), View))
        if not isinstance(view, FoglineError):
            use_view(view)


@FUZZ
@given(SEEDS)
def test_states(seed: int) -> None:
    chance = Chance(seed)
    text = to_json(any_game(chance).state)
    for _ in range(TIMES):
        state = attempt(lambda: from_json(spoiled(text, chance), State))
        if not isinstance(state, FoglineError):
            use_state(state)


WEST, BAY = "old-west_3_alvin_v2", "san-francisco_3_v2"
IMPOSSIBLE: list[tuple[str, str, object]] = [
    (WEST, "parts.city-markers.starts", []),
    (WEST, "parts.city-markers.starts", [None] * 9),
    (WEST, "parts.city-markers.starts", ["atlantis", "denver", "boise"]),
    (WEST, "parts.city-markers.cities", [["atlantis", 0]]),
    (WEST, "parts.city-markers.cities", [["denver", 7]]),
    (WEST, "parts.city-markers.cities", [["denver", -1]]),
    (WEST, "parts.city-markers.claimed", "atlantis/denver"),
    (WEST, "parts.alvin.city", "atlantis"),
    (WEST, "parts.alvin", {"city": "roswell", "holder": 7, "moving": True}),
    (WEST, "parts.alvin", {"city": "roswell", "holder": -1, "moving": True}),
    (WEST, "display", [None] * 2),
    (WEST, "display", [None] * 50),
    (WEST, "owners", []),
    (WEST, "first", -1),
    (WEST, "turn", 3),
    (WEST, "players", []),
    (BAY, "parts.tourist-tokens.held", []),
    (BAY, "parts.tourist-tokens.held", [[]] * 9),
    (BAY, "parts.tourist-tokens.held", [["bell"] * 9] * 3),
    (BAY, "parts.tourist-tokens.stacks", [["atlantis", "bell", 3]]),
    (BAY, "parts.tourist-tokens.choice", ["atlantis"]),
    (BAY, "parts", {}),
]


@pytest.mark.parametrize("kind", [State, View], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(("name", "field", "value"), IMPOSSIBLE, ids=lambda word: ascii(word)[:44])
def test_impossible_tables_are_refused(kind: type, name: str, field: str, value: object) -> None:
    """Each has the right types, and would break the engine at the next question or the end."""
    variant = next(variant for variant in variants() if str(variant) == name)
    for decisions in (0, 40):
        *_, step = Playout(variant, 1, Style.ANYTHING, decisions).steps()
        table = step.state if kind is State else view_of(step.state, 0)
        data = json.loads(to_json(table))
        holder = data
        *path, last = field.split(".")
        for key in path:
            holder = holder[key]
        holder[last] = value
        assert isinstance(attempt(lambda: read(json.dumps(data), kind)), FoglineError)  # noqa: B023


@pytest.mark.parametrize("kind", [State, View], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", [WEST, BAY])
@pytest.mark.parametrize(("decisions", "first"), [(0, 1), (2, 0), (3, None), (40, None)])
def test_a_first_player_known_too_early_or_not_at_all_is_refused(
    kind: type, name: str, decisions: int, first: int | None
) -> None:
    variant = next(variant for variant in variants() if str(variant) == name)
    *_, step = Playout(variant, 1, Style.ANYTHING, decisions).steps()
    table = step.state if kind is State else view_of(step.state, 0)
    with pytest.raises(FoglineError, match="start player"):
        read(to_json(replace(table, first=first)), kind)


KINDS: list[type] = [Action, Event, View, State, GameLog]


def read(text: str | bytes, kind: type) -> object:
    return from_json(text, kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "null", "0", "[]", "{}", '"', "{", "[", "\0", "\ufeff{}", "NaN", "-", "1e999"),
        *('{"schema":1}', '{"schema":2}', '{"schema":"1"}', '{"schema":1.0}', '{"schema":true}'),
        *('{"schema":NaN}', '{"schema":-Infinity}', '{"schema":1e999}', '{"schema":' + "9" * 4200),
        *('{"schema":' + "9" * 4200 + "}", '{"schema":' + "9" * 9999 + "}", '{"schema":null}'),
        *('{"schema":1,"kind":"\\ud800"}', '{"schema":1,"kind":"table"}', '{"schema":1,"kind":[]}'),
        *(b"\xff", b"\xff\xfe{", b"\x80", b"{}\0", '{"schema":1}'.encode("utf-16")),
    ],
    ids=lambda text: ascii(text)[:24],
)
def test_not_what_was_expected(text: str | bytes, kind: type) -> None:
    assert isinstance(attempt(lambda: read(text, kind)), FormatError)


@pytest.mark.parametrize("word", ["action", "event", "view", "state", "log"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_levels_without_end(word: str, kind: type) -> None:
    """Just as deep as the reader of JSON still goes, just deeper, and much deeper."""
    for depth in [*range(850, 1010), 5_000, 100_000]:
        for opened, closed in (("[", "]"), ('{"a":', "}")):
            deep = opened * depth + "0" + closed * depth
            text = f'{{"schema":1,"kind":"{word}","digest":"","moves":{deep}}}'
            assert isinstance(attempt(lambda: read(text, kind)), FoglineError)  # noqa: B023


def texts() -> dict[type, str]:
    chance = Chance(3)
    game = any_game(chance)
    return {
        Action: to_json(game.legal_actions(game.deciding[0])[-1]),
        Event: to_json(game.log.set_up[1]),
        View: to_json(game.view(0)),
        State: to_json(game.state),
        GameLog: to_json(game.log),
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_text_that_was_cut_off(kind: type) -> None:
    text = texts()[kind]
    cuts = range(len(text)) if len(text) < 400 else range(0, len(text), len(text) // 200)
    for cut in cuts:
        assert isinstance(attempt(lambda: read(text[:cut], kind)), FormatError)  # noqa: B023


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_unknown_schema(kind: type) -> None:
    data = json.loads(texts()[kind])
    for schema in (0, data["schema"] + 1, 99, -1):
        error = attempt(lambda: read(json.dumps({**data, "schema": schema}), kind))  # noqa: B023
        assert isinstance(error, FormatError)
        assert "schema" in str(error)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_reads_only_its_own(kind: type) -> None:
    for other, text in texts().items():
        if other is not kind:
            assert isinstance(attempt(lambda: read(text, kind)), FormatError)  # noqa: B023


@pytest.mark.parametrize("kind", [View, State, GameLog], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "change",
    [
        *({"options": {"alvin": []}}, {"options": {"alvin": {}}}, {"options": {"alvin": "yes"}}),
        *({"options": {"first": 1.0}}, {"options": {"first": 99}}, {"options": {"zork": True}}),
        *({"options": None}, {"options": []}, {"seats": 7}, {"seats": 0}, {"seats": -2}),
        *({"seats": 2.0}, {"seats": True}, {"seats": 10**30}, {"version": 99}, {"version": None}),
        *({"name": "tokyo"}, {"name": ""}, {"name": "\0"}, {"name": "\0.toml"}, {"name": None}),
        *({"name": "\ud800.toml"}, {"name": "x" * 5000 + ".toml"}, {"name": "/"}, {"more": 1}),
        *({"board": ""}, {"board": "schema = 1"}, {"board": 1}, {"board": "\ud800"}),
    ],
    ids=lambda change: ascii(change)[:40],
)
def test_a_game_that_cannot_be(kind: type, change: dict[str, object]) -> None:
    data = json.loads(texts()[kind])
    data["game"] |= change
    if kind is GameLog:  # which is checked when it is replayed
        text = json.dumps(signed(data))
        assert isinstance(attempt(lambda: replay(from_json(text, GameLog))), FoglineError)
    else:
        assert isinstance(attempt(lambda: read(json.dumps(data), kind)), FoglineError)


def test_a_save_cannot_name_a_file(tmp_path: Path) -> None:
    """Who sends a save must not choose which files are opened here: saves carry their board."""
    path = tmp_path / "own.toml"
    path.write_text(builtin_board("san-francisco").text, encoding="utf-8")
    data = json.loads(to_json(variants()[-1].deal(1).view(0)))
    data["game"]["name"] = str(path)
    assert isinstance(attempt(lambda: from_json(json.dumps(data), View)), FoglineError)


@FUZZ
@given(SEEDS)
def test_a_spoiled_board_in_a_save(seed: int) -> None:
    chance = Chance(seed)
    data = json.loads(to_json(variants()[-1].deal(1).view(0)))
    board = builtin_board("san-francisco").text
    data["game"] |= {"name": "own", "board": mangled_text(board, chance)}
    view = attempt(lambda: from_json(json.dumps(data), View))
    if not isinstance(view, FoglineError):
        use_view(view)
