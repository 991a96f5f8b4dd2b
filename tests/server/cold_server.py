"""`fogline serve` that loads no bot before a table needs it: most servers of tests need none."""

from __future__ import annotations

import sys
from functools import partial

from fogline.cli import main, serve
from fogline.server.support.settings import ServerSettings

if __name__ == "__main__":
    serve.ServerSettings = partial(ServerSettings, warm_up=False)  # type: ignore[assignment,attr-defined]
    sys.exit(main())
