"""The services behind the HTTP and WebSocket handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.server.live.bot_runner import BotRunner
from fogline.server.live.clock_watch import ClockWatch
from fogline.server.live.loaded_tables import Tables
from fogline.server.live.people import People
from fogline.server.live.presence_sync import SILENCE, PresenceSync
from fogline.server.live.signals import Signals
from fogline.server.live.table_index import TableIndex
from fogline.server.live.table_services import TableServices
from fogline.server.support.fanout import AloneFanout, Fanout, PostgresFanout
from fogline.server.support.fault_log import FaultLog
from fogline.server.support.health import HealthCheck
from fogline.server.support.metrics import Metrics
from fogline.server.support.projection_fill import keep_filling
from fogline.server.support.routines import background, repeat
from fogline.server.support.settings import ServerSettings
from fogline.server.support.stalls import TICK, Stalls
from fogline.server.web.cached_response import ResponseCache
from fogline.server.web.limits import Limiter
from fogline.server.web.open_connections import OpenConnections
from fogline.store import Database, TableLog, database_url
from fogline.store.file_lock import FileLock
from fogline.store.projection import Schema
from fogline.store.shared_keys import SharedKeys

_log = structlog.get_logger("fogline.server")

T = TypeVar("T")

_HEARTBEAT = 5.0
"""Seconds between two heartbeats."""
_LOOK = 1.0
"""Seconds between two looks for what `fogline admin` has changed in a SQLite file."""


class Services:
    """The services of one server, on a database that is open.

    All attributes exist, and can be used, from the start. The services of features come as each of
    them is opened.
    """

    def __init__(
        self,
        settings: ServerSettings,
        database: Database,
        schema: Schema,
        index: TableIndex,
        people: People,
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limiter = Limiter(settings.timing, on=settings.limits)
        self.responses = ResponseCache()
        self.connections = OpenConnections()
        self.ready = asyncio.Event()
        """Set when requests are served; what is not urgent waits for it."""
        self.stopping = asyncio.Event()
        """Set when streams must end."""
        self.database = database
        self.database_faults = FaultLog("the database does not answer")
        self.shared_keys = SharedKeys(database)
        self.health = HealthCheck(
            lambda: self.shared_keys.put({"health": str(settings.timing.now())})
        )
        self.log = TableLog(database, schema)
        self.index = index
        """Where tables are found."""
        self.people = people
        """Who is asking."""
        self.signals = Signals()
        self.server = settings.new_token()
        """The id of this server, among those on the database."""
        self.bot_runner = BotRunner(settings.bot_threads, self.metrics, settings.new_token)
        self.fanout: Fanout = (
            PostgresFanout(database.engine.url) if database.is_shared else AloneFanout()
        )
        self._presence_sync = PresenceSync(self.server, settings.timing, self.fanout.send)
        stalls = Stalls(settings.uptime)
        self.tables = Tables(
            TableServices(
                settings=settings,
                log=self.log,
                bot_runner=self.bot_runner,
                metrics=self.metrics,
                presence_sync=self._presence_sync,
                stalls=stalls,
                signals=self.signals,
            )
        )
        self.clocks = ClockWatch(
            self.tables, index, settings.timing, stalls, alone=not database.is_shared
        )
        self._by_class: dict[type, object] = {}
        self.provide(index, people)

    def provide(self, *services: object) -> None:
        """Add services of a feature."""
        self._by_class |= {type(each): each for each in services}

    def of(self, kind: type[T]) -> T:
        """Return a service of a feature, by its class. Only the feature itself knows the class."""
        return cast("T", self._by_class[kind])

    def warm_up(self) -> None:
        """Start to load and compile bots. Requests are served meanwhile."""
        if self.settings.warm_up:
            self.bot_runner.warm_up()

    def disconnect_all(self) -> None:
        """End all streams and WebSockets; clients connect again, here or to another server."""
        self.stopping.set()
        self.tables.disconnect_all()

    async def exclude_downtime(self) -> None:
        """Exclude the time in which no server ran from all clocks."""
        last = await self.shared_keys.last_heartbeat()
        now = self.settings.timing.now()
        alone = not self.database.is_shared
        if last is not None and last < now and (alone or now - last > SILENCE):
            await self.clocks.exclude_downtime(last)
        # Only now: if this server is killed earlier, the next one writes the missing entries.
        await self.shared_keys.heartbeat(self.server, now)

    async def send_heartbeat(self) -> None:
        """Show the database and other servers that this one runs, and clear up."""
        try:
            await self.shared_keys.heartbeat(self.server, self.settings.timing.now())
            await self.end_connections()
        finally:
            self._presence_sync.heartbeat()
            await self.tables.sweep()

    async def send_last_heartbeat(self) -> None:
        """Record until when this server ran."""
        with suppress(SQLAlchemyError, OSError):  # the last regular one counts
            await self.shared_keys.heartbeat(self.server, self.settings.timing.now())

    async def end_connections(self) -> None:
        """Close the connections of sessions and tokens that have ended, here or elsewhere."""
        held = self.connections.credentials
        if held:
            valid = await self.people.still_valid(held)
            ended = [each for each in held if each not in valid]
            if ended:
                self.database.credentials.forget()
                self.connections.end(ended)

    async def take_notices(self) -> None:
        """Handle what `fogline admin` has changed in the SQLite file of this server."""
        for table, version in await self.log.take_notices():
            self.tables.on_notification(table, version)


OpenService = Callable[[Services], AbstractAsyncContextManager[object]]
"""Runs the service of a feature, and provides it."""


@dataclass(frozen=True, slots=True)
class Providers:
    """What features give to the server."""

    index: Callable[[Database], TableIndex]
    people: Callable[[ServerSettings, Database], Awaitable[People]]
    services: Sequence[OpenService] = ()
    """The others, in the order in which they are opened."""


@asynccontextmanager
async def open_services(
    settings: ServerSettings, schema: Schema, providers: Providers
) -> AsyncIterator[Services]:
    """Open the database, and run everything that uses it.

    At the end all is stopped in the opposite order. What was acknowledged is already on disk.
    """
    url = database_url(settings.database)
    async with AsyncExitStack() as stack:
        stack.callback(lambda: _log.info("closed"))
        if settings.lock:
            stack.callback(FileLock(url).release)
        database = await Database.open(url)
        stack.push_async_callback(database.close)
        index, people = providers.index(database), await providers.people(settings, database)
        services = Services(settings, database, schema, index, people)
        stack.push_async_callback(services.health.stop)
        stack.push_async_callback(services.send_last_heartbeat)
        stack.push_async_callback(services.log.stop)
        stack.push_async_callback(services.bot_runner.stop)
        stack.push_async_callback(services.tables.close)
        for open_service in providers.services:
            services.provide(await stack.enter_async_context(open_service(services)))
        await stack.enter_async_context(services.fanout.listen(services.tables))
        await services.exclude_downtime()
        for name, seconds, work, faults in _routines(services):
            await stack.enter_async_context(background(name, repeat(seconds, work, faults)))
        filling = keep_filling(services.log, services.shared_keys)
        await stack.enter_async_context(background("projections", filling))
        stack.callback(services.disconnect_all)
        services.ready.set()
        _log.info("open", database=url.get_backend_name())
        yield services


_Routine = tuple[str, float, Callable[[], Coroutine[Any, Any, None]], FaultLog]


def _routines(services: Services) -> Iterator[_Routine]:
    """List what is done repeatedly: its name, the seconds between, the work, its faults."""
    yield "heartbeat", _HEARTBEAT, services.send_heartbeat, services.database_faults
    yield "clocks", _HEARTBEAT, services.clocks.check, FaultLog("cannot check the clocks")
    yield "stalls", TICK, services.clocks.notice_stall, FaultLog("cannot exclude a pause")
    if not services.database.is_shared:
        faults = FaultLog("cannot look for changes of the host")
        yield "notices", _LOOK, services.take_notices, faults
