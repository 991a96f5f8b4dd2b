"""Authentication: signed sessions, passwords, and tokens for bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeTimedSerializer

from fogline.server.problems import Code, Problem
from fogline.server.timing import Timing
from fogline.store import Database, User, Users
from fogline.store.passkeys import Passkeys
from fogline.store.users import LoginTaken, Token

_HASHES_AT_ONCE = 2
"""Each hash of a password needs 64 MB."""
COOKIE = "fogline_session"
SESSION_SECONDS = 180 * 86400
TOKEN_MARK = "flt_"  # noqa: S105 (how tokens begin)


class Identity:
    """Sessions, accounts and tokens."""

    def __init__(
        self, database: Database, key: str, timing: Timing, new_word: Callable[[], str]
    ) -> None:
        self.users = Users(database)
        self.passkeys = Passkeys(database)
        self._timing = timing
        self._new_word = new_word
        self._signer = URLSafeTimedSerializer(key, salt="fogline session")
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(_HASHES_AT_ONCE)

    @cached_property
    def _nobody(self) -> str:
        """A hash to check when a login does not exist, so that the answer takes equally long."""
        return self._hasher.hash("nobody's password")

    def session_of(self, user: str) -> str:
        """Sign a session for a cookie."""
        return str(self._signer.dumps(user))

    def user_of(self, session: str) -> str | None:
        """Return the user of a session; `None` if its signature is wrong or it is too old."""
        try:
            user = self._signer.loads(session, max_age=SESSION_SECONDS)
        except BadData:
            return None
        return user if isinstance(user, str) else None

    async def new_guest(self, name: str) -> User:
        """Create a guest."""
        user = User(f"u_{self._new_word()[:20]}", name)
        await self.users.add(user, self._timing.now())
        return user

    async def make_account(self, user: str, login: str, password: str) -> None:
        """Give a guest a login and a password."""
        found = await self.users.find(user)
        if found is None:
            raise Problem(Code.UNAUTHORISED, "This session no longer exists: sign in again.")
        if found.login is not None:
            raise Problem(Code.TAKEN, "You already have an account.")
        async with self._hashing:
            digest = await asyncio.to_thread(self._hasher.hash, password)
        try:
            await self.users.make_account(user, login, digest)
        except LoginTaken:
            raise Problem(Code.TAKEN, "This login is taken.") from None

    async def sign_in(self, login: str, password: str) -> User:
        """Return the account if the password is right."""
        user = await self.users.find_login(login)
        digest = None if user is None else user.password
        async with self._hashing:
            fits = await asyncio.to_thread(self._fits, digest, password)
        if user is None or not fits:
            raise Problem(Code.UNAUTHORISED, "Login and password do not match.")
        return user

    async def new_token(self, user: str, label: str) -> tuple[Token, str]:
        """Create a token for a bot of an account; return it with its secret."""
        found = await self.users.find(user)
        if found is None or not (found.login or await self.passkeys.of(user)):
            raise Problem(Code.FORBIDDEN, "Only accounts can have tokens: create an account first.")
        token = Token(f"t_{self._new_word()[:20]}", label)
        text = f"{TOKEN_MARK}{self._new_word()}"
        await self.users.add_token(token.id, user, label, text)
        return token, text

    def _fits(self, digest: str | None, password: str) -> bool:
        try:
            self._hasher.verify(digest or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return digest is not None
