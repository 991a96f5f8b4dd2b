"""`fogline tty`: play in this terminal."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from fogline.bots import bot_names
from fogline.cli.frame.arguments import (
    GAME_HELP,
    add_options,
    add_seed,
    load_game,
    new_seed,
    whole_number,
)
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.i18n import LANGUAGES, Catalog, language_of_this_machine, load_catalog
from fogline.cli.online.address import is_address, read_address
from fogline.cli.online.visit import arrive
from fogline.cli.play import questions, saved
from fogline.cli.play.local_match import Match
from fogline.cli.play.saved import SavedGame, SavedSeat
from fogline.cli.play.session import LocalSession
from fogline.cli.play.setup import Setup, check_people, levels, spec_of, start, usual_level
from fogline.cli.play.terminal import EndOfInput, Terminal
from fogline.cli.text.names import level_title, name_seats, names
from fogline.core.definition import GameDefinition


def run(arguments: argparse.Namespace) -> int:
    """Play a new game, go on with one, or join a table of a server."""
    if arguments.game is not None and is_address(arguments.game):
        return _at_server(arguments)
    if arguments.seat is not None:
        raise UsageError("--seat is for tables of a server.")
    plain = arguments.plain or not _has_screen()
    words = load_catalog(arguments.language or language_of_this_machine())
    terminal = Terminal(words) if plain else None
    try:
        first = _first(arguments, terminal)
    except EndOfInput:
        print(words.say("tty.plain.another-time"))
        return 0
    if terminal is None:
        return _on_screen(first, words)
    match = first if isinstance(first, Match) else start(first)
    if isinstance(first, Setup):
        terminal.out.print(Text(words.say("tty.plain.dealt", seed=match.seed)))
    LocalSession(match, terminal).run()
    return 0


def _at_server(arguments: argparse.Namespace) -> int:
    address = read_address(arguments.game)
    for flag in ("seats", "humans", "bot", "seed", "save", "resume"):
        if getattr(arguments, flag) is not None:
            raise UsageError(f"--{flag} is for games at this terminal, not at a server.")
    if arguments.plain or not _has_screen():
        raise UsageError("a table of a server needs the screen of a terminal.")
    seat = None if arguments.seat is None else arguments.seat - 1
    visit = arrive(address, next(iter(arguments.names), None), seat)
    if address.table is not None:
        visit.take_seat(address.table)
    elif seat is not None:
        raise UsageError("--seat needs the link of a table.")
    from fogline.cli.tui.app import FoglineApp  # noqa: PLC0415 (Textual takes a moment to load)

    words = load_catalog(arguments.language or language_of_this_machine())
    app = FoglineApp(visit, words)
    app.run()
    if app.table is not None:
        print(
            words.say(
                "tty.plain.kept", command=f"fogline tty {shlex.quote(address.link(app.table))}"
            )
        )
    return app.return_code or 0


def _has_screen() -> bool:
    streams = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return streams and os.environ.get("TERM") != "dumb"


def _on_screen(first: Setup | Match, words: Catalog) -> int:
    from fogline.cli.tui.app import FoglineApp  # noqa: PLC0415 (Textual takes a moment to load)

    app = FoglineApp(first, words)
    app.run()
    match = app.match
    if match is not None:
        for seat, fault in match.close():
            print(words.say("tty.plain.played-on", player=match.names[seat], fault=fault))
        if match.game.outcome is None:
            print(words.say("tty.plain.kept", command=match.way_back()))
    return app.return_code or 0


def _first(arguments: argparse.Namespace, terminal: Terminal | None) -> Setup | Match:
    """Read what the command line says: a game to set up, or one to go on with."""
    save = None if arguments.save is None else Path(arguments.save)
    if save is not None and save.exists():
        hint = "--save" if arguments.resume else "--resume it, or --save"
        raise UsageError(f"{save} is there already: {hint} under another name.")
    if save is not None and not save.parent.is_dir():
        raise UsageError(f"{save}: there is no folder {save.parent}.")
    if arguments.resume is not None:
        return _resumed(arguments, terminal, save)
    setup = Setup(
        new_seed() if arguments.seed is None else arguments.seed,
        arguments.game,
        arguments.seats,
        arguments.humans,
        arguments.names,
        arguments.bot,
        tuple(arguments.option),
        save,
    )
    if setup.game is not None:
        game = load_game(setup.game, setup.options)
        if setup.seats is not None:
            game.check_seats(setup.seats)
    if terminal is not None:
        return _asked(setup, terminal)
    return start(setup) if setup.complete else setup


def _asked(setup: Setup, terminal: Terminal) -> Setup:
    """Ask, line by line, for what the command line did not say."""
    if setup.game is None:
        terminal.out.print(f"{terminal.say('tty.plain.welcome')}\n")
    name = setup.game or questions.ask_game(terminal)
    game = load_game(name, setup.options)
    least, most = game.seats
    seats = setup.seats or questions.ask_number(
        terminal, terminal.say("tty.plain.how-many", least=least, most=most), least, most, least
    )
    game.check_seats(seats)
    humans = setup.humans or _people(terminal, seats)
    check_people(humans, seats)
    bot = setup.bot or (_level(terminal, game) if humans < seats else None)
    options = questions.ask_options(terminal, name, list(setup.options))
    called = setup.names
    if not called and humans > 1:
        called = tuple(questions.ask_names(terminal, humans))
    return replace(
        setup, game=name, seats=seats, humans=humans, bot=bot, options=tuple(options), names=called
    )


def _people(terminal: Terminal, seats: int) -> int:
    question = terminal.say("tty.plain.people", most=seats)
    return questions.ask_number(terminal, question, 1, seats, 1)


def _level(terminal: Terminal, game: GameDefinition) -> str:
    known = {
        level.name: level_title(terminal.words, level.name, level.title).lower()
        for level in levels(game)
    }
    return questions.ask_level(terminal, known, usual_level(game))


def _resumed(arguments: argparse.Namespace, terminal: Terminal | None, save: Path | None) -> Match:
    for flag in ("game", "seats"):
        if getattr(arguments, flag) is not None:
            raise UsageError(f"--resume knows the {flag} from the saved game; leave it out.")
    if arguments.option:
        raise UsageError("--resume knows the options from the saved game; leave them out.")
    path = Path(arguments.resume)
    kept = saved.read(path)
    if not kept.players:
        kept = _seat_again(kept, arguments, terminal)
    return Match.resumed(kept, save or path)


def _seat_again(
    kept: SavedGame, arguments: argparse.Namespace, terminal: Terminal | None
) -> SavedGame:
    """Ask who plays a game whose file holds a log alone."""
    seats, humans = kept.log.seats, arguments.humans
    if humans is None:
        humans = 1 if terminal is None else _people(terminal, seats)
    check_people(humans, seats)
    called = arguments.names
    if not called and humans > 1 and terminal is not None:
        called = questions.ask_names(terminal, humans)
    bot = spec_of(kept.log.game, arguments.bot or usual_level(kept.log.game))
    players = tuple(
        SavedSeat(name, None if seat < humans else bot)
        for seat, name in enumerate(name_seats(called, seats, humans))
    )
    seed = new_seed() if arguments.seed is None else arguments.seed
    return SavedGame(kept.log, players, seed)


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{GAME_HELP}; or the address of a server or of a table there (default: asks)",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="line by line, for screen readers and simple terminals",
    )
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help="the language of the game (default: that of this machine, or else English)",
    )
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
        "--seat", type=whole_number(1), metavar="N", help="which seat to take at a server's table"
    )
    parser.add_argument(
        "--bot",
        metavar="LEVEL",
        help="who plays the other seats: beginner, casual, skilled, strong, expert, master, or a"
        f" bot: {', '.join(bot_names())} (default: asks)",
    )
    add_seed(parser)
    add_options(parser)
    parser.add_argument(
        "--save", metavar="FILE", help="keep the game in this file (default: one of its own)"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was kept")


COMMAND = Command(
    description="""\
Play in this terminal, alone or several at one device, against bots, with a map of the board.
What is not said here is asked for. While you play, ? lists the keys.
The game is kept after every move, and a game that is not over is offered at the next start.
Where several people share the terminal, a curtain hides each hand from the others.
--plain asks and answers line by line instead, which screen readers can follow.

With the address of a Fogline server, or the link of a table there, you play with others on the
same screen, as a guest who is remembered, or by FOGLINE_TOKEN as an account.

examples:
  fogline tty
  fogline tty san-francisco --seats 3 --humans 1 --bot skilled
  fogline tty old-west --seats 4 --humans 2 --names Ann,Bea --bot casual --save game.json
  fogline tty --resume game.json
  fogline tty --plain
  fogline tty http://192.168.1.20:8000 --names Ann
  fogline tty "https://play.example/#/table/t3Yk"
""",
    arguments=_arguments,
    run=run,
)
