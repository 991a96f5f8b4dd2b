"""A learnt policy plays by its view alone, the same everywhere, and a bad file is one line."""

from __future__ import annotations

import sys
import zipfile
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fogline import Chance, define
from fogline.arena.jobs import Job, play_games
from fogline.arena.seeds import ListedSeeds
from fogline.bots import SpecError, bot_kinds, make_bot
from fogline.cli import main
from fogline.core.errors import FormatError
from fogline.core.game import Game
from fogline.env import Observer, observer_of
from fogline.env.policy import Policy, load_policy
from fogline.sim.guard import CannotPlay

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "learning"
LEARNT = EXAMPLE / "san-francisco-2.npz"


@pytest.fixture(scope="module")
def observer() -> Observer[Any]:
    return observer_of("san-francisco", 2)


@pytest.fixture(scope="module")
def policy(observer: Observer[Any]) -> Policy:
    """A network that has learnt nothing."""
    dice = np.random.default_rng(1)
    widths = [observer.layout.size, 32, 16, observer.codes]
    layers = [
        (dice.normal(0, one**-0.5, (one, other)), dice.normal(0, 0.1, other))
        for one, other in pairwise(widths)
    ]
    return Policy.of(observer, layers)


@pytest.fixture
def file(policy: Policy, tmp_path: Path) -> Path:
    path = tmp_path / "a policy.npz"
    policy.save(path)
    return path


def test_a_file_holds_the_policy(policy: Policy, file: Path) -> None:
    read = load_policy(file)
    assert read.game == policy.game == "san-francisco, rules 2, 2 players, observations 2"
    assert len(read.weights) == 3
    for one, other in zip(read.weights + read.biases, policy.weights + policy.biases, strict=True):
        assert np.array_equal(one, other)


def test_sums_are_exact_in_any_order(policy: Policy, observer: Observer[Any]) -> None:
    layout = observer.layout
    dice = np.random.default_rng(2)
    seen = dice.integers(layout.low, layout.high, (50, layout.size), np.int8, endpoint=True)
    signals = np.rint(seen.astype(np.float64) * 1024 / layout.high).astype(np.int64)
    for layer, (weight, bias) in enumerate(zip(policy.weights, policy.biases, strict=True)):
        if layer > 0:
            signals = np.rint(np.maximum(signals, 0) / 4096).astype(np.int64)
        signals = signals @ weight.astype(np.int64) + bias.astype(np.int64)
    assert np.array_equal(policy.outputs(seen, layout.high), signals)
    assert np.array_equal(policy.outputs(seen[7], layout.high), signals[7])


def test_a_rounded_network_is_still_the_network(observer: Observer[Any]) -> None:
    layout = observer.layout
    dice = np.random.default_rng(3)
    weight = dice.normal(0, 0.1, (layout.size, observer.codes))
    bias = dice.normal(0, 1, observer.codes)
    policy = Policy.of(observer, [(weight, bias)])
    plain = layout.high / layout.high @ weight + bias
    rounded = policy.outputs(layout.high, layout.high) / (4096 * 1024)
    assert np.abs(rounded - plain).max() < layout.size / 4096


@pytest.mark.parametrize(("weight", "bias"), [(8.0, 0.0), (0.0, 512.0)])
def test_numbers_that_do_not_fit_a_file_are_refused(
    observer: Observer[Any], weight: float, bias: float
) -> None:
    shape = observer.layout.size, observer.codes
    with pytest.raises(ValueError, match="too large"):
        Policy.of(observer, [(np.full(shape, weight), np.full(shape[1], bias))])


def test_what_the_viewer_may_not_know_changes_nothing(observer: Observer[Any], file: Path) -> None:
    game = Game.start(observer.game, 2, Chance("law 4"))
    bots = [make_bot(f"policy:{file}", seed) for seed in ("one guess", "another")]
    decisions = 0
    while game.deciding:
        seat = game.deciding[0]
        view = game.view(seat)
        # The bot is asked by the view. What it makes of it is what the truth would look like.
        guess = observer.guess(view, decisions)
        truth = observer.resume(game.state, "chance")
        assert np.array_equal(observer.vector(guess, seat), observer.vector(truth, seat))
        chosen = [bot.choose(view) for bot in bots]
        assert chosen[0] == chosen[1]
        game.play(seat, chosen[0])
        decisions += 1
    assert decisions > 40


@pytest.mark.parametrize(
    ("name", "seats", "found"),
    [
        ("old-west", 2, "old-west, rules 2, 2 players, observations 2"),
        ("san-francisco", 3, "san-francisco, rules 2, 3 players, observations 2"),
    ],
)
def test_a_game_that_it_has_not_learnt_is_refused(
    file: Path, name: str, seats: int, found: str
) -> None:
    game = Game.start(define(name), seats, Chance(1))
    with pytest.raises(CannotPlay) as caught:
        make_bot(f"policy:{file}", 1).choose(game.view(game.deciding[0]))
    made_for = "san-francisco, rules 2, 2 players, observations 2"
    assert str(caught.value) == f"the policy is for ({made_for}), not for ({found})."


def test_spectators_have_nothing_to_choose(observer: Observer[Any], file: Path) -> None:
    game = Game.start(observer.game, 2, Chance(1))
    with pytest.raises(ValueError, match="a spectator"):
        make_bot(f"policy:{file}", 1).choose(game.view(None))


