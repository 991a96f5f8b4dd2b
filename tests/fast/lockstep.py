"""Two engines, one truth (law 6): drive both with the same actions and the same chance.

After the deal and after every action the two must agree on the dice thrown, on who decides, on
the scores, on every byte of the state and on the legal actions, as codes and as actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from fogline import Action, Chance, Event, Seat, Seed, State, outcome_of
from fogline.core import engine as readable
from fogline.core.outcome import tie_break
from fogline.core.table import Table
from fogline.core.view import view_of
from fogline.fast import FastEngine, FastState, constants, layout, state_codec
from fogline.fast.context import Block
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics import claiming
from fogline.fast.state_codec import to_block, to_state
from fogline.rules.city_markers import Markers

MOST_DECISIONS = 4_000
"""No game is as long; one that does not end must not run for ever."""
ROUND_TRIP_EVERY = 64
"""A state is lowered and raised again, which is slow, only so often, and at the end."""

Choose = Callable[[Sequence[Seat], Callable[[Seat], list[Action]]], tuple[Seat, Action]]
"""A player: told who may decide, and what each of them may do, it makes one decision."""


class Difference(AssertionError):
    """The two engines disagree."""


@dataclass(frozen=True)
class Step:
    """What one action did, as the readable engine tells it."""

    before: State
    seat: Seat
    action: Action
    events: list[Event]
    after: State


class Lockstep:
    """A game that both engines play."""

    def __init__(self, engine: FastEngine, state: State, fast: FastState, chance: Chance) -> None:
        self.engine = engine
        self.state = state
        self.fast = fast
        self.decisions = 0
        self._chance = chance
        self._known = _KNOWN.setdefault(engine, {})
        self._legal: dict[Seat, list[Action]] = {}

    @classmethod
    def deal(cls, engine: FastEngine, seed: Seed) -> Lockstep:
        """Deal the same game in both."""
        chance = Chance(seed)
        state, _ = readable.start(engine.game, engine.seats, chance)
        return cls(engine, state, engine.start(seed), chance)

    @classmethod
    def resume(cls, engine: FastEngine, state: State, seed: Seed) -> Lockstep:
        """Go on from a state in both."""
        return cls(engine, state, engine.from_state(state, seed), Chance(seed))

    def play(self, seat: Seat, action: Action) -> Step:
        """Perform an action in both, and compare them."""
        code = self._code(action)
        before = self.state
        self.state, events = readable.play(before, seat, action, self._chance)
        self.fast.step(seat, code)
        self.decisions += 1
        return Step(before, seat, action, events, self.state)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions that both engines list for a seat that decides."""
        return self._legal[seat]

    def compare(self) -> tuple[Seat, ...]:
        """Compare everything; return the seats that decide."""
        now = readable.decision(self.state)
        deciding = () if now is None else now.seats
        scores = tuple(player.score for player in self.state.players)
        self._same("the dice", self._chance.words, self.fast.rng.tolist())
        self._same("who decides", deciding, self.fast.deciding)
        self._same("the scores", scores, self.fast.scores)
        self._compare_blocks("the state", to_block(self.state, self.engine.lowered))
        self._legal = {seat: self._compare_legal(seat) for seat in deciding}
        if self.decisions % ROUND_TRIP_EVERY == 0 or not deciding:
            self._compare_round_trip(deciding)
        if not deciding:
            self._compare_outcomes()
        return deciding

    def _compare_legal(self, seat: Seat) -> list[Action]:
        actions = readable.legal_actions(view_of(self.state, seat))
        codes = [self._code(action) for action in actions]
        fast = self.fast.legal(seat).tolist()
        if codes != fast:
            fast_actions = [str(self.engine.action(code)) for code in fast]
            self._same(f"what seat {seat} may do", [str(each) for each in actions], fast_actions)
            self._same(f"the codes of seat {seat}", codes, fast)
        return actions

    def _code(self, action: Action) -> int:
        """The code of an action, which must mean that action in turn."""
        code = self._known.get(action)
        if code is None:
            self._known[action] = code = self.engine.code(action)
            self._same(f"code {code}", action, self.engine.action(code))
        return code

    def _compare_round_trip(self, deciding: Sequence[Seat]) -> None:
        """Raise the compiled state, lower it again, and ask it what is legal, and who is not."""
        raised = to_state(self.fast.block, self.engine.lowered)
        self._compare_blocks("the state, there and back", to_block(raised, self.engine.lowered))
        for seat in self.state.seats:
            legal = self._legal[seat] if seat in deciding else []
            self._same("the raised state", legal, readable.legal_actions(view_of(raised, seat)))
            self._same(f"whether seat {seat} may act", len(legal), len(self.fast.legal(seat)))

    def _compare_outcomes(self) -> None:
        outcome = outcome_of(self.state)
        if outcome is None or not self.fast.is_over:
            raise Difference(self._message("nobody decides, and the game is not over"))
        merits = list(zip(self.fast.scores, self.fast.tie_breaks, strict=True))
        ranks = [1 + sum(merit > mine for merit in merits) for mine in merits]
        results = outcome.results
        tie_breaks = tuple(tie_break(self.state, seat) for seat in self.state.seats)
        self._same("the tie-breaks", tie_breaks, self.fast.tie_breaks)
        self._same("the ranks", [result.rank for result in results], ranks)

    def _compare_blocks(self, what: str, expected: Block) -> None:
        found = self.fast.block
        if expected.bytes.tobytes() != found.bytes.tobytes():
            places = np.flatnonzero(expected.bytes != found.bytes).tolist()
            seats = self.engine.seats
            wrong = [
                f"{name_of(place, seats)} {expected.bytes[place]} ≠ {found.bytes[place]}"
                for place in places[:8]
            ]
            raise Difference(self._message(f"{what}: {', '.join(wrong)}"))

    def _same(self, what: str, readable_says: object, fast_says: object) -> None:
        if readable_says != fast_says:
            raise Difference(self._message(f"{what}: {readable_says} ≠ {fast_says}"))

    def _message(self, difference: str) -> str:
        game = self.engine.game
        return (
            f"{game.title}, {self.engine.seats} players, {dict(game.options)}, after"
            f" {self.decisions} decisions: {difference} (readable ≠ compiled)"
        )


