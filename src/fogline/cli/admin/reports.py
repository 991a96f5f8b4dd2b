"""`fogline admin reports` and `resolve`: names and lines of the chat that players have reported."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from fogline.cli.admin.database import (
    NOTHING_DONE,
    Store,
    add_common,
    add_num,
    add_yes,
    confirmed,
    when,
    with_store,
)
from fogline.cli.frame.arguments import whole_number
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import print_json
from fogline.table.entries import LONGEST_NAME

if TYPE_CHECKING:
    from fogline.server.features.moderation.reports import Report

_AROUND = 3
"""How many lines of the chat are shown before and after one that was reported."""


@dataclass(frozen=True)
class _Shown:
    report: Report
    login: str | None
    blocked: bool
    context: list[str]
    """Lines of the chat, in order."""


def run_reports(arguments: argparse.Namespace) -> int:
    """List reports."""

    async def find(store: Store) -> list[_Shown]:
        from fogline.server.features.moderation.reports import Reports  # noqa: PLC0415 (it loads SQLAlchemy)

        reports = await Reports(store.database).all(resolved=arguments.all, limit=arguments.num)
        return [await _show(store, report) for report in reports]

    found = with_store(arguments, find)
    if arguments.json:
        print_json({"reports": [_to_json(shown) for shown in found]})
        return 0
    for shown in found:
        _print(shown)
    if not found:
        print("There are no reports.")
    return 0


async def _show(store: Store, report: Report) -> _Shown:
    from fogline.store import StoreError  # noqa: PLC0415 (as above)
    from fogline.table import entries as e  # noqa: PLC0415

    context: list[str] = []
    if report.kind == "chat":
        from fogline.store.transfer import read_table  # noqa: PLC0415

        try:
            log = await read_table(store.log, report.table)
        except StoreError:
            log = []
        said = [each for each in log if isinstance(each.entry, e.Said) and each.entry.text]
        at = next((k for k, each in enumerate(said) if each.version == report.number), 0)
        for each in said[max(0, at - _AROUND) : at + _AROUND + 1]:
            mark = ">" if each.version == report.number else " "
            entry = each.entry
            if isinstance(entry, e.Said):
                context.append(f"{mark} {entry.name}: {entry.text}")
    user = await store.users.find(report.user)
    blocked = user is not None and user.blocked is not None
    return _Shown(report, None if user is None else user.login, blocked, context)


def _print(shown: _Shown) -> None:
    report = shown.report
    what = f"the name {report.name!r}" if report.kind == "name" else f"{report.name}: {report.text}"
    state = "" if report.resolved is None else f", resolved {when(report.resolved)}"
    who = f"{shown.login or 'a guest'}, {report.user}{', blocked' if shown.blocked else ''}"
    print(f"{report.id}  {when(report.at)}, table {report.table}{state}\n   {what}  ({who})")
    for line in shown.context:
        print(f"     {line}")


def _to_json(shown: _Shown) -> dict[str, object]:
    more = {"login": shown.login, "blocked": shown.blocked, "context": shown.context}
    return asdict(shown.report) | more


def run_resolve(arguments: argparse.Namespace) -> int:
    """Resolve a report."""
    wanted = [
        what
        for what, is_wanted in (
            ("hide the line", arguments.hide),
            (f"replace the name by {arguments.rename!r}", arguments.rename is not None),
            ("block the user", arguments.block),
        )
        if is_wanted
    ]
    question = f"Resolve report {arguments.report}: {' and '.join(wanted) or 'do nothing else'}?"
    if not confirmed(arguments, question):
        return NOTHING_DONE
    with_store(arguments, lambda store: _resolve(store, arguments))
    if arguments.json:
        print_json({"resolved": arguments.report, "done": wanted})
    else:
        print(f"Resolved: {arguments.report}{''.join(f', {what}' for what in wanted)}")
    return 0


async def _resolve(store: Store, arguments: argparse.Namespace) -> None:
    from fogline.server.features.moderation.reports import Reports  # noqa: PLC0415
    from fogline.server.live.rewriting import hide_line, replace_name  # noqa: PLC0415 (as above)

    reports = Reports(store.database)
    report = await reports.find(arguments.report)
    if report is None:
        raise UsageError(f"there is no report {arguments.report}")
    if arguments.hide:
        if report.kind != "chat":
            raise UsageError("--hide is for a line of the chat; this report is about a name")
        await hide_line(store.log, report.table, report.number)
    if arguments.rename is not None:
        await store.users.rename(report.user, arguments.rename)
        await replace_name(store.log, report.table, report.user, arguments.rename)
    if arguments.block:
        await store.users.set_blocked(report.user, store.now)
    await reports.resolve(report, store.now)


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise argparse.ArgumentTypeError(f"a name has 1 to {LONGEST_NAME} printable characters")
    return name


def _list_arguments(parser: Parser) -> None:
    parser.add_argument("--all", action="store_true", help="those that are resolved, too")
    add_num(parser)
    add_common(parser)


def _resolve_arguments(parser: Parser) -> None:
    parser.add_argument("report", type=whole_number(1), metavar="N", help="the number of a report")
    parser.add_argument("--hide", action="store_true", help="hide the line of the chat")
    parser.add_argument(
        "--rename",
        type=_name,
        nargs="?",
        const="Player",
        metavar="NAME",
        help="replace the name of the user, there and for new tables (default: %(const)s)",
    )
    parser.add_argument("--block", action="store_true", help="block the user")
    add_yes(parser)
    add_common(parser)


REPORTS = Command(
    description="""\
List the names and the lines of the chat that players and spectators have reported, the oldest
first, with what was said before and after.

examples:
  fogline admin reports
  fogline admin reports --all --json
""",
    arguments=_list_arguments,
    run=run_reports,
)

RESOLVE = Command(
    description="""\
Resolve a report, and all others of the same name or line. Without a flag it is only marked as
resolved. Moves and cards are never changed.

examples:
  fogline admin resolve 3
  fogline admin resolve 3 --hide --yes
  fogline admin resolve 4 --rename Guest17 --block
""",
    arguments=_resolve_arguments,
    run=run_resolve,
)
