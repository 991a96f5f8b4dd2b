"""Who is asking: signed sessions, passwords, and tokens of bots."""

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

    @cached_property
    def _nobody(self) -> str:
        """Checked when there is no such login, so that an answer takes as long as with one."""
        return self._hasher.hash("nobody's password")

    def session_of(self, user: str) -> str:
        """Sign a session, for a cookie."""
        return str(self._signer.dumps(user))

    def user_of(self, session: str) -> str | None:
        """Return whose session it is; `None` if it is not signed here, or too old."""
        try:
            user = self._signer.loads(session, max_age=SESSION_SECONDS)
        except BadData:
            return None
        return user if isinstance(user, str) else None

    async def new_guest(self, name: str) -> User:
        """Welcome somebody."""
        user = User(f"u_{self._new_word()[:20]}", name)
        await self.users.add(user, self._timing.now())
        return user

    async def make_account(self, user: str, login: str, password: str) -> None:
        """Give a guest a login and a password."""
        found = await self.users.find(user)
        if found is None:
            raise Problem(Code.UNAUTHORISED, "There is no such session any more.")
        if found.login is not None:
            raise Problem(Code.TAKEN, "You have an account already.")
        digest = await asyncio.to_thread(self._hasher.hash, password)
        try:
            await self.users.make_account(user, login, digest)
        except LoginTaken:
            raise Problem(Code.TAKEN, "Somebody else has that login.") from None

    async def sign_in(self, login: str, password: str) -> User:
        """Return the account, if the password is right."""
        user = await self.users.find_login(login)
        digest = None if user is None else user.password
        fits = await asyncio.to_thread(self._fits, digest, password)
        if user is None or not fits:
            raise Problem(Code.UNAUTHORISED, "Login and password do not match.")
        return user

    async def new_token(self, user: str, label: str) -> tuple[Token, str]:
        """Make a token for a bot of an account, and return it with its secret text."""
        found = await self.users.find(user)
        if found is None or not (found.login or await self.passkeys.of(user)):
            raise Problem(Code.FORBIDDEN, "Only accounts have tokens: choose a login first.")
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
