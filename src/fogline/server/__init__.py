"""Tables, seats, WebSockets and the bot API over the log. No rules."""

from fogline.server.app import create_app
from fogline.server.settings import Settings

__all__ = ["Settings", "create_app"]
