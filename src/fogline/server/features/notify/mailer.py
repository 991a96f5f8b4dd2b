"""Sends e-mails through the server of the host."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from fogline.server.support.mail_settings import Mail

_PATIENCE = 20
"""Seconds to wait for the mail server."""


class NotSent(Exception):
    """Nothing was handed to the mail server or push service, so it may be tried again."""


class MailFailed(Exception):
    """The mail server did not take a message, or did not say whether it did."""


class Mailer:
    """Sends messages, each in a thread: the server is not blocked."""

    def __init__(self, mail: Mail) -> None:
        self._mail = mail

    async def send(self, to: str, subject: str, body: str, account: str) -> None:
        """Send a message; raise `NotSent` or `MailFailed`. `account` is the page to stop them."""
        message = EmailMessage()
        message["From"] = self._mail.sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._mail.sender.rpartition("@")[2] or None)
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{account}>"
        message.set_content(body)
        await asyncio.to_thread(self._send, message)

    def _send(self, message: EmailMessage) -> None:
        try:
            connection = self._connect()
        except (OSError, smtplib.SMTPException) as error:
            raise NotSent from error
        with connection:
            try:
                connection.send_message(message)
            except (OSError, smtplib.SMTPException) as error:
                raise MailFailed from error

    def _connect(self) -> smtplib.SMTP:
        server = self._mail.server
        context = ssl.create_default_context()
        if server.tls:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=_PATIENCE, context=context
            )
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=_PATIENCE)
        try:
            connection.ehlo()
            if not server.tls and connection.has_extn("starttls"):
                connection.starttls(context=context)
                connection.ehlo()
            elif not server.tls and server.user is not None:
                # A password is never sent in the open.
                raise smtplib.SMTPNotSupportedError("no STARTTLS")
            if server.user is not None:
                connection.login(server.user, server.password or "")
        except (OSError, smtplib.SMTPException):
            connection.close()
            raise
        return connection
