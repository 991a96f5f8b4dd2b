"""Everything that relies on Numba's private classes or internals.

A new version of Numba may break this package, but nothing else in Fogline. The public API does
the same, but compiles and plays more slowly: set `FOGLINE_PLAIN_NUMBA=1`, and nothing in this
folder is imported; `fogline.fast.plain` takes its place. A test plays the same games that way.

| module | what it does | why |
|---|---|---|
| `entry_points` | helper kernels are inlined into their callers and never compiled alone | Numba optimises each function with all that it calls, then its callers again: most of the time goes into code that nobody calls |
| `entry_points` | cached code is loaded without importing the compiler | that import takes longer than everything else |
| `entry_points` | no reference counting (`_nrt`), no wrappers for C and for parts, `forceinline` | kernels allocate nothing, and are four times as fast; passing seven arrays costs more than most kernels do |
| `entry_points` | one process compiles a kernel while others wait | otherwise each worker would compile everything |
| `entry_points` | a function is called by its address | a match is compiled without its players, and only the players in it are compiled |
| `flat` | kernels see an array as a pointer and a length | a Numba array is seven words, and its index may be negative: this compiles and runs faster |
"""  # noqa: E501 (rows of a table)

from __future__ import annotations

import os

PLAIN_VARIABLE = "FOGLINE_PLAIN_NUMBA"
"""The environment variable that selects Numba's public API, if it is set to anything but 0."""
PLAIN = os.environ.get(PLAIN_VARIABLE, "0") not in {"", "0"}
