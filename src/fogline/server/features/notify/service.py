"""Runs what notifies users of their turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

from fogline.server.features.notify.contacts import Contacts
from fogline.server.features.notify.mailer import Mailer
from fogline.server.features.notify.notifier import Channels, Notifier
from fogline.server.features.notify.pusher import Pusher, new_push_key
from fogline.server.services import Services
from fogline.server.support.routines import background


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[tuple[Notifier]]:
    """Notify users of turns as long as the server runs."""
    notifier = Notifier(
        Contacts(services.database),
        services.index,
        services.tables,
        services.settings.timing,
        await _channels(services),
        services.limiter.is_connected,
    )
    services.signals.turn.subscribe(notifier.schedule)
    services.signals.ended.subscribe(notifier.forget)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(notifier.close)
        if notifier.is_on:
            await stack.enter_async_context(background("turns", _catch_up(services, notifier)))
        yield (notifier,)


async def _catch_up(services: Services, notifier: Notifier) -> None:
    await services.ready.wait()  # before, clocks count the time in which no server ran
    await notifier.catch_up()


async def _channels(services: Services) -> Channels:
    settings = services.settings
    mailer = None if settings.mail is None else Mailer(settings.mail)
    url = urlsplit(settings.url or "")
    pusher = None
    # Browsers take messages only over HTTPS.
    if url.scheme == "https" and (proposal := new_push_key()) is not None:
        key = await services.shared_keys.get_or_set("push key", proposal)
        pusher = Pusher(key, f"https://{url.hostname}")
    return Channels(settings.url or "", mailer, pusher)
