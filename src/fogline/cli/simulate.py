"""`fogline simulate`: whole games between bots, and what came of them."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from fogline.arena import Simulation
from fogline.arena import simulate as play_games
from fogline.bots import bot_names
from fogline.cli.arguments import (
    GAME_HELP,
    add_json,
    add_options,
    add_seed,
    load_game,
    new_seed,
    whole_number,
    words,
)
from fogline.cli.command import Command, Parser
from fogline.cli.output import console, print_json

_PATIENCE = 2.0
"""Seconds after which somebody who watches wants to know how long it will take."""


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result."""
    game = load_game(arguments.game, arguments.option)
    seed = new_seed() if arguments.seed is None else arguments.seed
    with _Watch(arguments.num) as watch:
        simulation = play_games(game, arguments.players, arguments.num, seed, watch.update)
    if arguments.json:
        print_json(_to_json(simulation))
    else:
        _print(simulation)
    return 0


class _Watch(ExitStack):
    """A bar on stderr, where somebody watches, once it takes long."""

    def __init__(self, num: int) -> None:
        super().__init__()
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", total=num)
        self._began = time.monotonic()
        self._shown = False

    def update(self, done: int) -> None:
        """Hear how many games are done."""
        if not self._shown and time.monotonic() - self._began > _PATIENCE:
            self._shown = True
            if self._bar.console.is_terminal:
                self.enter_context(self._bar)
        self._bar.update(self._task, completed=done)


def _to_json(simulation: Simulation) -> dict[str, object]:
    return {
        "game": simulation.game.name,
        "options": dict(simulation.game.options),
        "players": list(simulation.players),
        "num": simulation.num,
        "seed": simulation.seed,
        "seconds": round(simulation.seconds, 3),
        "games_per_second": round(simulation.games_per_second, 3),
        "decisions_per_second": round(simulation.decisions_per_second, 1),
        "decisions": simulation.decisions,
        "wins": [round(won, 6) for won in simulation.wins],
        "shared_victories": simulation.shared,
        "mean_scores": [round(score, 6) for score in simulation.mean_scores],
    }


def _print(simulation: Simulation) -> None:
    out = console()
    games = f"{simulation.num:,} game{'s' if simulation.num > 1 else ''}"
    options = "".join(f" · {name}={value}" for name, value in simulation.game.options.items())
    out.print(f"{simulation.game.title}{options} · {games} · seed {simulation.seed}", style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("seat", justify="right")
    table.add_column("player")
    for heading in ("wins", "share", "mean score"):
        table.add_column(heading, justify="right")
    for seat, player in enumerate(simulation.players):
        won = simulation.wins[seat]
        table.add_row(
            str(seat),
            player,
            f"{won:,.2f}".removesuffix(".00"),
            f"{won / simulation.num:.1%}",
            f"{simulation.mean_scores[seat]:.1f}",
        )
    out.print(table)
    if simulation.shared:
        out.print(
            f"{simulation.shared:,} of them ended in a shared victory, "
            "which counts 1/k for each of k winners."
        )
    out.print(
        f"{simulation.decisions:,} decisions in {simulation.seconds:.1f} s: "
        f"{simulation.games_per_second:,.1f} games and "
        f"{simulation.decisions_per_second:,.0f} decisions a second."
    )


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--players",
        type=words,
        default=["random", "random"],
        metavar="BOT,BOT,…",
        help=f"the bot on each seat; there are: {', '.join(bot_names())} (default: random,random)",
    )
    parser.add_argument(
        "--num", type=whole_number(1), default=100, metavar="N", help="games to play (default: 100)"
    )
    add_seed(parser)
    add_options(parser)
    add_json(parser)


COMMAND = Command(
    name="simulate",
    summary="play whole games between bots",
    description="""\
Play whole games between bots, and say who won how often, with how many points.
The same seed gives the same games. A victory shared by k players counts 1/k for each.

examples:
  fogline simulate san-francisco --players random,random --num 1000 --seed 1
  fogline simulate old-west --players random,random,random --option alvin --json
  fogline simulate my-board.toml --option first=0
""",
    arguments=_arguments,
    run=run,
)
