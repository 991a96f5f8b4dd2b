"""Play the ladders of docs/ladder.md, and write that page and its pictures anew."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fogline import __version__, define
from fogline.arena.ladder.markdown import command_block, section
from fogline.arena.ladder.plot import plot
from fogline.arena.ladder.tournament import Ladder, games_in, play_ladder
from fogline.arena.process_pool import available_cores
from fogline.arena.speed import this_machine
from fogline.bots import COMPILED
from fogline.cli.frame.arguments import read_seed, whole_number, words
from fogline.cli.frame.output import write_whole
from fogline.cli.frame.progress import ProgressReport
from fogline.core.chance import Seed

DOCS = Path(__file__).parents[1] / "docs"


@dataclass(frozen=True, slots=True)
class Case:
    """A ladder of the page."""

    game: str
    players: int
    bots: Sequence[str]
    num: int
    """Games a pairing."""
    addition: str = ""
    """What is said behind the game and the number of players in the heading."""

    @property
    def name(self) -> str:
        """What it is called in the command, and by its picture."""
        return "-".join([self.game, str(self.players), *self.addition.split()])

    @property
    def title(self) -> str:
        """The heading of its section."""
        return ", ".join(
            filter(None, [define(self.game).title, f"{self.players} players", self.addition])
        )


SEARCH = "search:iterations=300"
SIMPLE = ("random", *COMPILED)
# Search takes a thousand times as long as the others: it meets the planner and the best style.
CASES = (
    Case("san-francisco", 2, SIMPLE, 2000),
    Case("old-west", 2, SIMPLE, 2000),
    Case("san-francisco", 4, SIMPLE, 2000),
    Case("old-west", 4, SIMPLE, 400),
    Case("san-francisco", 2, (SEARCH, "planner", "long-routes"), 300, "with search"),
    Case("old-west", 2, (SEARCH, "planner", "ticket-hungry"), 300, "with search"),
)

INTRODUCTION = """\
# The ladder

How strong the bots are: each plays each other, and the intervals say how certain the numbers are.
One command writes this page and its pictures: `make ladder`. It takes long with `search`; one
section alone is `make ladder ARGS="--cases old-west-2"`. `fogline ladder` plays a ladder on any
board; if a rule of the board has no compiled version, it says so in one line and takes longer.

The same seed and version give the same games, ratings and intervals on every machine and with any
number of workers; only the thinking times are those of the machine. The command above each table
plays that ladder alone.

## How to read it

**Every deal is played from every seat.** All pairings get the same deals. With two players each
deal is played twice, and the bots change seats in between; with four, one bot sits among three of
another, on each seat once. So all bots get the same luck of the cards.

**Wins** are the share of games won; a victory shared by k players counts 1/k for each. In the
table of ratings it is the mean over all opponents.

**The rating** is one number for all of a bot's results, in Elo points: 100 more mean winning
about 64 % of the games between two, 200 more 76 %, 400 more 91 %. It is the maximum of the
likelihood of the Bradley–Terry model, found by choix; at larger tables the whole finishing order
counts. `random` has 0 by definition; where it does not play, the first bot of the list has. A
rating is one strength for each bot; for two particular bots, see the table of pairs.

**The interval** contains the true value in 95 of 100 cases: other deals would have given other
numbers. Games of the same deal resemble each other, so deals are counted, not games. For a rating
the interval is that of its distance from the average of the others, so even the one with 0 has one.
*Above the next* is the distance to the bot below; if its interval holds 0, the order of the two is
not settled. A bot that never lost, not even by way of others, has an interval without an upper end:
no number of wins says how far above the rest it is.

**Thinking time** is for one decision on average, measured on the machine that is named, while the
bot played against itself. Inside compiled code it is the processor's time, and the engine's own
work is counted in.

**The control** is the last bot of the list against itself, with a deal of its own for every game.
It must come out even; if it does not, beyond what chance does in one of 1,000 cases, the command
fails.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and write the page."""
    cases = {case.name: case for case in CASES}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--cases",
        type=words,
        default=list(cases),
        help=f"sections to write; the others stay as they are (all: {','.join(cases)})",
    )
    parser.add_argument("--num", type=whole_number(1), help="games a pairing (2000; search: 300)")
    parser.add_argument("--seed", type=read_seed, default="ladder", help="the deals (ladder)")
    parser.add_argument(
        "--workers", type=whole_number(1), default=available_cores(), help="processes (one a core)"
    )
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write it (docs)")
    arguments = parser.parse_args(argv)
    if unknown := set(arguments.cases) - set(cases):
        parser.error(f"there is no section {min(unknown)!r}; there are {', '.join(cases)}.")
    even = True
    for name in arguments.cases:
        case = cases[name]
        ladder = _play(case, arguments.num or case.num, arguments.seed, arguments.workers)
        _write(case, ladder, arguments.folder)
        even &= ladder.mirror.even
    return 0 if even else 1


def _play(case: Case, num: int, seed: Seed, workers: int) -> Ladder:
    total = games_in(len(case.bots), num, case.players)
    print(f"{case.title}: {total:,} games between {len(case.bots)} bots …", flush=True)
    with ProgressReport(total, "games") as progress:
        ladder = play_ladder(
            define(case.game),
            case.bots,
            num,
            seed,
            players=case.players,
            workers=workers,
            progress=progress.update,
        )
    print(f"  done in {ladder.seconds:.0f} s; the strongest is {ladder.ratings[0].bot}")
    if not ladder.mirror.even:
        print(f"  {ladder.mirror.bot} against itself did NOT come out even")
    return ladder


def _write(case: Case, ladder: Ladder, folder: Path) -> None:
    """Put a section and its picture in their place; what else is there stays."""
    picture = folder / "pictures" / f"ladder-{case.name}.svg"
    picture.parent.mkdir(parents=True, exist_ok=True)
    write_whole(picture, plot(ladder))
    page = folder / "ladder.md"
    sections = _sections(page)
    sections[case.title] = section(
        ladder,
        case.title,
        [_where(), command_block(ladder, ladder.game.name)],
        picture.relative_to(folder).as_posix(),
    )
    ordered = [sections[each.title] for each in CASES if each.title in sections]
    write_whole(page, "\n".join([INTRODUCTION, *ordered]))
    print(f"wrote {page}", flush=True)


def _sections(page: Path) -> dict[str, str]:
    """Read the sections of the page by their titles; none if there is no page yet."""
    if not page.exists():
        return {}
    parts = re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {part.partition("\n")[0].removeprefix("## "): part.rstrip() + "\n" for part in parts}


def _where() -> str:
    machine = this_machine()
    return (
        f"Played by Fogline {__version__} on {machine.date[:10]}: {machine.cpu}, "
        f"{machine.cores} cores, Python {machine.python}, Numba {machine.numba}."
    )


if __name__ == "__main__":
    raise SystemExit(main())
