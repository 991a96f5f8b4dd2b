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
    if options and isinstance(game, GameDefinition):
        raise ValueError("a definition has its options already")
    definition = game if isinstance(game, GameDefinition) else define(game, options)
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
