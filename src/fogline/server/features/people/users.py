"""Users: guests and accounts, and the tokens of their bots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Executable, Table, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fogline.server.features.people.sessions import digest_of
from fogline.server.features.people.tables import SESSIONS, TOKENS, USERS
from fogline.server.live.people import User
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of
from fogline.store.ownership import delete_rows_of_user


@dataclass(frozen=True, slots=True)
class StoredUser(User):
    """A user as the database has it."""

    password: str | None = None
    """The hash of the password."""
    created: int = field(default=0, compare=False)
    """When the user came, in milliseconds since 1970."""
    blocked: int | None = field(default=None, compare=False)
    """When the host blocked the user; who is blocked cannot sign in."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a bot, without its secret."""

    id: str
    label: str


_USERS = select(*columns_of(USERS, StoredUser))


class LoginTaken(Exception):
    """Another account has that login."""


class Users:
    """The users in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._credentials = database.credentials

    async def add(self, user: User, at: int) -> None:
        """Add a user; a user who exists is not changed."""
        row = {"id": user.id, "name": user.name, "login": user.login, "created": at}
        if await self.find(user.id) is None:
            await self._database.execute(insert(USERS), row)

    async def find(self, user_id: str) -> StoredUser | None:
        """Find a user by id."""
        return await self._one(_USERS.where(USERS.c.id == user_id))

    async def find_login(self, login: str) -> StoredUser | None:
        """Find an account by its login."""
        return await self._one(_USERS.where(USERS.c.login == login))

    async def find_token(self, token: str) -> tuple[str, str] | None:
        """Find a token by its secret: its id, and the id of its account, unless it is blocked."""
        digest, changes = digest_of(token), self._credentials.changes
        known: tuple[str, str] | None = self._credentials.recall(digest)
        if known is not None:
            return known
        query = (
            select(TOKENS.c.id, TOKENS.c.user_id)
            .join(USERS, USERS.c.id == TOKENS.c.user_id)
            .where(TOKENS.c.digest == digest, USERS.c.blocked.is_(None))
        )
        row = await self._database.row(query)
        found = None if row is None else (row.id, row.user_id)
        self._credentials.remember(digest, found, changes)
        return found

    async def rename(self, user_id: str, name: str) -> None:
        """Change the name of a user."""
        await self._database.execute(update(USERS).where(USERS.c.id == user_id).values(name=name))

    async def make_account(self, user_id: str, login: str, password: str) -> None:
        """Give a guest a login and the hash of a password; raise `LoginTaken`."""
        guest = update(USERS).where(USERS.c.id == user_id, USERS.c.login.is_(None))
        try:
            changed = await self._database.execute(guest.values(login=login, password=password))
        except IntegrityError:
            raise LoginTaken from None
        if changed == 0:  # the guest has just become another account
            raise LoginTaken

    async def change_password(self, user_id: str, password: str, old: str | None = None) -> bool:
        """Store the hash of a new password; `False` if the old one, if given, is another."""
        changed = update(USERS).where(USERS.c.id == user_id).values(password=password)
        if old is not None:
            changed = changed.where(USERS.c.password == old)
        return await self._database.execute(changed) == 1

    async def set_blocked(self, user_id: str, at: int | None) -> None:
        """Block a user, and end all sessions; or with `None` lift the block."""
        async with self._database.engine.begin() as connection:
            await connection.execute(update(USERS).where(USERS.c.id == user_id).values(blocked=at))
            if at is not None:
                ended = update(SESSIONS).where(SESSIONS.c.user_id == user_id)
                await connection.execute(ended.where(SESSIONS.c.ended.is_(None)).values(ended=at))
        self._credentials.forget()

    async def search(self, text: str, *, blocked: bool, limit: int) -> list[StoredUser]:
        """Find users whose id, login or name contains a text, the newest first."""
        query = _USERS.order_by(USERS.c.created.desc()).limit(limit)
        columns = (USERS.c.id, USERS.c.login, USERS.c.name)
        if text:
            query = query.where(or_(*(each.icontains(text, autoescape=True) for each in columns)))
        if blocked:
            query = query.where(USERS.c.blocked.is_not(None))
        return [StoredUser(*row) for row in await self._database.rows(query)]

    async def delete(self, user_id: str, tables: Iterable[Table]) -> None:
        """Delete a user, with the rows of SQL tables that belong to the user."""
        async with self._database.engine.begin() as connection:
            await delete_rows_of_user(connection, tables, user_id)
        self._credentials.forget()

    async def add_token(self, token_id: str, user_id: str, label: str, token: str) -> None:
        """Store the digest of a token."""
        row = {"id": token_id, "user_id": user_id, "label": label, "digest": digest_of(token)}
        await self._database.execute(insert(TOKENS), row)

    async def tokens_of(self, user_id: str) -> list[Token]:
        """List the tokens of an account."""
        query = select(*columns_of(TOKENS, Token)).where(TOKENS.c.user_id == user_id)
        return [Token(*row) for row in await self._database.rows(query.order_by(TOKENS.c.label))]

    async def drop_token(self, token_id: str, user_id: str) -> bool:
        """Delete a token; return whether it existed."""
        gone = delete(TOKENS).where(TOKENS.c.id == token_id, TOKENS.c.user_id == user_id)
        existed = await self._database.execute(gone) > 0
        self._credentials.forget()
        return existed

    async def _one(self, query: Executable) -> StoredUser | None:
        row = await self._database.row(query)
        return None if row is None else StoredUser(*row)
