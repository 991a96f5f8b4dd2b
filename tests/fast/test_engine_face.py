"""The compiled engine as its users meet it: compiling, caching, refusing, copying, threads."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from fogline import Board, Card, Cards, Chance, GameDefinition, Place, Rule, Ticket, define
from fogline.bots.compiled_bots import play_match
from fogline.core.board import Route
from fogline.core.definition import DefinitionError
from fogline.core.payment import Price
from fogline.fast import CannotLower, FastState, compile_game, jit, words_of_all
from fogline.fast.kernel import play
from fogline.fast.lower import lower
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.city_markers import CityMarkers, ControllerScores
from fogline.rules.claiming import Claiming
from fogline.rules.connected_network import ConnectedNetwork
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.ferries import Ferries
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TouristTokens
from tests.fast.lockstep import Lockstep, drive
from tests.fast.own_boards import mixed
from tests.fast.players import Style
from tests.play import Variant, variants

DEAL = """
from fogline import define, fast
engine = fast.compile_game(define("san-francisco"), 2)
print(engine.start("cached").block.bytes.tobytes().hex())
"""
NOTHING_TO_COMPILE_WITH = """
import sys
assert "numba.np.linalg" not in sys.modules
"""


def python(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


# ── Importing and compiling ───────────────────────────────────────────────────────────────────


def test_importing_fogline_imports_no_numba() -> None:
    said = python("import sys, fogline, fogline.cli; print('numba' in sys.modules)").stdout
    assert said == "False\n"


def test_the_first_process_compiles_and_says_so_and_others_use_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "fogline"
    file = tmp_path / "file"
    file.touch()
    quick = {"NUMBA_OPT": "1", "XDG_CACHE_HOME": str(tmp_path)}

    first = python(DEAL, FOGLINE_CACHE=str(cache), **quick)
    assert first.stderr.count("\n") == 1
    assert first.stderr.startswith("Compiling the fast engine")
    compiled = times(cache)
    assert compiled

    second = python(DEAL + NOTHING_TO_COMPILE_WITH, FOGLINE_CACHE=str(cache), **quick)
    assert (second.stdout, second.stderr) == (first.stdout, "")
    assert times(cache) == compiled

    # What cannot be a folder is passed over, for the next place to look.
    third = python(DEAL, FOGLINE_CACHE=str(file / "below"), **quick)
    assert (third.stdout, third.stderr) == (first.stdout, "")
    assert times(cache) == compiled


def test_code_of_another_level_of_optimisation_is_not_used(tmp_path: Path) -> None:
    script = "from fogline.fast import jit; print(jit.CACHE_FOLDER)"
    said = {python(script, FOGLINE_CACHE=str(tmp_path), NUMBA_OPT=o).stdout for o in "123"}
    assert len(said) == 3


def test_of_processes_that_need_a_kernel_at_once_one_compiles_it(tmp_path: Path) -> None:
    (tmp_path / "shared_kernel.py").write_text("""
from fogline.fast import jit

@jit.entry_point
def inner(number):
    return number + 1

@jit.entry_point
def outer(number):
    return inner(number) * 2
""")
    script = """
import sys
from shared_kernel import inner, outer
sys.stdin.readline()
assert outer(3) == 8
print(sum(outer.stats.cache_misses.values()))
"""
    environment = {
        **os.environ,
        "FOGLINE_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    processes = [
        subprocess.Popen(  # noqa: S603 (our own words)
            [sys.executable, "-c", script],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("now\n")
        process.stdin.flush()
    said = [process.communicate()[0] for process in processes]
    assert sum(map(int, said)) == 1


def test_a_kernel_is_compiled_with_its_callers_and_by_itself_only_for_python() -> None:
    inner: Any = jit.entry_point(lambda number: number + 1)
    outer: Any = jit.entry_point(lambda number: inner(number) * 2)
    assert outer(3) == 8
    assert (inner.signatures, len(outer.signatures)) == ([], 1)
    assert inner(3) == 4
    assert len(inner.signatures) == 1


def times(folder: Path) -> Mapping[Path, int]:
    """When each file of compiled code was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb?")}


def test_without_any_folder_to_write_to_it_compiles_all_the_same(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "file" / "below")
    (tmp_path / "file").touch()
    script = f"""
import tempfile
tempfile.tempdir = {nowhere!r}
from fogline.fast import jit
shift = jit.entry_point(lambda position: 1 << position)
print(jit.CACHE_FOLDER, jit.is_compiled(), shift(40))
"""
    said = python(script, FOGLINE_CACHE=nowhere, XDG_CACHE_HOME=nowhere).stdout
    assert said == f"None False {1 << 40}\n"


