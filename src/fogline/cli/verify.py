"""`fogline verify`: check a finished table without trusting its server."""

from __future__ import annotations

import argparse
from pathlib import Path

from fogline.cli.arguments import add_json
from fogline.cli.command import Command, Parser, UsageError
from fogline.cli.output import naming, print_json
from fogline.core.outcome import outcome_of


def run(arguments: argparse.Namespace) -> int:
    """Play the game of a log again, and say that it holds; a log that does not is an error."""
    # The libraries of the server take a moment to load, which other commands need not spend.
    from fogline.store.files import read_log  # noqa: PLC0415
    from fogline.store.verify import verify  # noqa: PLC0415

    with naming(arguments.file):
        file = read_log(Path(arguments.file).read_bytes())
        verified = verify(file)
    if arguments.commitment not in (None, verified.commitment):
        raise UsageError(
            f"the log holds, but its commitment is {verified.commitment}, "
            f"not {arguments.commitment}: the secret was changed after it was shown."
        )
    outcome = outcome_of(verified.state)
    if arguments.json:
        body = {
            "table": file.table,
            "game": verified.state.game.name,
            "moves": verified.moves,
            "finished": outcome is not None,
            "commitment": verified.commitment,
            "commitment_checked": arguments.commitment is not None,
            "contributions": list(verified.contributions),
        }
        print_json(body)
        return 0
    print(f"{verified.state.game.title}, table {file.table}: all {verified.moves} moves hold.")
    print("Every card and ticket follows from the secret and the players' contributions.")
    print(f"commitment     {verified.commitment}")
    for seat, text in enumerate(verified.contributions):
        print(f"seat {seat}         {text or 'contributed nothing'}")
    if arguments.commitment is None:
        print("Compare the commitment with what your screen showed before the first card.")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="LOG", help="a table's log, as the server offers it")
    parser.add_argument(
        "--commitment",
        metavar="HASH",
        help="what your screen showed before the first card, to be compared",
    )
    add_json(parser)


COMMAND = Command(
    name="verify",
    summary="check that a game on a server was dealt fairly",
    description="""\
Play a finished game again from its log: the deal, every card drawn and every move must follow from
the server's secret, to which it was committed before the first card, and from what the players'
clients contributed. No server is asked.

examples:
  fogline verify table.json
  fogline verify table.json --commitment 5f0c1d…
  fogline verify table.json --json
""",
    arguments=_arguments,
    run=run,
)
