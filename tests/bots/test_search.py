"""The searching player: legal, repeatable, blind to secrets, and better for thinking longer."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from fogline import define, new_game
from fogline.arena.jobs import Job, play_games
from fogline.arena.seeds import ListedSeeds
from fogline.bots import make_bot, search, thinking
from fogline.bots.compiled_bots import engine_for, style_for
from fogline.bots.kernel import beliefs
from fogline.bots.kernel.planner_memory import PLAN_SIZE, Planner
from fogline.bots.kernel.weights import Beliefs
from fogline.bots.networks import believer_for
from fogline.bots.search import SearchBot, known_of, policies_for
from fogline.bots.tuned_weights import weights_array
from fogline.core.game import Game
from fogline.fast import Knowledge, words_of
from fogline.fast.kernel.guess import forget
from tests.bots.taking_turns import in_turn
from tests.soak import amount

GAMES = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 6, {"alvin": True}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_it_plays_whole_games(name: str, seats: int, options: dict[str, bool]) -> None:
    game = new_game(name, seats, "whole", options)
    bots = [SearchBot(f"whole/{seat}", iterations=8) for seat in range(seats)]
    while game.outcome is None:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
    assert len(game.outcome.results) == seats


def _middle(name: str, seats: int, moves: int, seed: str = "middle") -> Game:
    game = new_game(name, seats, seed)
    bots = [make_bot("planner", f"middle/{seat}") for seat in range(seats)]
    for _ in range(moves):
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
    return game


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_iterations_think_the_same(threads: int) -> None:
    game = _middle("old-west", 2, 41)
    view = game.view(game.deciding[0])
    first, second = (
        SearchBot("same", iterations=101, threads=threads).think(view) for _ in range(2)
    )
    assert first == second
    assert sum(thought.tries for thought in first) == 101
    assert SearchBot("other", iterations=101, threads=threads).think(view) != first


def _set_portions(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let search yield after so many iterations, however fast the machine is."""
    ticks = itertools.count()
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(search, "_PORTION", 1)  # a tick, which is what every portion takes
    monkeypatch.setattr(search, "_FIRST_PORTION", size)


