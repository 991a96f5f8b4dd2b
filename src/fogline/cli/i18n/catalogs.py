"""Catalogs of messages: those of the browser client, and the few that only a terminal needs.

The client's catalogs exist once, in `web/src/i18n`. A wheel has them in `fogline/cli/i18n/client`;
a checkout reads them where they are.
"""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "fi": "Suomi",
    "pl": "Polski",
    "da": "Dansk",
    "nl": "Nederlands",
}
"""The languages by code, each by its own name."""

Message = str | dict[str, str]
"""A text, or texts by plural form: `one`, `few`, `many`, `other`."""

_HERE = Path(__file__).parent
_CLIENT = next(
    folder
    for folder in (_HERE / "client", *(up / "web/src/i18n" for up in _HERE.parents))
    if folder.is_dir()
)
_SOFT_HYPHEN = "\N{SOFT HYPHEN}"
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Catalog:
    """The messages of one language, with the words of one game where it has its own."""

    language: str
    messages: Mapping[str, Message]
    game: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def of(self, game: str) -> Catalog:
        """Return the same catalog with the words of a game."""
        return Catalog(self.language, self.messages, game)

    def say(self, key: str, **values: object) -> str:
        """Say a message with its values; `count` chooses the plural form.

        >>> load_catalog("pl").say("table.points", count=3)
        '3 punkty'
        """
        own = f"{key}@{self.game}"
        message = self.messages[own if own in self.messages else key]
        if isinstance(message, dict):
            form = plural_form(self.language, values.get("count"))
            message = message.get(form, message["other"])
        return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), message)

    def listing(self, items: list[str]) -> str:
        """Join items as a sentence does: `Ann, Bea and Cem`."""
        *most, last = items or [""]
        return f"{', '.join(most)} {self.say('tty.and')} {last}" if most else last


@cache
def load_catalog(language: str) -> Catalog:
    """Load the messages of a language; of one that there is none for, English."""
    code = language if language in LANGUAGES else "en"
    messages: dict[str, Message] = {}
    for folder in (_CLIENT, _HERE):
        text = (folder / f"{code}.json").read_text(encoding="utf-8")
        # A browser may hyphenate there; a terminal counts it as a letter, or shows it.
        messages |= json.loads(text.replace(_SOFT_HYPHEN, ""))
    return Catalog(code, messages)


def plural_form(language: str, count: object) -> str:
    """Name the plural form for a whole number (Unicode CLDR).

    >>> [plural_form("pl", count) for count in (1, 2, 5, 12, 22)]
    ['one', 'few', 'many', 'many', 'few']
    """
    if not isinstance(count, int):
        return "other"
    number = abs(count)
    if number == 1:
        return "one"
    if language != "pl":
        return "other"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


def language_of_this_machine() -> str:
    """Choose the language that the environment asks for, if there is a catalog for it."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    asked = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    code = asked[:2].casefold()
    return code if code in LANGUAGES else "en"
