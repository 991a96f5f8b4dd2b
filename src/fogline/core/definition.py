"""A game definition: a board and a tuple of rules with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, TypeVar, get_type_hints

from fogline.core.board import Board, PlaceId
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.errors import FoglineError
from fogline.core.events import RouteClaimed
from fogline.core.graph import Search
from fogline.core.messages import Action, Audience, Event
from fogline.core.payment import Affordable, Price
from fogline.core.phrasebook import Phrasebook
from fogline.core.rule import Rule
from fogline.core.table import Part, State, Table
from fogline.core.words import ENGLISH

K = TypeVar("K")
V = TypeVar("V")

Apply = Callable[[State, Event], State]
Follow = Callable[[State, Dice], Iterable[Event]]
Decide = Callable[[Table], Decision | None]
OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


class DefinitionError(FoglineError):
    """A game cannot be defined like this: bad options, seats, or rules that do not fit."""


@dataclass(frozen=True)
class GameDefinition:
    """Everything about a game that does not change while it is played."""

    name: str
    """Its name in saves and commands: `san-francisco`."""
    title: str
    """Its name for people."""
    board: Board
    rules: tuple[Rule, ...]
    seats: tuple[int, int]
    """The smallest and the largest number of players."""
    options: Options = field(default_factory=dict)
    """The options it was defined with."""
    rule_set: str = ""
    """The name of its rule set; empty when the board lists all its rules itself."""
    version: int = 1
    """Raised whenever its rules change, so that a save names the rules it was played by."""
    board_text: str | None = None
    """The board file, for a board that is not built in; saves include it."""
    board_digest: str = ""
    """The digest of the board file, so that a save names the form of the board it was played on."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        options = tuple(sorted(self.options.items()))
        return hash((self.name, self.version, options, self.board_digest))

    def check_seats(self, seats: int) -> None:
        """Refuse an impossible number of players."""
        least, most = self.seats
        if type(seats) is not int or not least <= seats <= most:
            raise DefinitionError(f"{self.title} is for {least} to {most} players, not {seats}.")

    @cached_property
    def handlers(self) -> Mapping[type[Action], Rule]:
        """The one rule that handles each kind of action."""
        handlers: dict[type[Action], Rule] = {}
        for rule in self.rules:
            for kind in rule.handles:
                if kind in handlers:
                    raise DefinitionError(
                        f"{kind.verb!r} is handled by both {handlers[kind].name} and {rule.name}."
                    )
                handlers[kind] = rule
        return handlers

    @cached_property
    def rules_by_hook(self) -> Mapping[str, tuple[Rule, ...]]:
        """The rules that implement each hook."""
        hooks = [name for name, value in vars(Rule).items() if callable(value)]
        return {hook: tuple([r for r in self.rules if _implements(r, hook)]) for hook in hooks}

    @cached_property
    def rules_asked_by_route(self) -> tuple[Rule, ...]:
        """The rules that bar routes and cannot tell about all of them at once."""
        return tuple(
            rule
            for rule in self.rules_by_hook["bar_route"]
            if not any(rule is other for other in self.rules_by_hook["open_to"])
        )

    @cached_property
    def rules_by_event(self) -> Mapping[type[Event], tuple[Rule, ...]]:
        """The rules that look at each kind of event."""
        choosy = self.rules_by_hook["looks_at"]
        return _ByKey(
            lambda kind: tuple(
                rule
                for rule in self.rules_by_hook["apply"]
                if rule not in choosy or rule.looks_at(kind)
            )
        )

    @cached_property
    def rules_by_decision(self) -> Mapping[type[Decision], tuple[Rule, ...]]:
        """The rules that have actions for each kind of decision."""
        choosy = self.rules_by_hook["acts_on"]
        return _ByKey(
            lambda kind: tuple(
                rule
                for rule in self.rules_by_hook["actions"]
                if rule not in choosy or rule.acts_on(kind)
            )
        )

    @cached_property
    def followers(self) -> Mapping[int, Sequence[tuple[Follow, int]]]:
        """The rules to ask what follows, for the bits of those that may have something to say.

        Each is given with the bits of itself and those after it.
        """
        return _ByKey(
            lambda awake: [
                (rule.follow, awake & -1 << number) for number, rule in self._awake("follow", awake)
            ]
        )

    @cached_property
    def deciders(self) -> Mapping[int, Sequence[Decide]]:
        """The rules to ask for a decision, in the same way."""
        return _ByKey(lambda awake: [rule.decision for _, rule in self._awake("decision", awake)])

    @cached_property
    def advancers(self) -> Sequence[Follow]:
        """The rules to ask what comes next when nobody has anything left to decide."""
        return [rule.advance for rule in self.rules_by_hook["advance"]]

    @cached_property
    def after_claims(self) -> Sequence[Callable[[Table, RouteClaimed], Iterable[Event]]]:
        """The rules to ask what a claim brings about at once."""
        return [rule.claimed for rule in self.rules_by_hook["claimed"]]

    @cached_property
    def foretells_claims(self) -> bool:
        """Whether all rules can say what a claim brings about before it is made."""
        able = [rule for rule in self.rules_by_hook["foretells"] if rule.foretells()]
        return all(rule in able for rule in self.rules_by_hook["claimed"])

    def _awake(self, hook: str, awake: int) -> Iterator[tuple[int, Rule]]:
        """The rules of a hook that are awake, with their numbers."""
        for number, rule in enumerate(self.rules):
            if awake >> number & 1 and _implements(rule, hook):
                yield number, rule

    @cached_property
    def effects(self) -> Mapping[type[Event], tuple[Sequence[Apply], int]]:
        """For each kind of event, what it changes, and the bits of the rules that it wakes."""
        return _ByKey(
            lambda kind: ([rule.apply for rule in self.rules_by_event[kind]], self._woken(kind))
        )

    def _woken(self, kind: type[Event]) -> int:
        """The rules that may follow or decide after a kind of event, as bits."""
        choosy = self.rules_by_hook["wakes_at"]
        if any(rule not in choosy for rule in self.rules_by_event[kind]):
            return -1  # all: such a rule may change what others follow and decide by
        return sum(
            1 << number
            for number, rule in enumerate(self.rules)
            if rule not in choosy or rule.wakes_at(kind)
        )

    @cached_property
    def prices(self) -> tuple[Price, ...]:
        """What each route costs, as far as that is fixed."""
        prices = []
        for route in self.board.routes:
            price = Price(route.length, route.colour)
            for rule in self.rules:
                price = rule.price(route, price)
            prices.append(price)
        return tuple(prices)

    @cached_property
    def searches(self) -> Mapping[PlaceId, Search]:
        """The cheapest ways from each place while nobody owns a route."""
        board = self.board
        return _ByKey(lambda start: Search(board, start, board.way_costs).finished())

    @cached_property
    def affordable(self) -> Affordable:
        """The routes whose fixed price a hand can pay."""
        return Affordable(self.prices)

    def recall(self, name: str, compute: Callable[[GameDefinition], V]) -> V:
        """Return `compute(self)`, for which the name stands, unless it is known already."""
        if name not in self._known:
            self._known[name] = compute(self)
        found: V = self._known[name]
        return found

    @cached_property
    def _known(self) -> dict[str, Any]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: self.__dict__[each.name] for each in fields(self)}

    @cached_property
    def _phrasebooks(self) -> dict[str, Phrasebook]:
        return {}

    def phrasebook(self, language: str = ENGLISH) -> Phrasebook:
        """The words of this game; what a rule does not say in a language, it says in English."""
        if language not in self._phrasebooks:
            self._phrasebooks[language] = Phrasebook(self.board, self.rules, language)
        return self._phrasebooks[language]

    def board_errors(self) -> list[tuple[str, str]]:
        """List what the rules lack on this board, each with the name of its rule."""
        names = [rule.name for rule in self.rules]
        missing = [
            (rule.name, f"needs the rule {needed!r}: add [rules.{needed}]")
            for rule in self.rules
            for needed in rule.needs
            if needed not in names
        ]
        return missing + [
            (rule.name, error)
            for rule in self.rules
            for error in rule.board_errors(self.board, self.seats[1])
        ]