@pytest.mark.parametrize("size", [1, 7, 64])
@pytest.mark.parametrize(
    ("name", "seats", "moves"),
    [
        ("san-francisco", 2, 0),
        ("san-francisco", 4, 41),
        ("old-west", 2, 100),
        ("old-west", 6, 77),
    ],
)
def test_interruptions_change_nothing(
    name: str, seats: int, moves: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every number is the same, though another bot thinks in between."""
    game = _middle(name, seats, moves)
    view = game.view(game.deciding[0])
    whole, sliced, other = (SearchBot(seed, iterations=150) for seed in ("a", "a", "b"))
    for _ in range(2):  # the second time with the plan of the first
        _set_portions(150, monkeypatch)
        expected = whole.think(view)
        _set_portions(size, monkeypatch)
        found, pauses = in_turn(sliced._thinking(view), other._thinking(view))
        assert pauses == 2 * (-(-150 // size) - 1)
        assert found[0] == expected
        assert found[1] != expected
        trees = [bot._trees_for(engine_for(view.game, seats))[0]._tree for bot in (whole, sliced)]
        assert np.array_equal(trees[0].nodes, trees[1].nodes)
        assert np.array_equal(trees[0].sums, trees[1].sums)


@pytest.mark.parametrize("spec", ["expert", "search:iterations=150"])
def test_a_choice_is_that_of_the_thinking(spec: str) -> None:
    """Whole games, by the clock of this machine."""
    game = new_game("san-francisco", 2, "slices")
    bots = [make_bot(spec, 1) for _ in range(3)]
    pauses = 0
    while game.outcome is None:
        seat = game.deciding[0]
        view = game.view(seat)
        chosen, more = in_turn(*(thinking(bot, view) for bot in bots[1:]))
        pauses += more
        assert {*chosen} == {bots[0].choose(view)}
        game.play(seat, chosen[0])
    assert pauses > 10


def test_what_it_weighs_is_legal_and_the_best_comes_first() -> None:
    game = _middle("san-francisco", 2, 20)
    seat = game.deciding[0]
    thoughts = SearchBot("legal", iterations=400).think(game.view(seat))
    assert {thought.action for thought in thoughts} <= set(game.legal_actions(seat))
    assert all(0.0 <= thought.worth <= 1.0 for thought in thoughts)
    assert thoughts[0].tries > 20


def test_time_is_a_budget_too() -> None:
    game = _middle("san-francisco", 2, 20)
    view = game.view(game.deciding[0])
    short = SearchBot("time", seconds=0.01).think(view)
    long = SearchBot("time", seconds=0.2).think(view)
    assert 0 < sum(thought.tries for thought in short) < sum(thought.tries for thought in long)


def test_a_spectator_has_nothing_to_choose() -> None:
    game = _middle("san-francisco", 2, 20)
    with pytest.raises(ValueError, match="spectator"):
        SearchBot("spectator").think(game.view(None))


def test_tickets_whose_way_is_built_are_guessed_more_often() -> None:
    """What others built says something about what they hold; where nothing is built, nothing."""
    game = _middle("old-west", 2, 100)
    bots = [make_bot("planner", f"on/{seat}") for seat in range(2)]
    while not game.state.complete_tickets(1):
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
    engine = engine_for(game.definition, 2)
    known = engine.with_memory(Knowledge(engine, game.view(0)).known, words_of(0))
    planner = Planner(weights_array({}), np.zeros(PLAN_SIZE), engine.new_list())
    affinity = np.ones((2, 64))
    beliefs.measure_affinity(known, 0, planner, np.array(Beliefs(built=3.0)), affinity)
    complete = game.state.complete_tickets(1)
    assert complete
    built = [affinity[1, engine.lowered.tickets.index(ticket)] for ticket in complete]
    assert min(built) == pytest.approx(np.exp(3.0))
    assert float(np.mean(affinity[1, : len(engine.lowered.tickets)])) < min(built)
    assert (affinity[0] == 1.0).all()


@pytest.mark.parametrize("learnt", [False, True])
@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_beliefs_do_not_depend_on_what_is_hidden(name: str, learnt: bool) -> None:
    """Law 4: states that differ only in secrets of others give the same beliefs."""
    game = _middle(name, 3, 60)
    knowledge = Knowledge(engine_for(game.definition, 3), game.view(0))
    engine = knowledge.engine
    planner = Planner(weights_array({}), np.zeros(PLAN_SIZE), engine.new_list())
    numbers = np.arange(1.0, 1.0 + len(Beliefs._fields)) / 10
    found = []
    for seed in range(5):
        guess = knowledge.sample(words_of(seed))
        hidden = np.zeros((2, 2 + engine.seats), np.int64)
        forget(guess.g, 0, hidden)
        affinity = np.ones((engine.seats, 64))
        if learnt:
            beliefs.learnt_affinity(guess.g, 0, hidden, believer_for(engine), affinity)
        else:
            beliefs.measure_affinity(guess.g, 0, planner, numbers, affinity)
        found.append(affinity)
    assert len(np.unique(found[0][1:])) > 10
    assert all((each == found[0]).all() for each in found)


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_the_network_finds_the_truth_likelier_than_the_numbers_do(name: str) -> None:
    """What others hold is guessed better by what was learnt, in games that it did not see."""
    engine = engine_for(define(name), 2)
    policies = policies_for(engine)
    style = style_for(engine)
    chances: dict[bool, list[float]] = {False: [], True: []}
    for number in range(amount(12, 100)):
        game = _middle(name, 2, 40, f"believed/{number}")
        knowledge = Knowledge(engine, game.view(0))
        mine = game.state.players[0].tickets
        for learnt, found in chances.items():
            known = known_of(knowledge, 0, policies, "", replace(style, learnt_beliefs=learnt))
            shares = {
                ticket: known.affinity[1, position]
                for position, ticket in enumerate(engine.lowered.tickets)
                if ticket not in mine
            }
            total = sum(shares.values())
            held = [ticket for ticket in game.state.players[1].tickets if ticket is not None]
            found.extend(float(np.log(shares[ticket] / total)) for ticket in held)
    assert np.mean(chances[True]) > np.mean(chances[False])


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_it_sees_no_more_than_its_view(name: str) -> None:
    """Guesses made by different dice differ in what is hidden, so one of them is not the truth."""
    game = _middle(name, 2, 30)
    knowledge = Knowledge(engine_for(game.definition, 2), game.view(0))
    guesses = {knowledge.sample(words_of(seed)).block.bytes.tobytes() for seed in range(20)}
    assert len(guesses) == 20


def test_thinking_pays() -> None:
    """Even a short search wins most of its games against the planner whose moves it starts from."""
    deals = tuple(f"pays/{deal}" for deal in range(amount(8, 30)))
    dice = tuple((f"{deal}/a", f"{deal}/b") for deal in deals)
    players = ("search:iterations=300", "planner")
    won = 0.0
    for own, seated in enumerate((players, players[::-1])):
        winners = play_games(Job(define("san-francisco"), seated, ListedSeeds(deals, dice))).winners
        won += float((winners[:, own] / winners.sum(axis=1)).sum())
    assert won > len(deals)
