"""Everything that leans on Numba's private classes, or on how it works inside.

A new version of Numba may break what is here, and nothing else of Fogline. Public Numba alone does
the same, but takes longer to compile and to play: set `FOGLINE_PLAIN_NUMBA=1` and nothing of this
folder is imported; `fogline.fast.plain` takes its place. A test plays the same games so.

| module | what it does | why |
|---|---|---|
| `entries` | kernels that only kernels call are kept as parts, and optimised with their callers | Numba optimises each function with all that it calls, then its callers again: most of the time goes into code that nobody calls |
| `entries` | code on disk is loaded without what only compiling needs | importing that takes longer than all the rest |
| `entries` | no reference counting (`_nrt`), no wrappers for C and for parts, `forceinline` | kernels allocate nothing, and are four times as fast; passing seven arrays costs more than most kernels do |
| `entries` | one process compiles a kernel, others wait for it | else each of many workers would compile all of it |
| `entries` | a function is called by its address | a match is compiled without its players, and only the players it has are compiled |
| `flat` | kernels see an array as a pointer and a length | an array of Numba's is seven words, and its index may count from the end: there is less to compile and to do |
"""  # noqa: E501 (rows of a table)

from __future__ import annotations

import os

PLAIN_VARIABLE = "FOGLINE_PLAIN_NUMBA"
"""The environment variable that chooses public Numba alone, if it is set to anything but 0."""
PLAIN = os.environ.get(PLAIN_VARIABLE, "0") not in {"", "0"}
