"""A rule: one mechanic, which joins a game through declarations and a closed set of hooks.

A rule declares what it reacts to, one method for each kind of message:

| declaration                  | method                                        | law               |
|------------------------------|-----------------------------------------------|-------------------|
| `@offers(Decision)`          | `(view, decision) -> actions`                 | concatenate       |
| `@refuses(Action)`           | `(view, decision, action) -> Refusal or None` | first reason wins |
| `@plays(Action, at=Decision)`| `(state, seat, action, dice) -> events`       | one rule only     |
| `@changes(Event)`            | `(table, event) -> table`                     | fold in order     |

A declaration for a class also applies to its subclasses. `@changes` changes the rule's own slice of
the table and what its mechanic is about.

Each hook has one law of combination, so that rules compose without knowing each other:

| hook           | law                                                                         |
|----------------|-----------------------------------------------------------------------------|
| `board_errors` | concatenate                                                                 |
| `lay_out`      | folds in order                                                              |
| `set_up`       | concatenate; each rule sees what the ones before it did                     |
| `follow`       | repeatedly, the first rule that returns events; until no rule does          |
| `decision`     | the first rule that returns one                                             |
| `otherwise`    | concatenate, where no rule offers an action                                 |
| `barred`       | concatenate; the first reason for a route counts                            |
| `bar_place`    | the first reason wins                                                       |
| `price`        | folds in order                                                              |
| `price_now`    | folds in order, on top of `price`                                           |
| `claimed`      | concatenate; each rule sees the table before the claim                      |
| `advance`      | the first rule that returns events, once no decision is left                |
| `final`        | concatenate                                                                 |
| `links`        | unite                                                                       |
| `tie_break`    | the first rule that gives one; else the number of complete tickets          |
| `violations`   | concatenate                                                                 |
| `every_action` | concatenate                                                                 |
| `observe`      | concatenate                                                                 |
| `summary`      | concatenate                                                                 |
| `details`      | only the rule that has the words for the message                            |

Everything that decides what is legal sees a `View`, never a `State`; and `decision` must depend on
public knowledge only, or it would reveal something about a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from fogline.core.board import Board, PlaceId, Route
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.events import RouteClaimed
from fogline.core.feature import Feature
from fogline.core.messages import Action, Event, Seat
from fogline.core.payment import Price
from fogline.core.refusal import Refusal
from fogline.core.route_set import NO_ROUTES, RouteSet
from fogline.core.table import State, Table, TableT, View
from fogline.core.text.words import Fact, Words

if TYPE_CHECKING:
    from fogline.core.definition import GameDefinition


F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Declaration:
    """The kinds of messages that a method of a rule handles, and how."""

    what: str
    """`changes`, `offers`, `plays` or `refuses`."""
    kinds: tuple[type, ...]
    """The kinds of messages that the method is called for."""
    at: tuple[type[Decision], ...] = ()
    """With `plays`: the kinds of decisions at which the action can be chosen."""


def changes(*events: type[Event]) -> Callable[[F], F]:
    """Declare how events of these kinds change the table: `(self, table, event) -> table`."""
    return _declare(Declaration("changes", events))


def offers(*decisions: type[Decision]) -> Callable[[F], F]:
    """Declare the legal actions for decisions of these kinds: `(self, view, decision) -> actions`.

    The viewer is deciding. The order of the actions must be stable.
    """
    return _declare(Declaration("offers", decisions))


def refuses(*actions: type[Action]) -> Callable[[F], F]:
    """Declare why the viewer, who is deciding, may not do actions of these kinds.

    `(self, view, decision, action) -> Refusal | None`. The engine itself refuses an action at a
    decision for which it is not declared by `plays`.
    """
    return _declare(Declaration("refuses", actions))


def plays(
    action: type[Action], *, at: type[Decision] | tuple[type[Decision], ...]
) -> Callable[[F], F]:
    """Declare what happens on a legal action: `(self, state, seat, action, dice) -> events`."""
    return _declare(Declaration("plays", (action,), at if isinstance(at, tuple) else (at,)))


def _declare(declaration: Declaration) -> Callable[[F], F]:
    def declare(function: F) -> F:
        function.__dict__["declaration"] = declaration
        return function

    return declare


def declarations(kind: type[Rule]) -> tuple[tuple[str, Declaration], ...]:
    """Return the declared methods of a rule in the order of their definition.

    A subclass that overrides a declared method inherits the declaration.
    """
    found: dict[str, Declaration] = {}
    for each in reversed(kind.__mro__):
        for name, value in vars(each).items():
            declaration = getattr(value, "declaration", None)
            if isinstance(declaration, Declaration):
                found[name] = declaration
    return tuple(found.items())


_VERSION_1 = frozenset(
    {
        "actions",
        "acts_on",
        "apply",
        "bar_route",
        "bars_for_now",
        "foretells",
        "handles",
        "looks_at",
        "open_to",
        "perform",
        "refuse",
        "wakes_at",
    }
)
"""Members of rules in version 1 of the plugin API, which declarations replace."""


class Rule:
    """One mechanic. Subclasses are frozen dataclasses whose fields are the rule's parameters."""

    name: ClassVar[str]
    """Its name in board files: `tourist-tokens`."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The names of the rules that this one requires."""
    before: ClassVar[tuple[str, ...]] = ()
    """The names of rules that this one is applied before, if the game has them."""
    after: ClassVar[tuple[str, ...]] = ()
    """The names of rules that this one is applied after, if the game has them."""
    words: ClassVar[Words] = Words()
    """Texts for this rule's actions, events, decisions and points."""

    def __init_subclass__(cls) -> None:
        for name in sorted(_VERSION_1 & vars(cls).keys()):
            raise TypeError(
                f"The rule {cls.__name__} was written for version 1 of the plugin API: it has"
                f" {name!r}. See docs/plugin-api.md for what replaces it in version 2."
            )

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Return what a board lacks for this rule, for games of up to `most_seats` players."""
        return ()

    def lay_out(self, table: TableT) -> TableT:
        """Place this rule's material on an empty table."""
        return table

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Deal what is dealt before the first decision."""
        return ()

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Return the events that follow now without a decision."""
        return ()

    def decision(self, table: Table) -> Decision | None:
        """Return who must choose something that this rule is about, or `None`."""
        return None

    def otherwise(self, view: View, decision: Decision) -> Iterable[Action]:
        """Return what the viewer, who is deciding, may do if no rule offers an action."""
        return ()

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        """Yield reasons, each with the routes to which the viewer may not do this kind of action.

        Whatever the payment. The engine takes what is left as open.
        """
        return ()

    def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
        """Return why nobody may do an action of this kind to a place, or `None`."""
        return None

    def price(self, route: Route, price: Price) -> Price:
        """Change what a route costs throughout the game."""
        return price

    def price_now(self, table: Table, route: Route, price: Price) -> Price:
        """Change what a route costs at this moment, from public knowledge only."""
        return price

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Return the immediate consequences of a claim, from public knowledge before it."""
        return ()

    def advance(self, state: State, dice: Dice) -> Iterable[Event]:
        """Return the events that come next when no decision is left."""
        return ()

    def final(self, state: State) -> Iterable[Event]:
        """Award this rule's points at the end of the game."""
        return ()

    def links(self, table: Table, seat: Seat) -> RouteSet:
        """Return the routes of others that count as the seat's own for tickets, and only for these.

        Use public knowledge only. A seat's connected network consists of its own routes.
        """
        return NO_ROUTES

    def tie_break(self, table: Table, seat: Seat) -> int | None:
        """Return what decides between seats with equal points, instead of complete tickets (C25).

        The higher number is better. It is at least 0 and below `core.outcome.TIE_BREAKS`.
        """
        return None

    def violations(self, table: Table) -> Iterable[str]:
        """Return what is impossible about this rule's slice of a table that was loaded."""
        return ()

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """Return all actions of this rule that can ever be legal in a game, as far as known.

        Programs that number the actions do so in this order; an action that is not listed gets its
        number when it is met for the first time.
        """
        return ()

    def details(self, table: Table, message: Action | Event | Decision) -> Mapping[str, object]:
        """Return further values, by name, for the words of this rule about a message."""
        return {}

    def summary(self, table: Table) -> Iterable[Fact]:
        """Return facts about this rule's material on the table, for a text screen."""
        return ()

    def observe(self, view: View) -> Iterable[Feature]:
        """Return this rule's slice of the table, as the viewer knows it, in numbers."""
        return ()
