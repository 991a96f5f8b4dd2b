"""Messages about turn notifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from fogline.catalogs import LANGUAGES
from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import LinkSecret

Email = Annotated[
    str, Field(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9.-]+$")
]
Base64Url = Annotated[str, Field(min_length=16, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")]


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"must be one of {', '.join(LANGUAGES)}")
    return language


ClientLanguage = Annotated[
    str, AfterValidator(_known), Field(json_schema_extra={"enum": list(LANGUAGES)})
]
"""A language of the client, in which messages are written."""


class NewEmail(Incoming):
    """Ask for turn notifications at an e-mail address, which must then be confirmed."""

    email: Email
    language: ClientLanguage


class ConfirmEmail(Incoming):
    """Confirm an e-mail address by the link that was sent there."""

    secret: LinkSecret


class NewBrowser(Incoming):
    """Ask for turn notifications in this browser, as its `PushSubscription` says."""

    endpoint: Annotated[str, Field(max_length=1000)]
    key: Base64Url
    """Its `p256dh`."""
    auth: Base64Url
    language: ClientLanguage


@dataclass(frozen=True)
class BrowserModel:
    """A browser that gets turn notifications."""

    id: str
    label: str


@dataclass(frozen=True)
class NotificationsModel:
    """How the user is notified of turns."""

    mail: bool
    """Whether this server sends e-mails."""
    email: str | None
    """The confirmed address."""
    push_key: str | None
    """The `applicationServerKey` for browsers; `None` if this server does not send to browsers."""
    browsers: list[BrowserModel]