_KNOWN: WeakKeyDictionary[FastEngine, dict[Action, int]] = WeakKeyDictionary()
"""For each engine the codes that were found to mean their actions."""


def drive(
    game: Lockstep, choose: Choose, notice: Callable[[Step], None] = lambda _: None
) -> Lockstep:
    """Play a game to its end, comparing at every step."""
    with remembered_routes():
        while deciding := game.compare():
            if game.decisions >= MOST_DECISIONS:
                raise AssertionError(f"no end after {MOST_DECISIONS} decisions")
            notice(game.play(*choose(deciding, game.legal)))
    return game


@contextmanager
def remembered_routes() -> Iterator[None]:
    """Lower the routes anew only when they changed: it is most of the work of `to_block`."""
    write = state_codec.write_networks
    last: tuple[object, ...] = ()
    saved: list[tuple[int, np.ndarray[tuple[int], np.dtype[np.uint64]]]] = []

    def write_changed(block: Block, table: Table, lowered: LoweredGame) -> None:
        nonlocal last
        markers = table.parts.get(Markers.verb)
        starts = markers.starts if isinstance(markers, Markers) else None
        if last != (key := (lowered.routes, table.owners, starts)):
            write(block, table, lowered)
            last = key
            saved[:] = [(start, block.words[start:end].copy()) for start, end in _routes(lowered)]
        else:
            for start, words in saved:
                block.words[start : start + len(words)] = words

    state_codec.write_networks = write_changed
    try:
        yield
    finally:
        state_codec.write_networks = write


def _routes(lowered: LoweredGame) -> Iterator[tuple[int, int]]:
    """The words that depend on nothing but who owns which route, and on the start cities."""
    yield claiming.CLOSED, claiming.CLOSED + constants.NW
    for seat in range(lowered.seats):
        for field in (claiming.OWN, claiming.CAN, claiming.REACH):
            first = lowered.record(seat) // 8 + field
            yield first, first + field.size
    yield lowered.record(lowered.seats) // 8, lowered.block // 8


def name_of(position: int, seats: int) -> str:
    """Name a byte of a block by the layout: `TURN`, `HAND+3 of seat 1`, `label 40`."""
    seat, offset = divmod(position - layout.PLAYERS, layout.STRIDE)
    if seat >= seats:
        return f"label {position - layout.PLAYERS - seats * layout.STRIDE}"
    area, of = ("player", f" of seat {seat}") if seat >= 0 else ("shared", "")
    offset = offset if seat >= 0 else position
    for name, field in layout.named().items():
        within = offset - field * field.unit
        if field.area == area and 0 <= within < field.size * field.unit:
            return f"{name}{f'+{within}' if within else ''}{of}"
    return f"byte {offset}{of}"
