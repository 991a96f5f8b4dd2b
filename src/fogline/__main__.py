"""`python -m fogline` is the command `fogline`."""

import sys

from fogline.cli import main

sys.exit(main())
