"""`fogline replay`: print a saved game move by move, with everything that was secret."""

from __future__ import annotations

import argparse
from pathlib import Path

from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import console, naming, print_json
from fogline.cli.play import saved
from fogline.cli.text.names import name_seats, names
from fogline.cli.text.narrate import Narrator
from fogline.cli.text.results import print_outcome, to_json
from fogline.core.chance import Chance
from fogline.core.game import Game


def run(arguments: argparse.Namespace) -> int:
    """Print a saved game, after checking all of it."""
    log = saved.read(Path(arguments.file)).log
    with naming(arguments.file):
        game = Game.resume(log, Chance("replay"))
    if arguments.json:
        print_json(_summary(game))
    else:
        _print(game, name_seats(arguments.names, log.seats, humans=log.seats))
    return 0


def _print(game: Game, called: tuple[str, ...]) -> None:
    out = console()
    log = game.log
    narrator = Narrator(log.game, called, minor=True, final=True)
    options = "".join(f" · {name}={value}" for name, value in log.game.options.items())
    out.print(f"{log.game.title}{options} · {log.seats} players", style="bold")
    for sentence in narrator.sentences(log.set_up):
        out.print(f"      {sentence}", soft_wrap=True)
    for number, move in enumerate(log.moves, start=1):
        first, *rest = narrator.sentences(move.events) or [f"{called[move.seat]}: {move.action}"]
        out.print(f"{number:4}. {first}", soft_wrap=True)
        for sentence in rest:
            out.print(f"      {sentence}", soft_wrap=True)
    if game.outcome is None:
        waiting = ", ".join(called[seat] for seat in game.deciding)
        out.print(f"\nThe game goes on; waiting for {waiting}.")
    else:
        print_outcome(out, log.game, game.outcome, called)


def _summary(game: Game) -> dict[str, object]:
    log = game.log
    return {
        "game": log.game.name,
        "options": dict(log.game.options),
        "seats": log.seats,
        "moves": len(log.moves),
        "events": sum(1 for _ in log.events),
        "turns": game.state.turns,
        "finished": game.outcome is not None,
        "deciding": list(game.deciding),
        "outcome": game.outcome and to_json(game.outcome),
    }


def _arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game saved by fogline tty --save FILE")
    parser.add_argument(
        "--names", type=names, default=(), metavar="NAME,NAME,…", help="what to call the players"
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Print a saved game move by move, with everything that was secret, and print the final scores.
Every move is checked: a game that was tampered with is refused.

examples:
  fogline replay game.json
  fogline replay game.json --names Ann,Bea | less
  fogline replay game.json --json
""",
    arguments=_arguments,
    run=run,
)
