"""States of the readable engine as blocks of the compiled one, and back.

A block is canonical: two blocks of one game are equal, byte for byte, exactly when the states are.
What the rules do not care about (in which order a player took the tokens held) is not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fogline.core.cards import ALL_CARDS, POSITION, Cards
from fogline.core.decisions import Decision, FirstTickets, SecondCard, TicketOffer, Turn
from fogline.core.definition import GameDefinition
from fogline.core.engine import decision, lay_out
from fogline.core.events import Category
from fogline.core.messages import Seat
from fogline.core.table import EndReason, Layer, Player, State, Table
from fogline.fast import layout as at
from fogline.fast.lower import Tables
from fogline.rules.alvin import ALVIN_POINTS, Alvin, AlvinsMove
from fogline.rules.city_markers import MarkerOffer, Markers, StartCity
from fogline.rules.tourist_tokens import TOKEN_POINTS, StackPlacement, TokenChoice, Tokens

CATEGORIES: tuple[str, ...] = (
    Category.ROUTES,
    Category.TICKETS,
    Category.FAILED_TICKETS,
    TOKEN_POINTS,
    Category.BONUSES,
    ALVIN_POINTS,
)
_PHASES: dict[type[Decision], int] = {
    FirstTickets: at.FIRST_TICKETS,
    StackPlacement: at.STACK,
    StartCity: at.START_CITY,
    Turn: at.TURN_ACTION,
    SecondCard: at.SECOND_CARD,
    TicketOffer: at.OFFER,
    TokenChoice: at.TOKEN,
    AlvinsMove: at.ALVINS_MOVE,
    MarkerOffer: at.MARKER,
}
_ENDS = {None: 0, EndReason.LAST_ROUND: at.LAST_ROUND, EndReason.ALL_PASSED: at.ALL_PASSED}

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Block:
    """One block of memory, read as bytes, as 16-bit halves and as 64-bit words."""

    bytes: Bytes
    halves: npt.NDArray[np.int16]
    words: npt.NDArray[np.uint64]

    @classmethod
    def empty(cls, size: int) -> Block:
        """Make a block of zeros."""
        words = np.zeros(size // 8, np.uint64)
        return cls(words.view(np.uint8), words.view(np.int16), words)

    def copy(self) -> Block:
        """Copy the block in one go."""
        words = self.words.copy()
        return Block(words.view(np.uint8), words.view(np.int16), words)


def to_block(table: Table, tables: Tables) -> Block:
    """Write a state as a block. Of a view, only what is known is written."""
    block = Block.empty(tables.block)
    b = block.bytes
    now = decision(table)
    b[at.PHASE] = at.OVER if now is None else _PHASES[type(now)]
    b[at.ACTOR] = at.NONE if now is None or len(now.seats) != 1 else now.seats[0]
    if isinstance(now, FirstTickets):
        b[at.ACTOR] = at.NONE
    b[at.FIRST] = table.first
    b[at.TURN] = _or_none(table.turn)
    b[at.ACTED] = table.acted
    b[at.SECOND] = table.second_card
    b[at.PASSES] = table.passes
    b[at.LEFT] = _or_none(table.turns_left)
    b[at.ENDED] = _ENDS[table.ended]
    block.halves[at.TURNS // 2] = table.turns
    _write_cards(b, at.DECK, table.deck)
    _write_cards(b, at.DISCARDS, table.discards)
    for slot, card in enumerate(table.display):
        b[at.DISPLAY + slot] = at.NONE if card is None else POSITION[card]
    _write_layers(block, table.ticket_deck, tables)
    _write_parts(b, table, tables)
    for seat, player in enumerate(table.players):
        _write_player(block, seat, player, tables)
    _write_routes(block, table, tables)
    return block


def _or_none(value: int | None) -> int:
    return at.NONE if value is None else value


def _write_cards(b: Bytes, offset: int, cards: Cards) -> None:
    b[offset : offset + at.CARDS] = cards.counts


def _mask(indices: Sequence[int]) -> np.uint64:
    return np.uint64(sum(1 << index for index in indices))


def shuffled_layers(layers: tuple[Layer, ...]) -> int:
    """Count the upper layers that a block keeps as masks: those down to the last of several."""
    return max((i + 1 for i, layer in enumerate(layers) if len(layer.faces) > 1), default=0)


def _write_layers(block: Block, layers: tuple[Layer, ...], tables: Tables) -> None:
    """Upper layers of several tickets are masks; from the last of them on, layers of one queue."""
    index = tables.ticket_index
    shuffled = shuffled_layers(layers)
    for word, layer in zip((at.PACK, at.POOL), layers[:shuffled], strict=False):
        block.words[word] = _mask([index[ticket] for ticket in layer.faces if ticket is not None])
    queue = [ticket for layer in layers[shuffled:] for ticket in layer.faces]
    block.bytes[at.QUEUED] = len(queue)
    for position, ticket in enumerate(queue):
        block.bytes[at.QUEUE + position] = at.NONE if ticket is None else index[ticket]
    for layer in layers:
        for ticket, giver in layer.known:
            block.bytes[at.GIVER + index[ticket]] = giver + 1


def _write_parts(b: Bytes, table: Table, tables: Tables) -> None:
    place = tables.place_index
    b[at.CLAIMED] = b[at.ALVIN_HOLDER] = b[at.CHOICE_A] = b[at.CHOICE_B] = at.NONE
    b[at.CONTROLLER : at.CONTROLLER + len(tables.places)] = at.NONE
    b[at.STACK_PLACE : at.STACK_PLACE + len(tables.symbols)] = at.NONE
    for part in table.parts.values():
        match part:
            case Markers():
                for city, seat in part.cities:
                    b[at.CONTROLLER + place[city]] = seat
                    player = at.PLAYERS + seat * at.STRIDE
                    b[player + at.CITIES + int(b[player + at.N_CITIES])] = place[city]
                    b[player + at.N_CITIES] += 1
                if part.claimed is not None:
                    b[at.CLAIMED] = tables.route_index[part.claimed]
            case Alvin():
                b[at.ALVIN_CITY] = place[part.city]
                b[at.ALVIN_HOLDER] = _or_none(part.holder)
                b[at.ALVIN_MOVING] = part.moving
            case Tokens():
                for where, symbol, height in part.stacks:
                    b[at.STACK_PLACE + tables.symbols.index(symbol)] = place[where]
                    b[at.STACK_HEIGHT + tables.symbols.index(symbol)] = height
                b[at.ASIDE] = _mask([tables.symbols.index(symbol) for symbol in part.aside])
                for seat, held in enumerate(part.held):
                    bits = _mask([tables.symbols.index(symbol) for symbol in held])
                    b[at.PLAYERS + seat * at.STRIDE + at.HELD] = bits
                for offset, choice in zip((at.CHOICE_A, at.CHOICE_B), part.choice, strict=False):
                    b[offset] = place[choice]


def _write_player(block: Block, seat: Seat, player: Player, tables: Tables) -> None:
    b = block.bytes
    start = at.PLAYERS + seat * at.STRIDE
    index = tables.ticket_index
    _write_cards(b, start + at.HAND, player.hand)
    _write_cards(b, start + at.SEEN, player.seen)
    kept = [index[ticket] for ticket in player.tickets if ticket is not None]
    block.words[start // 8 + at.TICKETS] = _mask(kept)
    b[start + at.N_OFFERED] = len(player.offered)
    for position, ticket in enumerate(player.offered):
        b[start + at.OFFERED + position] = at.NONE if ticket is None else index[ticket]
    b[start + at.CHOSEN] = player.chosen
    if player.choice is not None:
        chosen = [bit for bit, ticket in enumerate(player.offered) if ticket in player.choice]
        b[start + at.CHOICE] = _mask(chosen)
    b[start + at.VEHICLES] = player.vehicles
    for position, category in enumerate(CATEGORIES):
        block.halves[(start + at.SCORES) // 2 + position] = player.points.get(category, 0)


def _write_routes(block: Block, table: Table, tables: Tables) -> None:
    t, masks, words = tables.numbers, tables.masks, block.words
    one_used = t[at.PARALLEL] == at.PARALLEL_ONE_USED
    for seat in table.seats:
        start = (at.PLAYERS + seat * at.STRIDE) // 8
        can = slice(start + at.CAN, start + at.CAN + int(t[at.N_WORDS]))
        reached = {tables.place_index[place] for place in table.network(seat)}
        words[start + at.REACH] = _mask(sorted(reached))
        if not t[at.CONNECTED]:
            words[can] = ~np.uint64(0)
            _write_labels(block, table, seat, tables)
        else:
            cities = block.bytes[start * 8 + at.CITIES :]
            home = {int(cities[0])} if block.bytes[start * 8 + at.N_CITIES] else set()
            for place in reached | home:
                words[can] |= masks[at.M_AT + place * at.NW :][: int(t[at.N_WORDS])]
        for route in table.routes_of(seat):
            twins = masks[at.M_TWINS + route.index * at.NW :][: int(t[at.N_WORDS])]
            own = np.uint64(1) << np.uint64(route.index % 64)
            words[start + at.OWN + route.index // 64] |= own
            words[at.CLOSED + route.index // 64] |= own
            if one_used:
                words[at.CLOSED : at.CLOSED + len(twins)] |= twins
            elif t[at.PARALLEL] != at.PARALLEL_FREE:
                words[can] &= ~twins


def _write_labels(block: Block, table: Table, seat: Seat, tables: Tables) -> None:
    """Label each place by the first place of the board that it is joined to."""
    group = table.network(seat)
    first: dict[str, int] = {}
    offset = int(tables.numbers[at.LABELS]) + seat * len(tables.places)
    for index, place in enumerate(tables.places):
        leader = group.get(place, place)
        block.bytes[offset + index] = first.setdefault(leader, index)


def to_state(block: Block, game: GameDefinition, tables: Tables) -> State:
    """Read a block as a state. Orders that no rule cares about come out sorted."""
    b, words = block.bytes, block.words
    seats = int(tables.numbers[at.N_SEATS])
    empty = lay_out(game, seats)
    owners: list[Seat | None] = [None] * len(tables.routes)
    for seat in range(seats):
        start = (at.PLAYERS + seat * at.STRIDE) // 8
        for word in range(at.NW):
            for bit in _bits(words[start + at.OWN + word]):
                owners[word * 64 + bit] = seat
    ended = {value: reason for reason, value in _ENDS.items()}[int(b[at.ENDED])]
    return State(
        game=game,
        players=tuple(
            _read_player(block, seat, tables, revealed=ended is not None) for seat in range(seats)
        ),
        deck=_read_cards(b, at.DECK),
        discards=_read_cards(b, at.DISCARDS),
        display=tuple(
            None if card == at.NONE else ALL_CARDS[card]
            for card in b[at.DISPLAY : at.DISPLAY + len(empty.display)]
        ),
        ticket_deck=_read_layers(block, tables),
        owners=tuple(owners),
        parts={verb: _read_part(block, part, tables) for verb, part in empty.parts.items()},
        first=int(b[at.FIRST]),
        turn=_number(b[at.TURN]),
        turns=int(block.halves[at.TURNS // 2]),
        acted=bool(b[at.ACTED]),
        second_card=bool(b[at.SECOND]),
        passes=int(b[at.PASSES]),
        turns_left=_number(b[at.LEFT]),
        ended=ended,
    )


def _number(value: np.uint8) -> int | None:
    return None if value == at.NONE else int(value)


def _bits(word: np.uint64) -> list[int]:
    return [bit for bit in range(64) if int(word) >> bit & 1]


def _read_cards(b: Bytes, offset: int) -> Cards:
    return Cards(tuple(int(count) for count in b[offset : offset + at.CARDS]))


def _read_player(block: Block, seat: Seat, tables: Tables, *, revealed: bool) -> Player:
    b = block.bytes
    start = at.PLAYERS + seat * at.STRIDE
    offered = tuple(
        tables.tickets[ticket] for ticket in b[start + at.OFFERED :][: int(b[start + at.N_OFFERED])]
    )
    chosen = bool(b[start + at.CHOSEN])
    choice = int(b[start + at.CHOICE])
    scores = block.halves[(start + at.SCORES) // 2 :]
    return Player(
        hand=_read_cards(b, start + at.HAND),
        seen=_read_cards(b, start + at.SEEN),
        tickets=tuple(
            tables.tickets[ticket] for ticket in _bits(block.words[start // 8 + at.TICKETS])
        ),
        offered=offered,
        chosen=chosen,
        choice=tuple(sorted(ticket for bit, ticket in enumerate(offered) if choice >> bit & 1))
        if chosen and offered and block.halves[at.TURNS // 2] == 0 and b[at.TURN] == at.NONE
        else None,
        revealed=revealed,
        vehicles=int(b[start + at.VEHICLES]),
        points={
            category: int(scores[position])
            for position, category in enumerate(CATEGORIES)
            if scores[position]
        },
    )


def _read_layers(block: Block, tables: Tables) -> tuple[Layer, ...]:
    masks = (_bits(block.words[word]) for word in (at.PACK, at.POOL))
    queue = block.bytes[at.QUEUE : at.QUEUE + int(block.bytes[at.QUEUED])]
    piles = [*(pile for pile in masks if pile), *([int(ticket)] for ticket in queue)]
    layers = []
    for pile in piles:
        givers = [(tables.tickets[ticket], int(block.bytes[at.GIVER + ticket])) for ticket in pile]
        layers.append(
            Layer(
                tuple(tables.tickets[ticket] for ticket in pile),
                tuple((ticket, giver - 1) for ticket, giver in givers if giver),
            )
        )
    return tuple(layers)


def _read_part(block: Block, part: object, tables: Tables) -> Markers | Alvin | Tokens:
    b = block.bytes
    seats = range(int(tables.numbers[at.N_SEATS]))
    records = [b[at.PLAYERS + seat * at.STRIDE :] for seat in seats]
    match part:
        case Alvin():
            return Alvin(
                city=tables.places[int(b[at.ALVIN_CITY])],
                holder=_number(b[at.ALVIN_HOLDER]),
                moving=bool(b[at.ALVIN_MOVING]),
            )
        case Markers():
            cities = [
                [tables.places[int(city)] for city in record[at.CITIES :][: record[at.N_CITIES]]]
                for record in records
            ]
            claimed = _number(b[at.CLAIMED])
            return Markers(
                starts=tuple(own[0] if own else None for own in cities),
                cities=tuple((city, seat) for seat in seats for city in cities[seat]),
                claimed=None if claimed is None else tables.routes[claimed],
            )
        case _:
            places = [_number(place) for place in b[at.STACK_PLACE :][: len(tables.symbols)]]
            return Tokens(
                held=tuple(
                    tuple(tables.symbols[bit] for bit in _bits(np.uint64(record[at.HELD])))
                    for record in records
                ),
                stacks=tuple(
                    (tables.places[place], symbol, int(b[at.STACK_HEIGHT + index]))
                    for index, (symbol, place) in enumerate(
                        zip(tables.symbols, places, strict=True)
                    )
                    if place is not None
                ),
                aside=tuple(tables.symbols[bit] for bit in _bits(np.uint64(b[at.ASIDE]))),
                choice=tuple(
                    tables.places[place]
                    for place in (_number(b[at.CHOICE_A]), _number(b[at.CHOICE_B]))
                    if place is not None
                ),
            )
