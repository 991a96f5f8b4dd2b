"""People go on in the browser with the tables of an older version."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import DESK, PHONE, Player, hurry, play_together
from tests.browser.serving import serving
from tests.fixtures.files import FOLDERS, sqlite, tables
from tests.fixtures.tables import PASSWORD


def sign_in(player: Player, login: str) -> None:
    """Come back with the password of then, by the page."""
    page = player.page
    page.goto(f"{page.url.partition('#')[0]}#/account")
    form = page.get_by_role("region", name="Sign in")
    form.get_by_label("Account name").fill(login)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_people_go_on_with_the_tables_of_an_older_version(
    enter: Enter, folder: Path, tmp_path: Path
) -> None:
    known = tables(folder, "sqlite")
    sqlite(folder, tmp_path)
    with serving(tmp_path) as (_, address):
        ann, bea = enter("ann", DESK, at=address), enter("bea", PHONE, at=address)
        sign_in(ann, "ann")
        sign_in(bea, "bea")
        for what in ("posse", "duel"):
            for player in (ann, bea):
                player.watch(known[what])
            assert ann.snapshot(known[what])["game"]["version"] == 1
            if what == "posse":
                bea.begin()
                assert ann.play(10) == 10
            else:
                hurry(known[what], ann, bea, left=5)
                assert play_together(ann, bea) > 2
        assert ann.counted() == bea.counted() == ann.results(known["duel"])
        assert ann.snapshot(known["duel"])["game"]["version"] == 1
        for player in (ann, bea):
            player.page.goto("about:blank")
