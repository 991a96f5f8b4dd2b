"""The observer of a game: by the compiled engine if it can play, otherwise by the readable one."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

from fogline.bots.compiled_bots import engine_for
from fogline.core.definition import GameDefinition, Options
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.observer import Form, Observer
from fogline.env.readable_observer import ReadableObserver
from fogline.fast import CannotLower
from fogline.games import define

_LOG = logging.getLogger("fogline.env")

Playable = str | Path | GameDefinition
"""The name of a game, a board file, or a definition."""


def definition_of(game: Playable, options: Options | None) -> GameDefinition:
    """Return the definition of a game; options belong to a name or a file."""
    if not isinstance(game, GameDefinition):
        return define(game, options)
    if options:
        raise ValueError("a definition has its options already")
    return game


def observer_of(
    game: Playable,
    seats: int | None = None,
    options: Options | None = None,
    form: Form = "vector",
    *,
    readable: bool = False,
) -> Observer[Any]:
    """Make the observer of a game; by default with the fewest players.

    The compiled engine plays if it can, unless `readable` asks for the other.
    """
    definition = definition_of(game, options)
    count = definition.seats[0] if seats is None else seats
    if not readable:
        try:
            return CompiledObserver(engine_for(definition, count), form)
        except CannotLower as error:
            _say_why(definition.title, str(error))
    return ReadableObserver(definition, count, form)


@cache
def _say_why(title: str, reason: str) -> None:
    """Log, once per process, why a game is slower than others."""
    _LOG.warning("%s is played by the readable engine, which is slower: %s", title, reason)
