"""`fogline serve`, but no bot is loaded or compiled while the server is measured."""

from __future__ import annotations

import sys

from fogline.cli import main
from fogline.server.services import Services

if __name__ == "__main__":
    setattr(Services, "warm_up", lambda _: None)  # noqa: B010 (a method)
    sys.exit(main())