def test_a_network_of_other_measures_is_refused(observer: Observer[Any], policy: Policy) -> None:
    short = Policy(policy.game, policy.weights[1:], policy.biases[1:])
    needed = rf"\({observer.layout.size}, 489\)"
    with pytest.raises(CannotPlay, match=rf"has \(32, 489\) inputs and outputs; {needed} are"):
        short.check(observer)


def broken(file: Path, **changed: object) -> Path:
    """Write the file again, with some arrays changed or (`None`) left out."""
    with np.load(file) as arrays:
        kept = {**arrays, **changed}
    path = file.with_name("broken.npz")
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in kept.items():
            if value is not None:
                with archive.open(f"{name}.npy", "w") as entry:
                    np.lib.format.write_array(entry, np.array(value))
    return path


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 2}, "the format 2 is not known here, only 1."),
        ({"table": None}, "'table is not a file in the archive'."),
        ({"bias1": None}, "'bias1 is not a file in the archive'."),
        ({"weight2": None}, "'weight2 is not a file in the archive'."),
        ({"weight0": np.zeros((3, 32), np.float32)}, "expected int16 in 2 dimensions."),
        ({"bias0": np.zeros((1, 32), np.int32)}, "expected int32 in 1 dimensions."),
        ({"weight1": np.zeros((31, 16), np.int16)}, "its layers do not fit together."),
        ({"table": np.array([{}], object)}, "Object arrays cannot be loaded when allow_pickle"),
    ],
)
def test_a_broken_file_is_refused(file: Path, changed: dict[str, object], message: str) -> None:
    path = broken(file, **changed)
    with pytest.raises(FormatError) as caught:
        load_policy(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_what_is_no_archive_is_refused(file: Path) -> None:
    file.write_text("weights\n")
    with pytest.raises(FormatError, match="is no policy: File is not a zip file"):
        load_policy(file)


def test_what_would_fill_the_memory_is_refused(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weight0.npy", bytes(2**26 + 1))
    with pytest.raises(FormatError, match="is too large for a policy"):
        load_policy(file)


def test_a_file_that_was_changed_is_read_anew(file: Path, observer: Observer[Any]) -> None:
    shape = observer.layout.size, observer.codes
    assert len(load_policy(file).weights) == 3
    Policy.of(observer, [(np.zeros(shape), np.zeros(shape[1]))]).save(file)
    assert len(load_policy(file).weights) == 1


def test_commands_know_it_and_say_what_is_wrong_in_one_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot_kinds()["policy"].usage == "policy:FILE"
    game = ["simulate", "san-francisco", "--num", "2", "--seed", "1", "--players"]
    assert main([*game, f"policy:{file},random"]) == 0
    assert "policy" in capsys.readouterr().out
    assert main([*game, f"policy:{file.with_name('none.npz')},random"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main([*game, f"policy:{__file__},random"]) == 2
    assert capsys.readouterr().err == f"fogline: {__file__} is no policy: File is not a zip file.\n"
    game[1] = "old-west"
    assert main([*game, f"policy:{file},random"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("fogline: ")
    assert "the policy is for (san-francisco, rules 2, 2 players, observations 2), not" in err
    assert err.count("\n") == 1


def test_without_the_environments_it_says_what_to_install(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fogline.env.policy", None)
    with pytest.raises(SpecError, match=r"pip install 'fogline\[rl\]'"):
        make_bot(f"policy:{file}", 1)


def test_the_learnt_policy_beats_random() -> None:
    num = 30
    spec = f"policy:{LEARNT}"
    deals = tuple(f"learnt {deal}" for deal in range(num))
    dice = tuple((f"{deal} a", f"{deal} b") for deal in deals)
    wins = 0
    for seat, players in enumerate([(spec, "random"), ("random", spec)]):
        played = play_games(Job(define("san-francisco"), players, ListedSeeds(deals, dice)))
        wins += int((played.scores[:, seat] > played.scores[:, 1 - seat]).sum())
    assert wins >= 0.9 * 2 * num
    assert LEARNT.stat().st_size < 1_000_000


def test_the_rewards_of_a_game_are_its_lead_and_its_result(
    observer: Observer[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    example = import_module("bot_games")
    games = example.BotGames(observer, ("random", "planner"), num=8, seed=1)
    policy, high = load_policy(LEARNT), games.observer.layout.high
    games.deal()
    total, ended, wins = np.zeros(8), 0, np.zeros(8)
    for _ in range(150):
        preferred = np.where(games.mask, policy.outputs(games.seen, high), -np.inf)
        assert games.mask.any(axis=1).all()
        games.step(preferred.argmax(axis=1))
        total += games.rewards
        share, lead = games.results[games.over].T
        assert total[games.over] == pytest.approx(lead / 20 + 2 * share - 1, abs=1e-5)
        assert (np.sign(lead) == np.sign(2 * share - 1))[lead != 0].all()
        wins[games.over] += share
        ended += int(games.over.sum())
        total[games.over] = 0
    assert ended > 8 * 3
    assert wins[games.bots == "random"].sum() > wins[games.bots == "planner"].sum()


def test_the_page_shows_the_curve_of_the_example() -> None:
    shown = ROOT / "docs" / "pictures" / "learning-curve.svg"
    assert shown.read_bytes() == (EXAMPLE / "curve.svg").read_bytes()
