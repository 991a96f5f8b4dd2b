"""Two people, each with a browser of their own: from the start page to the last point."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Enter, Pictures
from tests.browser.offers import claimed
from tests.browser.player import PHONE, Player, hurry, play_together


@pytest.mark.parametrize(
    "title", [pytest.param("San Francisco", marks=pytest.mark.soak), "Old West"]
)
def test_friends_play(enter: Enter, pictures: Pictures, title: str) -> None:
    """One game by mouse and finger, the other as fast as the pages allow."""
    name = title.lower().replace(" ", "-")
    ann, bea = enter(f"ann {name}"), enter(f"bea {name}", PHONE)
    poster = ann.page.locator("article").filter(has=ann.page.get_by_role("heading", name=title))
    poster.get_by_role("combobox", name="How many players?").select_option("2")
    poster.get_by_role("button", name="Play with friends").click()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    bea.page.goto(link)
    bea.page.get_by_role("button", name="Sit here").tap()
    pictures.take(bea.page, f"{name}-waiting-phone.png")
    ann.page.get_by_role("button", name="Start the game").click()
    for player in (ann, bea):
        player.page.wait_for_selector(".fog-table .picture svg")
    table = link.rpartition("/")[2]
    by = Player.touch if name == "san-francisco" else None
    assert play_together(ann, bea, by=by, until=claimed(4)) > 12
    hurry(table, ann, bea, left=5)
    assert play_together(ann, bea, by=by) > 4
    assert ann.counted() == bea.counted() == ann.results(table)
