"""The terminal's words: every language says the same, and everything that is used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fogline import catalogs, cli, define
from fogline.catalogs import plural_form
from fogline.cli.i18n import LANGUAGES, CatalogBook, language_of_this_machine, load_catalog
from fogline.cli.play.menu import plain_wording
from fogline.core.messages import Action, Event
from fogline.server.features import notify

READERS = [Path(package.__file__ or "").parent for package in (catalogs, cli, notify)]
OWN = {
    code: json.loads(Path(catalogs.__file__).with_name(f"{code}.json").read_text(encoding="utf-8"))
    for code in LANGUAGES
}
KEY = re.compile(r"[\"']((?:mail|tty|table|page)\.[\w.-]+)[\"']")


def places(message: object) -> set[str]:
    texts = message.values() if isinstance(message, dict) else [message]
    return {place for text in texts for place in re.findall(r"\{(\w+)\}", str(text))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    mine, english = OWN[language], OWN["en"]
    assert list(mine) == sorted(english)
    for key, message in mine.items():
        assert places(message) == places(english[key]), key
        assert isinstance(message, dict) == isinstance(english[key], dict), key
        if isinstance(message, dict):
            forms = {plural_form(language, count) for count in range(30)} | {"other"}
            assert set(message) == forms, key


def test_every_word_is_used_and_every_used_word_exists() -> None:
    files = [path for reader in READERS for path in reader.rglob("*.py")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files)
    used = set(KEY.findall(sources))
    known = load_catalog("en")
    assert {key for key in used if key not in known} == set()
    unused = {key for key in OWN["en"] if key not in used and not key.startswith("tty.term.")}
    assert unused == set()


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_of_the_games_is_said_in_every_language(language: str, game: str) -> None:
    definition = define(game)
    book = CatalogBook(definition, load_catalog(language))
    plain = definition.phrasebook()
    for kinds in (Action.kinds, Event.kinds):
        for kind in kinds.values():
            if plain.knows(kind) and kind.__module__.startswith("fogline."):
                assert book.speaks(kind), kind


def test_the_language_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for value, language in (("fi_FI.UTF-8", "fi"), ("de_DE.UTF-8", "en"), ("C", "en")):
        monkeypatch.setenv("LANG", value)
        assert language_of_this_machine() == language


def test_words_of_a_game_and_plurals() -> None:
    words = load_catalog("pl")
    assert [words.say("table.points", count=n) for n in (1, 2, 5)] == [
        "1 punkt",
        "2 punkty",
        "5 punktów",
    ]
    english = load_catalog("en")
    assert english.say("table.card.wild") == "Wild"
    assert english.of("old-west").say("table.card.wild") == "Locomotive"
    assert english.listing(["Ann", "Bea", "Cem"]) == "Ann, Bea and Cem"


def test_no_message_for_a_terminal_has_soft_hyphens() -> None:
    for language in LANGUAGES:
        messages = load_catalog(language).messages
        assert "\N{SOFT HYPHEN}" not in str(messages)


def test_terms_that_no_catalog_knows_keep_their_capitals() -> None:
    wording = plain_wording(define("old-west"), load_catalog("fi"))
    assert wording.term("Valley Town – Monastery") == "Valley Town – Monastery"
    assert wording.term("ALVIN") == "Alvin"
