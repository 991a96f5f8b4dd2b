"""`fogline board check`: accept a board, or say what is wrong and where."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from fogline.boards import BoardError, BoardFile, BoardProblem, Severity
from fogline.cli.frame.arguments import GAME_HELP, add_json
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import print_json
from fogline.core.definition import DefinitionError, GameDefinition
from fogline.core.errors import FormatError
from fogline.games import Option, define, find_board, rule_set_of
from fogline.picture import PictureError, picture_beside


@dataclass(frozen=True, slots=True)
class _BoardReport:
    """All that was found."""

    problems: tuple[BoardProblem, ...]
    board_file: BoardFile | None = None
    game: GameDefinition | None = None
    options: tuple[str, ...] = ()
    """Those that the board can be played with."""


def run(arguments: argparse.Namespace) -> int:
    """Print the problems of a board, or what it holds."""
    report = _check(arguments.board)
    errors = sum(problem.severity is Severity.ERROR for problem in report.problems)
    if arguments.json:
        print_json(_to_json(report, ok=errors == 0))
    else:
        for problem in report.problems:
            print(problem)
    if errors:
        sys.stdout.flush()
        warnings = _count(len(report.problems) - errors, "warning")
        raise UsageError(f"{arguments.board}: {_count(errors, 'error')}, {warnings}")
    if not arguments.json:
        _print_summary(report)
    return 0


def _check(name: str) -> _BoardReport:
    try:
        board_file = find_board(name)
    except BoardError as error:
        return _BoardReport(error.problems)
    try:
        game = define(name)
    except BoardError as error:
        return _BoardReport((*board_file.warnings, *error.problems), board_file)
    problems = [*board_file.warnings, *_picture_problems(board_file)]
    options = []
    for option in rule_set_of(board_file).options:
        objection = _objection(name, option)
        if objection is None:
            options.append(option.name)
        else:
            message = f"the option {option.name!r} cannot be used: {objection}"
            problems.append(BoardProblem(board_file.file, None, message, Severity.WARNING))
    return _BoardReport(tuple(problems), board_file, game, tuple(options))


def _objection(name: str, option: Option) -> str | None:
    """Return why a board cannot be played with an option switched on."""
    if option.kind is not bool:
        return None
    try:
        define(name, {option.name: True})
    except BoardError as error:
        return error.problems[0].message
    except (DefinitionError, FormatError) as error:
        return str(error)
    return None


def _picture_problems(board_file: BoardFile) -> list[BoardProblem]:
    """Check the picture file beside the board, which is optional."""
    if board_file.path is None:
        return []
    try:
        picture_beside(board_file.path, board_file.board)
    except PictureError as error:
        return [BoardProblem(board_file.file, None, f"its picture: {error}", Severity.WARNING)]
    return []


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _print_summary(report: _BoardReport) -> None:
    board_file, game = report.board_file, report.game
    if board_file is None or game is None:
        return
    board = board_file.board
    tracks = sum(route.length for route in board.routes)
    least, most = game.seats
    print(f"{board_file.file}: good. {board.name} ({board.id}) has")
    print(
        f"  {_count(len(board.places), 'place')}, {_count(len(board.routes), 'route')} with "
        f"{_count(tracks, 'space')}, {_count(len(board.tickets), 'ticket')}"
    )
    print(f"  players: {least} to {most}")
    print(f"  rules:   {', '.join(rule.name for rule in game.rules)}")
    print(f"  options: {', '.join(report.options) or 'none'}")


def _to_json(report: _BoardReport, *, ok: bool) -> dict[str, object]:
    body: dict[str, object] = {
        "ok": ok,
        "problems": [
            {
                "file": problem.file,
                "line": problem.line,
                "severity": str(problem.severity),
                "message": problem.message,
            }
            for problem in report.problems
        ],
    }
    if report.board_file is not None and report.game is not None:
        board = report.board_file.board
        body |= {
            "id": board.id,
            "name": board.name,
            "places": len(board.places),
            "routes": len(board.routes),
            "spaces": sum(route.length for route in board.routes),
            "tickets": len(board.tickets),
            "seats": list(report.game.seats),
            "rules": [rule.name for rule in report.game.rules],
            "options": list(report.options),
        }
    return body


def _arguments(parser: Parser) -> None:
    parser.add_argument("board", metavar="FILE", help=GAME_HELP)
    add_json(parser)


COMMAND = Command(
    description="""\
Read a board file and say all that is wrong with it: file, line, and what was expected.
Warnings are oddities that can be played all the same. The exit status is 2 with errors, else 0.

examples:
  fogline board check my-board.toml
  fogline board check old-west --json
""",
    arguments=_arguments,
    run=run,
)
