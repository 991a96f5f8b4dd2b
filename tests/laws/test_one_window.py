"""Law 3: secrets are cut away in `core/view.py` and nowhere else; hidden unless shown."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import ClassVar, get_type_hints

import pytest

import fogline
from fogline import (
    Card,
    Cards,
    DefinitionError,
    Event,
    Game,
    Player,
    Rule,
    Seat,
    State,
    View,
    define,
    redact,
    to_json,
    view_of,
)
from fogline.core.engine import lay_out
from fogline.core.messages import Audience, Secret, Shown
from fogline.core.table import Layer, Part, Table, TableT
from tests.laws.ledger import Ledger
from tests.laws.test_replay_without_dice import new_ledger
from tests.play import Playout, Variant, hold, variants, viewers

SECRET_FIELDS = {
    "dealt": {"cards"},
    "drew": {"card"},
    "shuffled": {"cards"},
    "offered": {"tickets"},
    "chose": {"tickets"},
    "kept": {"tickets", "returned"},
}
"""All that is not for everybody, written down by hand: by event, its fields."""

CUT = {
    Table: {"players", "deck", "ticket_deck"},
    Player: {"hand", "tickets", "offered", "choice"},
    Layer: {"faces", "known"},
}
PUBLIC = {
    Table: {
        *("game", "discards", "display", "owners", "parts", "first", "turn", "turns", "acted"),
        *("second_card", "passes", "turns_left", "ended"),
    },
    Player: {"seen", "chosen", "revealed", "vehicles", "points"},
    Layer: set[str](),
}
"""Every field of the table, written down by hand: a new one must be thought about here first."""


def audiences(kind: type) -> dict[str, list[Audience]]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: [
            mark
            for mark in getattr(hints[field.name], "__metadata__", ())
            if isinstance(mark, Audience)
        ]
        for field in fields(kind)
    }


@pytest.mark.parametrize("verb", sorted(Event.kinds))
def test_every_field_of_an_event_says_who_may_read_it(verb: str) -> None:
    said = audiences(Event.kinds[verb])
    assert all(len(marks) == 1 for marks in said.values()), said
    secret = {name for name, (mark,) in said.items() if mark is not Audience.EVERYBODY}
    assert secret == SECRET_FIELDS.get(verb, set())


@pytest.mark.parametrize("verb", sorted(Part.kinds))
def test_every_field_of_a_part_is_shown(verb: str) -> None:
    assert all(marks == [Audience.EVERYBODY] for marks in audiences(Part.kinds[verb]).values())


@pytest.mark.parametrize("kind", CUT, ids=lambda kind: kind.__name__)
def test_every_field_of_the_table_is_known_to_be_cut_or_public(kind: type) -> None:
    assert {field.name for field in fields(kind)} == CUT[kind] | PUBLIC[kind]


def test_an_undeclared_field_is_hidden_from_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "kinds", dict(Event.kinds))

    @dataclass(frozen=True)
    class Whispered(Event):
        verb: ClassVar[str] = "whispered"
        seat: Shown[Seat]
        loud: Shown[str]
        soft: Secret[str]
        forgotten: str
        cards: Cards

    event = Whispered(1, "a", "b", "c", Cards.of([Card.RED]))
    for_others = replace(event, soft=None, forgotten=None, cards=None)  # type: ignore[arg-type]
    for_owner = replace(event, forgotten=None, cards=None)  # type: ignore[arg-type]
    assert redact(event, 0) == redact(event, 2) == redact(event, None) == for_others
    assert redact(event, 1) == for_owner


def test_an_event_of_nobody_has_no_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator, whose seat is `None`, must not pass for the owner of an event without one."""
    monkeypatch.setattr(Event, "kinds", dict(Event.kinds))

    @dataclass(frozen=True)
    class Murmured(Event):
        verb: ClassVar[str] = "murmured"
        seat: Shown[Seat | None]
        soft: Secret[str]

    @dataclass(frozen=True)
    class Rustled(Event):
        verb: ClassVar[str] = "rustled"
        soft: Secret[str]

    for viewer in (None, 0, 1):
        assert redact(Murmured(None, "b"), viewer) == Murmured(None, None)
        assert redact(Rustled("b"), viewer) == Rustled(None)


def test_a_part_with_an_undeclared_field_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Part, "kinds", dict(Part.kinds))

    @dataclass(frozen=True)
    class Sleeve(Part):
        verb: ClassVar[str] = "sleeve"
        open: Shown[int] = 0
        ace: int = 1

    @dataclass(frozen=True)
    class Cheat(Rule):
        name: ClassVar[str] = "cheat"

        def lay_out(self, table: TableT) -> TableT:
            return table.with_part(Sleeve())

    game = define("san-francisco")
    with pytest.raises(DefinitionError, match=r"Sleeve\.ace"):
        lay_out(replace(game, rules=(*game.rules, Cheat())), 2)


