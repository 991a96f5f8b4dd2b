/* Random play of both games in plain C: how fast the same work can be.

   The rules are those of src/fogline/fast/mechanics, written again as one writes C for this one
   purpose: structs, no action codes, counts kept instead of counted. No fact of a board and no
   number of a rule is here. benchmarks/peers.py writes case.h with the offsets (AT_) and sizes in
   bytes (SIZE_) of all fields, with the phases (PHASE_) and the categories of points (POINTS_),
   with the rules that a game may have (HAS_) and with the numbers of one game (VALUE_), which a
   build with -DFIXED takes as constants, and a file with the tables. The games are the same, card for card: peers.py compares decisions, last
   states (in the layout of the compiled engine, byte for byte) and generators.

       limit TABLES GAMES         play so many games; print decisions and processor time in ns
       limit TABLES GAMES check   before, print each game's decisions, last state and generators

   Stdin has the generators: four words for the table, then four for each player's dice. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "case.h"

enum { CARDS = 9, WILD = 8, NONE = 255, LEVELS = 16 };

/* ── The game ────────────────────────────────────────────────────────────────────────────────── */

static int64_t *numbers;

#ifdef FIXED
#define OF_GAME(name) VALUE_##name
#define WORDS VALUE_N_WORDS
#else
#define OF_GAME(name) ((int)numbers[AT_##name])
#define WORDS 3
#endif

#define SEATS OF_GAME(N_SEATS)
#define PLACES OF_GAME(N_PLACES)
#define N_WORDS OF_GAME(N_WORDS)
#define SHOWN OF_GAME(DISPLAYED)
#define SYMBOLS OF_GAME(N_SYMBOLS)
#define CONNECTED OF_GAME(ONE_PIECE)
#define PARALLEL OF_GAME(HAS_PARALLEL_ROUTES)
#define MARKERS OF_GAME(N_MARKERS)
#define WITH_ALVIN OF_GAME(HAS_ALVIN)

typedef struct {
    uint8_t a, b, length, ferries;
    int8_t colour; /* -1 is gray */
    int16_t points;
} Route;

static Route route_of[192];
static struct { uint8_t a, b; int16_t points; } ticket_of[64];
static uint64_t twins_of[192][WORDS], routes_at[64][WORDS];
static uint64_t payable[CARDS][LEVELS][WORDS]; /* by colour (8 is gray) and number of cards */
static uint64_t with_ferries[LEVELS][WORDS], no_longer[LEVELS][WORDS];
static uint8_t subset[1024], smaller[9][10];
static int subset_start[9];

/* ── The state ───────────────────────────────────────────────────────────────────────────────── */

typedef struct { uint64_t s[4]; } Dice;

typedef struct {
    uint64_t own[WORDS], can[WORDS], reach, tickets;
    uint8_t hand[CARDS], seen[CARDS];
    uint8_t offered[8], n_offered, chosen, choice, vehicles, n_cities, cities[4], held;
    int16_t points[AT_MOST_CATEGORIES];
} Player;

typedef struct {
    uint64_t closed[WORDS], pack, pool;
    uint8_t deck[CARDS], discards[CARDS], display[8];
    int n_deck, n_discards;
    uint8_t first, turn, acted, second, passes, left, ended, phase, deciding;
    int turns;
    uint8_t claimed, alvin_city, alvin_holder, alvin_moving, choice_a, choice_b, aside, queued;
    uint8_t stack_place[8], stack_height[8], queue[64], giver[64], controller[64];
    Player player[6];
    uint8_t label[6][64];
} State;

