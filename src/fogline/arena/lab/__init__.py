"""Many games of one kind, and a page that tells a board's author what happens in them."""

from fogline.arena.lab.document import to_json
from fogline.arena.lab.figures import Figures
from fogline.arena.lab.findings import Finding, findings
from fogline.arena.lab.page import page
from fogline.arena.lab.reckoning import figures
from fogline.arena.lab.study import Study, play_one, study

__all__ = [
    "Figures",
    "Finding",
    "Study",
    "figures",
    "findings",
    "page",
    "play_one",
    "study",
    "to_json",
]
