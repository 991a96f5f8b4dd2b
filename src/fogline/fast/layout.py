"""Where everything lies in a state's block of bytes and in a game's tables.

A state is one block: first what all share, then a record for each player, then (where networks may
fall apart) a label for each player and place. The block is read through three views of the same
memory: bytes, 16-bit halves (scores) and 64-bit words (masks of routes, places and tickets).
`docs/performance.md` draws it.
"""

from __future__ import annotations

MOST_SEATS = 6
MOST_ROUTES = 192
MOST_PLACES = 64
MOST_TICKETS = 64
MOST_SYMBOLS = 8
MOST_DISPLAYED = 8
MOST_OFFERED = 8
MOST_MARKERS = 4
MOST_LENGTH = 15
MOST_IN_A_BYTE = 254
"""A count of cards, vehicles or tokens must fit a byte, beside NONE."""
MOST_POINTS = 32_767
"""Scores are 16 bits wide."""

CARDS = 9
WILD = 8
NW = 3
"""Words in a mask of routes."""
NONE = 255
"""No seat, no place, no route, no card."""

# ── What all players share ────────────────────────────────────────────────────────────────────
# Words
CLOSED = 0
"""Routes that nobody may claim any more."""
PACK = 3
"""The upper layer of the ticket deck, in no order."""
POOL = 4
"""The layer of tickets returned at the start and shuffled together, while it is the lower."""
# Bytes
DECK = 40
DISCARDS = 49
DISPLAY = 58
FIRST = 66
TURN = 67
ACTED = 68
SECOND = 69
PASSES = 70
LEFT = 71
"""Turns to come once the last round was called."""
ENDED = 72
PHASE = 73
TURNS = 74  # a half
CLAIMED = 76
"""The route claimed this turn, while a marker may still be put beside it."""
ALVIN_CITY = 77
ALVIN_HOLDER = 78
ALVIN_MOVING = 79
CHOICE_A = 80
CHOICE_B = 81
"""Two places with a token for whoever just joined them."""
ASIDE = 82
"""Token stacks that wait to be placed, a bit for each symbol."""
QUEUED = 83
"""How many tickets lie in the queue."""
STACK_PLACE = 84
STACK_HEIGHT = 92
ACTOR = 100
QUEUE = 104
"""Layers of one ticket, under pack and pool, in order."""
GIVER = 168
"""For each ticket in the deck, one more than the seat that put it there and still knows it."""
CONTROLLER = 232
"""For each place the seat whose marker is there."""
PLAYERS = 296

# ── One player's record, from PLAYERS on ──────────────────────────────────────────────────────
STRIDE = 112
# Words
OWN = 0
"""Routes claimed."""
CAN = 3
"""Routes that neither a twin nor the network forbids; CLOSED ones are still among them."""
REACH = 6
"""Places that own routes touch."""
TICKETS = 7
# Bytes
HAND = 64
SEEN = 73
OFFERED = 82
N_OFFERED = 90
CHOSEN = 91
CHOICE = 92
"""The secret choice of first tickets, a bit for each ticket offered."""
VEHICLES = 93
N_CITIES = 94
CITIES = 95
"""Controlled cities in the order of placing; the first is the start city."""
HELD = 99
"""Tourist tokens, a bit for each symbol."""
SCORES = 100  # halves

N_CATEGORIES = 6
ROUTE_POINTS, TICKET_POINTS, FAILED_POINTS, TOKEN_POINTS, BONUS_POINTS, ALVIN_POINTS = range(6)

# ── Phases: what is to be decided ─────────────────────────────────────────────────────────────
(
    FIRST_TICKETS,
    STACK,
    START_CITY,
    TURN_ACTION,
    SECOND_CARD,
    OFFER,
    TOKEN,
    ALVINS_MOVE,
    MARKER,
    OVER,
) = range(10)

LAST_ROUND, ALL_PASSED = 1, 2
"""Values of ENDED."""

