"""`fogline admin users`, `block`, `unblock` and `reset-password`."""

from __future__ import annotations

import argparse
import os
import secrets
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
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import console, grid, print_json
from fogline.cli.serve import PORT, PREFIX, base_url

if TYPE_CHECKING:
    from fogline.server.features.people.users import StoredUser

_LINK_HOURS = 24


def run_users(arguments: argparse.Namespace) -> int:
    """List users."""
    found = with_store(
        arguments,
        lambda store: store.users.search(
            arguments.text, blocked=arguments.blocked, limit=arguments.num
        ),
    )
    if arguments.json:
        shown = ("id", "login", "name", "created", "blocked")
        print_json({"users": [{name: getattr(user, name) for name in shown} for user in found]})
        return 0
    users = grid("id", "login", "name", "since", "", fixed=[0])
    for user in found:
        blocked = "" if user.blocked is None else f"blocked {when(user.blocked)}"
        users.add_row(user.id, user.login or "", user.name, when(user.created), blocked)
    console().print(users)
    return 0


def run_block(arguments: argparse.Namespace) -> int:
    """Block a user."""
    if not confirmed(arguments, f"Block {arguments.user}, and end all sessions?"):
        return NOTHING_DONE
    return _set_blocked(arguments, blocked=True)


def run_unblock(arguments: argparse.Namespace) -> int:
    """Lift a block."""
    return _set_blocked(arguments, blocked=False)


def _set_blocked(arguments: argparse.Namespace, *, blocked: bool) -> int:
    async def change(store: Store) -> StoredUser:
        user = await store.user(arguments.user)
        await store.users.set_blocked(user.id, store.now if blocked else None)
        return user

    user = with_store(arguments, change)
    done = "blocked" if blocked else "unblocked"
    if arguments.json:
        print_json({done: user.id})
    else:
        print(f"{done.capitalize()}: {user.login or user.name} ({user.id})")
    return 0


def run_reset(arguments: argparse.Namespace) -> int:
    """Make a link by which a user chooses a new password."""

    async def make(store: Store) -> str:
        from fogline.server.features.people.links import Links  # noqa: PLC0415 (it loads SQLAlchemy)
        from fogline.server.live.people import Link  # noqa: PLC0415

        user = await store.user(arguments.user)
        if user.login is None:
            raise UsageError(f"{arguments.user!r} has no login, so there is no password to reset")
        secret = secrets.token_urlsafe(24)
        expires = store.now + _LINK_HOURS * 3_600_000
        await Links(store.database).add(secret, Link(user.id, "password", expires))
        return f"{arguments.url}#/account?reset={secret}"

    link = with_store(arguments, make)
    if arguments.json:
        print_json({"link": link, "hours": _LINK_HOURS})
    else:
        print(
            f"{link}\n\nThis link works once, for {_LINK_HOURS} hours. Send it to the user alone."
        )
    return 0


def _user(parser: Parser) -> None:
    parser.add_argument("user", metavar="USER", help="a login, or the id of a user")


def _list_arguments(parser: Parser) -> None:
    parser.add_argument(
        "text", nargs="?", default="", metavar="TEXT", help="part of an id, a login or a name"
    )
    parser.add_argument("--blocked", action="store_true", help="only users who are blocked")
    add_num(parser)
    add_common(parser)


def _block_arguments(parser: Parser) -> None:
    _user(parser)
    add_yes(parser)
    add_common(parser)


def _unblock_arguments(parser: Parser) -> None:
    _user(parser)
    add_common(parser)


def _reset_arguments(parser: Parser) -> None:
    _user(parser)
    parser.add_argument(
        "--url",
        type=base_url,
        default=os.environ.get(f"{PREFIX}URL") or f"http://localhost:{PORT}/",
        help="the address by which players reach the server (default: %(default)s)",
    )
    add_common(parser)


USERS = Command(
    description="""\
List users, the newest first; guests have no login.

examples:
  fogline admin users rob
  fogline admin users --blocked --json
""",
    arguments=_list_arguments,
    run=run_users,
)

BLOCK = Command(
    description="""\
Block a user: sessions end, tokens stop, and signing in is refused. Seats stay as they are; a clock
runs out, and the owner of a table can hand over the seat of somebody who is away.

A guest who is blocked can come back as another guest. Passwords, passkeys and tables stay.

examples:
  fogline admin block rude-robert
  fogline admin block u_2mPqT5kX1cWz0aLb8rYd --yes
""",
    arguments=_block_arguments,
    run=run_block,
)

UNBLOCK = Command(
    description="""\
Lift a block: the user can sign in again, and tokens work again.

examples:
  fogline admin unblock rude-robert
""",
    arguments=_unblock_arguments,
    run=run_unblock,
)

RESET = Command(
    description="""\
Make a link by which a user chooses a new password. It works once, for a day; an earlier link of the
same user no longer works. Until it is used the old password stays valid.

examples:
  fogline admin reset-password ann --url https://games.example.org/
""",
    arguments=_reset_arguments,
    run=run_reset,
)
