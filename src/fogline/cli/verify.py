"""`fogline verify`: check saved games and tables without trusting who wrote them."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command, Parser, UsageError, complain, one_line
from fogline.cli.frame.output import print_json
from fogline.cli.online.deals import Deals, read_witness
from fogline.cli.play import saved
from fogline.core.errors import FoglineError
from fogline.core.messages import Seat
from fogline.saves import read_file
from fogline.table.fairness import BOUND_CONTRIBUTIONS, OPEN_CONTRIBUTIONS

if TYPE_CHECKING:
    from fogline.table.deal import Deal
    from fogline.table.file_checks import Checked
    from fogline.table.witness import Witness

BAD = 1
"""The exit status if a file does not hold."""
UNREADABLE = 2
"""The exit status if a file cannot be read at all."""

_COMMITMENT = re.compile(r"([0-9a-f]{8,64})(…|\.{3})?", re.IGNORECASE)


@dataclass(frozen=True)
class _Asked:
    """What the files are compared with, besides the rules."""

    commitment: str | None
    """The first digits of the server's commitment, as a player wrote them down."""
    seen: Witness | None
    """The record of a player's client."""


@dataclass(frozen=True)
class _Report:
    """A file that holds."""

    checked: Checked
    digits: int
    """How many digits of the server's commitment were compared."""
    witnesses: tuple[Witness, ...]
    """What players' clients saw, all of which agrees."""

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats whose contribution one of the clients made."""
        verified = self.checked.verified
        latest = [w.latest.contribution for w in self.witnesses if w.latest is not None]
        contributions = () if verified is None else verified.deal.contributions
        return tuple(seat for seat, text in enumerate(contributions) if text and text in latest)


def run(arguments: argparse.Namespace) -> int:
    """Check each file, and report each by itself: one bad file does not hide the others."""
    asked = _Asked(_digits(arguments.commitment), _seen(arguments.seen))
    if (asked.commitment or asked.seen) and len(arguments.file) > 1:
        raise UsageError("--commitment and --seen are those of one table: name one file.")
    reports, status = [], 0
    for name in arguments.file:
        report: dict[str, object] = {"file": name, "ok": False}
        try:
            found = _check(Path(name), asked)
        except OSError as error:
            report["error"] = error.strerror or str(error)
            status = UNREADABLE
        except FoglineError as error:
            report["error"] = one_line(error)
            status = max(status, BAD)
        else:
            report = {"file": name, "ok": True, **_to_json(found)}
            if not arguments.json:
                _print(name, found, alone=len(arguments.file) == 1)
        if not arguments.json and "error" in report:
            complain(f"{name}: {report['error']}")
        reports.append(report)
    if arguments.json:
        print_json({"ok": status == 0, "files": reports})
    elif len(reports) > 1:
        good = sum(report["ok"] is True for report in reports)
        print(f"{good} of {len(reports)} files hold.")
    return status


def _digits(commitment: str | None) -> str | None:
    """Return the digits that were given, without the dots behind a shortened commitment."""
    if commitment is None:
        return None
    given = _COMMITMENT.fullmatch(commitment.strip())
    if given is None:
        raise UsageError("--commitment takes 8 to 64 hexadecimal digits, as your screen showed.")
    return given[1].lower()


def _seen(path: Path | None) -> Witness | None:
    try:
        return None if path is None else read_witness(path)
    except OSError as error:
        raise UsageError(f"--seen {path}: {error.strerror or error}") from None
    except FoglineError as error:
        raise UsageError(f"--seen {path}: {error}") from None


def _check(path: Path, asked: _Asked) -> _Report:
    # The libraries of the server take a moment to load, which other commands need not spend.
    from fogline.table.file_checks import check  # noqa: PLC0415

    checked = check(saved.log_alone(read_file(path)))
    if checked.verified is None or checked.table is None:
        if asked.commitment or asked.seen:
            raise FoglineError("it has no commitment: it is not the log of a table that has begun.")
        return _Report(checked, 0, ())
    deal = checked.verified.deal
    if asked.commitment is not None and not deal.commitment.startswith(asked.commitment):
        shown = deal.commitment[: len(asked.commitment)]
        raise FoglineError(
            f"the log holds, but its commitment begins with {shown}, "
            f"not {asked.commitment}: the secret was changed after it was shown."
        )
    witnesses = tuple(Deals().of_table(checked.table)) if asked.seen is None else (asked.seen,)
    for witness in witnesses:
        objection = witness.objection_to(checked.table, deal.starts)
        if objection:
            raise FoglineError(f"the log holds, but it is not what your client saw: {objection}.")
    return _Report(checked, len(asked.commitment or ""), witnesses)


def _print(name: str, found: _Report, *, alone: bool) -> None:
    checked, game = found.checked, found.checked.game
    rules = f"version {game.version} of the rules {game.rule_set!r}"
    options = "".join(f", {key}={value}" for key, value in game.options.items())
    state = "the game is over" if checked.finished else "the game goes on"
    print(
        f"{name}: good. {game.title} by {rules if game.rule_set else 'the rules of its board'}, "
        f"{checked.seats} players{options}; all {checked.moves} moves hold, {state}."
    )
    if alone and checked.verified is not None:
        _print_deal(checked.verified.deal, found)


def _print_deal(deal: Deal, found: _Report) -> None:
    print("Every card and ticket follows from the secret and the players' contributions.")
    print(_proof(deal))
    for failed in deal.failed:
        seats = ", ".join(map(str, failed.seats))
        print(f"A start failed before, because these seats did not reveal: {seats}.")
    print(f"commitment     {deal.commitment}")
    for seat, text in enumerate(deal.contributions):
        origin = f"   by {deal.origins[seat]}" if deal.origins[seat] else ""
        print(f"seat {seat}         {text or 'contributed nothing'}{origin}")
    if found.digits:
        print(f"The commitment begins with the {found.digits} digits that you gave.")
    else:
        print("Compare the commitment with what your screen showed before the first card.")
    if found.witnesses:
        own = ", ".join(map(str, found.own))
        print("The log agrees with all that your client saw before the game.")
        print(f"Its contribution is that of seat {own}." if own else "It contributed nothing.")
    else:
        print("Only players know what they were shown before the game, for example a failed start")
        print("that the log leaves out: give the record of your client with --seen.")


def _proof(deal: Deal) -> str:
    """Return what the scheme of a deal proves of its contributions."""
    if deal.scheme == OPEN_CONTRIBUTIONS:
        return (
            "The contributions were public before the deal, as in tables of older versions:\n"
            "anyone who knew the secret could have chosen the last one."
        )
    if not any(deal.contributions):
        return "Nobody contributed: the operator of the server may have chosen the cards."
    if deal.scheme != BOUND_CONTRIBUTIONS:
        return (
            "Every contribution was committed before any was revealed, but not for this table\n"
            "alone, as in tables of an older version: a server could have used one again."
        )
    return (
        "Every contribution was committed before any was revealed, for this table and this\n"
        "start alone."
    )


def _to_json(found: _Report) -> dict[str, object]:
    checked, game = found.checked, found.checked.game
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
    if checked.verified is not None:
        deal = checked.verified.deal
        body["commitment"] = deal.commitment
        body["commitment_checked"] = found.digits > 0
        body["commitment_digits"] = found.digits
        body["seen_checked"] = bool(found.witnesses)
        body["own_seats"] = list(found.own)
        body["scheme"] = deal.scheme
        body["commitments"] = list(deal.commitments)
        body["origins"] = list(deal.origins)
        body["contributions"] = list(deal.contributions)
        body["failed_starts"] = [list(failed.seats) for failed in deal.failed]
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
        metavar="DIGITS",
        help="the seal that your screen showed before the first card, or its first 8 digits or "
        "more, to be compared",
    )
    parser.add_argument(
        "--seen",
        type=Path,
        metavar="FILE",
        help="what your browser saw before the game, as the page offers it under “Was the deal "
        "fair?”; the records of this machine's terminals are found by themselves",
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Play saved games again: every move must be legal by the rules that the game started with, and every
event must follow. In the log of a table the deal and every card must also follow from the server's
secret, to which it was committed before the first card, and from what the players' clients
contributed, to which they were committed before any contribution was revealed. Starts that failed
are listed. A log alone cannot show what a server showed to you: compare the seal that you saw
with --commitment, and everything that your client saw with --seen. No server is asked.
The exit status is 1 if a file does not hold, and 2 if one cannot be read.

examples:
  fogline verify game.json
  fogline verify saves/*.json --json
  fogline verify table.json --commitment 5f0c1d9a63b7e820…
  fogline verify table.json --seen seen-t3YkQx0.json
""",
    arguments=_arguments,
    run=run,
)