class _ByKey(dict[K, V]):
    """What is known for each key, such as a kind of event, found when it is first asked for."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> V:
        found = self[key] = self._find(key)
        return found


_SPEAKS_OF = {
    "open_to": {"bar_route"},
    "bars_for_now": {"bar_route"},
    "looks_at": {"apply"},
    "acts_on": {"actions"},
    "wakes_at": {"follow", "decision", "apply"},
    "foretells": {"claimed"},
}
"""Hooks that say something of what other hooks do."""


def _implements(rule: Rule, hook: str) -> bool:
    """Whether a rule has a hook of its own.

    What a class says of a hook is not believed of a subclass that has changed that hook.
    """
    kinds = type(rule).__mro__
    definer = next(position for position, kind in enumerate(kinds) if hook in vars(kind))
    if kinds[definer] is Rule:
        return False
    spoken_of = _SPEAKS_OF.get(hook, set())
    return not any(spoken_of & vars(kind).keys() for kind in kinds[:definer])


def in_order(rules: Sequence[Rule], built_in: Collection[str]) -> tuple[Rule, ...]:
    """Sort rules by their `before` and `after`, and otherwise keep their order.

    Rules that are built in keep the order in which they are given.
    """
    ahead: dict[str, list[str]] = {rule.name: list(rule.after) for rule in rules}
    previous: str | None = None
    for rule in rules:
        for later in rule.before:
            if later in ahead:
                ahead[later].append(rule.name)
        if rule.name in built_in:
            if previous is not None:
                ahead[rule.name].append(previous)
            previous = rule.name
    by_name = {rule.name: rule for rule in rules}
    done: dict[str, Rule] = {}

    def place(name: str, waiting: tuple[str, ...]) -> None:
        if name in done or name not in by_name:
            return
        if name in waiting:
            circle = ", ".join(waiting[waiting.index(name) :])
            raise DefinitionError(f"each of these rules must come before another: {circle}.")
        for earlier in ahead[name]:
            place(earlier, (*waiting, name))
        done[name] = by_name[name]

    for rule in rules:
        place(rule.name, ())
    return tuple(done.values())


def check_parts(parts: Mapping[str, Part]) -> None:
    """Refuse a part with a field that is not marked as shown."""
    for part in parts.values():
        kind: type = type(part)
        for name in _fields_not_shown(kind):
            raise DefinitionError(f"{type(part).__name__}.{name} must be Shown.")


@cache
def _fields_not_shown(kind: type) -> tuple[str, ...]:
    return tuple(
        name
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if name not in {"verb", "kinds"}
        and Audience.EVERYBODY not in getattr(hint, "__metadata__", ())
    )
