"""`fogline tty`: play in this terminal."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from rich.text import Text

from fogline.bots import Bot, bot_names, guarded_bot
from fogline.cli.arguments import (
    GAME_HELP,
    add_options,
    add_seed,
    load_game,
    new_seed,
    whole_number,
)
from fogline.cli.command import Command, Parser, UsageError
from fogline.cli.names import name_seats, names
from fogline.cli.play import questions
from fogline.cli.play.session import Session
from fogline.cli.play.terminal import EndOfInput, Terminal
from fogline.cli.replay import read_log
from fogline.core.chance import Chance, Seed
from fogline.core.game import Game
from fogline.core.messages import Seat


def run(arguments: argparse.Namespace) -> int:
    """Play a new game, or go on with one."""
    terminal = Terminal()
    seed = new_seed() if arguments.seed is None else arguments.seed
    try:
        session = (
            _new(arguments, terminal, seed)
            if arguments.resume is None
            else _resumed(arguments, terminal, seed)
        )
    except EndOfInput:
        terminal.out.print("Another time, then.")
        return 0
    session.run()
    return 0


def _new(arguments: argparse.Namespace, terminal: Terminal, seed: Seed) -> Session:
    save = None if arguments.save is None else Path(arguments.save)
    if save is not None and save.exists():
        raise UsageError(f"{save} is there already: --resume it, or --save under another name.")
    if arguments.game is None:
        terminal.out.print("Welcome. Just press Enter for what stands in brackets.\n")
    name = arguments.game or questions.ask_game(terminal)
    least, most = load_game(name, arguments.option).seats
    seats = arguments.seats or questions.ask_number(
        terminal, f"How many players, {least} to {most}?", least, most, least
    )
    load_game(name, arguments.option).check_seats(seats)
    humans = _humans(arguments, terminal, seats)
    options = questions.ask_options(terminal, name, arguments.option)
    called = _names(arguments, terminal, humans)
    game = Game.start(load_game(name, options), seats, Chance(seed))
    terminal.out.print(Text(f"Dealt with seed {seed}. Type help whenever you like."))
    bots = _bots(arguments.bot, range(humans, seats), seed)
    return Session(game, name_seats(called, seats, humans), bots, terminal, save)


def _resumed(arguments: argparse.Namespace, terminal: Terminal, seed: Seed) -> Session:
    for flag in ("game", "seats"):
        if getattr(arguments, flag) is not None:
            raise UsageError(f"--resume knows the {flag} from the saved game; leave it out.")
    if arguments.option:
        raise UsageError("--resume knows the options from the saved game; leave them out.")
    log = read_log(Path(arguments.resume))
    # Dice that begin anew must not repeat what they gave before.
    seed = f"{seed}/{len(log.moves)}"
    game = Game.resume(log, Chance(seed))
    humans = _humans(arguments, terminal, log.seats)
    called = name_seats(_names(arguments, terminal, humans), log.seats, humans)
    save = Path(arguments.save or arguments.resume)
    if arguments.save is not None and save.exists():
        raise UsageError(f"{save} is there already: --save under another name.")
    return Session(
        game, called, _bots(arguments.bot, range(humans, log.seats), seed), terminal, save
    )


def _humans(arguments: argparse.Namespace, terminal: Terminal, seats: int) -> int:
    question = f"How many of them are people at this terminal, 1 to {seats}?"
    humans: int = arguments.humans or questions.ask_number(terminal, question, 1, seats, 1)
    if humans > seats:
        raise UsageError(f"--humans {humans}: there are only {seats} players.")
    return humans


def _names(arguments: argparse.Namespace, terminal: Terminal, humans: int) -> list[str]:
    if arguments.names or humans == 1:
        return list(arguments.names)
    return questions.ask_names(terminal, humans)


def _bots(name: str, seats: Iterable[Seat], seed: Seed) -> dict[Seat, Bot]:
    return {seat: guarded_bot(name, f"{seed}/{seat}") for seat in seats}


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{GAME_HELP} (default: asks)")
    parser.add_argument(
        "--seats", type=whole_number(1), metavar="N", help="players in all (default: asks)"
    )
    parser.add_argument(
        "--humans",
        type=whole_number(1),
        metavar="N",
        help="players at this terminal; bots play the others (default: asks)",
    )
    parser.add_argument(
        "--names", type=names, default=(), metavar="NAME,NAME,…", help="what to call the players"
    )
    parser.add_argument(
        "--bot",
        default="random",
        metavar="NAME",
        help=f"who plays the other seats: {', '.join(bot_names())} (default: random)",
    )
    add_seed(parser)
    add_options(parser)
    parser.add_argument(
        "--save", metavar="FILE", help="keep the game in this file, after every move"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a game kept by --save")


COMMAND = Command(
    name="tty",
    summary="play in this terminal",
    description="""\
Play in this terminal, alone or several at one device, against bots.
What is not said here is asked for. While you play, help says what you can type.
Where several people share the terminal, a curtain hides each hand from the others.

examples:
  fogline tty
  fogline tty san-francisco --seats 3 --humans 1
  fogline tty old-west --seats 4 --humans 2 --names Ann,Bea --save game.json
  fogline tty --resume game.json
""",
    arguments=_arguments,
    run=run,
)
