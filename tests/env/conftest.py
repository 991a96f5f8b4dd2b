"""PettingZoo's own tests import its classic games, which warn of how they are imported."""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pettingzoo.test

assert pettingzoo.test.api_test
