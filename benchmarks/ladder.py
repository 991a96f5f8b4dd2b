"""Play the ladders of docs/ladder.md, and write that page and its pictures anew."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from fogline import __version__, define
from fogline.arena.bench import Machine, this_machine
from fogline.arena.ladder import Ladder, games_in, play_ladder
from fogline.arena.ladder.page import command, section
from fogline.arena.ladder.plot import plot
from fogline.arena.work import available_cores
from fogline.bots import COMPILED
from fogline.cli.arguments import read_seed, whole_number, words
from fogline.cli.output import write_whole
from fogline.cli.watch import Watch
from fogline.core.chance import Seed

DOCS = Path(__file__).parents[1] / "docs"
CASES = (("san-francisco", 2), ("old-west", 2), ("san-francisco", 4))

INTRODUCTION = """\
# The ladder

How strong the bots are, each against each, and how sure that is. This page and its pictures are
written by one command:

```sh
{again}
```

{machine}

The same seed and version give the same games, ratings and intervals on every machine and with any
number of workers; only the thinking times are those of the machine. The command above each table
plays that ladder alone.

## How to read it

**Every deal is played from every seat.** All pairings get the same deals. With two players each
deal is played twice, and the bots change seats in between; with four, one bot sits among three of
another, on each seat once. So the luck of the cards is shared out.

**Wins** are the share of games won; a victory shared by k players counts 1/k for each. In the
table of ratings it is the mean over all opponents.

**The rating** is one number for all of a bot's results, in Elo points: 100 more mean winning
about 64 % of the games between two, 200 more 76 %, 400 more 91 %. It is the maximum of the
likelihood of the Bradley–Terry model, found by choix; at larger tables the whole finishing order
counts. `{anchor}` has 0 by definition. A rating knows only one strength for each bot, so what
happens between two particular bots is better read from the table of pairs.

**The interval** holds the truth in 95 of 100 cases, as far as chance is concerned: other deals
would have given other numbers, and that is how far off they may be. Games of the same deal
resemble each other, so deals are counted, not games. For a rating the interval is that of its
distance from the average of the others, so even `{anchor}` has one. *Above the next* is the
distance to the bot below; if its interval holds 0, the order of the two is not settled. A bot
that never lost, not even by way of others, has an interval without an upper end: no number of
wins says how far above the rest it is.

**Thinking time** is for one decision on average, measured on the machine above while the bot
played against itself. Inside compiled code it is the processor's time, and the engine's own work
is counted in.

**The control** is the last bot of the list against itself, with a deal of its own for every game.
It must come out even; if it does not, beyond what chance does in one of 1,000 cases, the command
fails.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--bots", type=words, default=["random", *COMPILED], help="bots by name, with commas"
    )
    parser.add_argument("--num", type=whole_number(1), default=400, help="games a pairing (400)")
    parser.add_argument("--seed", type=read_seed, default="ladder", help="the deals (ladder)")
    parser.add_argument(
        "--workers", type=whole_number(1), default=available_cores(), help="processes (one a core)"
    )
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write it (docs)")
    arguments = parser.parse_args(argv)
    ladders = [
        _play(name, players, arguments.bots, arguments.num, arguments.seed, arguments.workers)
        for name, players in CASES
    ]
    _write(ladders, arguments.folder)
    return 0 if all(ladder.mirror.even for ladder in ladders) else 1


def _play(  # noqa: PLR0913, PLR0917 (a line of the plan)
    name: str, players: int, bots: Sequence[str], num: int, seed: Seed, workers: int
) -> Ladder:
    total = games_in(len(bots), num, players)
    print(f"{name}, {players} players: {total:,} games between {len(bots)} bots …", flush=True)
    with Watch(total, "games") as watch:
        ladder = play_ladder(
            define(name), bots, num, seed, players=players, workers=workers, progress=watch.update
        )
    print(f"  done in {ladder.seconds:.0f} s; the strongest is {ladder.ratings[0].bot}")
    if not ladder.mirror.even:
        print(f"  {ladder.mirror.bot} against itself did NOT come out even")
    return ladder


def _write(ladders: Sequence[Ladder], folder: Path) -> None:
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    first = ladders[0]
    again = (
        f'make ladder ARGS="--bots {",".join(first.bots)} --num {first.games_each} '
        f'--seed {first.seed}"'
    )
    parts = [
        INTRODUCTION.format(again=again, machine=_machine(this_machine()), anchor=first.anchor)
    ]
    for ladder in ladders:
        picture = pictures / f"ladder-{ladder.game.name}-{ladder.players}.svg"
        write_whole(picture, plot(ladder))
        name = picture.relative_to(folder).as_posix()
        parts.append(section(ladder, command(ladder, ladder.game.name), name))
    write_whole(folder / "ladder.md", "\n".join(parts))
    print(f"wrote {folder / 'ladder.md'} and {len(ladders)} pictures")


def _machine(machine: Machine) -> str:
    return (
        f"Fogline {__version__}, {machine.date[:10]}, {machine.cpu}, {machine.cores} cores, "
        f"Python {machine.python}, Numba {machine.numba}."
    )


if __name__ == "__main__":
    raise SystemExit(main())
