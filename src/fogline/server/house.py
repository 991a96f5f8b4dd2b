"""The whole server but its doors: what HTTP and WebSocket handlers ask."""

from __future__ import annotations

import asyncio
import base64

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.server.fanout import AloneFanout, Fanout, PostgresFanout
from fogline.server.identity import Identity
from fogline.server.limits import Limiter
from fogline.server.live import Workshop
from fogline.server.metrics import Metrics
from fogline.server.neighbours import SILENCE, Neighbours
from fogline.server.passkeys import PasskeyDesk
from fogline.server.settings import Settings
from fogline.server.tables import Tables
from fogline.server.thinking import Thinkers
from fogline.store import Database, People, TableLog, database_url
from fogline.store.facts import Facts

_log = structlog.get_logger("fogline.server")

_BEAT = 5.0
"""Seconds between two signs of life."""


class House:
    """Everything that is open while the server runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limiter = Limiter(settings.timing, on=settings.limits)
        self.database: Database
        self.log: TableLog
        self.people: People
        self.identity: Identity
        self.passkey_desk: PasskeyDesk
        self.tables: Tables
        self.stopping = asyncio.Event()
        """Set when streams shall end."""
        self._thinkers = Thinkers(settings.bot_threads, self.metrics, self.new_word)
        self._fanout: Fanout
        self._neighbours: Neighbours
        self._routines: list[asyncio.Task[None]] = []
        self._server = self.new_word()

    def new_word(self) -> str:
        """Return 32 random letters that nobody can guess, fit for an address."""
        return base64.urlsafe_b64encode(self.settings.entropy(24)).decode()

    def new_secret(self) -> str:
        """Return the server's share of a deal: 32 random bytes in hexadecimal."""
        return self.settings.entropy(32).hex()

    async def open(self) -> None:
        """Open the database and everything that stands on it."""
        settings = self.settings
        url = database_url(settings.database)
        self.database = await Database.open(url)
        self.log = TableLog(self.database)
        self.log.start()
        facts = Facts(self.database)
        key = await facts.settle("session key", self.settings.entropy(32).hex())
        self.identity = Identity(self.database, key, settings.timing, self.new_word)
        self.people = self.identity.people
        self.passkey_desk = PasskeyDesk(self.identity, key)
        self._fanout = PostgresFanout(url) if self.database.is_postgres else AloneFanout()
        self._neighbours = Neighbours(self._server, settings.timing, self._fanout.tell)
        shop = Workshop(
            self.log,
            settings.timing,
            self._thinkers,
            self.metrics,
            self._neighbours,
            settings.bot_delay,
        )
        self.tables = Tables(shop, self.new_word, self.new_secret)
        await self._fanout.start(self.tables)
        await self._forgive_downtime(facts)
        self._routines = [
            asyncio.create_task(self._beat(facts), name="beat"),
            asyncio.create_task(self._watch_clocks(), name="clocks"),
        ]
        _log.info("open", database=url.get_backend_name())

    def warm_up(self) -> None:
        """Begin with what takes a while and can wait until the doors are open."""
        if self.settings.warm_up:
            self._thinkers.warm_up()

    def send_viewers_away(self) -> None:
        """End all streams and WebSockets; who watched may ask another server, or this one later."""
        self.stopping.set()
        self.tables.send_viewers_away()

    async def close(self) -> None:
        """Let everything come to its end; whatever was acknowledged is on disk already."""
        self.send_viewers_away()
        for routine in self._routines:
            routine.cancel()
        await asyncio.gather(*self._routines, return_exceptions=True)
        await self._fanout.stop()
        await self.tables.close()
        await self._thinkers.stop()
        await self.log.stop()
        await Facts(self.database).beat(self._server, self.settings.timing.now())
        await self.database.close()
        _log.info("closed")

    async def _forgive_downtime(self, facts: Facts) -> None:
        last = await facts.last_beat()
        now = self.settings.timing.now()
        alone = not self.database.is_postgres
        if last is not None and last < now and (alone or now - last > SILENCE):
            await self.tables.forgive(last)
        # Only now: if this server is killed before, the next one forgives what is left.
        await facts.beat(self._server, now)

    async def _beat(self, facts: Facts) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await facts.beat(self._server, self.settings.timing.now())
            except (SQLAlchemyError, OSError) as error:
                _log.error("the database does not answer", error=type(error).__name__)
            self._neighbours.beat()
            await self.tables.sweep()

    async def _watch_clocks(self) -> None:
        """Notice, from the start and from time to time, whose time is over at tables at rest."""
        while True:
            try:
                await self.tables.notice_late()
            except (SQLAlchemyError, OSError) as error:
                _log.error("the clocks cannot be read", error=type(error).__name__)
            await asyncio.sleep(_BEAT)
