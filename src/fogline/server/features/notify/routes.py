"""Turn notifications of users."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from fogline.catalogs import load_catalog
from fogline.server.features.notify.contacts import EmailAddress, PushSubscription
from fogline.server.features.notify.mailer import MailFailed, NotSent
from fogline.server.features.notify.models import (
    BrowserModel,
    ConfirmEmail,
    NewBrowser,
    NewEmail,
    NotificationsModel,
)
from fogline.server.features.notify.notifier import Notifier
from fogline.server.live.people import Link
from fogline.server.support.push_services import is_push_service
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.devices import device_of
from fogline.server.web.limits import MAILS
from fogline.server.web.requests import Address, SessionUserId, TheServices
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api", tags=["notifications"])

_LINK_TIME = 86_400_000
_MOST_BROWSERS = 10


@router.get("/account/notifications")
@costs(3)
async def notifications(user: SessionUserId, services: TheServices) -> NotificationsModel:
    """Return how the user is notified of turns."""
    notifier = services.of(Notifier)
    address = await notifier.contacts.address_of(user)
    browsers = await notifier.contacts.browsers_of(user)
    return NotificationsModel(
        mail=notifier.mailer is not None,
        email=None if address is None else address.email,
        push_key=None if notifier.pusher is None else notifier.pusher.public_key,
        browsers=[BrowserModel(id=each.id, label=each.label) for each in browsers],
    )


@router.post("/account/email", status_code=204)
@costs(20)
async def ask_email(
    body: NewEmail, user: SessionUserId, address: Address, services: TheServices
) -> None:
    """Send a link to an e-mail address, which confirms it."""
    mailer, url = services.of(Notifier).mailer, services.settings.url
    if mailer is None or url is None:
        raise Problem(Code.NOT_FOUND, "This server does not send e-mails.")
    if not await services.people.has_account(user):
        raise Problem(Code.FORBIDDEN, "Only accounts get e-mails: create an account first.")
    # Nobody can have many messages sent, nor to one address.
    for caller in (user, address, f"mail {body.email.lower()}"):
        services.limiter.spend(MAILS, caller)
    secret = services.settings.new_token()
    expires = services.settings.timing.now() + _LINK_TIME
    value = f"{body.language} {body.email}"
    await services.people.add_link(secret, Link(user, "email", expires, value))
    say = load_catalog(body.language).say
    text = f"{say('mail.confirm.text')}\n\n{url}#/account?confirm={secret}\n"
    try:
        await mailer.send(body.email, say("mail.confirm"), text, f"{url}#/account")
    except (NotSent, MailFailed):
        raise Problem(Code.UNAVAILABLE, "The e-mail could not be sent: try again.") from None


@router.post("/account/email/confirm", status_code=204)
@costs(3)
async def confirm_email(body: ConfirmEmail, address: Address, services: TheServices) -> None:
    """Confirm an e-mail address; the link may be opened in any browser."""
    services.limiter.spend(MAILS, f"confirm {address}")
    link = await services.people.take_link(body.secret, "email")
    if link is None:
        raise Problem(Code.UNAUTHORISED, "This link was used, or has expired.")
    language, _, email = link.value.partition(" ")
    await services.of(Notifier).contacts.set_address(link.user, EmailAddress(email, language))


@router.delete("/account/email", status_code=204)
@costs(3)
async def end_email(user: SessionUserId, services: TheServices) -> None:
    """Send no more e-mails."""
    await services.of(Notifier).contacts.set_address(user, None)


@router.post("/account/push", status_code=204)
@costs(3)
async def add_browser(
    body: NewBrowser, user: SessionUserId, request: Request, services: TheServices
) -> None:
    """Send turn notifications to this browser."""
    notifier = services.of(Notifier)
    contacts = notifier.contacts
    if notifier.pusher is None:
        raise Problem(Code.NOT_FOUND, "This server does not send messages to browsers.")
    if not is_push_service(body.endpoint, services.settings.push_services):
        raise Problem(Code.MALFORMED, "endpoint: this push service is not known.")
    if len(await contacts.browsers_of(user)) >= _MOST_BROWSERS:
        raise Problem(Code.FORBIDDEN, f"At most {_MOST_BROWSERS} browsers: remove one first.")
    label = device_of(request.headers.get("user-agent", ""))
    await contacts.add_browser(
        PushSubscription(user, body.endpoint, body.key, body.auth, label, body.language)
    )


@router.delete("/account/push/{browser}", status_code=204)
@costs(3)
async def end_browser(
    browser: Annotated[str, Path(max_length=64)], user: SessionUserId, services: TheServices
) -> None:
    """Send no more turn notifications to a browser."""
    if not await services.of(Notifier).contacts.drop_browser(browser, user):
        raise Problem(Code.NOT_FOUND, "This browser is not known.")
