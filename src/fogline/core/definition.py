"""A game definition: a board and a tuple of rules with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar, get_type_hints

from fogline.core.board import Board
from fogline.core.decisions import Decision
from fogline.core.errors import FoglineError
from fogline.core.messages import Action, Audience, Event
from fogline.core.payment import Affordable, Price
from fogline.core.rule import Rule, declarations
from fogline.core.table import Part
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH

K = TypeVar("K")
V = TypeVar("V")

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


class DefinitionError(FoglineError):
    """A game cannot be defined like this: bad options, seats, or rules that do not fit."""


class ActionPlay(NamedTuple):
    """How an action of one kind is played."""

    rule: Rule
    """The rule that declares it."""
    at: tuple[type[Decision], ...]
    """The decisions at which it can be chosen."""
    perform: Callable[..., Iterable[Event]]
    """The method: `(state, seat, action, dice) -> events`."""


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
    """The digest of the board file, so that a save names the board it was played on."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        options = tuple(sorted(self.options.items()))
        return hash((self.name, self.version, options, self.board_digest))

    def check_seats(self, seats: int) -> None:
        """Raise `DefinitionError` if this number of players is not possible."""
        least, most = self.seats
        if type(seats) is not int or not least <= seats <= most:
            raise DefinitionError(f"{self.title} is for {least} to {most} players, not {seats}.")

    @cached_property
    def plays(self) -> Mapping[type[Action], ActionPlay]:
        """Return the method that performs each kind of action, declared by `@plays`."""
        found: dict[type[Action], ActionPlay] = {}
        for rule in self.rules:
            for name, declaration in declarations(type(rule)):
                for kind in declaration.kinds if declaration.what == "plays" else ():
                    if kind in found:
                        other = found[kind].rule.name
                        message = f"{kind.verb!r} is played by both {other} and {rule.name}."
                        raise DefinitionError(message)
                    found[kind] = ActionPlay(rule, declaration.at, getattr(rule, name))
        return found

    def hook(self, name: str) -> Sequence[Callable[..., Any]]:
        """Return the methods of a hook, in the order of the rules that implement it."""
        return self._hooks[name]

    @cached_property
    def _hooks(self) -> Mapping[str, Sequence[Callable[..., Any]]]:
        return {
            name: [getattr(r, name) for r in self.rules if getattr(type(r), name) is not default]
            for name, default in vars(Rule).items()
            if callable(default)
        }

    @cached_property
    def changes(self) -> Mapping[type[Event], Sequence[Callable[..., Any]]]:
        """Return the methods that apply each kind of event, declared by `@changes`."""
        return _ByKey(lambda kind: self._declared("changes", kind))

    @cached_property
    def offers(self) -> Mapping[type[Decision], Sequence[Callable[..., Any]]]:
        """Return the methods that list actions for each kind of decision, declared by `@offers`."""
        return _ByKey(lambda kind: self._declared("offers", kind))

    @cached_property
    def refuses(self) -> Mapping[type[Action], Sequence[Callable[..., Any]]]:
        """Return the methods that refuse each kind of action, declared by `@refuses`."""
        return _ByKey(lambda kind: self._declared("refuses", kind))

    def _declared(self, what: str, kind: type) -> Sequence[Callable[..., Any]]:
        return [
            getattr(rule, name)
            for rule in self.rules
            for name, declaration in declarations(type(rule))
            if declaration.what == what and issubclass(kind, declaration.kinds)
        ]

    @cached_property
    def prices(self) -> tuple[Price, ...]:
        """Return the fixed part of the price of each route."""
        prices = []
        for route in self.board.routes:
            price = Price(route.length, route.colour)
            for rule in self.rules:
                price = rule.price(route, price)
            prices.append(price)
        return tuple(prices)

    @cached_property
    def affordable(self) -> Affordable:
        """Return the lookup of routes whose fixed price a hand can pay."""
        return Affordable(self.prices)

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: self.__dict__[each.name] for each in fields(self)}

    @cached_property
    def _phrasebooks(self) -> dict[str, Phrasebook]:
        return {}

    def phrasebook(self, language: str = ENGLISH) -> Phrasebook:
        """Return the words of this game in a language; missing words are in English."""
        if language not in self._phrasebooks:
            self._phrasebooks[language] = Phrasebook(self.board, self.rules, language)
        return self._phrasebooks[language]

    def board_errors(self) -> list[tuple[str, str]]:
        """List the errors of the board that rules find, each with the name of its rule."""
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
    """A cache of one value for each key, computed when the key is first read."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: K) -> V:
        found = self[key] = self._find(key)
        return found


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
    """Raise an error if a part has a field that is not marked as shown."""
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
