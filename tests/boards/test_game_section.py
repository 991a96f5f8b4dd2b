"""What `[game]` and `[rules.NAME]` of a board file may say, and what is said about mistakes."""

from __future__ import annotations

import pytest

from fogline import BoardError
from fogline.core.definition import GameDefinition
from fogline.games.definitions import define, define_from_text, find_board
from tests.boards.test_board_problems import changed

RULES = 'rules = "old-west"'


def problem_of(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        define_from_text(text, {})
    return str(caught.value)


def old_west(more: str) -> GameDefinition:
    """Old West, with more said in `[game]`."""
    text = find_board("old-west").text
    assert text.count(RULES) == 1
    return define_from_text(text.replace(RULES, f"{RULES}\n{more}"), {})


def test_a_board_is_played_by_the_rules_it_names() -> None:
    game = old_west("")
    assert (game.rule_set, game.seats) == ("old-west", (2, 6))
    assert game.rules == define("old-west").rules


def test_a_board_says_for_how_many_players_it_is() -> None:
    assert old_west("seats = [3, 5]").seats == (3, 5)


def test_a_board_leaves_rules_out() -> None:
    left = [rule for rule in define("old-west").rules if rule.name != "connected-network"]
    assert [*old_west('without = ["connected-network"]').rules] == left


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (RULES, 'rules = "new-west"', "21: error: game.rules: 'new-west' is not one of "),
        (RULES, "rules = 1", "21: error: game.rules: "),
        (RULES, f"{RULES}\nplayers = 4", "20: error: game: 'players' is not known; expected rules"),
        (RULES, f"{RULES}\nseats = 4", "22: error: game.seats: "),
        (RULES, f'{RULES}\nseats = [2, "4"]', "22: error: game.seats: "),
        (RULES, f"{RULES}\nseats = [2]", "22: error: game.seats: expected the fewest and the most"),
        (RULES, f"{RULES}\nseats = [1, 4]", "22: error: game.seats: expected the fewest"),
        (RULES, f"{RULES}\nseats = [4, 2]", "22: error: game.seats: expected the fewest"),
        (RULES, f"{RULES}\nseats = [2, 7]", "22: error: game.seats: expected the fewest"),
        (RULES, f'{RULES}\nwithout = ["toll"]', "22: error: game.without: there is no rule 'toll'"),
        (RULES, f'{RULES}\nwithout = ["ending"]', "the rule 'ending' is missing: add [rules.endi"),
        (RULES, "", "the rule 'turns' is missing: add [rules.turns]"),
        ("[rules.alvin]", "[rules.elvin]", "rules.elvin: there is no such rule; there are: "),
        ("points = 10", "points = true", "rules.alvin.points"),
        ("points = 10", "poinst = 10", "rules.alvin"),
    ],
)
def test_each_problem(old: str, new: str, problem: str) -> None:
    assert problem in problem_of(changed(old, new))


def test_a_rule_that_is_added_needs_its_numbers() -> None:
    text = changed('rules = "old-west"\n', "") + "[rules.drawing]\n"
    assert "rules.drawing: 'deck' is missing" in problem_of(text)
