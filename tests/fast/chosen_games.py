"""Few random games of each variant that go through every rare branch together.

`python -m tests.fast.choose_games` chooses them. Run it again when a change of the rules
lets the games miss a branch.
"""

from __future__ import annotations

CHOSEN: dict[str, list[int]] = {
    "old-west_2": [1, 16, 30],
    "old-west_2_alvin": [0, 10, 12, 60, 140],
    "old-west_2_alvin_v2": [4, 6, 7, 14, 15],
    "old-west_2_v2": [6, 9, 13, 48],
    "old-west_3": [24, 30],
    "old-west_3_alvin": [13, 22, 34],
    "old-west_3_alvin_v2": [12, 13, 16],
    "old-west_3_v2": [1, 2, 6, 7],
    "old-west_4": [7, 24],
    "old-west_4_alvin": [0, 7],
    "old-west_4_alvin_v2": [0, 5, 6, 12, 14],
    "old-west_4_v2": [1, 6, 12],
    "old-west_5": [0, 31, 35],
    "old-west_5_alvin": [7, 11, 12, 13],
    "old-west_5_alvin_v2": [0, 1, 3, 6, 7],
    "old-west_5_v2": [1, 6, 7],
    "old-west_6": [2, 7],
    "old-west_6_alvin": [16, 25],
    "old-west_6_alvin_v2": [6, 13],
    "old-west_6_v2": [6, 21],
    "san-francisco_2": [3, 30],
    "san-francisco_2_v2": [1, 7, 9],
    "san-francisco_3": [13],
    "san-francisco_3_v2": [2, 6],
    "san-francisco_4": [0, 31],
    "san-francisco_4_v2": [2, 5, 6],
}
"""The numbers of the games by the variant."""
