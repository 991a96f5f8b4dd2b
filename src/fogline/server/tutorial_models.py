"""Tutorials as types."""

from __future__ import annotations

from fogline.server.base_models import Told
from fogline.server.hints import HintsModel
from fogline.server.models import LegalAction, Update


class LessonModel(Told):
    """A position of a tutorial, as the learner sees it."""

    name: str
    update: Update
    """What happened since the lesson before, and the table after it."""
    hints: HintsModel
    """What the board would tell a finger on it."""
    asked: LegalAction | None
    """What the learner shall do here; `None` where there is only something to read."""


class TutorialModel(Told):
    """A tutorial."""

    game: str
    lessons: list[LessonModel]
