"""Deliberate slips in a copy of the kernels, to show that the lockstep notices them.

Compiling takes a while, so one copy has all slips at once. Each is behind a guard: a
byte of the state that nothing uses says which slip is made. It is set only while a kernel runs, so
that a state looks the same with and without it.

`python -m tests.fast.slips FOLDER` writes the copy; with the copy first on the path, without a
folder, it makes each slip in turn and prints what the lockstep says of it.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import fogline
from fogline import Chance, Seat, define
from fogline.fast import FastEngine, FastState, compile_game, layout
from fogline.fast.engine import Codes
from tests.fast.lockstep import Difference, Lockstep, drive
from tests.fast.own_boards import mixed
from tests.fast.players import Style


def _spare() -> int:
    """Find a byte that no field uses."""
    shared = [field for field in layout.named().values() if field.area == layout.shared.name]
    used = {
        field * field.unit + byte for field in shared for byte in range(field.size * field.unit)
    }
    return min(set(range(layout.PLAYERS)) - used)


SPARE = _spare()
MOST_GAMES = 40
"""In so many games a slip must show."""

SLIP = "g.b[SPARE] == SLIP"
"""What a guard reads like before the numbers are put in."""


@dataclass(frozen=True)
class Slip:
    """A change to the text of a mechanic: each old text must be there once."""

    name: str
    file: str
    edits: tuple[tuple[str, str], ...]
    game: str
    """Where it shows: `sf`, `ow` or `mixed`."""


def _slip(name: str, file: str, game: str, *edits: tuple[str, str]) -> Slip:
    return Slip(name, file, edits, game)


SLIPS = (
    _slip(
        "C5: a displayed wild as the second card",
        "drawing",
        "sf",
        ("== turns.ACTION else WILD)", f"== turns.ACTION or {SLIP} else WILD)"),
    ),
    _slip(
        "C5: a displayed wild, and then a second card",
        "drawing",
        "ow",
        ("0 if card == WILD else", f"0 if card == WILD and not {SLIP} else"),
    ),
    _slip(
        "C6: swept at four wilds",
        "drawing",
        "sf",
        ("wilds < g.t[SWEEP_AT]", f"wilds < g.t[SWEEP_AT] + ({SLIP})"),
    ),
    _slip(
        "C9: gaps are filled from right to left",
        "drawing",
        "sf",
        (
            "        for slot in range(shown):\n            if",
            "        for place in range(shown):\n"
            f"            slot = shown - 1 - place if {SLIP} else place\n            if",
        ),
    ),
    _slip(
        "C12: one vehicle too few taken",
        "claiming",
        "sf",
        ("-= g.t[board.R_LENGTH + route]", f"-= g.t[board.R_LENGTH + route] - ({SLIP})"),
    ),
    _slip(
        "C14: ferries ask for nothing",
        "claiming",
        "sf",
        (
            "g.t[board.R_FERRIES + route]\n    colour",
            f"0 if {SLIP} else g.t[board.R_FERRIES + route]\n    colour",
        ),
        (
            "g.t[board.R_FERRIES + route]\n    way",
            f"0 if {SLIP} else g.t[board.R_FERRIES + route]\n    way",
        ),
        ("    routes &= g.m[M_FERRIES", f"    if not {SLIP}:\n        routes &= g.m[M_FERRIES"),
    ),
    _slip(
        "C16: the others keep in mind what was paid",
        "drawing",
        "ow",
        ("seen - count if seen", f"seen if {SLIP} else seen - count if seen"),
    ),
    _slip(
        "C17: a parallel route beside one's own",
        "parallel_routes",
        "sf",
        ("claiming.CAN + word] &= ~twins", f"claiming.CAN + word] &= ~(ZERO if {SLIP} else twins)"),
    ),
    _slip(
        "C18: parallel routes stay open for two",
        "parallel_routes",
        "sf2",
        ("CLOSED + word] |= twins", f"CLOSED + word] |= ZERO if {SLIP} else twins"),
    ),
    _slip(
        "C19: returned tickets go on top",
        "tickets",
        "sf",
        (
            "            g.b[QUEUE + g.b[QUEUED]] = ticket\n",
            "            place = np.int64(g.b[QUEUED])\n"
            f"            while place > 0 and {SLIP}:\n"
            "                g.b[QUEUE + place] = g.b[QUEUE + place - 1]\n"
            "                place -= 1\n"
            "            g.b[QUEUE + place] = ticket\n",
        ),
    ),
    _slip(
        "C21: who gave a ticket back never grows unsure of it",
        "tickets",
        "ow",
        ("g.b[GIVER + ticket] != seat + 1", f"g.b[GIVER + ticket] != seat + 1 and not {SLIP}"),
    ),
    _slip(
        "C22: networks are not joined",
        "claiming",
        "sf",
        ("if one != other:", f"if one != other and not {SLIP}:"),
    ),
    _slip(
        "C23: the last round is a turn short",
        "ending",
        "sf",
        ("g.b[LEFT] = seats", f"g.b[LEFT] = seats - ({SLIP})"),
    ),
    _slip(
        "C23: called with three vehicles left",
        "ending",
        "ow",
        ("<= g.t[VEHICLES_LEFT]", f"<= g.t[VEHICLES_LEFT] + ({SLIP})"),
    ),
    _slip(
        "C2: all but one have passed",
        "ending",
        "mixed",
        ("g.b[turns.PASSES] >= seats", f"g.b[turns.PASSES] >= seats - ({SLIP})"),
    ),
    _slip(
        "SF8: a second token of a symbol",
        "tourist_tokens",
        "sf",
        ("not (held >> symbol) & 1", f"(not (held >> symbol) & 1 or {SLIP})"),
    ),
    _slip(
        "OW4: one end of a route joins the network",
        "connected_network",
        "ow",
        ("& bit(place) == ZERO", f"& bit(place) == ZERO and not (end == board.R_B and {SLIP})"),
    ),
    _slip(
        "OW5: a marker for a single card",
        "city_markers",
        "ow",
        ("pay_way(g, seat, cost,", f"pay_way(g, seat, cost - ({SLIP}),"),
    ),
    _slip(
        "OW6: the builder scores, whoever controls the cities",
        "city_markers",
        "ow",
        ("first = g.b[CONTROLLER", f"first = NONE if {SLIP} else g.b[CONTROLLER"),
        ("second = g.b[CONTROLLER", f"second = NONE if {SLIP} else g.b[CONTROLLER"),
    ),
    _slip(
        "OW6: who controls both cities scores once",
        "city_markers",
        "ow",
        ("if second != NONE:", f"if second != NONE and not (first == second and {SLIP}):"),
    ),
    _slip(
        "OW9: a bonus for no ticket at all",
        "ticket_bonus",
        "mixed",
        ("if most > 0 and", f"if (most > 0 or {SLIP}) and"),
    ),
    _slip(
        "AL1: a marker on Alvin's home",
        "alvin",
        "ow",
        ("place == g.t[ALVIN_HOME]", f"place == g.t[ALVIN_HOME] and not {SLIP}"),
    ),
    _slip(
        "AL3: one's own Alvin is captured again",
        "alvin",
        "mixed",
        ("g.b[ALVIN_HOLDER] != seat", f"(g.b[ALVIN_HOLDER] != seat or {SLIP})"),
    ),
)


def write_copy(folder: Path) -> None:
    """Copy the package and put all slips in."""
    source = Path(fogline.__file__).parent
    shutil.copytree(source, folder / "fogline", ignore=shutil.ignore_patterns("__pycache__"))
    for number, slip in enumerate(SLIPS, start=1):
        path = folder / "fogline" / "fast" / "mechanics" / f"{slip.file}.py"
        text = path.read_text(encoding="utf-8")
        for old, new in slip.edits:
            found = text.count(old)
            if found != 1:
                raise ValueError(f"{slip.name}: {old!r} is {found} times in {path.name}")
            text = text.replace(old, new.replace("SPARE", str(SPARE)).replace("SLIP", str(number)))
        path.write_text(text, encoding="utf-8")


@contextmanager
def making(number: int) -> Iterator[None]:
    """Make a slip in every step and in every list of legal actions; 0 is none."""
    step, legal = FastState.step, FastState.legal

    def slipping_step(self: FastState, seat: Seat, code: int) -> None:
        self.block.bytes[SPARE] = number
        step(self, seat, code)
        self.block.bytes[SPARE] = 0

    def slipping_legal(self: FastState, seat: Seat) -> Codes:
        self.block.bytes[SPARE] = number
        codes = legal(self, seat)
        self.block.bytes[SPARE] = 0
        return codes

    FastState.step = slipping_step  # type: ignore[method-assign]
    FastState.legal = slipping_legal  # type: ignore[method-assign]
    try:
        yield
    finally:
        FastState.step = step  # type: ignore[method-assign]
        FastState.legal = legal  # type: ignore[method-assign]


def play(engines: list[FastEngine], number: int, games: int) -> str | None:
    """Play until the engines differ, and say how; `None` if they never do."""
    styles = list(Style)
    with making(number):
        for game, engine in enumerate(islice(cycle(engines), games)):
            style = styles[game // len(engines) % len(styles)]
            try:
                drive(Lockstep.deal(engine, game), style.player(Chance(f"slip {game}")))
            except Difference as difference:
                return str(difference)
    return None


def main() -> None:
    """Write the copy, or make the slips in it."""
    if sys.argv[1:]:
        write_copy(Path(sys.argv[1]))
        return
    old_west = define("old-west", {"alvin": True})
    engines = {
        "sf2": [compile_game(define("san-francisco"), 2)],
        "sf": [compile_game(define("san-francisco"), seats) for seats in (3, 4)],
        "ow": [compile_game(old_west, seats) for seats in (3, 5)],
        "mixed": [compile_game(mixed(), seats) for seats in (2, 4)],
    }
    every = [engine for some in engines.values() for engine in some]
    said = {"": play(every, 0, len(every) * len(Style))}
    for number, slip in enumerate(SLIPS, start=1):
        said[slip.name] = play(engines[slip.game], number, MOST_GAMES)
    sys.stdout.write(json.dumps({"package": fogline.__file__, "said": said}))


if __name__ == "__main__":
    main()
