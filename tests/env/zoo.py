"""PettingZoo's own tests. They import its classic games, which warn of how they are imported."""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

__all__ = ["api_test", "performance_benchmark", "render_test", "seed_test"]
