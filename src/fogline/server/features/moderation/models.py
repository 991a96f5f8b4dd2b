"""Messages to the host."""

from __future__ import annotations

from fogline.server.features.moderation.reports import Kind
from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import Version


class NewReport(Incoming):
    """Report a name or a line of the chat to the host."""

    kind: Kind
    number: Version
    """The seat of the name, or the version of the line."""
