"""Models of tutorials."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.server.wire.message_models import Update
from fogline.server.wire.record_models import HintsJson, LegalActionJson


@dataclass(frozen=True)
class LessonModel:
    """A position of a tutorial, as the learner sees it."""

    name: str
    update: Update
    """The entries since the lesson before, and the table after them."""
    hints: HintsJson
    """The hints for the learner."""
    asked: LegalActionJson | None
    """The action that the learner must choose; `None` if there is only something to read."""


@dataclass(frozen=True)
class TutorialModel:
    """A tutorial."""

    game: str
    lessons: list[LessonModel]
