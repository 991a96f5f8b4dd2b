"""From a game definition to the tables that the kernels read. No number is written twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from fogline.core.board import Board
from fogline.core.cards import ALL_CARDS, COLOURS
from fogline.core.definition import GameDefinition
from fogline.core.engine import lay_out
from fogline.core.errors import FoglineError
from fogline.core.rule import Rule
from fogline.fast import layout as at
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.city_markers import CityMarkers, ControllerScores
from fogline.rules.claiming import BuilderScores, Claiming
from fogline.rules.connected_network import ConnectedNetwork
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.ferries import Ferries
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TouristTokens
from fogline.rules.turns import Turns

Numbers = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]


class CannotLower(FoglineError):
    """The compiled engine cannot play this game; the readable one can."""


@dataclass(frozen=True)
class Tables:
    """A game for a number of players, as the kernels read it."""

    numbers: Numbers
    masks: Masks
    places: tuple[str, ...]
    """Ids in the order of the board."""
    routes: tuple[str, ...]
    tickets: tuple[str, ...]
    """Ids in sorted order, which is the order of the ticket deck's layers."""
    symbols: tuple[str, ...]
    """In sorted order."""

    @cached_property
    def place_index(self) -> dict[str, int]:
        """Where each place stands."""
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def route_index(self) -> dict[str, int]:
        """Where each route stands."""
        return {route: index for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """Where each ticket stands."""
        return {ticket: index for index, ticket in enumerate(self.tickets)}

    @property
    def block(self) -> int:
        """Bytes of one state."""
        return int(self.numbers[at.BYTES])

    @property
    def codes(self) -> int:
        """How many action codes there are."""
        return int(self.numbers[at.N_CODES])


def lower(game: GameDefinition, seats: int) -> Tables:
    """Turn a definition into tables, or raise `CannotLower`."""
    lay_out(game, seats)  # the rules refuse what cannot be, such as a first player who is not there
    board = game.board
    claims = sum(_ways(price.colour is None, price.spaces) for price in game.prices)
    numbers = np.zeros(at.CLAIM_CODES + claims, np.int64)
    tickets = tuple(sorted(board.ticket))
    symbols: tuple[str, ...] = ()
    _check_size(game, seats)
    _lower_board(numbers, game, tickets)
    numbers[at.N_SEATS] = seats
    numbers[at.PARALLEL] = at.PARALLEL_FREE
    for rule in game.rules:
        _lower_rule(numbers, rule, board, seats)
        if isinstance(rule, TouristTokens):
            symbols = tuple(sorted(rule.symbols))
    _number_actions(numbers, claims)
    labels = 0 if numbers[at.CONNECTED] else seats * len(board.places)
    numbers[at.LABELS] = at.PLAYERS + seats * at.STRIDE
    numbers[at.BYTES] = (numbers[at.LABELS] + labels + 7) // 8 * 8
    return Tables(
        numbers=numbers,
        masks=_masks(game),
        places=tuple(board.place),
        routes=tuple(board.route),
        tickets=tickets,
        symbols=symbols,
    )


def _check_size(game: GameDefinition, seats: int) -> None:
    board = game.board
    sizes = [
        ("players", seats, at.MOST_SEATS),
        ("routes", len(board.routes), at.MOST_ROUTES),
        ("places", len(board.places), at.MOST_PLACES),
        ("tickets", len(board.tickets), at.MOST_TICKETS),
        ("spaces in a route", max(route.length for route in board.routes), at.MOST_LENGTH),
        ("points in one category", _most_points(game), at.MOST_POINTS),
    ]
    for rule in game.rules:
        match rule:
            case Drawing():
                sizes.append(("cards", rule.deck.total, at.MOST_IN_A_BYTE))
                sizes.append(("displayed cards", rule.display, at.MOST_DISPLAYED))
            case Tickets():
                sizes.append(("tickets shown", max(rule.dealt, rule.shown), at.MOST_OFFERED))
            case TouristTokens():
                sizes.append(("symbols", len(rule.symbols), at.MOST_SYMBOLS))
                height = max(rule.height, rule.low_height)
                sizes.append(("tokens in a stack", height, at.MOST_IN_A_BYTE))
            case CityMarkers():
                sizes.append(("markers", rule.markers, at.MOST_MARKERS))
                if rule.markers < 1:
                    raise CannotLower("the fast engine takes no start cities without markers.")
            case Claiming():
                sizes.append(("vehicles", rule.vehicles, at.MOST_IN_A_BYTE))
            case AlvinTheAlien() if rule.points < 1:
                raise CannotLower("the fast engine takes no Alvin for less than one point.")
    for what, size, most in sizes:
        if size > most:
            raise CannotLower(f"{game.title}: {size} {what}, and the fast engine takes {most}.")


def _most_points(game: GameDefinition) -> int:
    """More than anybody can score, or lose, in one category."""
    board = game.board
    routes = 2 * sum(board.route_points[route.length] for route in board.routes)
    most = [routes, sum(ticket.points for ticket in board.tickets)]
    for rule in game.rules:
        match rule:
            case AlvinTheAlien():
                most.append(rule.points * (len(board.routes) + 1))
            case TicketBonus():
                most.append(rule.points)
            case TouristTokens():
                most.append(max(rule.points))
    return max(most)


def _lower_board(numbers: Numbers, game: GameDefinition, tickets: tuple[str, ...]) -> None:
    board = game.board
    place = {place.id: index for index, place in enumerate(board.places)}
    numbers[at.N_ROUTES] = len(board.routes)
    numbers[at.N_PLACES] = len(board.places)
    numbers[at.N_TICKETS] = len(board.tickets)
    numbers[at.N_WORDS] = (len(board.routes) + 63) // 64
    code = 0
    for route, price in zip(board.routes, game.prices, strict=True):
        index = route.index
        gray = price.colour is None
        numbers[at.R_A + index] = place[route.ends[0]]
        numbers[at.R_B + index] = place[route.ends[1]]
        numbers[at.R_LENGTH + index] = price.spaces
        numbers[at.R_COLOUR + index] = -1 if price.colour is None else COLOURS.index(price.colour)
        numbers[at.R_FERRIES + index] = price.wilds
        numbers[at.R_POINTS + index] = board.route_points[route.length]
        numbers[at.R_CODE + index] = code
        for way in range(_ways(gray, price.spaces)):
            wilds = way // at.WILD if gray else way
            colour = way % at.WILD if gray else numbers[at.R_COLOUR + index]
            numbers[at.CLAIM_CODES + code] = index << 16 | int(colour) << 8 | wilds
            code += 1
    for index, ticket in enumerate(tickets):
        ends = board.ticket[ticket].ends
        numbers[at.T_A + index] = place[ends[0]]
        numbers[at.T_B + index] = place[ends[1]]
        numbers[at.T_POINTS + index] = board.ticket[ticket].points


def _ways(gray: bool, spaces: int) -> int:
    """Codes for the payments of a route, legal or not."""
    return spaces * len(COLOURS) + 1 if gray else spaces + 1


def _lower_rule(numbers: Numbers, rule: Rule, board: Board, seats: int) -> None:
    if type(rule) not in _LOWERED:
        raise CannotLower(
            f"the fast engine does not know the rule {rule.name!r} ({type(rule).__name__})."
        )
    match rule:
        case Turns():
            numbers[at.FIRST_SEAT] = -1 if rule.first is None else rule.first
        case Drawing():
            numbers[at.DEALT] = rule.dealt
            numbers[at.DISPLAYED] = rule.display
            numbers[at.SWEEP_AT] = rule.sweep_at
            numbers[at.DECK_OF : at.DECK_OF + len(ALL_CARDS)] = rule.deck.counts
        case Tickets():
            numbers[at.TICKETS_DEALT] = rule.dealt
            numbers[at.KEEP_DEALT] = rule.keep_dealt
            numbers[at.TICKETS_SHOWN] = rule.shown
            numbers[at.KEEP_SHOWN] = rule.keep_shown
            numbers[at.SHUFFLE_RETURNED] = rule.shuffle_returned
            _list_subsets(numbers)
        case Claiming():
            numbers[at.START_VEHICLES] = rule.vehicles
        case ParallelRoutes():
            one_used = seats <= rule.one_used_up_to
            numbers[at.PARALLEL] = at.PARALLEL_ONE_USED if one_used else at.PARALLEL_ONE_EACH
        case ConnectedNetwork():
            numbers[at.CONNECTED] = 1
        case BuilderScores():
            numbers[at.BUILDER_SCORES] = 1
        case ControllerScores():
            numbers[at.CONTROLLER_SCORES] = 1
        case TouristTokens():
            _lower_tokens(numbers, rule, board, seats)
        case AlvinTheAlien():
            numbers[at.ALVIN_VALUE] = rule.points
            numbers[at.ALVIN_HOME] = list(board.place).index(board.marks[rule.home][0])
        case CityMarkers():
            numbers[at.N_MARKERS] = rule.markers
            numbers[at.MARKER_COST] = rule.cost
        case TicketBonus():
            numbers[at.BONUS] = rule.points
        case Ending():
            numbers[at.VEHICLES_LEFT] = rule.vehicles_left


_LOWERED = (
    Turns,
    Drawing,
    Tickets,
    Claiming,
    Ferries,  # in the prices, which the definition has worked out
    ParallelRoutes,
    ConnectedNetwork,
    BuilderScores,
    ControllerScores,
    TouristTokens,
    AlvinTheAlien,
    CityMarkers,
    TicketBonus,
    Ending,
)


def _lower_tokens(numbers: Numbers, rule: TouristTokens, board: Board, seats: int) -> None:
    ranks = sorted(rule.symbols)
    places = list(board.place)
    starts = board.marks.get(rule.start, ())
    numbers[at.N_SYMBOLS] = len(rule.symbols)
    numbers[at.N_STARTS] = len(starts)
    for index, symbol in enumerate(rule.symbols):
        numbers[at.SYMBOL_ORDER + index] = ranks.index(symbol)
    for index, place in enumerate(starts):
        numbers[at.START_STACKS + index] = places.index(place)
    numbers[at.START_HEIGHT] = rule.height_on_board(seats)
    numbers[at.ASIDE_HEIGHT] = rule.height_aside(seats)
    numbers[at.LAST_PLACES_ALL] = rule.last_places_all(seats)
    numbers[at.TOKEN_VALUE : at.TOKEN_VALUE + len(rule.points)] = rule.points


def _list_subsets(numbers: Numbers) -> None:
    """List the subsets of up to so many tickets as bits, the small ones first."""
    start = 0
    for offered in range(at.MOST_OFFERED + 1):
        numbers[at.SUBSETS_AT + offered] = start
        position = 0
        for size in range(offered + 1):
            row = at.SUBSET_SIZE_AT + offered * (at.MOST_OFFERED + 2)
            numbers[row + size] = position
            for chosen in combinations(range(offered), size):
                numbers[at.SUBSETS + start + position] = sum(1 << bit for bit in chosen)
                position += 1
        start += position


def _number_actions(numbers: Numbers, claims: int) -> None:
    places = int(numbers[at.N_PLACES])
    offered = max(int(numbers[at.TICKETS_DEALT]), int(numbers[at.TICKETS_SHOWN]))
    markers = 2 * (int(numbers[at.MARKER_COST]) * len(COLOURS) + 1)
    has_markers = int(numbers[at.N_MARKERS] > 0)
    sizes = [
        (at.CODE_DRAW, 1),
        (at.CODE_TAKE, len(ALL_CARDS)),
        (at.CODE_TICKETS, 1),
        (at.CODE_PASS, 1),
        (at.CODE_KEEP, 1 << offered),
        (at.CODE_CLAIM, claims),
        (at.CODE_STACK, int(numbers[at.N_SYMBOLS]) * places),
        (at.CODE_TOKEN, places if numbers[at.N_SYMBOLS] else 0),
        (at.CODE_START, places * has_markers),
        (at.CODE_NO_MARKER, has_markers),
        (at.CODE_MARK, markers * has_markers),
        (at.CODE_ALVIN, places if numbers[at.ALVIN_VALUE] else 0),
        (at.N_CODES, 0),
    ]
    code = 0
    for index, size in sizes:
        numbers[index] = code
        code += size


def _masks(game: GameDefinition) -> Masks:
    masks = np.zeros(at.N_MASKS, np.uint64)
    board = game.board
    for route in board.routes:
        _set(masks, at.M_TWINS + route.index * at.NW, route.twins)
    for index, place in enumerate(board.places):
        touching = [route.index for route in board.routes_at[place.id]]
        _set(masks, at.M_AT + index * at.NW, touching)
    prices = list(enumerate(game.prices))
    for level in range(at.MOST_LENGTH + 1):
        within = [index for index, price in prices if price.spaces <= level]
        _set(masks, at.M_LENGTH + level * at.NW, within)
        modest = [index for index, price in prices if price.wilds <= level]
        _set(masks, at.M_FERRIES + level * at.NW, modest)
        for row, colour in enumerate([*COLOURS, None]):
            fits = [index for index in within if game.prices[index].colour is colour]
            _set(masks, at.M_COLOUR + (row * (at.MOST_LENGTH + 1) + level) * at.NW, fits)
    return masks


def _set(masks: Masks, offset: int, routes: Iterable[int]) -> None:
    for route in routes:
        masks[offset + route // 64] |= np.uint64(1) << np.uint64(route % 64)
