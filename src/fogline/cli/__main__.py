"""`python -m fogline.cli` is `fogline`."""

import sys

from fogline.cli.app import main

sys.exit(main())
