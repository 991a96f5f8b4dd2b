"""The same games lowered to flat arrays and compiled with Numba, for search and simulation.

`import fogline` does not load this; `from fogline import fast` does.
"""

from fogline.fast.engine import FastEngine, FastState, Games, compile_game
from fogline.fast.lower import CannotLower

__all__ = ["CannotLower", "FastEngine", "FastState", "Games", "compile_game"]
