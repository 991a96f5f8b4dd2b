"""Several people at one screen, with a curtain between them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Enter
from tests.browser.player import PHONE

HIDDEN = """() => {
  const hand = document.querySelector('.hand section');
  return !document.querySelector('.curtain')
    || (hand.getAttribute('aria-label') === 'Your hand: 0 cards'
      && !document.querySelector('.tickets li button')
      && !document.querySelector('section.prompt li button')
      && !document.querySelector('.talk li'));
}"""


def test_a_whole_game_on_one_phone(enter: Enter, address: str) -> None:
    player = enter("one phone", PHONE)
    page = player.page
    page.goto(f"{address}#/new/san-francisco")
    page.get_by_label("Seat 2", exact=True).select_option("me")
    for seat, name in enumerate(("Ann", "Bea"), 1):
        page.get_by_label(f"Name on seat {seat}").fill(name)
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("button", name="I am").wait_for()
    curtains = 0
    while not page.locator(".final").count():
        assert page.evaluate(HIDDEN)
        curtains += page.locator(".curtain").count()
        if not player.step():
            page.wait_for_timeout(20)
    assert curtains > 10
    expect(page.locator(".final thead th")).to_have_count(2)