def test_several_games_announce_one_compilation(tmp_path: Path) -> None:
    script = """
from fogline import define, fast
for seats in (2, 3, 4):
    fast.compile_game(define("san-francisco"), seats)
"""
    assert python(script, FOGLINE_CACHE=str(tmp_path)).stderr.count("\n") == 1


# ── What it cannot play ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Discount(Rule):
    """A rule that the compiled engine has never heard of."""

    name: ClassVar[str] = "discount"

    def price(self, route: Route, price: Price) -> Price:
        return replace(price, wilds=0)


@dataclass(frozen=True)
class Generous(Drawing):
    """A known rule, changed by somebody else."""


def with_rule(game: GameDefinition, kind: type[Rule], **numbers: object) -> GameDefinition:
    """Change the numbers of a rule."""
    rules = tuple(
        replace(rule, **numbers) if isinstance(rule, kind) else rule  # type: ignore[type-var]
        for rule in game.rules
    )
    return replace(game, rules=rules)


def test_an_unknown_rule_is_named() -> None:
    game = define("san-francisco")
    with pytest.raises(CannotLower, match=r"'discount' \(Discount\)"):
        compile_game(replace(game, rules=(*game.rules, Discount())), 2)


def test_a_changed_rule_is_not_taken_for_the_one_it_comes_from() -> None:
    game = define("san-francisco")
    rules = tuple(
        Generous(rule.deck, rule.dealt) if isinstance(rule, Drawing) else rule
        for rule in game.rules
    )
    with pytest.raises(CannotLower, match=r"'drawing' \(Generous\)"):
        compile_game(replace(game, rules=rules), 2)


def swapped(first: type[Rule], second: type[Rule]) -> tuple[Rule, ...]:
    """The rules of Old West with Alvin, two of them in each other's place."""
    rules = list(define("old-west", {"alvin": True}).rules)
    one, other = (
        next(n for n, rule in enumerate(rules) if isinstance(rule, kind))
        for kind in (first, second)
    )
    rules[one], rules[other] = rules[other], rules[one]
    return tuple(rules)


def without(*kinds: type[Rule]) -> tuple[Rule, ...]:
    """The rules of Old West with Alvin, but for some."""
    rules = define("old-west", {"alvin": True}).rules
    return tuple(rule for rule in rules if not isinstance(rule, kinds))


def doubled(kind: type[Rule]) -> tuple[Rule, ...]:
    """The rules of Old West with Alvin, one of them twice."""
    rules = define("old-west", {"alvin": True}).rules
    return tuple(r for rule in rules for r in [rule] * (2 if isinstance(rule, kind) else 1))


OTHER_RULES = {
    "city-markers before alvin": (
        swapped(AlvinTheAlien, CityMarkers),
        "applies 'alvin' before 'city-markers'",
    ),
    "scores before parallel routes": (
        swapped(ParallelRoutes, ControllerScores),
        "applies '[a-z-]+' before 'controller-scores'",
    ),
    "the end before the bonus": (
        swapped(TicketBonus, Ending),
        "applies 'ticket-bonus' before 'ending'",
    ),
    "ferries twice": (doubled(Ferries), "applies 'ferries' before 'ferries', or only once"),
    "the bonus twice": (doubled(TicketBonus), "applies 'ticket-bonus' .* or only once"),
    "no ending": (without(Ending), "needs the rule 'ending'"),
    "no drawing": (without(Drawing), "needs the rule 'drawing'"),
    "no tickets": (without(Tickets, TicketBonus), "needs the rule 'tickets'"),
    "Alvin without markers": (
        without(CityMarkers, ConnectedNetwork, ControllerScores),
        "the rule 'alvin' needs the rule 'city-markers'",
    ),
    "a connected network without start cities": (
        without(CityMarkers, AlvinTheAlien, ControllerScores),
        "the rule 'connected-network' needs the rule 'city-markers'",
    ),
}


@pytest.mark.parametrize("change", OTHER_RULES)
def test_other_rules_and_orders_are_refused_by_name(change: str) -> None:
    rules, reason = OTHER_RULES[change]
    with pytest.raises(CannotLower, match=reason):
        lower(replace(define("old-west", {"alvin": True}), rules=rules), 3)


