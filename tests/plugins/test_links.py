"""Rules of other packages that share routes for tickets, or decide ties (C22, C25)."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fogline import Chance, Game, GameDefinition, Rule, define
from fogline.arena.jobs import Job, play_games
from fogline.arena.ladder.pairings import round_robin
from fogline.arena.ladder.tournament import play_pairings
from fogline.arena.seeds import NumberedSeeds
from fogline.bots import make_bot
from fogline.core.outcome import outcome_of
from fogline.core.table import State
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of
from fogline.env.observer import rewards_of
from fogline.fast.plugin import Mechanic
from fogline.review.history import history_of
from fogline.review.luck import result_of
from fogline.rules.city_markers import Markers
from fogline.rules.connected_network import ConnectedNetwork
from fogline.sim import ReadablePosition
from tests.plugins.links import Guest, LaterWins

ROOT = Path(__file__).parents[2]


def with_rule(base: GameDefinition, rule: Rule) -> GameDefinition:
    return replace(base, rules=(*base.rules, rule))


def owned_by(state: State, seat: int, routes: list[int]) -> State:
    owners = [seat if index in routes else None for index in range(len(state.owners))]
    return replace(state, owners=tuple(owners))


def started(game: GameDefinition) -> State:
    return Game.start(game, 2, Chance(1)).state


def test_routes_of_others_count_for_tickets_alone() -> None:
    state = started(with_rule(define("san-francisco"), Guest()))
    ticket = state.board.tickets[0]
    way = TicketPaths(view_of(state, 0)).missing_routes(ticket.id)
    assert way
    built = owned_by(state, 1, [route.index for route in way])
    assert built.is_complete(1, ticket.id)
    assert built.is_complete(0, ticket.id)
    assert TicketPaths(view_of(built, 0)).missing_routes(ticket.id) == []
    assert not built.routes(0)
    assert not built.network(0)
    mirrored = owned_by(state, 0, [route.index for route in way])
    assert not mirrored.is_complete(1, ticket.id)


def test_a_connected_network_keeps_to_own_routes() -> None:
    state = started(with_rule(define("old-west", {"first": 0}), Guest()))
    places = [place.id for place in state.board.places]
    state = state.with_part(replace(state.part(Markers), starts=(places[0], places[1])))
    far = next(r for r in state.board.routes if places[0] not in r.ends)
    view = view_of(owned_by(state, 1, [far.index]), 0)
    ((_, closed),) = ConnectedNetwork().barred(view, object)  # type: ignore[arg-type]
    assert all(
        (index in closed) != (places[0] in view.board.routes[index].ends) for index in closed
    )
    assert far.index in closed


def played_by_random_bots(game: GameDefinition) -> Game:
    playing = Game.start(game, 2, Chance(3))
    bot = make_bot("random", 1)
    while playing.outcome is None:
        seat = playing.deciding[0]
        playing.play(seat, bot.choose(playing.view(seat)))
    return playing


def ended_level(game: GameDefinition) -> State:
    state = played_by_random_bots(game).state
    level = tuple(replace(player, points={"routes": 7}) for player in state.players)
    return replace(state, players=level)


def test_a_rule_decides_ties() -> None:
    base = define("san-francisco")
    outcome = outcome_of(ended_level(with_rule(base, LaterWins())))
    assert outcome is not None
    assert outcome.winners == (1,)
    state = ended_level(base)
    complete = [len(state.complete_tickets(seat)) for seat in state.seats]
    usual = outcome_of(state)
    assert usual is not None
    assert usual.winners == tuple(s for s in state.seats if complete[s] == max(complete))


def test_simulations_and_ladders_ask_the_rule_that_decides_ties() -> None:
    game = with_rule(define("san-francisco"), LaterWins())
    played = play_games(Job(game, ("random", "random"), NumberedSeeds("ties", range(3), 2)))
    assert played.tie_breaks.tolist() == [[0, 1]] * 3
    level = replace(played, scores=np.zeros_like(played.scores))
    assert level.winners.tolist() == [[False, True]] * 3
    (meeting,) = play_pairings(game, round_robin(["random", "random"], 2), 1, "ties")
    meeting = replace(meeting, points=np.zeros_like(meeting.points))
    assert meeting.shares.tolist() == [[[0, 1], [0, 1]]]


def test_environments_and_reviews_ask_the_rule_that_decides_ties() -> None:
    game = with_rule(define("san-francisco"), LaterWins())
    position = ReadablePosition(ended_level(game), Chance(1))
    assert rewards_of(position, "win") == {0: -1.0, 1: 1.0}
    history = history_of(played_by_random_bots(game).log)
    end = replace(history.steps[-1], after=ended_level(game))
    level = replace(history, steps=(*history.steps[:-1], end))
    assert result_of(level).tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize("name", ["settle", "legal", "turn_actions", "forbid", "between"])
def test_a_mechanic_of_version_1_is_told_what_replaces_a_hook(name: str) -> None:
    with pytest.raises(ValueError, match=f"^test-guest: '{name}' is of version 1 of the plugin"):
        Mechanic(Guest).hook_named(name)
    with pytest.raises(AttributeError, match=r"version 2 has @mechanic\.plays"):
        Mechanic(Guest).act  # noqa: B018


def test_the_compiled_engine_agrees(tmp_path: Path) -> None:
    """Law 6: both engines link the same routes, and decide ties in the same way."""
    described = tmp_path / "links-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: links\nVersion: 1\n")
    module = "tests.plugins.fast_links"
    (described / "entry_points.txt").write_text(
        f"[fogline.mechanics]\nguest = {module}:guest\nlater = {module}:later\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT), *sys.path]),
        "NUMBA_OPT": "0",  # compiles faster
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.plugins.linked_games"],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "agreed\n"
