"""One small file per game: a board and a tuple of rules with their numbers."""

from fogline.games.definitions import (
    boards_folder,
    define,
    define_from_text,
    find_board,
    game_names,
    rule_set_of,
    rule_set_versions,
    rule_sets,
)
from fogline.games.rule_set import Option, RuleSet, UnknownVersion

__all__ = [
    "Option",
    "RuleSet",
    "UnknownVersion",
    "boards_folder",
    "define",
    "define_from_text",
    "find_board",
    "game_names",
    "rule_set_of",
    "rule_set_versions",
    "rule_sets",
]
