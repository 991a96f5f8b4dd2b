"""The same seed and actions give the same game, on every platform and Python version."""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from fogline import Chance, Game, GameLog, define, from_json, to_json
from fogline.core.chance import shuffled
from tests.play import Playout, Style, Variant, choose, variants

REFERENCE = [
    *(11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600),
    *(16172922978634559625, 8476171486693032832, 10595114339597558777, 2904607092377533576),
]
"""The first numbers of xoshiro256** from the state 1, 2, 3, 4, as other implementations have it."""

FIRST_NUMBERS: dict[int | str, tuple[list[int], list[int]]] = {
    0: (
        [523576478861366311, 7640486521604570509, 8190668861798181969],
        [21, 15, 71, 82, 29, 50, 78, 62],
    ),
    1: (
        [1260850005308428202, 631858489059152631, 6237871093427407422],
        [49, 23, 90, 81, 6, 26, 68, 62],
    ),
    "fog": (
        [17250186874300660699, 983673375721255300, 16960899045756613139],
        [22, 9, 27, 74, 109, 45, 96, 14],
    ),
}
"""By seed: three times 64 bits, then eight numbers below 110."""


def xoshiro(words: list[int]) -> Iterator[int]:
    """Xoshiro256** once more, from its definition: four words as one list of bits."""
    two64 = 2**64

    def turned(word: int, by: int) -> int:
        bits = f"{word:064b}"
        return int(bits[by:] + bits[:by], 2)

    a, b, c, d = words
    while True:
        yield turned(b * 5 % two64, 7) * 9 % two64
        shifted = b * 2**17 % two64
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = turned(d, 45)


def words_of(seed: int | str) -> list[int]:
    return list(struct.unpack("<4Q", hashlib.sha256(f"{seed}".encode()).digest()))


def below(numbers: Iterator[int], bound: int) -> int:
    """Lemire's method, by its meaning: of 2**32 numbers, drop the few that would favour some."""
    while True:
        high = next(numbers) // 2**32
        share, rest = divmod(high * bound, 2**32)
        if rest >= 2**32 % bound:
            return share


def test_the_second_implementation_agrees_with_others() -> None:
    assert list(islice(xoshiro([1, 2, 3, 4]), 10)) == REFERENCE


@pytest.mark.parametrize("seed", FIRST_NUMBERS)
def test_the_numbers_of_a_seed_stay_what_they_are(seed: int | str) -> None:
    words, small = FIRST_NUMBERS[seed]
    chance = Chance(seed)
    assert [chance.next() for _ in words] == words
    assert [chance.below(110) for _ in small] == small


@pytest.mark.parametrize("seed", [0, 1, -1, 2**80, "", "fog", "Nebel über der Brücke", "0"])
def test_a_seed_gives_these_numbers(seed: int | str) -> None:
    numbers = xoshiro(words_of(seed))
    chance = Chance(seed)
    assert [chance.next() for _ in range(200)] == list(islice(numbers, 200))
    bounds = [1, 2, 3, 5, 6, 7, 24, 44, 50, 110, 2**16 + 1, 3 * 2**30, 2**32 - 1] * 20
    assert [chance.below(bound) for bound in bounds] == [below(numbers, bound) for bound in bounds]


def test_a_number_and_its_text_are_one_seed() -> None:
    assert Chance(7).next() == Chance("7").next()


@pytest.mark.parametrize("bound", [0, -1, 2**32, 2**64])
def test_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Chance(1).below(bound)


@pytest.mark.parametrize("bound", [2, 3, 6, 44, 110])
def test_all_numbers_are_about_equally_likely(bound: int) -> None:
    chance = Chance(f"uniform {bound}")
    rolls = 200 * bound
    counts = Counter(chance.below(bound) for _ in range(rolls))
    surprise = sum((counts[number] - 200) ** 2 / 200 for number in range(bound))
    # Chi squared has mean `bound - 1` and variance twice that; five deviations are never met.
    assert surprise < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_all_orders_are_about_equally_likely() -> None:
    chance = Chance("orders")
    counts = Counter("".join(shuffled(chance, "abcd")) for _ in range(24 * 200))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 23 + 5 * 46**0.5


def log_of(variant: Variant, seed: int) -> GameLog:
    *_, step = Playout(variant, seed, Style.ANYTHING, 200).steps()
    return step.game.log


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_same_seed_and_actions_same_log(variant: Variant) -> None:
    first = log_of(variant, 5)
    assert to_json(first) == to_json(log_of(variant, 5))
    again = Game.start(variant.definition, variant.seats, Chance(f"{variant} 5"))
    for move in first.moves:
        assert again.play(move.seat, move.action) == move.events
    assert again.log == first
    assert to_json(log_of(variant, 6)) != to_json(first)


def test_games_do_not_share_their_chance() -> None:
    """Two games played in turns are the games they would be alone."""
    alone = [to_json(log_of(variant, 3)) for variant in variants()[:2]]
    games = [variant.deal(3) for variant in variants()[:2]]
    choices = [Chance("players 3"), Chance("players 3")]
    for _ in range(200):
        for game, chance in zip(games, choices, strict=True):
            if game.deciding:
                game.play(*choose(game, chance))
    assert [to_json(game.log) for game in games] == alone


PROGRAM = """
import hashlib
from fogline import to_json
from tests.laws.test_seeds import log_of
from tests.play import variants
for variant in variants():
    print(variant, hashlib.sha256(to_json(log_of(variant, 1)).encode()).hexdigest())
"""


def test_the_order_of_sets_and_dicts_does_not_matter() -> None:
    """Python shuffles the hashes of texts anew for each process; games must not notice."""
    root = Path(__file__).parents[2]
    printed = set()
    for hash_seed in ("0", "1", "4711"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)]),
        }
        printed.add(
            subprocess.run(  # noqa: S603 (our own program)
                [sys.executable, "-c", PROGRAM],
                cwd=root,
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    (output,) = printed
    assert len(output.splitlines()) == len(variants())


def test_a_log_that_was_read_goes_on_alike() -> None:
    """What follows a resumed game is its new dice's doing, whatever the game went through."""
    log = log_of(variants()[0], 2)
    games = [Game.resume(each, Chance(9)) for each in (log, from_json(to_json(log), GameLog))]
    chances = [Chance("on"), Chance("on")]
    for _ in range(30):
        for game, chance in zip(games, chances, strict=True):
            if game.deciding:
                game.play(*choose(game, chance))
    assert games[0].log == games[1].log


def test_options_in_another_order_are_the_same_game() -> None:
    one = define("old-west", {"alvin": True, "first": 1})
    other = define("old-west", {"first": 1, "alvin": True})
    logs = [Game.start(game, 3, Chance(1)).log for game in (one, other)]
    assert to_json(logs[0]) == to_json(logs[1])