def large(change: Callable[[Board], Board]) -> GameDefinition:
    game = define("old-west")
    return replace(game, board=change(game.board))


def more_routes(board: Board) -> Board:
    first = board.routes[0]
    more = range(len(board.routes), 193)
    extra = [replace(first, id=f"extra#{index}", index=index, twins=()) for index in more]
    return replace(board, routes=(*board.routes, *extra))


def more_places(board: Board) -> Board:
    extra = [Place(f"extra-{n}", f"Extra {n}") for n in range(65 - len(board.places))]
    return replace(board, places=(*board.places, *extra))


def more_tickets(board: Board) -> Board:
    ends = board.tickets[0].ends
    extra = [Ticket(f"extra-{n}", ends, 1) for n in range(63 - len(board.tickets))]
    return replace(board, tickets=(*board.tickets, *extra))


def longer_route(board: Board) -> Board:
    points = {**board.route_points, 16: 40}
    first = replace(board.routes[0], length=16)
    return replace(board, routes=(first, *board.routes[1:]), route_points=points)


TOO_LARGE = {
    "193 routes": large(more_routes),
    "65 places": large(more_places),
    "63 tickets": large(more_tickets),
    "16 spaces in a route": large(longer_route),
    "256 cards": with_rule(define("old-west"), Drawing, deck=Cards.of({Card.RED: 256})),
    "9 displayed cards": with_rule(define("old-west"), Drawing, display=9),
    "9 tickets shown": with_rule(define("old-west"), Tickets, shown=9),
    "256 vehicles": with_rule(define("old-west"), Claiming, vehicles=256),
    "5 markers": with_rule(define("old-west"), CityMarkers, markers=5),
    "9 symbols": with_rule(
        define("san-francisco"), TouristTokens, symbols=tuple("abcdefghi"), points=(0,) * 10
    ),
}


@pytest.mark.parametrize("size", TOO_LARGE)
def test_a_game_that_is_too_large_is_refused(size: str) -> None:
    game = TOO_LARGE[size]
    with pytest.raises(CannotLower, match=f"{game.title}: {size}, and the compiled .* takes"):
        compile_game(game, 2)


def test_more_than_six_players_are_refused() -> None:
    with pytest.raises(CannotLower, match="7 players"):
        compile_game(replace(define("old-west"), seats=(2, 9)), 7)
    with pytest.raises(DefinitionError, match="for 2 to 6 players"):
        compile_game(define("old-west"), 7)


def test_a_first_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(DefinitionError, match="seat 4 cannot act first"):
        compile_game(define("old-west", {"first": 4}), 3)


OUT_OF_RANGE: dict[str, tuple[type[Rule], dict[str, object], str]] = {
    "Alvin for too many points": (AlvinTheAlien, {"points": 40_000}, "'alvin'"),
    "Alvin for a loss": (AlvinTheAlien, {"points": -3}, "'alvin'"),
    "a bonus too large": (TicketBonus, {"points": 40_000}, "'ticket-bonus'"),
    "stacks too high": (TouristTokens, {"low_height": 256}, "'tourist-tokens'"),
    "stacks below the ground": (
        TouristTokens,
        {"height": -1, "low_height": -1},
        "'tourist-tokens'",
    ),
    "tokens for too large a loss": (TouristTokens, {"points": (-40_000, 0, 0, 0, 0)}, "'tourist"),
    "tokens for too many points": (TouristTokens, {"points": (0, 1, 2, 3, 40_000)}, "'tourist"),
    "points for more symbols than there are": (TouristTokens, {"points": (0,) * 40}, "'tourist"),
    "no markers for a start": (CityMarkers, {"markers": 0}, "'city-markers'"),
    "a marker for too many cards": (CityMarkers, {"cost": 16}, "'city-markers'"),
    "no tickets dealt": (Tickets, {"dealt": 0}, "'tickets'"),
    "no ticket kept": (Tickets, {"keep_shown": 0}, "'tickets'"),
    "more tickets kept than shown": (Tickets, {"keep_shown": 4}, "'tickets'"),
    "more cards dealt than there are": (Drawing, {"dealt": 11}, "'drawing'"),
    "swept without a wild": (Drawing, {"sweep_at": 0}, "'drawing'"),
    "less than no vehicles": (Claiming, {"vehicles": -1}, "'claiming'"),
    "less than no vehicles left": (Ending, {"vehicles_left": -1}, "'ending'"),
}


