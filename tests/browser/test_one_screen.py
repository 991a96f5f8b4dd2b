"""Several people at one screen, with a curtain between them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.barriers import barriers
from tests.browser.conftest import Enter, Pictures
from tests.browser.player import PHONE, hurry

HIDDEN = """() => {
  const hand = document.querySelector('.hand section');
  const curtain = document.querySelector('.curtain');
  if (!curtain) return true;
  (window.curtains ??= new Set()).add(curtain);
  // When a table is opened, the hand follows with the next frame.
  return ((hand?.getAttribute('aria-label') ?? 'Your hand: 0 cards') === 'Your hand: 0 cards'
      && !document.querySelector('.tickets li button')
      && !document.querySelector('section.prompt li button')
      && !document.querySelector('.talk li'));
}"""


def test_a_whole_game_on_one_phone(enter: Enter, address: str, pictures: Pictures) -> None:
    player = enter("one phone", PHONE)
    page = player.page
    page.goto(f"{address}#/new/san-francisco")
    page.get_by_label("Seat 2", exact=True).select_option("me")
    for seat, name in enumerate(("Ann", "Bea"), 1):
        page.get_by_label(f"Name for seat {seat}").fill(name)
    page.get_by_role("button", name="Start the game").tap()
    curtain = page.locator(".curtain")
    hand = page.locator(".hand section")
    curtain.get_by_role("button", name="I am Ann").or_(
        curtain.get_by_role("button", name="I am Bea")
    ).wait_for()
    expect(hand).to_have_attribute("aria-label", "Your hand: 0 cards")
    assert not barriers(page)
    pictures.take(page, "curtain-phone.png")
    curtain.get_by_role("button").tap()
    expect(hand).to_have_attribute("aria-label", "Your hand: 2 cards")

    assert player.play(law=HIDDEN, until="() => window.curtains?.size > 6") > 12
    hurry(page.url.rpartition("/")[2], player, left=3)
    assert player.play(law=HIDDEN) > 4
    expect(page.locator(".final thead th")).to_have_count(2)
