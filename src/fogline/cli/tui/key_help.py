"""Bindings with words in the language of the game, and the list of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.text import Text
from textual.binding import ActiveBinding

from fogline.cli.i18n import Catalog


def in_words(active: ActiveBinding, words: Catalog) -> ActiveBinding:
    """Return a binding whose description and tooltip are texts instead of keys of the catalog."""
    description, tooltip = (
        words.name(key, key) for key in (active.binding.description, active.tooltip)
    )
    binding = replace(active.binding, description=description, tooltip=tooltip)
    return active._replace(binding=binding, tooltip=tooltip)


def key_list(keys: Iterable[tuple[str, str]]) -> Text:
    """List keys with what they do; those that do the same stand on one line."""
    meant: dict[str, list[str]] = {}
    for key, meaning in keys:
        meant.setdefault(meaning, []).append(key)
    text = Text()
    for meaning, same in meant.items():
        text.append(f"{_together(same):<18}", style="bold").append(f" {meaning}\n")
    return text


def _together(keys: list[str]) -> str:
    """Return keys with the modifier that all have named once: `shift + ← →`."""
    modifiers = {key.rpartition("+")[0] for key in keys}
    if len(modifiers) > 1 or "" in modifiers:
        return " ".join(keys)
    return f"{modifiers.pop()} + {' '.join(key.rpartition('+')[2] for key in keys)}"