static inline uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t next_word(Dice *dice) {
    uint64_t *s = dice->s, result = rotated(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return result;
}

static inline int below(Dice *dice, uint32_t bound) {
    uint64_t product = (next_word(dice) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t smallest = -bound % bound;
        while ((uint32_t)product < smallest)
            product = (next_word(dice) >> 32) * bound;
    }
    return product >> 32;
}

static inline int lowest(uint64_t word) { return __builtin_ctzll(word); }
static inline int popcount(uint64_t word) { return __builtin_popcountll(word); }
static inline uint64_t bit(int position) { return (uint64_t)1 << position; }
static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline int nth_bit(uint64_t word, int n) {
    while (n--)
        word &= word - 1;
    return lowest(word);
}

/* ── Cards ───────────────────────────────────────────────────────────────────────────────────── */

static inline int can_draw(const State *s) { return s->n_deck + s->n_discards > 0; }

static inline int draw(State *s, Dice *chance) {
    if (s->n_deck == 0) {
        memcpy(s->deck, s->discards, CARDS);
        memset(s->discards, 0, CARDS);
        s->n_deck = s->n_discards;
        s->n_discards = 0;
    }
    int position = below(chance, s->n_deck), card = 0;
    for (int kind = 0, upto = 0; kind < WILD; kind++) /* no branch: nothing can be foretold */
        card += position >= (upto += s->deck[kind]);
    s->deck[card]--;
    s->n_deck--;
    return card;
}

static inline int curable(const State *s, int displayed, int wilds) {
    int outside = s->n_deck + s->n_discards + displayed;
    wilds += s->deck[WILD] + s->discards[WILD];
    return outside - wilds >= least(SHOWN, outside) - (OF_GAME(SWEEP_AT) - 1);
}

static inline void fill_display(State *s, Dice *chance) {
    for (;;) {
        int wilds = 0, displayed = 0;
        for (int slot = 0; slot < SHOWN; slot++) {
            if (s->display[slot] == NONE && can_draw(s))
                s->display[slot] = draw(s, chance);
            wilds += s->display[slot] == WILD;
            displayed += s->display[slot] != NONE;
        }
        if (wilds < OF_GAME(SWEEP_AT) || !curable(s, displayed, wilds))
            return;
        for (int slot = 0; slot < SHOWN; slot++)
            if (s->display[slot] != NONE) {
                s->discards[s->display[slot]]++;
                s->n_discards++;
                s->display[slot] = NONE;
            }
    }
}

static inline void pay(State *s, Player *p, int card, int count) {
    p->hand[card] -= count;
    p->seen[card] = most(p->seen[card] - count, 0);
    s->discards[card] += count;
    s->n_discards += count;
}

static inline void take(State *s, Player *p, int card) {
    int slot = 0;
    while (s->display[slot] != card)
        slot++;
    s->display[slot] = NONE;
    p->hand[card]++;
    p->seen[card]++;
    s->second = card == WILD ? 0 : 1 - s->second;
}

/* ── Tickets ─────────────────────────────────────────────────────────────────────────────────── */

static inline int tickets_left(const State *s) { return (s->pack | s->pool) != 0 || s->queued; }

static void tidy_layers(State *s) {
    if (s->pack == 0) {
        s->pack = s->pool;
        s->pool = 0;
    }
    if (s->pool == 0 && popcount(s->pack) == 1) {
        memmove(s->queue + 1, s->queue, s->queued++);
        s->queue[0] = lowest(s->pack);
        s->pack = 0;
    }
}

static int draw_ticket(State *s, Dice *chance) {
    uint64_t *layer = s->pack ? &s->pack : &s->pool;
    int ticket;
    if (*layer) {
        ticket = nth_bit(*layer, below(chance, popcount(*layer)));
        *layer &= ~bit(ticket);
    } else {
        below(chance, 1);
        ticket = s->queue[0];
        memmove(s->queue, s->queue + 1, --s->queued);
        s->queue[s->queued] = 0;
    }
    s->giver[ticket] = 0;
    return ticket;
}

static void forget(State *s, uint64_t tickets, int seat) {
    for (; tickets; tickets &= tickets - 1)
        if (s->giver[lowest(tickets)] != seat + 1)
            s->giver[lowest(tickets)] = 0;
}

static void offer(State *s, Dice *chance, int seat, int count) {
    Player *p = &s->player[seat];
    uint64_t pack = s->pack, pool = s->pool;
    int shown = least(count, popcount(pack) + popcount(pool) + s->queued);
    for (int position = 0; position < shown; position++)
        p->offered[position] = draw_ticket(s, chance);
    p->n_offered = shown;
    if (s->pack != pack)
        forget(s, s->pack, seat);
    if (s->pool != pool)
        forget(s, s->pool, seat);
    tidy_layers(s);
}

static void keep(State *s, int seat, int choice) {
    Player *p = &s->player[seat];
    for (int position = 0; position < p->n_offered; position++) {
        int ticket = p->offered[position];
        if (choice >> position & 1)
            p->tickets |= bit(ticket);
        else {
            s->queue[s->queued++] = ticket;
            s->giver[ticket] = seat + 1;
        }
        p->offered[position] = 0;
    }
    p->n_offered = p->choice = 0;
}

static void draw_first(State *s, Dice *chance) {
    if (s->first == NONE)
        s->first = below(chance, SEATS);
}

static void carry_out_choices(State *s, Dice *chance) {
    int left = s->queued; /* the last of the pack, which nobody returned */
    for (int turn = 0; turn < SEATS; turn++) {
        int seat = ((OF_GAME(RETURNED_BY_SEAT) ? 0 : s->first) + turn) % SEATS;
        keep(s, seat, s->player[seat].choice);
    }
    if (OF_GAME(SHUFFLE_RETURNED) && s->queued > left + 1) {
        for (int position = 0; position < s->queued; position++) {
            *(position < left ? &s->pack : &s->pool) |= bit(s->queue[position]);
            s->queue[position] = 0;
        }
        s->queued = 0;
        tidy_layers(s);
    }
    draw_first(s, chance);
}

static int is_complete(const State *s, int seat, int ticket) {
    int a = ticket_of[ticket].a, b = ticket_of[ticket].b;
    uint64_t both = bit(a) | bit(b);
    if ((s->player[seat].reach & both) != both)
        return 0;
    return CONNECTED || s->label[seat][a] == s->label[seat][b];
}

/* ── Claims ──────────────────────────────────────────────────────────────────────────────────── */

static inline int ways_in_colour(int length, int ferries, int held, int wilds) {
    return most(least(wilds, length - 1) - most(ferries, length - held) + 1, 0);
}

static inline int ways_to_pay(const Player *p, const Route *r) {
    int wilds = p->hand[WILD], ways = wilds >= r->length;
    if (r->colour >= 0)
        return ways + ways_in_colour(r->length, r->ferries, p->hand[r->colour], wilds);
    for (int colour = 0; colour < WILD; colour++)
        ways += ways_in_colour(r->length, r->ferries, p->hand[colour], wilds);
    return ways;
}

typedef struct { int colour, wilds; } Payment;

static inline Payment nth_way(const Player *p, int length, int ferries, int colour, int n) {
    if (colour >= 0)
        return (Payment){colour, least(most(ferries, length - p->hand[colour]) + n, length)};
    for (int wilds = ferries; wilds <= least(p->hand[WILD], length - 1); wilds++)
        for (int each = 0; each < WILD; each++)
            if (p->hand[each] + wilds >= length && n-- == 0)
                return (Payment){each, wilds};
    return (Payment){0, length};
}

static inline void claimable(const State *s, const Player *p, uint64_t out[WORDS]) {
    int wilds = p->hand[WILD], longest = 0;
    uint64_t fits[WORDS] = {0};
    for (int colour = 0; colour < WILD; colour++) {
        int held = p->hand[colour];
        longest = most(longest, held);
        for (int word = 0; word < WORDS; word++)
            fits[word] |= payable[colour][least(held + wilds, LEVELS - 1)][word];
    }
    for (int word = 0; word < WORDS; word++) {
        fits[word] |= payable[WILD][least(longest + wilds, LEVELS - 1)][word];
        out[word] = p->can[word] & ~s->closed[word] & fits[word] &
                    no_longer[least(p->vehicles, LEVELS - 1)][word] &
                    with_ferries[least(wilds, LEVELS - 1)][word];
    }
}

/* Count the claims that can be paid for: for each number of wilds, the routes they suffice for. */
static inline int count_claims(const State *s, const Player *p) {
    int wilds = least(p->hand[WILD], LEVELS - 1), claims = 0;
    uint64_t open[WORDS];
    for (int word = 0; word < WORDS; word++) {
        open[word] = p->can[word] & ~s->closed[word] &
                     no_longer[least(p->vehicles, LEVELS - 1)][word];
        claims += popcount(open[word] & no_longer[wilds][word]); /* only wilds */
    }
    for (int spent = 0; spent <= wilds; spent++) {
        uint64_t able[WORDS], fits[WORDS] = {0};
        for (int word = 0; word < WORDS; word++)
            able[word] = open[word] & with_ferries[spent][word] & ~no_longer[spent][word];
        for (int colour = 0; colour < WILD; colour++) {
            int level = least(p->hand[colour] + spent, LEVELS - 1);
            for (int word = 0; word < WORDS; word++) {
                fits[word] |= payable[colour][level][word];
                claims += popcount(able[word] & payable[WILD][level][word]);
            }
        }
        for (int word = 0; word < WORDS; word++)
            claims += popcount(able[word] & fits[word]);
    }
    return claims;
}

static inline int wanted(const State *s, const Player *p, int place) {
    for (int symbol = 0; symbol < SYMBOLS; symbol++)
        if (s->stack_place[symbol] == place && s->stack_height[symbol] > 0 &&
            !(p->held >> symbol & 1))
            return symbol;
    return NONE;
}

static inline void take_token(State *s, Player *p, int place) {
    int symbol = wanted(s, p, place);
    if (symbol != NONE) {
        s->stack_height[symbol]--;
        p->held |= 1 << symbol;
    }
}

static inline void score_route(State *s, Player *p, const Route *r) {
    if (OF_GAME(HAS_BUILDER_SCORES))
        p->points[POINTS_ROUTES] += r->points;
    if (OF_GAME(HAS_CONTROLLER_SCORES)) {
        int a = s->controller[r->a], b = s->controller[r->b];
        if (a != NONE)
            s->player[a].points[POINTS_ROUTES] += r->points;
        if (b != NONE)
            s->player[b].points[POINTS_ROUTES] += r->points;
        if (a == NONE && b == NONE)
            p->points[POINTS_ROUTES] += r->points;
    }
}

static inline void connect(State *s, Player *p, int seat, int route) {
    const Route *r = &route_of[route];
    if (CONNECTED) {
        uint64_t ends[2] = {bit(r->a), bit(r->b)};
        for (int end = 0; end < 2; end++)
            if (!(p->reach & ends[end]))
                for (int word = 0; word < WORDS; word++)
                    p->can[word] |= routes_at[end ? r->b : r->a][word];
    } else {
        uint8_t *label = s->label[seat];
        int low = least(label[r->a], label[r->b]), high = most(label[r->a], label[r->b]);
        if (low != high)
            for (int place = 0; place < PLACES; place++)
                label[place] = label[place] == high ? low : label[place];
    }
    p->reach |= bit(r->a) | bit(r->b);
}

static inline void claim(State *s, int seat, int route, Payment payment) {
    Player *p = &s->player[seat];
    const Route *r = &route_of[route];
    if (payment.wilds < r->length)
        pay(s, p, payment.colour, r->length - payment.wilds);
    pay(s, p, WILD, payment.wilds);
    p->vehicles -= r->length;
    p->own[route / 64] |= bit(route % 64);
    s->closed[route / 64] |= bit(route % 64);
    score_route(s, p, r);
    if (SYMBOLS) {
        if (wanted(s, p, r->a) == NONE)
            take_token(s, p, r->b);
        else if (wanted(s, p, r->b) == NONE)
            take_token(s, p, r->a);
        else {
            s->choice_a = r->a;
            s->choice_b = r->b;
        }
    }
    if (WITH_ALVIN && s->alvin_holder != seat &&
        (r->a == s->alvin_city || r->b == s->alvin_city)) {
        s->alvin_holder = seat;
        s->alvin_moving = 1;
        p->points[POINTS_ALVIN] += OF_GAME(ALVIN_VALUE);
    }
    if (MARKERS)
        s->claimed = route;
    connect(s, p, seat, route);
    for (int word = 0; word < WORDS && PARALLEL; word++) {
        if (OF_GAME(ONE_USED))
            s->closed[word] |= twins_of[route][word];
        else
            p->can[word] &= ~twins_of[route][word];
    }
}

/* ── What happens by itself ──────────────────────────────────────────────────────────────────── */

static inline int marker_free(const State *s, int city) {
    return s->controller[city] == NONE && !(WITH_ALVIN && city == OF_GAME(ALVIN_HOME));
}

static inline int marker_possible(const State *s, const Player *p) {
    int cards = 0;
    if (p->n_cities >= MARKERS)
        return 0;
    for (int card = 0; card < CARDS; card++)
        cards += p->hand[card];
    const Route *r = &route_of[s->claimed];
    return cards >= OF_GAME(MARKER_COST) && (marker_free(s, r->a) || marker_free(s, r->b));
}

static int set_up_decision(State *s, Dice *chance) {
    if (s->player[0].n_offered) {
        s->deciding = 0;
        for (int seat = 0; seat < SEATS; seat++)
            s->deciding |= !s->player[seat].chosen << seat;
        if (s->deciding)
            return PHASE_FIRST_TICKETS;
        carry_out_choices(s, chance);
    }
    int last = s->first + SEATS - 1;
    if (s->aside) {
        int nth = SYMBOLS - OF_GAME(N_STARTS) - popcount(s->aside);
        s->deciding = 1 << (last + SEATS - (OF_GAME(LAST_PLACES_ALL) ? 0 : nth % SEATS)) % SEATS;
        return PHASE_STACK_PLACEMENT;
    }
    for (int back = 0; back < SEATS && MARKERS; back++) {
        int seat = (last + SEATS - back) % SEATS;
        if (s->player[seat].n_cities == 0) {
            s->deciding = 1 << seat;
            return PHASE_START_CITY;
        }
    }
    return NONE;
}

static inline int displays_colour(const State *s) {
    for (int slot = 0; slot < SHOWN; slot++)
        if (s->display[slot] < WILD)
            return 1;
    return 0;
}

static inline int decision(State *s, Dice *chance) {
    if (s->turn == NONE)
        return s->turns ? NONE : set_up_decision(s, chance);
    const Player *p = &s->player[s->turn];
    s->deciding = 1 << s->turn;
    if (!s->acted)
        return PHASE_TURN;
    if (s->second && (can_draw(s) || displays_colour(s)))
        return PHASE_SECOND_CARD;
    if (p->n_offered)
        return PHASE_TICKET_OFFER;
    if (s->choice_a != NONE)
        return PHASE_TOKEN_CHOICE;
    if (s->alvin_moving)
        return PHASE_ALVINS_MOVE;
    return s->claimed != NONE && marker_possible(s, p) ? PHASE_MARKER_OFFER : NONE;
}

static void final_scoring(State *s) {
    int complete[6], best = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        Player *p = &s->player[seat];
        complete[seat] = 0;
        for (uint64_t tickets = p->tickets; tickets; tickets &= tickets - 1) {
            int ticket = lowest(tickets), points = ticket_of[ticket].points;
            if (is_complete(s, seat, ticket)) {
                p->points[POINTS_TICKETS] += points;
                complete[seat]++;
            } else
                p->points[POINTS_FAILED_TICKETS] -= points;
        }
        best = most(best, complete[seat]);
        if (SYMBOLS)
            p->points[POINTS_TOURIST_TOKENS] += numbers[AT_TOKEN_VALUE + popcount(p->held)];
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (best && complete[seat] == best)
            s->player[seat].points[POINTS_BONUSES] += OF_GAME(BONUS);
    if (WITH_ALVIN && s->alvin_holder != NONE)
        s->player[s->alvin_holder].points[POINTS_ALVIN] += OF_GAME(ALVIN_VALUE);
}

static inline int ending(State *s) {
    if (s->left == 0)
        s->ended = 1;
    else if (s->passes >= SEATS)
        s->ended = 2;
    else {
        int last = (s->first + s->turns - 1) % SEATS;
        if (s->left == NONE && s->player[last].vehicles <= OF_GAME(VEHICLES_LEFT))
            s->left = SEATS;
        return 0;
    }
    final_scoring(s);
    s->phase = PHASE_OVER;
    s->deciding = 0;
    return 1;
}

static inline void settle(State *s, Dice *chance) {
    fill_display(s, chance);
    while ((s->phase = decision(s, chance)) == NONE) {
        if (s->turn == NONE) {
            if (s->turns && ending(s))
                return;
            s->turn = (s->first + s->turns) % SEATS;
        } else {
            s->turn = NONE;
            s->turns++;
            s->acted = s->second = 0;
            s->claimed = NONE;
            if (s->left != NONE)
                s->left--;
        }
    }
}

static void lay_stacks(State *s, Dice *chance) {
    uint64_t rest = bit(SYMBOLS) - 1;
    for (int place = SYMBOLS - 1; place >= 0; place--) {
        int index = nth_bit(rest, below(chance, place + 1));
        int symbol = numbers[AT_SYMBOL_ORDER + index];
        rest &= ~bit(index);
        if (place < OF_GAME(N_STARTS)) {
            s->stack_place[symbol] = numbers[AT_START_STACKS + place];
            s->stack_height[symbol] = OF_GAME(START_HEIGHT);
        } else
            s->aside |= 1 << symbol;
    }
}

static void start(State *s, Dice *chance) {
    memset(s, 0, sizeof *s);
    s->turn = s->left = s->claimed = s->alvin_holder = s->choice_a = s->choice_b = NONE;
    memset(s->controller, NONE, PLACES);
    memset(s->stack_place, NONE, SYMBOLS);
    s->pack = bit(OF_GAME(N_TICKETS)) - 1;
    s->alvin_city = OF_GAME(ALVIN_HOME);
    for (int seat = 0; seat < SEATS; seat++) {
        s->player[seat].vehicles = OF_GAME(START_VEHICLES);
        if (!CONNECTED) {
            memset(s->player[seat].can, 255, N_WORDS * 8);
            for (int place = 0; place < PLACES; place++)
                s->label[seat][place] = place;
        }
    }
    s->first = OF_GAME(FIRST_SEAT) < 0 ? NONE : OF_GAME(FIRST_SEAT);
    if (!OF_GAME(DRAWN_AFTER_TICKETS))
        draw_first(s, chance);
    for (int card = 0; card < CARDS; card++)
        s->n_deck += s->deck[card] = numbers[AT_DECK_OF + card];
    memset(s->display, NONE, SHOWN);
    for (int seat = 0; seat < SEATS; seat++)
        for (int card = 0; card < OF_GAME(DEALT); card++)
            s->player[seat].hand[draw(s, chance)]++;
    for (int seat = 0; seat < SEATS; seat++)
        offer(s, chance, seat, OF_GAME(TICKETS_DEALT));
    lay_stacks(s, chance);
    settle(s, chance);
}

/* ── Choosing at random, and doing it ────────────────────────────────────────────────────────── */

static inline void acted(State *s) {
    s->acted = 1;
    s->passes = 0;
}

static inline void claim_nth(State *s, int seat, int n) {
    Player *p = &s->player[seat];
    uint64_t mask[WORDS];
    claimable(s, p, mask);
    for (int word = 0;; word++)
        for (; mask[word]; mask[word] &= mask[word] - 1) {
            int route = word * 64 + lowest(mask[word]);
            const Route *r = &route_of[route];
            int ways = ways_to_pay(p, r);
            if (n < ways) {
                claim(s, seat, route, nth_way(p, r->length, r->ferries, r->colour, n));
                return;
            }
            n -= ways;
        }
}

static inline void play_cards_or_claim(State *s, int seat, Dice *chance, Dice *dice) {
    Player *p = &s->player[seat];
    int displayed = 0, deck = can_draw(s), tickets = 0, claims = 0;
    for (int slot = 0; slot < SHOWN; slot++)
        displayed |= 1 << (s->display[slot] & 15);
    if (s->phase == PHASE_TURN) {
        displayed &= 511;
        tickets = tickets_left(s);
        claims = count_claims(s, p);
    } else
        displayed &= 255;
    int cards = deck + popcount(displayed), all = cards + tickets + claims;
    int n = below(dice, all ? all : 1);
    if (n < cards) {
        if (n < deck) {
            p->hand[draw(s, chance)]++;
            s->second = 1 - s->second;
        } else
            take(s, p, nth_bit(displayed, n - deck));
        acted(s);
    } else if ((n -= cards) < tickets) {
        offer(s, chance, seat, OF_GAME(TICKETS_SHOWN));
        acted(s);
    } else if (all) {
        claim_nth(s, seat, n - tickets);
        acted(s);
    } else {
        s->acted = 1;
        s->passes++;
    }
}

static int choose_subset(const Player *p, int fewest, Dice *dice) {
    int offered = p->n_offered, skipped = smaller[offered][least(fewest, offered)];
    return subset[subset_start[offered] + skipped + below(dice, (1 << offered) - skipped)];
}

static void place_stack(State *s, Dice *dice) {
    uint64_t places = bit(PLACES) - 1;
    for (int symbol = 0; symbol < SYMBOLS; symbol++)
        if (s->stack_place[symbol] != NONE)
            places &= ~bit(s->stack_place[symbol]);
    int free = popcount(places), n = below(dice, free * popcount(s->aside));
    int symbol = nth_bit(s->aside, n / free);
    s->stack_place[symbol] = nth_bit(places, n % free);
    s->stack_height[symbol] = OF_GAME(ASIDE_HEIGHT);
    s->aside &= ~(1 << symbol);
}

static void put_marker(State *s, int seat, int city) {
    Player *p = &s->player[seat];
    s->controller[city] = seat;
    p->cities[p->n_cities++] = city;
    s->claimed = NONE;
}

static void choose_start(State *s, int seat, Dice *dice) {
    uint64_t places = 0;
    for (int place = 0; place < PLACES; place++)
        places |= (uint64_t)marker_free(s, place) << place;
    int city = nth_bit(places, below(dice, popcount(places)));
    put_marker(s, seat, city);
    if (CONNECTED)
        memcpy(s->player[seat].can, routes_at[city], N_WORDS * 8);
}

static void choose_marker(State *s, int seat, Dice *dice) {
    Player *p = &s->player[seat];
    const Route *r = &route_of[s->claimed];
    int cost = OF_GAME(MARKER_COST), ways = p->hand[WILD] >= cost;
    for (int colour = 0; colour < WILD; colour++)
        ways += ways_in_colour(cost, 0, p->hand[colour], p->hand[WILD]);
    int at_a = marker_free(s, r->a) ? ways : 0, at_b = marker_free(s, r->b) ? ways : 0;
    int n = below(dice, 1 + at_a + at_b) - 1;
    if (n < 0) {
        s->claimed = NONE;
        return;
    }
    int city = n < at_a ? r->a : r->b;
    Payment payment = nth_way(p, cost, 0, -1, n < at_a ? n : n - at_a);
    if (payment.wilds < cost)
        pay(s, p, payment.colour, cost - payment.wilds);
    pay(s, p, WILD, payment.wilds);
    put_marker(s, seat, city);
}

static void play_rarity(State *s, int seat, Dice *dice) {
    Player *p = &s->player[seat];
    switch (s->phase) {
    case PHASE_FIRST_TICKETS:
        p->choice = choose_subset(p, OF_GAME(KEEP_DEALT), dice);
        p->chosen = 1;
        break;
    case PHASE_TICKET_OFFER:
        keep(s, seat, choose_subset(p, OF_GAME(KEEP_SHOWN), dice));
        break;
    case PHASE_STACK_PLACEMENT:
        place_stack(s, dice);
        break;
    case PHASE_START_CITY:
        choose_start(s, seat, dice);
        break;
    case PHASE_TOKEN_CHOICE:
        take_token(s, p, below(dice, 2) ? s->choice_b : s->choice_a);
        s->choice_a = s->choice_b = NONE;
        break;
    case PHASE_ALVINS_MOVE:
        s->alvin_city = p->cities[below(dice, p->n_cities)];
        s->alvin_moving = 0;
        break;
    case PHASE_MARKER_OFFER:
        choose_marker(s, seat, dice);
        break;
    }
}

static int64_t play_out(State *s, Dice *chance, Dice *dice) {
    int64_t decisions = 0;
    for (; s->phase != PHASE_OVER; decisions++) {
        int seat = lowest(s->deciding);
        if (s->phase == PHASE_TURN || s->phase == PHASE_SECOND_CARD)
            play_cards_or_claim(s, seat, chance, &dice[seat]);
        else
            play_rarity(s, seat, &dice[seat]);
        settle(s, chance);
    }
    return decisions;
}

/* ── In and out ──────────────────────────────────────────────────────────────────────────────── */

static void fail(const char *what) {
    fprintf(stderr, "limit: %s\n", what);
    exit(1);
}

static void copy_masks(uint64_t *to, const uint64_t *from, int rows) {
    for (int row = 0; row < rows; row++)
        memcpy(to + row * WORDS, from + row * AT_NW, WORDS * 8);
}

static void read_tables(const char *path) {
    int64_t size[2];
    FILE *file = fopen(path, "rb");
    if (!file || fread(size, 8, 2, file) != 2)
        fail("cannot read the tables");
    numbers = calloc(size[0], 8);
    uint64_t *masks = calloc(size[1], 8);
    if (fread(numbers, 8, size[0], file) != (size_t)size[0] ||
        fread(masks, 8, size[1], file) != (size_t)size[1])
        fail("the tables end too soon");
    fclose(file);
    for (int i = 0; i < numbers[AT_N_ROUTES]; i++)
        route_of[i] = (Route){numbers[AT_R_A + i],       numbers[AT_R_B + i],
                              numbers[AT_R_LENGTH + i],  numbers[AT_R_FERRIES + i],
                              numbers[AT_R_COLOUR + i],  numbers[AT_R_POINTS + i]};
    for (int i = 0; i < numbers[AT_N_TICKETS]; i++) {
        ticket_of[i].a = numbers[AT_T_A + i];
        ticket_of[i].b = numbers[AT_T_B + i];
        ticket_of[i].points = numbers[AT_T_POINTS + i];
    }
    copy_masks(*twins_of, masks + AT_M_TWINS, 192);
    copy_masks(*routes_at, masks + AT_M_AT, 64);
    copy_masks(**payable, masks + AT_M_COLOUR, CARDS * LEVELS);
    copy_masks(*with_ferries, masks + AT_M_FERRIES, LEVELS);
    copy_masks(*no_longer, masks + AT_M_LENGTH, LEVELS);
    for (int offered = 0; offered <= 8; offered++) {
        subset_start[offered] = numbers[AT_SUBSETS_AT + offered];
        for (int size = 0; size <= offered; size++)
            smaller[offered][size] = numbers[AT_SUBSET_SIZE_AT + offered * 10 + size];
        for (int i = 0; i < 1 << offered; i++)
            subset[subset_start[offered] + i] = numbers[AT_SUBSETS + subset_start[offered] + i];
    }
    free(masks);
}

static void print_bytes(const void *bytes, int count) {
    for (int i = 0; i < count; i++)
        printf("%02x", ((const uint8_t *)bytes)[i]);
}

#define PUT(name) (b[AT_##name])
#define COPY(name, from) memcpy(b + AT_##name, from, SIZE_##name)

/* Print the state as the compiled engine lays it out. */
static void print_block(const State *s) {
    static union { uint64_t words[BYTES / 8]; uint8_t bytes[BYTES]; int16_t halves[BYTES / 2]; } block;
    memset(&block, 0, sizeof block);
    uint8_t *b = block.bytes;
    memcpy(block.words + AT_CLOSED, s->closed, N_WORDS * 8);
    block.words[AT_PACK] = s->pack;
    block.words[AT_POOL] = s->pool;
    COPY(DECK, s->deck);
    COPY(DISCARDS, s->discards);
    COPY(DISPLAY, s->display);
    PUT(FIRST) = s->first;
    PUT(TURN) = s->turn;
    PUT(ACTED) = s->acted;
    PUT(SECOND) = s->second;
    PUT(PASSES) = s->passes;
    PUT(LEFT) = s->left;
    PUT(ENDED) = s->ended;
    PUT(PHASE) = s->phase;
    PUT(DECIDING) = s->deciding;
    block.halves[AT_TURNS] = s->turns;
    PUT(QUEUED) = s->queued;
    COPY(QUEUE, s->queue);
    COPY(GIVER, s->giver);
    if (OF_GAME(HAS_CITY_MARKERS)) {
        PUT(CLAIMED) = s->claimed;
        COPY(CONTROLLER, s->controller);
    }
    if (OF_GAME(HAS_TOURIST_TOKENS)) {
        PUT(CHOICE_A) = s->choice_a;
        PUT(CHOICE_B) = s->choice_b;
        PUT(ASIDE) = s->aside;
        COPY(STACK_PLACE, s->stack_place);
        COPY(STACK_HEIGHT, s->stack_height);
    }
    if (WITH_ALVIN) {
        PUT(ALVIN_CITY) = s->alvin_city;
        PUT(ALVIN_HOLDER) = s->alvin_holder;
        PUT(ALVIN_MOVING) = s->alvin_moving;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        const Player *p = &s->player[seat];
        uint64_t *words = block.words + (AT_PLAYERS + seat * AT_STRIDE) / 8;
        b = (uint8_t *)words;
        memcpy(words + AT_OWN, p->own, N_WORDS * 8);
        memcpy(words + AT_CAN, p->can, N_WORDS * 8);
        words[AT_REACH] = p->reach;
        words[AT_TICKETS] = p->tickets;
        COPY(HAND, p->hand);
        COPY(SEEN, p->seen);
        COPY(OFFERED, p->offered);
        PUT(N_OFFERED) = p->n_offered;
        PUT(CHOSEN) = p->chosen;
        PUT(CHOICE) = p->choice;
        PUT(VEHICLES) = p->vehicles;
        PUT(N_CITIES) = p->n_cities;
        COPY(CITIES, p->cities);
        PUT(HELD) = p->held;
        memcpy((int16_t *)words + AT_SCORES, p->points, SIZE_SCORES);
        if (!CONNECTED)
            memcpy(block.bytes + numbers[AT_LABELS] + seat * PLACES, s->label[seat], PLACES);
    }
    print_bytes(block.bytes, BYTES);
}

int main(int count, char **words) {
    static State state;
    Dice chance, dice[6];
    struct timespec began, ended;
    int64_t decisions = 0;
    if (count < 3)
        fail("usage: limit TABLES GAMES [check]");
    read_tables(words[1]);
    if (fread(&chance, sizeof chance, 1, stdin) != 1 ||
        fread(dice, sizeof *dice, SEATS, stdin) != (size_t)SEATS)
        fail("stdin must have the words of the generators");
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    for (int64_t game = atoll(words[2]); game > 0; game--) {
        start(&state, &chance);
        int64_t made = play_out(&state, &chance, dice);
        decisions += made;
        if (count > 3) {
            printf("%lld ", (long long)made);
            print_block(&state);
            printf(" ");
            print_bytes(&chance, sizeof chance);
            print_bytes(dice, SEATS * sizeof *dice);
            printf("\n");
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%lld %lld\n", (long long)decisions,
           (long long)(ended.tv_sec - began.tv_sec) * 1000000000 + ended.tv_nsec - began.tv_nsec);
    return 0;
}
