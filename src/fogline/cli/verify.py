"""`fogline verify`: check saved games and tables without trusting who wrote them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from fogline.cli.arguments import add_json
from fogline.cli.command import Command, Parser, UsageError, complain, one_line
from fogline.cli.output import print_json
from fogline.cli.play import saved
from fogline.core.errors import FoglineError
from fogline.saves import read_file

if TYPE_CHECKING:
    from fogline.store.checks import Checked

BAD = 1
"""The exit status if a file does not hold."""
UNREADABLE = 2
"""The exit status if a file cannot be read at all."""


def run(arguments: argparse.Namespace) -> int:
    """Check each file, and report each by itself: one bad file does not hide the others."""
    if arguments.commitment is not None and len(arguments.file) > 1:
        raise UsageError("--commitment is that of one table: name one file.")
    reports, status = [], 0
    for name in arguments.file:
        report: dict[str, object] = {"file": name, "ok": False}
        try:
            checked = _check(Path(name), arguments.commitment)
        except OSError as error:
            report["error"] = error.strerror or str(error)
            status = UNREADABLE
        except FoglineError as error:
            report["error"] = one_line(error)
            status = max(status, BAD)
        else:
            report = {"file": name, "ok": True, **_to_json(checked, arguments.commitment)}
            if not arguments.json:
                _print(name, checked, alone=len(arguments.file) == 1)
        if not arguments.json and "error" in report:
            complain(f"{name}: {report['error']}")
        reports.append(report)
    if arguments.json:
        print_json({"ok": status == 0, "files": reports})
    elif len(reports) > 1:
        good = sum(report["ok"] is True for report in reports)
        print(f"{good} of {len(reports)} files hold.")
    return status


def _check(path: Path, commitment: str | None) -> Checked:
    # The libraries of the server take a moment to load, which other commands need not spend.
    from fogline.store.checks import check  # noqa: PLC0415

    checked = check(saved.log_alone(read_file(path)))
    if commitment is not None:
        if checked.verified is None:
            raise FoglineError("it has no commitment: it is not the log of a table that has begun.")
        if commitment != checked.verified.commitment:
            raise FoglineError(
                f"the log holds, but its commitment is {checked.verified.commitment}, "
                f"not {commitment}: the secret was changed after it was shown."
            )
    return checked


def _print(name: str, checked: Checked, *, alone: bool) -> None:
    game = checked.game
    rules = f"version {game.version} of the rules {game.rule_set!r}"
    options = "".join(f", {key}={value}" for key, value in game.options.items())
    state = "the game is over" if checked.finished else "the game goes on"
    print(
        f"{name}: good. {game.title} by {rules if game.rule_set else 'the rules of its board'}, "
        f"{checked.seats} players{options}; all {checked.moves} moves hold, {state}."
    )
    from fogline.store.fairness import OPEN_CONTRIBUTIONS  # noqa: PLC0415 (as in `_check`)

    verified = checked.verified
    if not alone or verified is None:
        return
    print("Every card and ticket follows from the secret and the players' contributions.")
    if verified.scheme == OPEN_CONTRIBUTIONS:
        print("The contributions were public before the deal, as in tables of older versions:")
        print("whoever knew the secret could have chosen the last one.")
    else:
        print(
            "Every contribution was committed before any was revealed."
            if any(verified.contributions)
            else "Nobody contributed: whoever runs the server may have chosen the cards."
        )
    for failed in verified.failed_starts:
        seats = ", ".join(map(str, failed.seats))
        print(f"A start failed before, because these seats did not reveal: {seats}.")
    print(f"commitment     {verified.commitment}")
    for seat, text in enumerate(verified.contributions):
        print(f"seat {seat}         {text or 'contributed nothing'}")
    print("Compare the commitment with what your screen showed before the first card.")


def _to_json(checked: Checked, commitment: str | None) -> dict[str, object]:
    game, verified = checked.game, checked.verified
    body: dict[str, object] = {
        "kind": checked.kind,
        "game": game.name,
        "rule_set": game.rule_set,
        "version": game.version,
        "board_digest": game.board_digest,
        "options": dict(game.options),
        "seats": checked.seats,
        "moves": checked.moves,
        "finished": checked.finished,
    }
    if checked.table is not None:
        body["table"] = checked.table
    if verified is not None:
        body["commitment"] = verified.commitment
        body["commitment_checked"] = commitment is not None
        body["scheme"] = verified.scheme
        body["commitments"] = list(verified.commitments)
        body["contributions"] = list(verified.contributions)
        body["failed_starts"] = [list(failed.seats) for failed in verified.failed_starts]
    return body


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "file",
        nargs="+",
        metavar="FILE",
        help="a saved game, or a table's log as the server offers it; any number of them",
    )
    parser.add_argument(
        "--commitment",
        metavar="HASH",
        help="what your screen showed before the first card, to be compared",
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Play saved games again: every move must be legal by the rules that the game started with, and every
event must follow. In the log of a table the deal and every card must also follow from the server's
secret, to which it was committed before the first card, and from what the players' clients
contributed, to which they were committed before any contribution was revealed. Starts that failed
are told. No server is asked. Of each file it says by which rules it holds, or what is wrong and
where. The exit status is 1 if a file does not hold, and 2 if one cannot be read.

examples:
  fogline verify game.json
  fogline verify saves/*.json --json
  fogline verify table.json --commitment 5f0c1d…
""",
    arguments=_arguments,
    run=run,
)
