"""The games keep to what OpenSpiel asks of them, and show a seat nothing that it may not know."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from fogline import view_of  # noqa: E402
from fogline.core.outcome import outcome_of  # noqa: E402
from fogline.env.openspiel import FoglineState  # noqa: E402
from fogline.saves import to_json  # noqa: E402

GAMES = [
    "python_fogline_san_francisco(players=2)",
    "python_fogline_san_francisco(players=3,reward=win)",
    "python_fogline_old_west(players=2)",
    "python_fogline_old_west(players=2,alvin=True)",
]

DRAW = 1
"""The code of a card from the deck."""


def choose(state: FoglineState, dice: np.random.Generator) -> int:
    """Choose as a random player, or as chance does."""
    if not state.is_chance_node():
        return int(dice.choice(state.legal_actions()))
    numbers, chances = zip(*state.chance_outcomes(), strict=True)
    return int(dice.choice(numbers, p=chances))


def playout(name: str, seed: int) -> Iterator[FoglineState]:
    """Yield the state of a random game before each choice and draw, and at its end."""
    dice = np.random.default_rng(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(choose(state, dice))
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_accepts_the_game(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    assert "Fatal" not in capfd.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_the_returns_are_those_of_the_outcome(name: str) -> None:
    *_, before, state = playout(name, 3)
    outcome = outcome_of(state.position.state)
    assert outcome is not None
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    if "reward=win" in name:
        wanted = [1 if seat in outcome.winners else -1 for seat in range(state.num_players())]
    else:
        wanted = [result.total for result in outcome.results]
    assert state.returns() == wanted
    assert before.get_game().max_game_length() > state.move_number() / 4


def test_chance_is_explicit_and_weighted_by_what_is_left() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    assert state.is_chance_node()
    deck = state.position.state.deck
    wanted = [(kind, count / deck.total) for kind, count in enumerate(deck.counts) if count]
    assert state.chance_outcomes() == wanted
    with pytest.raises(ValueError, match="chance has no outcome 9 here"):
        state.position.after(9)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.position.state.first is None
    for seat in range(2):
        assert state.current_player() == seat
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]  # who begins
    state.apply_action(1)
    assert state.position.state.first == 1
    assert state.current_player() == 0  # acts last, and places first


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_see_changes_nothing_in_what_it_knows(name: str) -> None:
    """Wherever one draw ends a move, let it be another card: others than the drawer see no more."""
    told = secret = 0
    for state in playout(name, 5):
        move = state.position.move
        if not state.is_chance_node() or move is None or move.seat is None:
            continue
        first, second, *_ = (state.child(number) for number, _ in state.chance_outcomes())
        if first.is_chance_node() or second.is_chance_node():
            continue
        if first.position.state.display != second.position.state.display:
            continue  # an open card is no secret
        if first.position.state.first != second.position.state.first:
            continue  # nor is who begins
        for seat in range(state.num_players()):
            same = first.information_state_string(seat) == second.information_state_string(seat)
            assert same == (seat != move.seat)
            assert same == (first.observation_tensor(seat) == second.observation_tensor(seat))
            told += same
            secret += not same
    assert told
    assert secret


@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_the_information_state_and_deals_the_rest_anew(name: str) -> None:
    dice = np.random.default_rng(2)
    changed = count = 0
    for step, state in enumerate(playout(name, 7)):
        if state.is_chance_node() or state.is_terminal() or step % 4:
            continue
        seat = state.current_player()
        twin = state.resample_from_infostate(seat, dice.random)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.observation_tensor(seat) == state.observation_tensor(seat)
        assert twin.legal_actions() == state.legal_actions()
        assert twin.history() == []
        changed += str(twin) != str(state)
        count += 1
        # What the others were told in secret is not carried over.
        for other in set(range(state.num_players())) - {seat}:
            assert twin.position.told[other] == state.position.told[-1]
    assert changed > count * 0.8
    while not twin.is_terminal():
        twin.apply_action(choose(twin, dice))
    assert any(twin.returns())


def test_an_information_state_recalls_what_a_view_forgets() -> None:
    """Two blind draws in either order leave the same view, and not the same past."""

    def strings(order: tuple[int, int]) -> tuple[str, str]:
        for state in playout(GAMES[2], 4):
            if state.current_player() >= 0 and DRAW in state.legal_actions():
                break
        seat = state.current_player()
        for card in order:
            state.apply_action(DRAW)
            state.apply_action(card)
        return state.observation_string(seat), state.information_state_string(seat)

    (view, past), (same_view, other_past) = strings((1, 2)), strings((2, 1))
    assert view == same_view
    assert past != other_past
    assert json.loads(past)["view"] == json.loads(view)


@pytest.mark.parametrize("name", [GAMES[0], GAMES[3]])
def test_what_is_saved_is_the_same_game(name: str) -> None:
    for step, state in enumerate(playout(name, 11)):
        if step % 15 and step > 3:
            continue
        game, again = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        clone = state.clone()
        assert str(game) == str(state.get_game())
        for other in (again, clone, pickle.loads(pickle.dumps(state))):  # noqa: S301 (our own)
            assert str(other) == str(state)
            assert other.history() == state.history()
            if not state.is_chance_node():
                seat = 0
                mine = state.information_state_string(seat)
                assert other.information_state_string(seat) == mine


def test_the_observation_is_that_of_the_other_environments() -> None:
    checked = 0
    for state in playout(GAMES[3], 13):
        if state.is_chance_node():
            continue
        position = state.position
        for seat in range(2):
            vector = position.variant.observer.vector(position.simulated, seat)
            assert state.observation_tensor(seat) == vector.tolist()
            assert state.observation_string(seat) == to_json(view_of(position.state, seat))
            checked += 1
    assert checked > 100


class Nothing(mcts.Evaluator):  # type: ignore[misc]
    """Thinks all positions even."""

    def evaluate(self, state: FoglineState) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: FoglineState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(code, 1 / len(legal)) for code in legal]


def test_openspiels_search_plays_it() -> None:
    game = pyspiel.load_game(GAMES[0])
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=Nothing(),
        max_simulations=8,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(1),
    )
    state = next(state for state in playout(GAMES[0], 1) if not state.is_chance_node())
    assert bot.step(state) in state.legal_actions()


def test_what_cannot_be_is_refused() -> None:
    game = pyspiel.load_game(GAMES[0])
    with pytest.raises(ValueError, match="one seat's own"):
        game.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})
    with pytest.raises(ValueError, match="while chance is asked"):
        game.new_initial_state().resample_from_infostate(0, lambda: 0.5)
