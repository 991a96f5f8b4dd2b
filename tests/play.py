"""Every game, seat count and variant, and random playouts of them, for tests that play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import product

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from fogline import Action, Chance, Event, Game, GameDefinition, Move, Seat, State, define
from fogline.boards import builtin_board, builtin_boards
from fogline.core.chance import Dice, pick
from fogline.games import RuleSet, rule_set_of
from tests.soak import amount

STABLE = settings(
    derandomize=True,
    deadline=None,
    database=None,
    # A playout is checked step by step, so the first failure is as small as it gets.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""The same examples on every run and every machine."""

FEWEST_POSITIONS = amount(1_000, 10_000)
"""How many positions each law must be checked in, over all variants."""
EXAMPLES = amount(3, 16)
"""How many playouts of a variant each law is checked in."""


@dataclass(frozen=True)
class Variant:
    """A game with a number of players and its yes-or-no options."""

    game: str
    seats: int
    options: tuple[tuple[str, bool], ...] = ()
    version: int = 1
    """The version of the rules."""

    def __str__(self) -> str:
        names = [name for name, on in self.options if on]
        version = [f"v{self.version}"] if self.version > 1 else []
        return "_".join([self.game, str(self.seats), *names, *version])

    @property
    def definition(self) -> GameDefinition:
        return define(self.game, dict(self.options), version=self.version)

    def deal(self, seed: int | str) -> Game:
        return Game.start(self.definition, self.seats, Chance(f"{self} {seed}"))


@cache
def variants() -> tuple[Variant, ...]:
    """All of them, found in the rule sets, so that a new one is tested without being listed."""
    rule_sets = [rule_set_of(builtin_board(name)) for name in builtin_boards()]
    return tuple(variant for rule_set in rule_sets for variant in _variants_of(rule_set))


@cache
def every_version() -> tuple[Variant, ...]:
    """All of them, by every version of the rules."""
    rule_sets = [rule_set_of(builtin_board(name)) for name in builtin_boards()]
    versions = [each for rule_set in rule_sets for each in (*rule_set.older, rule_set)]
    return tuple(variant for rule_set in versions for variant in _variants_of(rule_set))


def _variants_of(rule_set: RuleSet) -> Iterator[Variant]:
    least, most = rule_set.seats
    flags = [option.name for option in rule_set.options if option.kind is bool]
    for seats in range(least, most + 1):
        for values in product([False, True], repeat=len(flags)):
            options = tuple(zip(flags, values, strict=True))
            yield Variant(rule_set.name, seats, options, rule_set.version)


class Style(Enum):
    """What a random player likes best: the verbs it chooses three times out of four."""

    ANYTHING = ()
    BUILDER = ("claim", "mark", "move-alvin")
    HOARDER = ("draw", "take")
    COLLECTOR = ("tickets",)
    PEEKER = ("draw",)


@dataclass(frozen=True)
class Playout:
    """A game of random players, up to so many decisions."""

    variant: Variant
    seed: int
    style: Style
    decisions: int

    def steps(self) -> Iterator[Step]:
        """Deal, then play; yield the game after the deal and after each decision."""
        game = self.variant.deal(self.seed)
        chance = Chance(f"players {self.seed}")
        yield Step(game, game.state, game.log.set_up)
        for _ in range(self.decisions):
            if not game.deciding:
                return
            seat, action = choose(game, chance, self.style)
            before = game.state
            events = game.play(seat, action)
            yield Step(game, before, events, Move(seat, action, events))


@dataclass(frozen=True)
class Step:
    """A game, and the move that brought it here; the first step has the set-up instead."""

    game: Game
    before: State
    """The state before the move."""
    events: tuple[Event, ...]
    move: Move | None = None

    @property
    def state(self) -> State:
        return self.game.state


def choose(game: Game, chance: Chance, style: Style = Style.ANYTHING) -> tuple[Seat, Action]:
    """Pick one of the seats that must decide, and an action by the style."""
    seat = pick(chance, game.deciding)
    actions = game.legal_actions(seat)
    liked = [action for action in actions if action.verb in style.value]
    if liked and chance.below(4):
        return seat, pick(chance, liked)
    # By verb first: the many ways to claim would drown all else.
    verb = pick(chance, sorted({action.verb for action in actions}))
    return seat, pick(chance, [action for action in actions if action.verb == verb])


def viewers(game: Game) -> tuple[Seat | None, ...]:
    """All seats, and the spectator."""
    return (*game.state.seats, None)


class NoDice(Dice):
    """Chance that must not be asked."""

    def below(self, bound: int) -> int:
        raise AssertionError(f"dice were thrown, for a number below {bound}")


class Script(Dice):
    """Chance that gives the numbers it was told, then others, and remembers what it was asked.

    Zeros without end would not do: a display can be swept for ever by such bad luck.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self.bounds: list[int] = []
        self.given: list[int] = []

    def below(self, bound: int) -> int:
        turn = len(self.given)
        told = turn < len(self.numbers)
        self.bounds.append(bound)
        self.given.append(self.numbers[turn] if told else Chance(turn).below(bound))
        return self.given[-1]


def playouts(variant: Variant, most_decisions: int) -> st.SearchStrategy[Playout]:
    return st.builds(
        Playout,
        variant=st.just(variant),
        seed=st.integers(0, 2**32 - 1),
        style=st.sampled_from(Style),
        decisions=st.integers(0, most_decisions),
    )


def hold(
    check: Callable[[Playout], int],
    variant: Variant,
    *,
    examples: int = EXAMPLES,
    most_decisions: int = 600,
) -> None:
    """Check random playouts; `check` returns in how many positions, and those must be many."""
    positions = 0

    @settings(STABLE, max_examples=examples)
    @given(playouts(variant, most_decisions))
    def holds(playout: Playout) -> None:
        nonlocal positions
        positions += check(playout)

    holds()
    share = FEWEST_POSITIONS / len(variants())
    assert positions >= share, f"only {positions} positions of {variant}"
