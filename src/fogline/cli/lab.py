"""`fogline lab`: many games on a board, and one page about all that happened in them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fogline.boards import BoardError
from fogline.bots import bot_names, bot_spec
from fogline.cli.board.draw import picture_of
from fogline.cli.frame.arguments import (
    add_json,
    add_options,
    add_seed,
    load_game,
    whole_number,
    words,
)
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import console, print_json, write_whole
from fogline.cli.many_games import (
    BOT_FAILED,
    add_checkpoint,
    add_games,
    add_workers,
    loading_note,
    print_if_slow,
    seed_for,
    working,
)
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.games import find_board
from fogline.saves import to_json as save_text

_PAGE = "lab.html"


def run(arguments: argparse.Namespace) -> int:
    """Play, count, and write the page."""
    try:
        game = load_game(arguments.game, arguments.option)
    except BoardError as error:
        for problem in error.problems:
            print(problem)
        sys.stdout.flush()
        raise
    players = _players(arguments.bots, arguments.players)
    game.check_seats(len(players))
    for spec in players:
        bot_spec(spec)
    if arguments.game_number is not None:
        seed = seed_for(arguments.seed, None)
        return _save(game, players, seed, arguments.game_number, arguments.output)
    return _report(arguments, game, players)


def _report(arguments: argparse.Namespace, game: GameDefinition, players: list[str]) -> int:
    from fogline.arena import lab  # noqa: PLC0415 (it loads Numba)
    from fogline.arena.checkpoint import Checkpoint  # noqa: PLC0415

    checkpoint = None if arguments.checkpoint is None else Checkpoint(arguments.checkpoint)
    seed = seed_for(arguments.seed, checkpoint)
    # What can be wrong with picture and page is said before the games are played.
    picture = picture_of(find_board(arguments.game))
    output = arguments.output or (None if arguments.json else _PAGE)
    if output is not None and not Path(output).resolve().parent.is_dir():
        raise UsageError(f"{output}: there is no such folder to write to.")
    print_if_slow(game, players, arguments.num)
    with working(arguments, arguments.num, checkpoint) as (workers, progress):
        study = lab.study_games(
            game,
            players,
            arguments.num,
            seed,
            workers=workers,
            progress=progress,
            checkpoint=checkpoint,
        )
    figures = lab.figures_of(study)
    if output is not None:
        page = lab.page_of(study, figures, picture, _again(arguments, players, seed))
        write_whole(Path(output), page)
    if arguments.json:
        print_json(lab.to_json(study, figures))
        return BOT_FAILED if study.failures else 0
    out = console()
    rate = study.num / study.seconds
    out.print(
        f"{game.title} · {study.num:,} games between {', '.join(players)} · seed {seed} · "
        f"{study.seconds:.1f} s, {rate:,.0f} games a second.{loading_note(study.loading)}",
        style="bold",
        soft_wrap=True,
    )
    for number, finding in enumerate(lab.findings_of(study, figures), start=1):
        out.print(f"{number}. {finding.figure} {finding.text}")
    for line in study.failures:
        out.print(line, style="bold", soft_wrap=True)
    out.print(f"All of it is in {output}.", soft_wrap=True)
    return BOT_FAILED if study.failures else 0


def _players(bots: list[str], players: int | None) -> list[str]:
    """Seat the bots; a single one takes all seats."""
    if len(bots) == 1:
        return bots * (2 if players is None else players)
    if players not in (None, len(bots)):
        raise UsageError(f"--players {players} does not fit the {len(bots)} bots of --bots.")
    return bots


def _again(arguments: argparse.Namespace, players: list[str], seed: Seed) -> list[str]:
    """The words that choose the same games."""
    options = [word for option in arguments.option for word in ("--option", option)]
    return [arguments.game, "--bots", ",".join(players), *options, "--seed", str(seed)]


def _save(
    game: GameDefinition, players: list[str], seed: Seed, number: int, output: str | None
) -> int:
    from fogline.arena.lab import play_one  # noqa: PLC0415 (it loads Numba)

    if output is None:
        raise UsageError("--game saves a game: say where, as in -o game.json.")
    deal = f"{seed}/{number}"
    played = play_one(game, players, deal, [f"{deal}/{seat}" for seat in range(len(players))])
    write_whole(Path(output), save_text(played.log))
    print(f"Saved. See it with: fogline replay {output}")
    return 0


def _arguments(parser: Parser) -> None:
    add_games(parser, num=10_000)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.html",
        help=f"where to write the page (default: {_PAGE}; with --json: nowhere)",
    )
    parser.add_argument(
        "--bots",
        type=words,
        default=["random"],
        metavar="BOT,BOT,…",
        help="the bot on each seat, or one for all seats; there are: "
        f"{', '.join(bot_names())} (default: random)",
    )
    parser.add_argument(
        "--players", type=whole_number(1), metavar="K", help="how many seats (default: 2)"
    )
    add_seed(parser)
    add_options(parser)
    add_workers(parser)
    add_checkpoint(parser)
    parser.add_argument(
        "--game",
        dest="game_number",
        type=whole_number(0),
        metavar="I",
        help="instead of all that, save game number I for fogline replay",
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Play many games on a board and write one page about them: which tickets pay too much or too
little, which routes everybody wants, whether it matters who begins, how points and length are
spread, and what odd games there were. The page needs nothing but itself.
A bot that crashes, is late or does something illegal loses the game; the exit status is then 1.

examples:
  fogline lab san-francisco --num 100000 --seed 1 -o report.html
  fogline lab old-west --bots planner --players 4 --num 2000
  fogline lab my-board.toml --json
  fogline lab san-francisco --seed 1 --game 17 -o game.json
""",
    arguments=_arguments,
    run=run,
)
