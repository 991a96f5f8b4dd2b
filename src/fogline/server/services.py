"""The services behind the HTTP and WebSocket handlers."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Collection
from contextlib import suppress
from urllib.parse import urlsplit

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.server.features import SCHEMA
from fogline.server.features.lobby.index import TableFinder
from fogline.server.features.moderation.reports import Reports
from fogline.server.features.notify.contacts import Contacts
from fogline.server.features.notify.mailer import Mailer
from fogline.server.features.notify.notifier import Channels, Notifier
from fogline.server.features.notify.pusher import Pusher, new_push_key
from fogline.server.features.people.identity import SESSION_SECONDS, Identity
from fogline.server.features.people.passkey_service import PasskeyService
from fogline.server.features.people.users import Users
from fogline.server.features.reviews.review_runner import ReviewRunner
from fogline.server.features.reviews.review_store import Reviews
from fogline.server.live.bot_runner import BotRunner
from fogline.server.live.live_table import TableServices
from fogline.server.live.loaded_tables import Tables
from fogline.server.live.presence_sync import SILENCE, PresenceSync
from fogline.server.support.fanout import AloneFanout, Fanout, PostgresFanout
from fogline.server.support.fault_log import FaultLog
from fogline.server.support.metrics import Metrics
from fogline.server.support.settings import ServerSettings
from fogline.server.support.stalls import TICK, Stalls
from fogline.server.web.cached_response import ResponseCache
from fogline.server.web.limits import Limiter
from fogline.server.web.open_connections import OpenConnections
from fogline.store import Database, TableLog, database_url
from fogline.store.file_lock import FileLock
from fogline.store.shared_keys import SharedKeys

_log = structlog.get_logger("fogline.server")

_HEARTBEAT = 5.0
"""Seconds between two heartbeats."""
_LOOK = 1.0
"""Seconds between two looks for what `fogline admin` has changed in a SQLite file."""


class Services:
    """All services of one server, open while it runs."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limiter = Limiter(settings.timing, on=settings.limits)
        self.responses = ResponseCache()
        self.database: Database
        self.log: TableLog
        self.index: TableFinder
        self.users: Users
        self.identity: Identity
        self.passkeys: PasskeyService
        self.tables: Tables
        self.reports: Reports
        self.notifier: Notifier
        self.reviews: ReviewRunner
        self.connections = OpenConnections()
        self.stopping = asyncio.Event()
        """Set when streams must end."""
        self._bot_runner = BotRunner(settings.bot_threads, self.metrics, self.new_word)
        self._fanout: Fanout
        self._presence_sync: PresenceSync
        self._routines: list[asyncio.Task[None]] = []
        self._lock: FileLock | None = None
        self._server = self.new_word()
        self._stalls = Stalls(settings.uptime)
        self.database_faults = FaultLog("the database does not answer")
        self._noticing = asyncio.Lock()

    def new_word(self) -> str:
        """Return 32 random characters that are safe in a URL."""
        return base64.urlsafe_b64encode(self.settings.entropy(24)).decode()

    def new_secret(self) -> str:
        """Return the server's share of a deal: 32 random bytes in hexadecimal."""
        return self.settings.entropy(32).hex()

    async def open(self) -> None:
        """Open the database and start everything that uses it."""
        settings = self.settings
        url = database_url(settings.database)
        if settings.lock:
            self._lock = FileLock(url)
        self.database = await Database.open(url)
        self.log = TableLog(self.database, SCHEMA)
        self.index = TableFinder(self.database)
        shared_keys = SharedKeys(self.database)
        key = await shared_keys.get_or_set("session key", self.settings.entropy(32).hex())
        self.identity = Identity(self.database, key, settings.timing, self.new_word)
        self.users = self.identity.users
        await self.identity.sessions.purge(settings.timing.now() - SESSION_SECONDS * 1000)
        self.passkeys = PasskeyService(
            self.identity, key, settings.timing, shared_keys, self.new_word
        )
        self.reports = Reports(self.database)
        self.notifier = await self._make_notifier(shared_keys)
        self._fanout = PostgresFanout(url) if self.database.is_postgres else AloneFanout()
        self._presence_sync = PresenceSync(self._server, settings.timing, self._fanout.tell)
        table_services = TableServices(
            self.log,
            self.index,
            settings.timing,
            self._bot_runner,
            self.metrics,
            self._presence_sync,
            settings.bot_delay,
            self.new_secret,
            self._stalls,
            on_turn=self.notifier.go_on,
        )
        self.tables = self.notifier.tables = Tables(table_services, self.new_word)
        self.reviews = ReviewRunner(
            Reviews(self.database),
            self.log,
            self._bot_runner.queue,
            settings.timing,
            self._server,
            settings.bot_threads + 1,
        )
        await self._fanout.start(self.tables)
        await self._exclude_downtime(shared_keys)
        self._routines = [
            asyncio.create_task(self._send_heartbeats(shared_keys), name="heartbeat"),
            asyncio.create_task(self._watch_clocks(), name="clocks"),
            asyncio.create_task(self._watch_stalls(), name="stalls"),
        ]
        if self.notifier.is_on:
            self._routines.append(asyncio.create_task(self.notifier.catch_up(), name="turns"))
        if not self.database.is_postgres:
            self._routines.append(asyncio.create_task(self._watch_notices(), name="notices"))
        _log.info("open", database=url.get_backend_name())

    async def _make_notifier(self, shared_keys: SharedKeys) -> Notifier:
        settings = self.settings
        mailer = None if settings.mail is None else Mailer(settings.mail)
        pusher = None
        url = urlsplit(settings.url or "")
        # Browsers take messages only over HTTPS.
        if url.scheme == "https" and (proposal := new_push_key()) is not None:
            key = await shared_keys.get_or_set("push key", proposal)
            pusher = Pusher(key, f"https://{url.hostname}")
        ways = Channels(settings.url or "", mailer, pusher)
        contacts = Contacts(self.database)
        return Notifier(contacts, self.index, settings.timing, ways, self.limiter.is_connected)

    def warm_up(self) -> None:
        """Start to load and compile bots. Requests are served meanwhile."""
        if self.settings.warm_up:
            self._bot_runner.warm_up()

    def disconnect_all(self) -> None:
        """End all streams and WebSockets; clients connect again, here or to another server."""
        self.stopping.set()
        self.tables.disconnect_all()

    async def close(self) -> None:
        """Stop everything. What was acknowledged is already on disk."""
        self.disconnect_all()
        for routine in self._routines:
            routine.cancel()
        await asyncio.gather(*self._routines, return_exceptions=True)
        await self.notifier.close()
        await self._fanout.stop()
        await self.tables.close()
        await self.reviews.stop()
        await self._bot_runner.stop()
        await self.log.stop()
        with suppress(SQLAlchemyError, OSError):  # the last regular one counts
            await SharedKeys(self.database).heartbeat(self._server, self.settings.timing.now())
        await self.database.close()
        if self._lock is not None:
            self._lock.release()
        _log.info("closed")

    async def _exclude_downtime(self, shared_keys: SharedKeys) -> None:
        last = await shared_keys.last_heartbeat()
        now = self.settings.timing.now()
        alone = not self.database.is_postgres
        if last is not None and last < now and (alone or now - last > SILENCE):
            await self.tables.exclude_downtime(last)
        # Only now: if this server is killed earlier, the next one writes the missing entries.
        await shared_keys.heartbeat(self._server, now)

    async def _send_heartbeats(self, shared_keys: SharedKeys) -> None:
        while True:
            await asyncio.sleep(_HEARTBEAT)
            try:
                await shared_keys.heartbeat(self._server, self.settings.timing.now())
                await self.end_connections()
            except (SQLAlchemyError, OSError) as error:
                self.database_faults.happened(error)
            else:
                self.database_faults.is_over()
            self._presence_sync.heartbeat()
            await self.tables.sweep()

    async def end_sessions(self, sessions: Collection[str]) -> None:
        """End sessions, and close their connections."""
        await self.identity.sessions.end(sessions, self.settings.timing.now())
        self.connections.end(sessions)

    async def end_connections(self) -> None:
        """Close the connections of sessions and tokens that have ended, here or elsewhere."""
        held = self.connections.credentials
        if held:
            valid = await self.identity.sessions.still_valid(held)
            ended = [each for each in held if each not in valid]
            if ended:
                self.database.credentials.forget()
                self.connections.end(ended)

    async def _watch_stalls(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.notice_stall()

    async def notice_stall(self) -> None:
        """If this server stood still since the last tick, exclude that time from all clocks."""
        async with self._noticing:
            with self._stalls.tick() as stall:
                if not stall:
                    return
                _log.warning("stood still", milliseconds=stall)
                since = self.settings.timing.now() - stall
                with suppress(SQLAlchemyError, OSError):  # the clocks go on, and nothing is lost
                    await self.tables.exclude_stall(since, alone=not self.database.is_postgres)
        self.tables.go_on()

    async def hear_notices(self) -> None:
        """Handle what `fogline admin` has changed in the SQLite file of this server."""
        for table, version in await self.log.take_notices():
            self.tables.hear(table, version)

    async def _watch_notices(self) -> None:
        faults = FaultLog("cannot look for changes of the host")
        while True:
            try:
                await self.hear_notices()
            except (SQLAlchemyError, OSError) as error:
                faults.happened(error)
            else:
                faults.is_over()
            await asyncio.sleep(_LOOK)

    async def _watch_clocks(self) -> None:
        """Check regularly for clocks that ran out at tables that are not in memory."""
        faults = FaultLog("cannot check the clocks")
        while True:
            try:
                await self.tables.check_clocks()
            except (SQLAlchemyError, OSError) as error:
                faults.happened(error)
            else:
                faults.is_over()
            await asyncio.sleep(_HEARTBEAT)
