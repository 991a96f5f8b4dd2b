"""Many games of one kind, and a page for a board's author on what happens in them."""

from fogline.arena.jobs import play_one
from fogline.arena.lab.compute import figures_of
from fogline.arena.lab.figures import Figures
from fogline.arena.lab.findings import Finding, findings_of
from fogline.arena.lab.lab_json import to_json
from fogline.arena.lab.lab_page import page_of
from fogline.arena.lab.study import Study, study_games

__all__ = [
    "Figures",
    "Finding",
    "Study",
    "figures_of",
    "findings_of",
    "page_of",
    "play_one",
    "study_games",
    "to_json",
]
