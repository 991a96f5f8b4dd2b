"""Messages about what concerns the host: links that it makes, and reports to it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import Password, Version

LinkSecret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,64}$")]


class ResetPassword(Incoming):
    """Choose a new password, by a link that the host has made."""

    secret: LinkSecret
    password: Password


class NewReport(Incoming):
    """Report a name or a line of the chat to the host."""

    kind: Literal["name", "chat"]
    number: Version
    """The seat of the name, or the version of the line."""
