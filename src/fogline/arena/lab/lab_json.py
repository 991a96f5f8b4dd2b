"""A study as one JSON object."""

from __future__ import annotations

from dataclasses import asdict

from fogline import __version__
from fogline.arena.lab.figures import Figures
from fogline.arena.lab.findings import findings_of
from fogline.arena.lab.study import Study

SCHEMA = 2
"""Raised whenever a name or its meaning in the document changes."""


def to_json(study: Study, figures: Figures) -> dict[str, object]:
    """Return the whole study. All but the time is the same for the same command."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": study.game.name,
        "title": study.game.title,
        "options": dict(study.game.options),
        "bots": list(study.players),
        "num": study.num,
        "seed": study.seed,
        "seconds": round(study.seconds, 3),
        "loading_seconds": round(study.loading, 3),
        "games_per_second": round(study.num / study.seconds, 1),
        "faults": study.tally.faults.tolist(),
        "first_faults": study.tally.first_faults,
        "findings": [asdict(finding) for finding in findings_of(study, figures)],
        "figures": asdict(figures),
    }
