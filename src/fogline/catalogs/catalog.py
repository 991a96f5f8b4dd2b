"""Catalogs of messages: those of the browser client, and the few that the client does not need.

The list of languages and the client's catalogs exist once, in `web/src/i18n`. A wheel has them in
`fogline/catalogs/client`; a checkout reads them where they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fogline.core.text.words import ENGLISH

Message = str | dict[str, str]
"""A text, or texts by plural form: `one`, `few`, `many`, `other`."""

_HERE = Path(__file__).parent
_CLIENT = next(
    folder
    for folder in (_HERE / "client", *(up / "web/src/i18n" for up in _HERE.parents))
    if folder.is_dir()
)

LANGUAGES: Mapping[str, str] = json.loads((_CLIENT / "languages.json").read_text(encoding="utf-8"))
"""The languages by code, each by its own name."""

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
        """Return a message with its values; `count` chooses the plural form.

        >>> load_catalog("pl").say("table.points", count=3)
        '3 punkty'
        """
        own = f"{key}@{self.game}"
        message = self.messages[own if own in self.messages else key]
        if isinstance(message, dict):
            form = plural_form(self.language, values.get("count"))
            message = message.get(form, message["other"])
        return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), message)

    def name(self, key: str, otherwise: str) -> str:
        """Return a message without values, or another text if the catalog does not have it."""
        return self.say(key) if key in self else otherwise

    def listing(self, items: list[str]) -> str:
        """Return items joined as in a sentence: `Ann, Bea and Cem`."""
        *most, last = items or [""]
        return f"{', '.join(most)} {self.say('tty.and')} {last}" if most else last


@cache
def load_catalog(language: str) -> Catalog:
    """Load the messages of a language, or the English ones if there are none for it."""
    code = language if language in LANGUAGES else ENGLISH
    messages: dict[str, Message] = {}
    for folder in (_CLIENT / "words", _HERE):
        text = (folder / f"{code}.json").read_text(encoding="utf-8")
        # A browser may hyphenate there; a terminal or a mail program shows it, or counts it.
        messages |= json.loads(text.replace(_SOFT_HYPHEN, ""))
    return Catalog(code, messages)


def plural_form(language: str, count: object) -> str:
    """Return the name of the plural form for a whole number (Unicode CLDR).

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
