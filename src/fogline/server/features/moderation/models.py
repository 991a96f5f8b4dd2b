"""Messages to the host."""

from __future__ import annotations

from typing import Literal

from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import Version


class NewReport(Incoming):
    """Report a name or a line of the chat to the host."""

    kind: Literal["name", "chat"]
    number: Version
    """The seat of the name, or the version of the line."""
