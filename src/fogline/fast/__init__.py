"""The same games lowered to flat arrays and compiled with Numba, for search and simulation.

`import fogline` does not load this; `from fogline import fast` does.
"""

from fogline.fast.determinise import Knowledge, determinise
from fogline.fast.engine import FastEngine, FastState, compile_game, words_of, words_of_all
from fogline.fast.lowered import CannotLower
from fogline.fast.state_codec import CATEGORIES

__all__ = [
    "CATEGORIES",
    "CannotLower",
    "FastEngine",
    "FastState",
    "Knowledge",
    "compile_game",
    "determinise",
    "words_of",
    "words_of_all",
]
