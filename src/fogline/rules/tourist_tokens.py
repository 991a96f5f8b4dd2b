"""Tourist tokens (SF4 to SF6, SF8 to SF10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import Board, PlaceId
from fogline.core.chance import Dice, shuffled
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.engine import place_refusal
from fogline.core.events import PointsScored, RouteClaimed
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace, with_item
from fogline.core.messages import Action, Event, Seat, Shown
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import Part, State, Table, TableT, View
from fogline.core.text.words import Fact, Mark, Minor, Words

Symbol = str

TOKEN_POINTS = "tourist-tokens"  # noqa: S105 (a tourist token, not a password)
"""The category of points for tourist tokens."""
STACK_NOT_ASIDE = Refusal("stack-not-aside", "That stack of tokens is not waiting to be placed.")
PLACE_HAS_STACK = Refusal("place-has-stack", "There are tokens on that place already.")
NO_SUCH_TOKEN = Refusal("no-such-token", "No token can be taken there now.")


@dataclass(frozen=True)
class Tokens(Part):
    """Where the tokens are."""

    verb: ClassVar[str] = "tourist-tokens"

    held: Shown[tuple[tuple[Symbol, ...], ...]]
    """The tokens in front of each seat, in the order of taking."""
    stacks: Shown[tuple[tuple[PlaceId, Symbol, int], ...]] = ()
    """The stacks on the board: place, symbol and height; an empty one stays listed."""
    aside: Shown[tuple[Symbol, ...]] = ()
    """The stacks that wait to be placed before the first turn."""
    choice: Shown[tuple[PlaceId, ...]] = ()
    """Two places that both have a token for the player who just joined them."""

    def wanted_at(self, place: PlaceId, seat: Seat) -> Symbol | None:
        """Return the symbol on a place if a token is left there that the seat lacks."""
        for where, symbol, height in self.stacks:
            if where == place and height > 0 and symbol not in self.held[seat]:
                return symbol
        return None


@dataclass(frozen=True, slots=True)
class PlaceStack(Action):
    """Put a stack that was set aside on a place."""

    verb: ClassVar[str] = "place-stack"
    symbol: Symbol
    place: PlaceId


@dataclass(frozen=True, slots=True)
class TakeToken(Action):
    """Take the token of one of the two places just joined."""

    verb: ClassVar[str] = "token"
    place: PlaceId


@dataclass(frozen=True, slots=True)
class StackSetAside(Event):
    """A stack waits to be placed."""

    verb: ClassVar[str] = "stack-aside"
    symbol: Shown[Symbol]


@dataclass(frozen=True, slots=True)
class StackPlaced(Event):
    """A stack lies on a place; `seat` put it there, or the set-up did."""

    verb: ClassVar[str] = "stack"
    seat: Shown[Seat | None]
    symbol: Shown[Symbol]
    place: Shown[PlaceId]
    height: Shown[int]


@dataclass(frozen=True, slots=True)
class TokenChoiceOpened(Event):
    """Both places just joined have a token for the seat, which must choose."""

    verb: ClassVar[str] = "token-choice"
    seat: Shown[Seat]
    places: Shown[tuple[PlaceId, ...]]


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    """A seat took a token."""

    verb: ClassVar[str] = "took-token"
    seat: Shown[Seat]
    place: Shown[PlaceId]
    symbol: Shown[Symbol]


@dataclass(frozen=True, slots=True)
class StackPlacement(Decision):
    """A seat puts one of the stacks set aside on the board."""


@dataclass(frozen=True, slots=True)
class TokenChoice(Decision):
    """A seat chooses which of two tokens to take."""

    places: tuple[PlaceId, ...]


@dataclass(frozen=True)
class TouristTokens(Rule):
    """Join a place with a token you do not have, and it is yours."""

    name: ClassVar[str] = "tourist-tokens"
    words: ClassVar[Words] = Words(
        actions={
            PlaceStack: "Put the {symbol} tokens at {place}",
            TakeToken: ("Take the {symbol} token at {place}", "Take the token at {place}"),
        },
        events={
            StackSetAside: Minor("The {symbol} tokens wait to be placed."),
            StackPlaced: (
                "{seat} put {height:# {symbol} token|# {symbol} tokens} at {place}.",
                Minor("{height:# {symbol} token lies|# {symbol} tokens lie} at {place}."),
            ),
            TokenChoiceOpened: "",
            TokenTaken: "{seat} got the {symbol} token at {place}.",
        },
        decisions={
            StackPlacement: "Where do you put the tokens set aside?",
            TokenChoice: "Both places have a token for you. Which do you take?",
        },
        categories={TOKEN_POINTS: "tourist tokens"},
        notes={TokenTaken: "+ {symbol}", TokenChoiceOpened: "+ {symbols:or}"},
        things={"wild": ("ferry card", "ferry cards"), "vehicle": ("cable car", "cable cars")},
    )

    symbols: tuple[Symbol, ...]
    """The different tokens, of each of which there is one stack."""
    points: tuple[int, ...]
    """Points for holding 0, 1, 2, … different symbols at the end."""
    height: int
    """Tokens in a stack."""
    low_height: int
    """Tokens in a stack with few players."""
    low_up_to: int
    """The largest number of players that counts as few."""
    singles_up_to: int
    """With this many players or fewer, stacks set aside are placed as single tokens by the last."""
    start: str = "tourist-stacks"
    """The mark of the board on the places where stacks start."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that there is a stack for each marked place, and a place for each stack."""
        starts = len(board.marks.get(self.start, ()))
        if starts > len(self.symbols):
            yield f"{starts} places are marked {self.start!r}, for {len(self.symbols)} stacks"
        if len(board.places) < len(self.symbols):
            yield f"{len(self.symbols)} stacks need as many places"
        if len(self.points) != len(self.symbols) + 1:
            yield f"points must be given for 0 to {len(self.symbols)} symbols"

    def lay_out(self, table: TableT) -> TableT:
        """Add empty holdings of tokens for all seats."""
        return table.with_part(Tokens(((),) * len(table.players)))

    def violations(self, table: Table) -> Iterable[str]:
        """Check that places, symbols and owners exist."""
        tokens = table.part(Tokens)
        places = [*(place for place, _, _ in tokens.stacks), *tokens.choice]
        symbols = [*tokens.aside, *(symbol for _, symbol, _ in tokens.stacks)]
        if len(tokens.held) != len(table.players):
            yield "there are not tokens for each player"
        elif any(place not in table.board.place for place in places):
            yield "there is a token on a place that the board does not have"
        elif any(len(held) > len(self.symbols) for held in tokens.held):
            yield "a player has more tokens than there are symbols"
        elif not set(symbols) <= set(self.symbols) or len(set(symbols)) < len(symbols):
            yield "there is a stack of tokens too many"

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Deal the stacks to the marked places and set the others aside (SF4)."""
        symbols = shuffled(dice, self.symbols)
        height = self.height_on_board(len(state.players))
        for place in state.board.marks.get(self.start, ()):
            yield StackPlaced(None, symbols.pop(), place, height)
        for symbol in sorted(symbols):
            yield StackSetAside(symbol)

    def decision(self, table: Table) -> Decision | None:
        """Ask for the stacks set aside, last player first (SF5, SF6), or for a choice (SF8)."""
        tokens = table.part(Tokens)
        if tokens.choice and table.turn is not None:
            return TokenChoice((table.turn,), tokens.choice)
        if tokens.aside and table.turn is None:
            placed = len(self.symbols) - len(tokens.aside)
            nth = placed - len(table.board.marks.get(self.start, ()))
            seats = len(table.players)
            back = 0 if self.last_places_all(seats) else nth % seats
            seat = table.turn_order[-1 - back]
            return StackPlacement((seat,))
        return None

    @offers(StackPlacement)
    def placements(self, view: View, decision: StackPlacement) -> Iterable[Action]:
        """Offer every stack on every place without one."""
        places = [place.id for place in view.board.places]
        free = [place for place in places if place_refusal(view, place, PlaceStack) is None]
        return [PlaceStack(symbol, place) for symbol in view.part(Tokens).aside for place in free]

    @offers(TokenChoice)
    def tokens(self, view: View, decision: TokenChoice) -> Iterable[Action]:
        """Offer both tokens."""
        return [TakeToken(place) for place in decision.places]

    def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
        """Refuse a second stack on a place."""
        if kind is not PlaceStack:
            return None
        taken = any(where == place for where, _, _ in table.part(Tokens).stacks)
        return PLACE_HAS_STACK if taken else None

    @refuses(PlaceStack)
    def why_not_place(
        self, view: View, decision: StackPlacement, action: PlaceStack
    ) -> Refusal | None:
        """Refuse a stack that is not set aside, and a place that is unknown or has one."""
        if action.symbol not in view.part(Tokens).aside:
            return STACK_NOT_ASIDE
        if action.place not in view.board.place:
            return Refusal.UNKNOWN_PLACE
        return place_refusal(view, action.place, PlaceStack)

    @refuses(TakeToken)
    def why_not_take(self, view: View, decision: TokenChoice, action: TakeToken) -> Refusal | None:
        """Refuse a place that was not just joined."""
        return None if action.place in decision.places else NO_SUCH_TOKEN

    @plays(PlaceStack, at=StackPlacement)
    def place(self, state: State, seat: Seat, action: PlaceStack, dice: Dice) -> Iterable[Event]:
        """Place the stack."""
        height = self.height_aside(len(state.players))
        yield StackPlaced(seat, action.symbol, action.place, height)

    @plays(TakeToken, at=TokenChoice)
    def take(self, state: State, seat: Seat, action: TakeToken, dice: Dice) -> Iterable[Event]:
        """Take the token."""
        return _take(state, seat, action.place)

    def height_on_board(self, seats: int) -> int:
        """Return the number of tokens in the stacks that start on the board (SF4)."""
        return self.low_height if seats <= self.low_up_to else self.height

    def height_aside(self, seats: int) -> int:
        """Return the number of tokens in the stacks that players place (SF5, SF6)."""
        return 1 if seats <= self.singles_up_to else self.height_on_board(seats)

    def last_places_all(self, seats: int) -> bool:
        """Return whether the player who acts last places all stacks set aside (SF6)."""
        return seats <= self.singles_up_to

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Take the token of a place just joined; of two, the player chooses (SF8)."""
        tokens = table.part(Tokens)
        ends = table.board.route[claim.route].ends
        wanted = [end for end in ends if tokens.wanted_at(end, claim.seat) is not None]
        if len(wanted) > 1:
            return (TokenChoiceOpened(claim.seat, tuple(wanted)),)
        return _take(table, claim.seat, wanted[0]) if wanted else ()

    def final(self, state: State) -> Iterable[Event]:
        """Score the number of different symbols (SF10)."""
        for seat, held in enumerate(state.part(Tokens).held):
            yield PointsScored(seat, self.points[len(held)], TOKEN_POINTS)

    def details(self, table: Table, message: Action | Event | Decision) -> Mapping[str, object]:
        """Return the tokens that a choice is about."""
        tokens = table.part(Tokens)
        match message:
            case TakeToken(place) if table.turn is not None:
                return {"symbol": tokens.wanted_at(place, table.turn)}
            case TokenChoiceOpened(seat, places):
                return {"symbols": tuple(tokens.wanted_at(place, seat) for place in places)}
            case _:
                return {}

    def summary(self, table: Table) -> Iterable[Fact]:
        """List the stacks, and the tokens that each seat holds."""
        tokens = table.part(Tokens)
        stacks = [
            f"{height} {symbol} at {table.board.place[place].name}"
            for place, symbol, height in tokens.stacks
            if height
        ]
        marks = [Mark(place, symbol, height) for place, symbol, height in tokens.stacks if height]
        yield Fact("Tokens", ", ".join(stacks) or "none left", marks=tuple(marks))
        for seat, held in enumerate(tokens.held):
            yield Fact("tokens", ", ".join(held), seat)

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List every stack on every place, and taking a token from every place."""
        for symbol in sorted(self.symbols):
            for place in game.board.places:
                yield PlaceStack(symbol, place.id)
        for place in game.board.places:
            yield TakeToken(place.id)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode where the tokens are."""
        tokens, seats = view.part(Tokens), len(view.players)
        symbols, places = sorted(self.symbols), list(view.board.place)
        heights = {(symbol, place): height for place, symbol, height in tokens.stacks}
        stacks = [heights.get((symbol, place), 0) for symbol in symbols for place in places]
        highest = max(self.height_on_board(seats), self.height_aside(seats), 1)
        shape = (len(symbols), len(places))
        meaning = "tokens of each symbol on each place"
        yield Feature("stacks", stacks, shape, 0, highest, meaning)
        aside = [int(symbol in tokens.aside) for symbol in symbols]
        yield Feature("aside", aside, (len(symbols),), 0, 1, "stacks still to be placed")
        held = [tokens.held[seat] for seat in from_viewer(view)]
        owned = [int(symbol in own) for own in held for symbol in symbols]
        yield Feature("tokens", owned, (seats, len(symbols)), 0, 1, "tokens held")
        choice = [int(place in tokens.choice) for place in places]
        meaning = "the two places to take a token from"
        yield Feature("token_choice", choice, (len(places),), 0, 1, meaning)

    @changes(StackSetAside)
    def set_aside(self, table: TableT, event: StackSetAside) -> TableT:
        """Set a stack aside to be placed."""
        tokens = table.part(Tokens)
        return table.with_part(replace(tokens, aside=(*tokens.aside, event.symbol)))

    @changes(StackPlaced)
    def placed(self, table: TableT, event: StackPlaced) -> TableT:
        """Put a stack on a place."""
        tokens = table.part(Tokens)
        stack = (event.place, event.symbol, event.height)
        aside = tuple(other for other in tokens.aside if other != event.symbol)
        return table.with_part(replace(tokens, stacks=(*tokens.stacks, stack), aside=aside))

    @changes(TokenChoiceOpened)
    def open_choice(self, table: TableT, event: TokenChoiceOpened) -> TableT:
        """Record that a seat must choose one of two tokens."""
        return table.with_part(replace(table.part(Tokens), choice=event.places))

    @changes(TokenTaken)
    def taken(self, table: TableT, event: TokenTaken) -> TableT:
        """Move a token from its stack to a seat."""
        tokens = table.part(Tokens)
        return table.with_part(_without_token(tokens, event.seat, event.place, event.symbol))


def _take(table: Table, seat: Seat, place: PlaceId) -> Iterable[Event]:
    symbol = table.part(Tokens).wanted_at(place, seat)
    if symbol is not None:
        yield TokenTaken(seat, place, symbol)


def _without_token(tokens: Tokens, seat: Seat, place: PlaceId, symbol: Symbol) -> Tokens:
    return replace(
        tokens,
        stacks=tuple(
            [
                (where, which, height - 1 if where == place else height)
                for where, which, height in tokens.stacks
            ]
        ),
        held=with_item(tokens.held, seat, (*tokens.held[seat], symbol)),
        choice=(),
    )
