"""The language that the environment asks for."""

from __future__ import annotations

import locale
import os

from fogline.catalogs import LANGUAGES
from fogline.core.text.words import ENGLISH


def language_of_this_machine() -> str:
    """Return the language that the environment asks for, if there is a catalog for it."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    asked = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    code = asked[:2].casefold()
    return code if code in LANGUAGES else ENGLISH
