"""Two people, each with a browser of their own: from the start page to the last point."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Enter
from tests.browser.player import PHONE, Player, play_together
from tests.browser.test_table import counted


def test_friends_play_by_mouse_and_by_finger(enter: Enter, pictures: Path) -> None:
    """San Francisco, the short game; Old West is played to its end beside a bot."""
    title, name = "San Francisco", "san-francisco"
    ann, bea = enter("ann"), enter("bea", PHONE)
    ann.page.screenshot(path=pictures / "start.png")
    bea.page.screenshot(path=pictures / "start-phone.png")
    poster = ann.page.locator("article").filter(has=ann.page.get_by_role("heading", name=title))
    poster.get_by_role("button", name="Play with friends").click()
    poster.get_by_role("button", name="2", exact=True).click()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    bea.page.goto(link)
    bea.page.get_by_role("button", name="Sit here").tap()
    bea.page.screenshot(path=pictures / f"{name}-waiting-phone.png")
    ann.page.get_by_role("button", name="Start the game").click()
    for player in (ann, bea):
        player.page.wait_for_selector(".fog-table .picture svg")
    did = play_together(ann, bea, by=Player.touch)
    assert did > 40
    assert counted(ann) == counted(bea)
    table = link.rpartition("/")[2]
    outcome = ann.snapshot(table)["outcome"]
    assert sorted(counted(ann).values()) == sorted(row["total"] for row in outcome["results"])
