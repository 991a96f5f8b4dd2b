"""Runs what notifies users of their turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

from fogline.server.features.notify.mailer import Mailer
from fogline.server.features.notify.notifier import Notifier
from fogline.server.features.notify.pusher import Pusher, new_push_key
from fogline.server.services import Services
from fogline.server.support.routines import background


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[Notifier]:
    """Notify users of turns as long as the server runs."""
    mail = services.settings.mail
    mailer = None if mail is None else Mailer(mail)
    notifier = Notifier(services, mailer, await _pusher(services))
    services.signals.turn.subscribe(notifier.schedule)
    services.signals.ended.subscribe(notifier.forget)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(notifier.close)
        if notifier.is_on:
            await stack.enter_async_context(background("turns", _catch_up(services, notifier)))
        yield notifier


async def _catch_up(services: Services, notifier: Notifier) -> None:
    await services.ready.wait()  # before, clocks count the time in which no server ran
    await notifier.catch_up()


async def _pusher(services: Services) -> Pusher | None:
    url = urlsplit(services.settings.url or "")
    if url.scheme != "https" or (proposal := new_push_key()) is None:
        return None  # browsers take messages only over HTTPS
    key = await services.shared_keys.get_or_set("push key", proposal)
    return Pusher(key, f"https://{url.hostname}")
