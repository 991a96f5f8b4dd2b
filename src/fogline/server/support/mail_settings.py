"""The settings for e-mail: the mail server and the sender."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class MailServer:
    """A server that takes e-mails."""

    host: str
    port: int
    tls: bool
    """Whether the connection is encrypted from the start, not by STARTTLS."""
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, text: str) -> MailServer:
        """Read `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`; raise `ValueError`."""
        # The text may contain a password, so that no message quotes it.
        wrong = ValueError("expected smtp://USER:PASSWORD@HOST:PORT or smtps://…")
        try:
            found = urlsplit(text)
            port = found.port
        except ValueError:
            raise wrong from None
        if found.scheme not in _PORTS or not found.hostname:
            raise wrong
        return cls(
            found.hostname,
            port or _PORTS[found.scheme],
            found.scheme == "smtps",
            None if found.username is None else unquote(found.username),
            None if found.password is None else unquote(found.password),
        )


@dataclass(frozen=True, slots=True)
class Mail:
    """How e-mails are sent."""

    server: MailServer
    sender: str
    """The address in `From`."""