def test_a_verb_belongs_to_one_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package cannot take the place of an event, and of who may read it, by its name."""
    monkeypatch.setattr(Event, "kinds", dict(Event.kinds))
    with pytest.raises(TypeError, match="drew"):
        type("CardDrawn", (Event,), {"verb": "drew", "__module__": "elsewhere"})


def test_a_class_inside_another_can_have_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "kinds", dict(Event.kinds))

    @dataclass(frozen=True, slots=True)
    class Hummed(Event):
        verb: ClassVar[str] = "hummed"
        seat: Shown[Seat]

    assert Event.kinds["hummed"] is Hummed


def test_nobody_else_makes_a_view() -> None:
    """Only the window makes views; the saves decode one that was cut before it was written."""
    root = Path(fogline.__file__).parent
    makers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _makes_view(node)
    }
    assert makers == {"core/view.py"}


def _makes_view(call: ast.Call) -> bool:
    """Whether this is `View(…)` or `build(View, …)`."""
    made = call.args[:1] if getattr(call.func, "id", None) == "build" else [call.func]
    return any(getattr(each, "id", None) == "View" for each in made)


def strings(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case list():
            for item in data:
                yield from strings(item)
        case dict():
            for key, item in data.items():
                yield from strings(key)
                yield from strings(item)


def forbidden(ledger: Ledger, viewer: Seat | None) -> set[str]:
    """The tickets a viewer was never shown. (A ticket may be named like a public route.)"""
    known = ledger.shown[viewer] if viewer is not None else set()
    return set(ledger.board.ticket) - known - ledger.revealed - set(ledger.board.route)


def assert_hides(view: View, state: State, ledger: Ledger) -> None:
    """A view has what is public, and of all else at the most the number."""
    for name in PUBLIC[Table]:
        assert getattr(view, name) == getattr(state, name)
    assert view.deck == Cards.face_down(ledger.deck.total())
    for seat, (seen, true) in enumerate(zip(view.players, state.players, strict=True)):
        for name in PUBLIC[Player]:
            assert getattr(seen, name) == getattr(true, name)
        if seat == view.seat:
            assert seen == true
            continue
        assert dict(seen.hand) == dict(ledger.taken[seat])
        assert seen.hand.total == true.hand.total
        assert seen.choice is None
        assert seen.offered == (None,) * len(true.offered)
        if not true.revealed:
            assert seen.tickets == (None,) * len(true.tickets)
    for seen_layer, layer in zip(view.ticket_deck, ledger.pile, strict=True):
        faces = {face for face in seen_layer.faces if face is not None}
        assert len(seen_layer.faces) == len(layer)
        assert faces == {face for face, _ in seen_layer.known} <= layer
        assert all(giver == view.seat for _, giver in seen_layer.known)
        # Only what the viewer itself gave back.
        assert view.seat is not None or not faces
        assert view.seat is None or faces <= ledger.shown[view.seat]
        assert view.seat is None or not faces & set(ledger.tickets[view.seat])


def assert_redacted(event: Event, viewer: Seat | None) -> None:
    """Whoever an event is not about is told the public fields, and how many there were."""
    known = json.loads(to_json(redact(event, viewer)))
    true = json.loads(to_json(event))
    owner = true.get("seat")
    secret = SECRET_FIELDS.get(event.verb, set()) if viewer is None or viewer != owner else set()
    assert known.keys() == true.keys()
    for name in true:
        if name not in secret:
            assert known[name] == true[name]
        elif isinstance(true[name], dict):
            assert known[name] == {"hidden": sum(true[name].values())}
        elif isinstance(true[name], list) and event.verb != "chose":
            assert known[name] == [None] * len(true[name])
        else:
            assert known[name] is None


def check(playout: Playout) -> int:
    positions = 0
    ledger = None
    game: Game | None = None
    for step in playout.steps():
        game, state = step.game, step.state
        if ledger is None:
            ledger = new_ledger(lay_out(state.game, len(state.players)))
        ledger.note_all(step.events)
        # The texts cost the most: every viewer has its turn.
        everybody = viewers(game)
        reader = everybody[positions % len(everybody)]
        for viewer in everybody:
            assert_hides(view_of(state, viewer), state, ledger)
            for event in step.events:
                assert_redacted(event, viewer) if viewer == reader else redact(event, viewer)
        texts = [to_json(view_of(state, reader))]
        texts += [to_json(redact(event, reader)) for event in step.events]
        for text in texts:
            leaked = forbidden(ledger, reader) & set(strings(json.loads(text)))
            assert not leaked, (reader, text)
        positions += 1
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_nothing_hidden_is_in_a_view_or_in_what_a_seat_is_told(variant: Variant) -> None:
    hold(check, variant)


@dataclass(frozen=True)
class Plotter(Player):
    """A player with a field that nothing shows."""

    plot: str = ""


def test_a_new_field_of_a_player_is_hidden_until_it_is_shown() -> None:
    state = lay_out(define("san-francisco"), 2)
    state = replace(state, players=(Plotter(plot="the bridge"), Plotter(plot="the bay")))
    seen = view_of(state, 0)
    assert getattr(seen.players[0], "plot", "") == "the bridge"
    assert getattr(seen.players[1], "plot", "") == ""
    assert all(getattr(each, "plot", "") == "" for each in view_of(state, None).players)
