"""A whole game as text: its moves, what followed, and at some steps everybody's view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from fogline import Chance, Event, Game, Seat, to_json
from tests.play import Variant, choose, viewers

FOLDER = Path(__file__).parent
VIEWS_EVERY = 100
"""Everybody's view is written after the set-up, after so many moves each time, and at the end."""


def path_of(variant: Variant) -> Path:
    return FOLDER / f"{variant}.txt"


def write_game(variant: Variant) -> str:
    """Play a whole game at random and write it down."""
    return "\n".join([*_lines(variant), ""])


def _lines(variant: Variant) -> Iterator[str]:
    game = variant.deal("golden")
    chance = Chance(f"players of {variant}")
    yield f"# A whole game of {variant}. Made by `make golden`; read the changes before you commit."
    yield f"game {game.definition.name}"
    yield f"version {game.definition.version}"
    yield f"seats {variant.seats}"
    yield f"options {_short(dict(variant.options))}"
    yield ""
    yield "set-up"
    yield from _events(game.log.set_up)
    yield from _views(game)
    moves = 0
    while game.deciding:
        seat, action = choose(game, chance)
        choices = len(game.legal_actions(seat))
        yield f"> {seat} {action} # of {choices}"
        yield from _events(game.play(seat, action))
        moves += 1
        if moves % VIEWS_EVERY == 0 and game.deciding:
            yield from _views(game)
    yield from _views(game)
    yield from _outcome(game)


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    return (f"  {event}" for event in events)


def _views(game: Game) -> Iterator[str]:
    yield ""
    for viewer in viewers(game):
        yield from _view(game, viewer)
    yield ""


def _view(game: Game, viewer: Seat | None) -> Iterator[str]:
    """Everything that is in the JSON of a view, a field a line."""
    yield f"| view of {'a spectator' if viewer is None else f'seat {viewer}'}"
    view = json.loads(to_json(game.view(viewer)))
    for known in ("schema", "kind", "game", "seat"):
        del view[known]
    players, owners, parts = (view.pop(name) for name in ("players", "owners", "parts"))
    for seat, player in enumerate(players):
        yield f"|   seat {seat}: {_fields(player)}"
    routes = zip(game.definition.board.routes, owners, strict=True)
    taken = {route.id: owner for route, owner in routes if owner is not None}
    yield f"|   owners: {_short(taken)}"
    for name, part in parts.items():
        yield f"|   {name}: {_fields(part)}"
    for name in ("deck", "discards", "display", "ticket_deck"):
        yield f"|   {name}: {_short(view.pop(name))}"
    yield f"|   {_fields(view)}"
    if viewer is not None and viewer in game.deciding:
        yield f"|   may: {'; '.join(map(str, game.legal_actions(viewer)))}"


def _outcome(game: Game) -> Iterator[str]:
    outcome = game.outcome
    assert outcome is not None
    yield f"outcome {outcome.reason}"
    for result in outcome.results:
        yield f"  seat {result.seat}: rank {result.rank}, total {result.total}"
        yield f"    points: {_short(dict(result.points))}"
        yield f"    complete: {_short(list(result.complete))}"
        yield f"    failed: {_short(list(result.failed))}"
    yield f"  winners: {_short(list(outcome.winners))}"


def _fields(data: dict[str, object]) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in data.items())


def _short(data: object) -> str:
    match data:
        case None:
            return "-"
        case bool():
            return "yes" if data else "no"
        case dict():
            return "{" + _fields(data) + "}"
        case list() if data and all(item is None for item in data):
            return f"[- * {len(data)}]"
        case list():
            return "[" + ", ".join(_short(item) for item in data) + "]"
        case _:
            return str(data)
