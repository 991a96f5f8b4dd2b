"""Who is asking: what the server and other features ask of the feature that knows people."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol

COOKIE = "fogline_session"
TOKEN_MARK = "flt_"  # noqa: S105 (how tokens begin)

LinkPurpose = Literal["password", "email"]


@dataclass(frozen=True, slots=True)
class User:
    """A guest or an account."""

    id: str
    name: str
    login: str | None = None
    """The login of an account; `None` for a guest."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session, without its secret."""

    id: str
    user: str
    label: str
    """The browser and the device, as far as they are known."""
    created: int
    seen: int
    """When it was last used, to the hour."""
    ended: int | None = None
    """When it was ended; an ended session is kept, for its cookie may come back."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a link is for that works once, without its secret."""

    user: str
    purpose: LinkPurpose
    expires: int
    """Until when it works, in milliseconds since 1970."""
    value: str = ""
    """What it confirms."""


class People(Protocol):
    """Knows users by their ids, and by what they send to be known."""

    async def find(self, user: str) -> User | None:
        """Find a user."""
        ...

    async def has_account(self, user: str) -> bool:
        """Whether a user can sign in: with a password or a passkey."""
        ...

    async def invitee(self, login: str) -> User:
        """Return whom to invite: the account, or somebody who does not exist and never comes."""
        ...

    async def session_of(self, cookie: str) -> Session | None:
        """Return the session of a cookie; `None` if it has ended or never began."""
        ...

    async def find_token(self, token: str) -> tuple[str, str] | None:
        """Find a token by its secret: its id, and the id of its account, unless it is blocked."""
        ...

    async def still_valid(self, credentials: Collection[str]) -> set[str]:
        """Return which of these ids of sessions and tokens are still valid."""
        ...

    async def add_link(self, secret: str, link: Link) -> None:
        """Store a link; it replaces all links of its user for the same purpose."""
        ...

    async def take_link(self, secret: str, purpose: LinkPurpose) -> Link | None:
        """Use a link up; `None` if it does not exist, was used or has expired."""
        ...