# ── A game's numbers: indices into its table of 64-bit integers ───────────────────────────────
(
    N_SEATS,
    N_ROUTES,
    N_PLACES,
    N_TICKETS,
    N_WORDS,
    FIRST_SEAT,
    DEALT,
    DISPLAYED,
    SWEEP_AT,
    TICKETS_DEALT,
    KEEP_DEALT,
    TICKETS_SHOWN,
    KEEP_SHOWN,
    SHUFFLE_RETURNED,
    START_VEHICLES,
    PARALLEL,
    CONNECTED,
    BUILDER_SCORES,
    CONTROLLER_SCORES,
    N_SYMBOLS,
    N_STARTS,
    START_HEIGHT,
    ASIDE_HEIGHT,
    LAST_PLACES_ALL,
    N_MARKERS,
    MARKER_COST,
    ALVIN_VALUE,
    ALVIN_HOME,
    BONUS,
    VEHICLES_LEFT,
    LABELS,
    BYTES,
    # Action codes: where each kind begins
    CODE_DRAW,
    CODE_TAKE,
    CODE_TICKETS,
    CODE_PASS,
    CODE_KEEP,
    CODE_CLAIM,
    CODE_STACK,
    CODE_TOKEN,
    CODE_START,
    CODE_NO_MARKER,
    CODE_MARK,
    CODE_ALVIN,
    N_CODES,
) = range(45)

PARALLEL_FREE, PARALLEL_ONE_EACH, PARALLEL_ONE_USED = 0, 1, 2
"""Values of PARALLEL: no rule, one track a player (C17), one track for all (C18)."""

HEADER = 64
DECK_OF = HEADER
"""The cards of the game, by kind."""
TOKEN_VALUE = DECK_OF + CARDS
"""Points by number of symbols."""
SYMBOL_ORDER = TOKEN_VALUE + MOST_SYMBOLS + 1
"""The symbols as the rule lists them, as ranks in sorted order."""
START_STACKS = SYMBOL_ORDER + MOST_SYMBOLS
"""The places where stacks start."""
R_A = START_STACKS + MOST_SYMBOLS
R_B = R_A + MOST_ROUTES
R_LENGTH = R_B + MOST_ROUTES
R_COLOUR = R_LENGTH + MOST_ROUTES
"""The colour of each route; -1 is gray."""
R_FERRIES = R_COLOUR + MOST_ROUTES
R_POINTS = R_FERRIES + MOST_ROUTES
R_CODE = R_POINTS + MOST_ROUTES
"""The first action code of each route."""
T_A = R_CODE + MOST_ROUTES
T_B = T_A + MOST_TICKETS
T_POINTS = T_B + MOST_TICKETS
SUBSETS_AT = T_POINTS + MOST_TICKETS
"""For each number of offered tickets, where its subsets begin, smallest first."""
SUBSET_SIZE_AT = SUBSETS_AT + MOST_OFFERED + 1
"""For each number of offered tickets and each size, how many subsets are smaller."""
SUBSETS = SUBSET_SIZE_AT + (MOST_OFFERED + 1) * (MOST_OFFERED + 2)
CLAIM_CODES = SUBSETS + (1 << (MOST_OFFERED + 1))
"""For each claim code: its route, colour and wilds, packed; the length depends on the board."""

# ── A game's masks of routes: indices into its table of words, NW words each ──────────────────
M_TWINS = 0
M_AT = M_TWINS + MOST_ROUTES * NW
M_COLOUR = M_AT + MOST_PLACES * NW
"""For each colour and number of cards: the routes of that colour it suffices for; 8 is gray."""
M_FERRIES = M_COLOUR + CARDS * (MOST_LENGTH + 1) * NW
"""For each number of wilds: the routes that demand no more."""
M_LENGTH = M_FERRIES + (MOST_LENGTH + 1) * NW
"""For each number of vehicles: the routes that are no longer."""
N_MASKS = M_LENGTH + (MOST_LENGTH + 1) * NW
