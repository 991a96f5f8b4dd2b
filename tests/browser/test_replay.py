"""A finished game again: each move by slider, button and link, from every viewpoint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fogline.cli import main
from tests.browser.conftest import Enter, Pictures
from tests.browser.player import DESK, PHONE, RANDOM, Player


def finished(player: Player, game: str) -> str:
    """Let bots play a game to its end, and return its table."""
    player.call("POST", "api/session", {"name": "Ann"})
    made = player.call("POST", "api/tables", {"game": game, "seats": [RANDOM, RANDOM]})
    table = str(made["table"])
    player.call("POST", f"api/tables/{table}/start")
    player.await_end(table)
    player.watch(table)
    player.page.locator(".final").wait_for()
    return table


def test_a_replay(enter: Enter, address: str, pictures: Pictures) -> None:
    player = enter("replay")
    page = player.page
    table = finished(player, "san-francisco")
    page.goto(f"{address}#/replay/{table}")
    bar = page.get_by_role("region", name="Replay")
    slider = bar.get_by_role("slider", name="Move")
    vehicles = page.locator("[data-claimed]")
    slider.wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay: San Francisco")
    named = bar.locator(":is(button, a)").evaluate_all("all => all.map((one) => one.title)")
    assert len(named) == len(set(named)) >= 12
    assert "" not in named
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    owned = sum(owner is not None for owner in player.snapshot(table)["final"]["owners"])

    slider.fill(str(last))
    expect(vehicles).to_have_count(owned)
    slider.fill("0")
    expect(vehicles).to_have_count(0)
    assert bar.get_by_text(f"0 / {last} · The deal").count() == 1
    slider.fill(str(last // 2))
    expect(bar.get_by_text(re.compile(rf"^{last // 2} / {last}"))).to_be_visible()
    bar.get_by_role("button", name="One move back").click()
    expect(slider).to_have_js_property("valueAsNumber", last // 2 - 1)
    bar.get_by_role("button", name="One move forward").click()
    expect(slider).to_have_js_property("valueAsNumber", last // 2)

    # The address is the link to this move: who follows it sees the same.
    then = vehicles.count()
    expect(page).to_have_url(re.compile(rf"#/replay/{table}/\d+$"))
    friend = enter("follows the link", PHONE)
    friend.page.goto(page.url)
    expect(friend.page.get_by_role("slider", name="Move")).to_have_js_property(
        "valueAsNumber", last // 2
    )
    expect(friend.page.locator("[data-claimed]")).to_have_count(then)
    pictures.take(friend.page, "replay-phone.png")

    # A phone shows the cards and the tickets of the seat that moves; who was there is the past.
    tabs = friend.page.get_by_role("group", name="Parts of the table")
    tabs.get_by_role("button", name="Hand").tap()
    expect(friend.page.locator(".hand section")).to_be_visible()
    tabs.get_by_role("button", name="Tickets").tap()
    expect(friend.page.locator(".pane.tickets li").first).to_be_visible()
    expect(friend.page.locator(".log")).to_have_count(0)
    expect(friend.page.locator(".players em")).to_have_count(0)

    # All hands lie open, or only what one seat knew.
    bar.get_by_role("button", name="All hands").click()
    hands = page.get_by_role("region", name="All hands")
    assert hands.locator("li h2").count() == 2
    pictures.take(page, "replay.png")
    viewpoint = bar.get_by_role("combobox")
    viewpoint.select_option("1")
    expect(page.locator(".hand section")).to_be_visible()
    expect(hands).to_have_count(0)
    viewpoint.select_option("spectator")
    expect(page.locator(".hand section")).to_have_count(0)


def test_from_claim_to_claim_and_a_picture(enter: Enter, address: str, tmp_path: Path) -> None:
    player = enter("claims", DESK)
    page = player.page
    table = finished(player, "san-francisco")
    page.goto(f"{address}#/replay/{table}")
    bar = page.get_by_role("region", name="Replay")
    slider = bar.get_by_role("slider", name="Move")
    vehicles = page.locator("[data-claimed]")
    bar.get_by_role("button", name="Next claimed route").click()
    expect(vehicles).to_have_count(1)
    bar.get_by_role("button", name="Next claimed route").click()
    expect(vehicles).to_have_count(2)
    bar.get_by_role("button", name="Previous claimed route").click()
    expect(vehicles).to_have_count(1)

    # A claimed route leads to its claim, from wherever one is.
    claimed, then = vehicles.first.get_attribute("data-claimed"), slider.input_value()
    slider.fill(slider.get_attribute("max") or "")
    expect(vehicles).not_to_have_count(1)
    box = page.locator(f'[data-claimed="{claimed}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).to_have_value(then)

    bar.get_by_role("button", name="Speed: 1×").click()
    bar.get_by_role("button", name="Speed: 2×").click()
    bar.get_by_role("button", name="Speed: 4×").wait_for()

    with page.expect_download() as saved:
        bar.get_by_role("button", name="Picture to share").click()
    picture = tmp_path / "picture.png"
    saved.value.save_as(picture)
    head = picture.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert int.from_bytes(head[16:20]) == 1600

    with page.expect_download(timeout=120_000) as saved:
        bar.get_by_role("button", name="Video to share").click()
    assert saved.value.suggested_filename.endswith((".webm", ".mp4"))
    video = saved.value.path().read_bytes()
    assert video.startswith(b"\x1a\x45\xdf\xa3") or video[4:8] == b"ftyp"
    assert len(video) > 100_000


def test_whether_the_deal_was_fair_can_be_checked(enter: Enter, address: str) -> None:
    player = enter("fair", DESK)
    page = player.page
    table = finished(player, "san-francisco")
    page.goto(f"{address}#/replay/{table}")
    page.get_by_role("button", name="Was the deal fair?").click()
    # Only bots played, and they contribute nothing.
    page.get_by_text("No player added anything").wait_for()
    secret = player.snapshot(table)["fair"]["secret"]
    assert page.get_by_text(secret, exact=True).is_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the log").click()
    assert secret in download.value.path().read_text()


def test_the_addition_of_this_browser_is_part_of_the_deal(
    enter: Enter, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player = enter("contributes")
    page = player.page
    poster = page.locator("article").first
    poster.get_by_role("combobox", name="How many players?").select_option("2")
    poster.get_by_role("button", name="Play with friends").click()
    link = page.get_by_role("textbox", name="Link to this table").input_value()
    table = link.rpartition("/")[2]
    player.call("POST", f"api/tables/{table}/seats/1/bot", {"level": "random"})
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".fog-table .picture svg")
    assert any(player.snapshot(table)["fair"]["contributions"])
    player.call("POST", f"api/tables/{table}/seats/0/resign")
    page.goto(f"{address}#/replay/{table}")
    page.get_by_role("button", name="Was the deal fair?").click()
    page.get_by_text("All seals are intact").wait_for()
    assert page.get_by_text("An addition of this browser is part of the deal.").is_visible()
    with page.expect_download() as seen:
        page.get_by_role("link", name="Save what this browser saw").click()
    page.keyboard.press("Escape")
    with page.expect_download() as log:
        page.get_by_role("link", name="Download the log").click()
    # A program of one's own checks the same.
    assert main(["verify", str(log.value.path()), "--seen", str(seen.value.path())]) == 0
    printed = capsys.readouterr().out
    assert "The log agrees with all that your client saw before the game." in printed
    assert "Its contribution is that of seat 0." in printed


def test_a_page_takes_no_part_with_a_seal_that_it_did_not_send(enter: Enter) -> None:
    player = enter("replaced", PHONE, painted=True)
    page = player.page
    poster = page.locator("article").first
    poster.get_by_role("button", name="Play with friends").click()
    link = page.get_by_role("textbox", name="Link to this table").input_value()
    table = link.rpartition("/")[2]
    other = {"commitment": "5e" * 32, "origin": "https://cheat.example"}
    player.call("POST", f"api/tables/{table}/commit", other)
    page.get_by_role("alert").get_by_text("is not the one that your device sent").wait_for()


def test_a_running_game_has_no_replay_yet(enter: Enter, address: str) -> None:
    player = enter("running")
    table = player.open_table("san-francisco", {"kind": "me"}, RANDOM)
    player.page.goto(f"{address}#/replay/{table}")
    player.page.get_by_text("This game is not over yet.").wait_for()
    player.page.get_by_role("link", name="Watch the game").click()
    player.page.wait_for_selector(".fog-table .picture svg")