@pytest.mark.parametrize("number", OUT_OF_RANGE)
def test_a_number_out_of_range_is_refused_with_the_name_of_its_rule(number: str) -> None:
    kind, numbers, name = OUT_OF_RANGE[number]
    with pytest.raises(CannotLower, match=name):
        lower(with_rule(mixed(), kind, **numbers), 3)


ODD_NUMBERS = {
    "Alvin for no points": with_rule(mixed(), AlvinTheAlien, points=0),
    "markers for nothing": with_rule(mixed(), CityMarkers, cost=0),
    "only start cities": with_rule(mixed(), CityMarkers, markers=1),
    "empty stacks": with_rule(mixed(), TouristTokens, low_height=0),
    "a bonus for the worst": with_rule(mixed(), TicketBonus, points=-8),
    "no display": with_rule(mixed(), Drawing, display=0),
}


@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_odd_numbers_are_played_alike(number: str) -> None:
    engine = compile_game(ODD_NUMBERS[number], 3)
    for style in Style:
        drive(Lockstep.deal(engine, number), style.player(Chance(style.name)))


# ── States ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_state_takes_a_kilobyte_at_the_most(variant: Variant) -> None:
    engine = compile_game(variant.definition, variant.seats)
    assert engine.start("size").block.bytes.nbytes <= 1024


def play_on(state: FastState, dice: Chance) -> list[int]:
    """Play to the end; return every code."""
    codes: list[int] = []
    while not state.is_over:
        seat = state.deciding[dice.below(len(state.deciding))]
        offered = state.legal(seat)
        codes.append(int(offered[dice.below(len(offered))]))
        state.step(seat, codes[-1])
    return codes


def test_a_copy_goes_its_own_way() -> None:
    state = compile_game(define("old-west", {"alvin": True}), 3).start("copy")
    for _ in range(3):
        seat = state.deciding[0]
        state.step(seat, int(state.legal(seat)[0]))
    copy = state.copy()
    block, rng = copy.block.bytes.copy(), copy.rng.copy()
    codes = play_on(state, Chance("on"))
    assert np.array_equal(copy.block.bytes, block)
    assert np.array_equal(copy.rng, rng)
    assert play_on(copy, Chance("on")) == codes
    assert np.array_equal(copy.block.bytes, state.block.bytes)


def test_raising_and_lowering_leave_a_state_alone() -> None:
    engine = compile_game(define("san-francisco"), 3)
    state = engine.start("there and back")
    block = state.block.bytes.copy()
    lowered = engine.from_state(state.to_state(), "there and back")
    assert not np.shares_memory(lowered.block.words, state.block.words)
    play_on(lowered, Chance("elsewhere"))
    assert np.array_equal(state.block.bytes, block)


# ── Threads ───────────────────────────────────────────────────────────────────────────────────


def test_two_threads_play_whole_games_as_one_does() -> None:
    engine = compile_game(define("old-west", {"alvin": True}), 4)

    def scores(batch: int) -> list[list[int]]:
        seeds = [f"{batch} {game}" for game in range(40)]
        dice = words_of_all(f"{s}/{seat}" for s in seeds for seat in range(4))
        played = play_match(
            engine, ["random"] * 4, words_of_all(seeds), dice.reshape(len(seeds), 4, 4)
        )
        found: list[list[int]] = played.scores.tolist()
        return found

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(scores, range(8))) == [scores(batch) for batch in range(8)]


def test_threads_step_states_of_one_engine_as_one_does() -> None:
    engine = compile_game(define("old-west", {"alvin": True}), 4)

    def codes(game: int) -> list[int]:
        return play_on(engine.start(game), Chance(game))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(codes, range(60))) == [codes(game) for game in range(60)]


def test_a_list_of_legal_codes_is_safe_from_other_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another thread does between the kernel's return and the next line of Python."""
    engine = compile_game(define("old-west"), 2)
    state, other = engine.start("mine"), engine.start("other's")
    for seat in (0, 1):
        other.step(seat, int(other.legal(seat)[0]))
    expected = state.legal(0).tolist()
    kernel = play.legal_codes
    meddling: list[bool] = []

    def interrupted(*arguments: object) -> object:
        count = kernel(*arguments)  # type: ignore[no-untyped-call]
        if not meddling:
            meddling.append(True)
            other.legal(other.deciding[0])
        return count

    monkeypatch.setattr(play, "legal_codes", interrupted)
    assert state.legal(0).tolist() == expected
    assert meddling
