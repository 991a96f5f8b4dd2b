"""Models of tutorials."""

from __future__ import annotations

from fogline.server.live.hints import HintsModel
from fogline.server.wire.base_models import Outgoing
from fogline.server.wire.message_models import Update
from fogline.server.wire.table_models import LegalAction


class LessonModel(Outgoing):
    """A position of a tutorial, as the learner sees it."""

    name: str
    update: Update
    """The entries since the lesson before, and the table after them."""
    hints: HintsModel
    """The hints for the learner."""
    asked: LegalAction | None
    """The action that the learner must choose; `None` if there is only something to read."""


class TutorialModel(Outgoing):
    """A tutorial."""

    game: str
    lessons: list[LessonModel]
