"""Both engines show the same numbers, offer the same codes, and play the same games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest

from fogline import Chance, GameDefinition, define, env
from fogline.core.cards import Card, Cards
from fogline.core.decisions import Turn
from fogline.core.engine import legal_actions
from fogline.core.errors import FoglineError
from fogline.core.feature import Feature, from_viewer
from fogline.core.messages import Action, Event, Seat, TurnTaken
from fogline.core.rule import Rule, offers, plays
from fogline.core.table import State, View
from fogline.env import backends
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.observer import Observer
from fogline.env.readable_observer import SLOTS, ReadableObserver
from fogline.rules.drawing import Drawing
from tests.env.test_faces import usual
from tests.env.zoo import api_test, seed_test
from tests.sim.boards import saddlehorn, tidewick
from tests.soak import amount

Foreign = Callable[[], GameDefinition]

VARIANTS = [
    *(("san-francisco", seats, {}) for seats in (2, 3, 4)),
    *(("old-west", seats, {}) for seats in (2, 3, 4, 5, 6)),
    *(("old-west", seats, {"alvin": True}) for seats in (2, 4, 6)),
    ("san-francisco", 3, {"first": 1}),
]


def meanings(observer: Observer[Any], position: Any, seat: Seat) -> dict[int, Action]:
    """Return what each legal code of a seat means."""
    codes = np.flatnonzero(observer.mask(position, seat)).tolist()
    return {code: observer.action(position, seat, code) for code in codes}


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_both_backends_show_and_offer_the_same(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    fast = env.observer_of(name, seats, options)
    slow = env.observer_of(name, seats, options, readable=True)
    assert isinstance(fast, CompiledObserver)
    assert isinstance(slow, ReadableObserver)
    assert fast.layout.parts == slow.layout.parts
    assert fast.codes == slow.codes
    dice = Chance(f"{name} {seats} {options}")
    position = fast.start("both")
    positions = 0
    while not position.is_over:
        if positions % amount(12, 1) == 0 or positions < 12:
            check_same(fast, slow, position)
        seat = position.deciding[0]
        legal = meanings(fast, position, seat)
        # By verb first: the many ways to claim would drown all else.
        verbs = sorted({action.verb for action in legal.values()})
        verb = verbs[dice.below(len(verbs))]
        codes = [code for code, action in legal.items() if action.verb == verb]
        fast.step(position, seat, codes[dice.below(len(codes))])
        positions += 1
    check_same(fast, slow, position)
    assert positions > 50


def check_same(fast: Observer[Any], slow: Observer[Any], position: Any) -> None:
    other = slow.resume(position.to_state(), 0)
    for seat in range(fast.seats):
        assert np.array_equal(fast.vector(position, seat), slow.vector(other, seat))
        offered = meanings(fast, position, seat)
        assert offered == meanings(slow, other, seat)
        for code, action in offered.items():
            assert fast.code(position, seat, action) == slow.code(other, seat, action) == code


@pytest.mark.parametrize(
    ("name", "options", "seat"), [("san-francisco", {}, 1), ("old-west", {"alvin": True}, None)]
)
def test_many_games_are_the_same_by_both_backends(
    name: str, options: dict[str, bool], seat: Seat | None
) -> None:
    fast, slow = (
        env.vector(name, 2, options, num_envs=2, seat=seat, reward="win", readable=readable)
        for readable in (False, True)
    )
    assert np.array_equal(fast.reset(seed=3)[0], slow.reset(seed=3)[0])
    ended = 0
    for _ in range(220):
        codes = fast.random_actions()
        assert np.array_equal(codes, slow.random_actions())
        seen, gained, over, _, info = fast.step(codes)
        slowly, also_gained, also_over, _, also = slow.step(codes)
        assert np.array_equal(seen, slowly)
        assert np.array_equal(gained, also_gained)
        assert np.array_equal(over, also_over)
        assert info.keys() == also.keys()
        for key in info.keys() - {"final_obs"}:
            assert np.array_equal(info[key], also[key])
        if over.any():
            assert np.array_equal(info["final_obs"][over], also["final_obs"][over])
        ended += int(over.sum())
    assert ended


# ── Games that the compiled engine does not know ──────────────────────────────────────────────


foreign = pytest.mark.parametrize("game", [tidewick, saddlehorn])


@usual
@foreign
@pytest.mark.parametrize("form", ["vector", "dict"])
def test_pettingzoo_accepts_a_game_of_another_package(
    game: Foreign, form: env.Form, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env.aec(game(), 3, form=form), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@usual
def test_a_seed_gives_the_same_game_there() -> None:
    seed_test(lambda: env.aec(tidewick(), 2), num_cycles=30)


@foreign
def test_many_games_of_another_package_are_played_to_their_end(game: Foreign) -> None:
    games = env.vector(game(), 2, num_envs=3, seat=0, reward="score")
    games.reset(seed=1)
    ended = 0
    for _ in range(120):
        seen, gained, over, _, info = games.step(games.random_actions())
        assert games.observation_space.contains(seen)
        assert info["action_mask"].any(axis=1).all()
        assert np.array_equal(gained, info["rewards"][:, 0])
        ended += int(over.sum())
    assert ended


def test_decisions_that_a_rule_has_words_for_are_phases() -> None:
    observer = env.observer_of(saddlehorn(), 2)
    phase = next(part for part in observer.layout.parts if part.name == "phase")
    plain = next(p for p in env.observer_of(tidewick(), 2).layout.parts if p.name == "phase")
    assert phase.size == plain.size + 1


def test_the_picture_shows_what_a_rule_puts_on_places() -> None:
    table = env.TurnEnv(tidewick(), 2, render_mode="rgb_array")
    table.reset(seed=1)
    shown = table.render()
    assert isinstance(shown, np.ndarray)
    assert shown.ndim == 3


def test_a_slower_game_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    backends._say_why.cache_clear()
    with caplog.at_level(logging.WARNING, "fogline.env"):
        for _ in range(2):
            env.observer_of(tidewick())
    (record,) = caplog.records
    assert record.getMessage() == (
        "Tidewick is played by the readable engine, which is slower: "
        "the rule 'harbour-cat' (HarbourCat) has no compiled version."
    )


@dataclass(frozen=True, slots=True)
class Wave(Action):
    """Do nothing but wave, so many times."""

    verb: ClassVar[str] = "test-wave"
    times: int


@dataclass(frozen=True, slots=True)
class Waved(TurnTaken):
    """A seat waved."""

    verb: ClassVar[str] = "test-waved"


@dataclass(frozen=True)
class Waving(Rule):
    """A rule that lists none of its actions in advance, and tells what it sees."""

    name: ClassVar[str] = "test-waving"
    ways: int = 3
    grows: bool = False
    part: str = "wave"

    @offers(Turn)
    def waves(self, view: View, decision: Turn) -> Iterable[Action]:
        return map(Wave, range(self.ways))

    @plays(Wave, at=Turn)
    def wave(self, state: State, seat: Seat, action: Action, dice: object) -> Iterator[Event]:
        yield Waved()

    def observe(self, view: View) -> Iterable[Feature]:
        number = 1 + (view.turns if self.grows else 0)
        yield Feature(self.part, [300] * number, (number,), 0, 1000, f"of {from_viewer(view)[0]}")


def waving(**numbers: Any) -> GameDefinition:
    game = define("san-francisco")
    return replace(game, rules=(*game.rules, Waving(**numbers)))


def first_turn(observer: Observer[Any]) -> Any:
    position = observer.start(1)
    while position.turns == 0 and not any(isinstance(each, Wave) for each in legal_now(position)):
        position.play(position.deciding[0], legal_now(position)[0])
    return position


def legal_now(position: Any) -> list[Action]:
    return legal_actions(position.view(position.deciding[0]))


def test_actions_that_no_rule_lists_have_slots() -> None:
    observer = env.observer_of(waving())
    plain = env.observer_of("san-francisco")
    assert observer.codes == plain.codes + SLOTS
    position = first_turn(observer)
    seat = position.deciding[0]
    legal = meanings(observer, position, seat)
    waves = {code: action for code, action in legal.items() if isinstance(action, Wave)}
    assert waves == {plain.codes + number: Wave(number) for number in range(3)}
    observer.step(position, seat, plain.codes + 2)
    assert position.turns == 1


def test_more_unlisted_actions_than_slots_are_not_offered() -> None:
    observer = env.observer_of(waving(ways=SLOTS + 5))
    position = first_turn(observer)
    mask = observer.mask(position, position.deciding[0])
    assert mask[-SLOTS:].all()


def test_what_a_rule_says_of_itself_is_in_the_vector_and_cut_to_a_byte() -> None:
    observer = env.observer_of(waving())
    part = observer.layout.parts[-1]
    assert (part.name, part.shape, part.low, part.high) == ("wave", (1,), 0, 127)
    assert observer.vector(first_turn(observer), 0)[part.slice].tolist() == [127]


def test_an_observation_must_keep_its_size() -> None:
    observer = env.observer_of(waving(grows=True))
    position = first_turn(observer)
    for _ in range(4):
        position.play(position.deciding[0], legal_now(position)[0])
    with pytest.raises(FoglineError, match="'wave' must not change its size"):
        observer.vector(position, 0)


def test_two_rules_may_not_observe_by_one_name() -> None:
    with pytest.raises(FoglineError, match="two rules of this game observe 'hand'"):
        env.observer_of(waving(part="hand"))


def test_numbers_too_large_for_compiled_observations_are_left_to_the_readable_engine() -> None:
    game = define("san-francisco")
    deck = Cards.of({**dict.fromkeys(list(Card)[:8], 15), Card.WILD: 14})
    rules = [replace(rule, deck=deck) if isinstance(rule, Drawing) else rule for rule in game.rules]
    observer = env.observer_of(replace(game, rules=tuple(rules)))
    assert isinstance(observer, ReadableObserver)
    position = observer.start(1)
    assert observer.vector(position, 0).max() == position.view(0).deck.total


def test_a_definition_has_its_options_already() -> None:
    with pytest.raises(ValueError, match="has its options already"):
        env.aec(define("old-west"), options={"alvin": True})


def test_a_definition_is_a_game() -> None:
    made = gymnasium.make("Fogline/SanFrancisco-v2", game=define("old-west"), seats=4).unwrapped
    assert isinstance(made, env.SingleEnv)
    assert made.observer.game.name == "old-west"
