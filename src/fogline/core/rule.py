"""A rule: one mechanic, which joins a game through a closed set of hooks.

Each hook has one law of combination, so that rules compose without knowing each other:

| hook           | law                                                                         |
|----------------|-----------------------------------------------------------------------------|
| `board_errors` | concatenate                                                                 |
| `lay_out`      | folds in order                                                              |
| `set_up`       | concatenate; each rule sees what the ones before it did                     |
| `follow`       | the first rule with something to say goes first, until all are silent       |
| `decision`     | the first rule with something to decide goes first                          |
| `actions`      | concatenate                                                                 |
| `acts_on`      | `actions` is not asked about decisions that its rule has no actions for     |
| `otherwise`    | concatenate, where no rule has `actions`                                    |
| `refuse`       | asked of the one rule that handles the action                               |
| `bar_route`    | a veto wins                                                                 |
| `bar_place`    | a veto wins                                                                 |
| `open_to`      | intersect                                                                   |
| `bars_for_now` | `bar_route` need not be asked whether a route stays barred                  |
| `price`        | folds in order                                                              |
| `price_now`    | folds in order, on top of `price`                                           |
| `perform`      | asked of the one rule that handles the action                               |
| `claimed`      | concatenate; each rule sees what the ones before it did                     |
| `foretells`    | `claimed` is asked without making the claim if all its rules say so         |
| `advance`      | the first rule with something to say, once nothing is left to decide        |
| `final`        | concatenate                                                                 |
| `violations`   | concatenate                                                                 |
| `apply`        | folds in order; a rule changes its own slice and what its mechanic is about |
| `looks_at`     | `apply` gets no event of a kind that its rule does not look at              |
| `wakes_at`     | `follow` and `decision` are asked again after events that wake their rule   |
| `every_action` | concatenate                                                                 |
| `observe`      | concatenate                                                                 |
| `summary`      | concatenate                                                                 |
| `details`      | asked of the one rule whose words are said                                  |

Everything that decides what is legal sees a `View`, never a `State`; and `decision` must depend on
public knowledge only, or it would tell the others something about a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, ClassVar

from fogline.core.board import Board, PlaceId, Route
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.events import RouteClaimed
from fogline.core.feature import Feature
from fogline.core.messages import Action, Event, Seat
from fogline.core.payment import Price
from fogline.core.refusal import Refusal
from fogline.core.table import State, Table, TableT, View
from fogline.core.words import Fact, Words

if TYPE_CHECKING:
    from fogline.core.definition import GameDefinition


class Rule:
    """One mechanic. Subclasses are frozen dataclasses whose fields are the rule's numbers."""

    name: ClassVar[str]
    """Its name in board files: `tourist-tokens`."""
    handles: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that this rule checks and performs."""

    needs: ClassVar[tuple[str, ...]] = ()
    """The names of the rules without which this one makes no sense."""
    before: ClassVar[tuple[str, ...]] = ()
    """The names of rules that this one is applied before, where a game has them."""
    after: ClassVar[tuple[str, ...]] = ()
    """The names of rules that this one is applied after, where a game has them."""
    words: ClassVar[Words] = Words()
    """What this rule's actions, events, decisions and points are called."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Say what this rule misses on a board, for so many players at the most."""
        return ()

    def lay_out(self, table: TableT) -> TableT:
        """Put this rule's material on an empty table."""
        return table

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Deal what is dealt before anybody chooses anything."""
        return ()

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Say what happens by itself at this moment."""
        return ()

    def decision(self, table: Table) -> Decision | None:
        """Say who must choose something of this rule's now."""
        return None

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        """List this rule's legal actions for the viewer, who is deciding, in a stable order."""
        return ()

    def acts_on(self, kind: type[Decision]) -> bool:
        """Whether `actions` may list anything for a decision of this kind.

        This saves time, and changes nothing else.
        """
        return True

    def otherwise(self, view: View, decision: Decision) -> Iterable[Action]:
        """List what the viewer, who is deciding, may do if no rule lists an action."""
        return ()

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        """Say why the viewer, who is deciding, may not do this."""
        return None

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        """Say why the viewer may not do an action of this kind to a route, whatever the payment."""
        return None

    def open_to(self, view: View, kind: type[Action]) -> AbstractSet[int] | None:
        """Give all routes that `bar_route` does not bar to the viewer, a seat, by their indices.

        A rule need not do this: with `None`, `bar_route` is asked about one route after the other.
        """
        return None

    def bars_for_now(self) -> bool:
        """Whether every refusal of `bar_route` is temporary.

        This saves time, and changes nothing else.
        """
        return False

    def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
        """Say why nobody may do an action of this kind to a place."""
        return None

    def price(self, route: Route, price: Price) -> Price:
        """Change what a route costs throughout the game."""
        return price

    def price_now(self, table: Table, route: Route, price: Price) -> Price:
        """Change what a route costs at this moment, by public knowledge."""
        return price

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        """Turn a legal action into what happens."""
        return ()

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Say what a claim brings about at once; by public knowledge, so that a view can tell."""
        return ()

    def foretells(self) -> bool:
        """Whether `claimed` depends on nothing but the claim and the parts of the table.

        And not on what a claim, or what other rules say of it, changes in these parts: it says the
        same before the claim is made. This saves time, and changes nothing else.
        """
        return False

    def advance(self, state: State, dice: Dice) -> Iterable[Event]:
        """Say what comes next when nobody has anything left to decide."""
        return ()

    def final(self, state: State) -> Iterable[Event]:
        """Award this rule's points at the end of the game."""
        return ()

    def violations(self, table: Table) -> Iterable[str]:
        """Say what is impossible about this rule's slice of a table that was read or replayed."""
        return ()

    def apply(self, table: TableT, event: Event) -> TableT:
        """Change the table by what happened."""
        return table

    def looks_at(self, kind: type[Event]) -> bool:
        """Whether `apply` may change a table by an event of this kind.

        This saves time, and changes nothing else.
        """
        return True

    def wakes_at(self, kind: type[Event]) -> bool:
        """Whether an event of this kind can be why `follow` or `decision` has something to say.

        If they had nothing to say before an event that does not wake their rule, they have nothing
        to say after it. A rule may say so if its `apply` changes only its own part, or what the
        other rules know of events of that kind. This saves time, and changes nothing else.
        """
        return True

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List all actions of this rule that can ever be legal in a game, as far as it can tell.

        Programs that number the actions do so in this order; an action that is not listed gets its
        number when it is met for the first time.
        """
        return ()

    def details(self, table: Table, message: Action | Event | Decision) -> Mapping[str, object]:
        """Give further values, by name, that the words of this rule say about a message."""
        return {}

    def summary(self, table: Table) -> Iterable[Fact]:
        """Say what lies on the table because of this rule, for a text screen."""
        return ()

    def observe(self, view: View) -> Iterable[Feature]:
        """Describe this rule's slice of the table, as the viewer knows it, in numbers."""
        return ()
