"""Authentication: sessions, passwords, and tokens for bots."""

from __future__ import annotations

import asyncio
import base64
import hmac
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy.exc import IntegrityError

from fogline.server.features.people.links import Links
from fogline.server.features.people.passkey_store import Passkeys
from fogline.server.features.people.sessions import Sessions
from fogline.server.features.people.users import LoginTaken, StoredUser, Token, Users
from fogline.server.live.people import TOKEN_MARK, Link, LinkPurpose, Session, User
from fogline.server.support.timing import Timing
from fogline.store import Database
from fogline.table.problems import Code, Problem

_HASHES_AT_ONCE = 2
"""Each hash of a password needs 64 MB."""
SESSION_SECONDS = 180 * 86400
_SESSION_MARK = "fls_"
_PROOF_SECONDS = 300
_NO_PROOF = "Confirm with the password or a passkey first: POST /api/account/proof."
_NO_MATCH = "Login and password do not match."
_SEEN = 3_600_000
"""Milliseconds after which the last use of a session is noted again."""


class Identity:
    """Sessions, accounts and tokens."""

    def __init__(
        self, database: Database, key: str, timing: Timing, new_token: Callable[[], str]
    ) -> None:
        self.users = Users(database)
        self.passkeys = Passkeys(database)
        self.sessions = Sessions(database)
        self.links = Links(database)
        self._timing = timing
        self._new_token = new_token
        self._key = key.encode()
        self._signer = URLSafeTimedSerializer(key, salt="fogline session")
        self._proofs = URLSafeTimedSerializer(key, salt="fogline proof")
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(_HASHES_AT_ONCE)

    @cached_property
    def _nobody(self) -> str:
        """A hash to check when a login does not exist, so that the answer takes equally long."""
        return self._hasher.hash("nobody's password")

    async def find(self, user: str) -> StoredUser | None:
        """Find a user."""
        return await self.users.find(user)

    async def find_token(self, token: str) -> tuple[str, str] | None:
        """Find a token by its secret: its id, and the id of its account, unless it is blocked."""
        return await self.users.find_token(token)

    async def still_valid(self, credentials: Collection[str]) -> set[str]:
        """Return which of these ids of sessions and tokens are still valid."""
        return await self.sessions.still_valid(credentials)

    async def add_link(self, secret: str, link: Link) -> None:
        """Store a link; it replaces all links of its user for the same purpose."""
        await self.links.add(secret, link)

    async def take_link(self, secret: str, purpose: LinkPurpose) -> Link | None:
        """Use a link up; `None` if it does not exist, was used or has expired."""
        return await self.links.take(secret, purpose, self._timing.now())

    async def session_of(self, cookie: str) -> Session | None:
        """Return the session of a cookie; `None` if it has ended or never began."""
        if not cookie:
            return None
        session = await self.sessions.find(cookie) or await self._signed(cookie)
        now = self._timing.now()
        if (
            session is None
            or session.ended is not None
            or session.created + SESSION_SECONDS * 1000 <= now
        ):
            return None
        if now - session.seen > _SEEN:
            await self.sessions.touch(session.id, now)
        return session

    async def _signed(self, cookie: str) -> Session | None:
        """Adopt the session of a guest of an older version, which signed sessions."""
        try:
            user = self._signer.loads(cookie, max_age=SESSION_SECONDS)
        except BadData:
            return None
        # Whoever has an account signs in again: such a cookie may be from before the account.
        if not isinstance(user, str) or await self.has_account(user):
            return None
        found = await self.users.find(user)
        if found is not None and found.blocked is not None:
            return None
        try:
            return await self._add_session(user, cookie, "")
        except IntegrityError:  # two requests came at once
            return await self.sessions.find(cookie)

    async def open_session(self, user: str, label: str, old: Session | None = None) -> str:
        """Begin a session in place of an old one; return its secret, for a cookie."""
        if old is not None:
            await self.end([old.id])
        secret = f"{_SESSION_MARK}{self._new_token()}"
        await self._add_session(user, secret, label)
        return secret

    async def _add_session(self, user: str, secret: str, label: str) -> Session:
        now = self._timing.now()
        session = Session(f"s_{self._new_token()[:20]}", user, label, now, now)
        await self.sessions.add(secret, session)
        return session

    async def end_sessions(self, user: str, keep: str | None = None) -> list[str]:
        """End the sessions of a user, all but one; return their ids."""
        ended = [each.id for each in await self.sessions.of(user) if each.id != keep]
        await self.end(ended)
        return ended

    async def end(self, sessions: Collection[str]) -> None:
        """End sessions."""
        await self.sessions.end(sessions, self._timing.now())

    async def has_account(self, user: str) -> bool:
        """Whether a user can sign in: with a password or a passkey."""
        found = await self.users.find(user)
        return found is not None and bool(found.login or await self.passkeys.of(user))

    def make_proof(self, session: Session | None) -> str:
        """Return a proof that the owner of an account uses a session now."""
        return str(self._proofs.dumps(None if session is None else session.id))

    async def expect_proof(self, session: Session | None, proof: str | None) -> None:
        """Refuse a session of an account without a proof: its cookie may be stolen."""
        if session is None or not await self.has_account(session.user):
            return
        try:
            proven = self._proofs.loads(proof or "", max_age=_PROOF_SECONDS)
        except BadData:
            proven = None
        if proven != session.id:
            raise Problem(Code.UNAUTHORISED, _NO_PROOF)
        await self.expect_lasting(session)

    async def expect_lasting(self, session: Session | None) -> None:
        """Refuse a session that has ended elsewhere; this server may believe in it for a moment."""
        if session is not None and session.id not in await self.still_valid([session.id]):
            raise Problem(Code.UNAUTHORISED, "This session no longer exists: sign in again.")

    async def new_guest(self, name: str) -> User:
        """Create a guest."""
        user = User(f"u_{self._new_token()[:20]}", name)
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

    async def sign_in(self, login: str, password: str) -> StoredUser:
        """Return the account if the password is right."""
        user = await self.users.find_login(login)
        digest = None if user is None else user.password
        async with self._hashing:
            fits = await asyncio.to_thread(self._fits, digest, password)
        if user is None or not fits:
            raise Problem(Code.UNAUTHORISED, _NO_MATCH)
        expect_not_blocked(user)
        return user

    async def expect_unchanged(self, user: StoredUser) -> None:
        """Refuse a password that was right, if it was replaced while a session began with it.

        Whoever replaces it, or blocks the user, ends the sessions that there are afterwards.
        """
        found = await self.users.find(user.id)
        if found is None or (found.password, found.blocked) != (user.password, user.blocked):
            raise Problem(Code.UNAUTHORISED, _NO_MATCH)

    async def invitee(self, login: str) -> User:
        """Return whom to invite: the account, or somebody who does not exist and never comes.

        Both look the same, so that nobody learns which logins there are.
        """
        found = await self.users.find_login(login)
        nobody = hmac.digest(self._key, login.encode(), "sha256")
        user = f"u_{base64.urlsafe_b64encode(nobody).decode()[:20]}"
        return User(user if found is None else found.id, login)

    async def change_password(self, user: str, old: str, new: str) -> StoredUser:
        """Change the password of an account, if the old one is right; return the account."""
        found = await self.users.find(user)
        if found is None or found.login is None:
            raise Problem(Code.FORBIDDEN, "This account has no password.")
        found = await self.sign_in(found.login, old)
        async with self._hashing:
            digest = await asyncio.to_thread(self._hasher.hash, new)
        if not await self.users.change_password(user, digest, found.password):
            raise Problem(Code.UNAUTHORISED, _NO_MATCH)
        return replace(found, password=digest)

    async def reset_password(self, secret: str, password: str) -> str:
        """Set a new password by a link of the host; return the user."""
        link = await self.take_link(secret, "password")
        found = None if link is None else await self.users.find(link.user)
        if found is None:
            raise Problem(Code.UNAUTHORISED, "This link was used, or has expired.")
        expect_not_blocked(found)
        async with self._hashing:
            digest = await asyncio.to_thread(self._hasher.hash, password)
        await self.users.change_password(found.id, digest)
        return found.id

    async def end_tokens(self, user: str) -> list[str]:
        """Delete the tokens of a user; return their ids."""
        ended = [token.id for token in await self.users.tokens_of(user)]
        for token in ended:
            await self.users.drop_token(token, user)
        return ended

    async def add_token(self, user: str, label: str) -> tuple[Token, str]:
        """Create a token for a bot of an account; return it with its secret."""
        if not await self.has_account(user):
            raise Problem(Code.FORBIDDEN, "Only accounts can have tokens: create an account first.")
        token = Token(f"t_{self._new_token()[:20]}", label)
        text = f"{TOKEN_MARK}{self._new_token()}"
        await self.users.add_token(token.id, user, label, text)
        return token, text

    def _fits(self, digest: str | None, password: str) -> bool:
        try:
            self._hasher.verify(digest or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return digest is not None


def expect_not_blocked(user: StoredUser) -> None:
    """Refuse a user whom the host has blocked."""
    if user.blocked is not None:
        raise Problem(Code.BLOCKED, "The host of this server has blocked this account.")
