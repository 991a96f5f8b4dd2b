"""Deliberate slips in a copy of the kernels, to show that the lockstep notices them.

Compiling takes a quarter of a minute, so one copy has all slips at once. Each is behind a guard: a
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
from fogline.fast import FastEngine, FastState, compile_game
from fogline.fast import layout as at
from fogline.fast.engine import Codes
from tests.fast.lockstep import Difference, Lockstep, drive
from tests.fast.own_boards import mixed
from tests.fast.players import Style

SPARE = at.QUEUE - 1
"""A byte of the state between two fields."""
MOST_GAMES = 40
"""In so many games a slip must show."""

SLIP = "b[SPARE] == SLIP"
"""What a guard reads like before the numbers are put in; some kernels see the state as words."""
SLIP_IN_WORDS = "w[SPARE // 8] >> np.uint64(8 * (SPARE % 8)) == np.uint64(SLIP)"


@dataclass(frozen=True)
class Slip:
    """A change to the text of a kernel: each old text must be there once."""

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
        "legal",
        "sf",
        (
            "if phase == SECOND_CARD:\n        displayed",
            f"if phase == SECOND_CARD and not {SLIP}:\n        displayed",
        ),
    ),
    _slip(
        "C5: a displayed wild, and then a second card",
        "cards",
        "ow",
        ("0 if card == WILD else", f"0 if card == WILD and not {SLIP} else"),
    ),
    _slip(
        "C6: swept at four wilds",
        "cards",
        "sf",
        ("wilds >= t[SWEEP_AT]", f"wilds >= t[SWEEP_AT] + ({SLIP})"),
    ),
    _slip(
        "C9: gaps are filled from right to left",
        "cards",
        "sf",
        ("card == NONE and gap < 0", f"card == NONE and (gap < 0 or {SLIP})"),
    ),
    _slip(
        "C12: one vehicle too few taken",
        "claims",
        "sf",
        ("b[player + VEHICLES] -= length", f"b[player + VEHICLES] -= length - ({SLIP})"),
    ),
    _slip(
        "C14: ferries ask for nothing",
        "claims",
        "sf",
        (
            "    ferries = t[R_FERRIES + route]\n",
            f"    ferries = 0 if {SLIP} else t[R_FERRIES + route]\n",
        ),
        (
            "    open_routes &= m[M_FERRIES",
            f"    if not {SLIP}:\n        open_routes &= m[M_FERRIES",
        ),
    ),
    _slip(
        "C16: the others keep in mind what was paid",
        "cards",
        "ow",
        ("seen - count if seen", f"seen if {SLIP} else seen - count if seen"),
    ),
    _slip(
        "C17: a parallel route beside one's own",
        "claims",
        "sf",
        (
            "w[words + CAN + word] &= ~twins",
            f"w[words + CAN + word] &= ~(twins if not {SLIP_IN_WORDS} else ZERO)",
        ),
    ),
    _slip(
        "C18: parallel routes stay open for two",
        "claims",
        "sf2",
        (
            "w[CLOSED + word] |= twins",
            f"w[CLOSED + word] |= twins if not {SLIP_IN_WORDS} else ZERO",
        ),
    ),
    _slip(
        "C19: returned tickets go on top",
        "tickets",
        "sf",
        (
            "            b[QUEUE + b[QUEUED]] = ticket\n",
            "            place = np.int64(b[QUEUED])\n"
            f"            while place > 0 and {SLIP}:\n"
            "                b[QUEUE + place] = b[QUEUE + place - 1]\n"
            "                place -= 1\n"
            "            b[QUEUE + place] = ticket\n",
        ),
    ),
    _slip(
        "C21: who gave a ticket back never grows unsure of it",
        "tickets",
        "ow",
        ("b[GIVER + ticket] != seat + 1", f"b[GIVER + ticket] != seat + 1 and not {SLIP}"),
    ),
    _slip(
        "C22: networks are not joined",
        "claims",
        "sf",
        ("if label_a != label_b:", f"if label_a != label_b and not {SLIP}:"),
    ),
    _slip(
        "C23: the last round is a turn short",
        "flow",
        "sf",
        ("b[LEFT] = seats", f"b[LEFT] = seats - ({SLIP})"),
    ),
    _slip(
        "C23: called with three vehicles left",
        "flow",
        "ow",
        ("<= t[VEHICLES_LEFT]", f"<= t[VEHICLES_LEFT] + ({SLIP})"),
    ),
    _slip(
        "C2: all but one have passed",
        "flow",
        "mixed",
        ("b[PASSES] >= seats", f"b[PASSES] >= seats - ({SLIP})"),
    ),
    _slip(
        "SF8: a second token of a symbol",
        "claims",
        "sf",
        ("not (held >> symbol) & 1", f"(not (held >> symbol) & 1 or {SLIP})"),
    ),
    _slip(
        "OW4: one end of a route joins the network",
        "claims",
        "ow",
        (
            "reach & bit(place) == ZERO",
            f"reach & bit(place) == ZERO and not (at == R_B and {SLIP})",
        ),
    ),
    _slip(
        "OW5: a marker for a single card",
        "step",
        "ow",
        ("way % WILD, cost - wilds)", f"way % WILD, cost - wilds - ({SLIP}))"),
    ),
    _slip(
        "OW6: the builder scores, whoever controls the cities",
        "claims",
        "ow",
        (
            "first = b[CONTROLLER + t[R_A + route]]",
            f"first = NONE if {SLIP} else b[CONTROLLER + t[R_A + route]]",
        ),
        (
            "second = b[CONTROLLER + t[R_B + route]]",
            f"second = NONE if {SLIP} else b[CONTROLLER + t[R_B + route]]",
        ),
    ),
    _slip(
        "OW6: who controls both cities scores once",
        "claims",
        "ow",
        ("if second != NONE:", f"if second != NONE and not (first == second and {SLIP}):"),
    ),
    _slip(
        "OW9: a bonus for no ticket at all",
        "flow",
        "mixed",
        ("if most > 0 and", f"if (most > 0 or {SLIP}) and"),
    ),
    _slip(
        "AL1: a marker on Alvin's home",
        "flow",
        "ow",
        ("== NONE and not home", f"== NONE and (not home or {SLIP})"),
    ),
    _slip(
        "AL3: one's own Alvin is captured again",
        "claims",
        "mixed",
        ("b[ALVIN_HOLDER] != seat and", f"(b[ALVIN_HOLDER] != seat or {SLIP}) and"),
    ),
)


def write_copy(folder: Path) -> None:
    """Copy the package and put all slips in."""
    source = Path(fogline.__file__).parent
    shutil.copytree(source, folder / "fogline", ignore=shutil.ignore_patterns("__pycache__"))
    for number, slip in enumerate(SLIPS, start=1):
        path = folder / "fogline" / "fast" / "kernel" / f"{slip.file}.py"
        text = path.read_text(encoding="utf-8")
        for old, new in slip.edits:
            found = text.count(old)
            if found != 1:
                raise ValueError(f"{slip.name}: {old!r} is {found} times in {path.name}")
            text = text.replace(old, new.replace("SPARE", str(SPARE)).replace("SLIP", str(number)))
        if "import numpy as np" not in text:
            text = text.replace("\nfrom fogline", "\nimport numpy as np\nfrom fogline", 1)
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
