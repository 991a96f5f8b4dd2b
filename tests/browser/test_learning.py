"""Both tutorials to their end, doing what they ask."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Enter, Pictures
from tests.browser.player import DESK, PHONE, Body

WILD = {"wild": "(ferry card|locomotive)"}


LIT = """() => {
  const light = document.querySelector('.light')?.getBoundingClientRect();
  const words = document.querySelector('.coach').getBoundingClientRect();
  if (!light) return false;
  const middle = [light.left + light.width / 2, light.top + light.height / 2];
  const inside = middle[0] > 0 && middle[0] < innerWidth
    && middle[1] > 0 && middle[1] < innerHeight;
  const covered = middle[1] < words.bottom && middle[1] > words.top
    && middle[0] > words.left && middle[0] < words.right;
  return inside && !covered;
}"""
"""Whether the thing that a lesson lights can be seen."""


class Learner:
    """Does what a lesson asks, by the buttons of the table."""

    def __init__(self, page: Page, board: Body) -> None:
        self._page = page
        self._places = {place["id"]: place["name"] for place in board["places"]}
        self._routes = {route["id"]: route for route in board["routes"]}
        self._tickets = {ticket["id"]: ticket for ticket in board["tickets"]}

    def do(self, action: Body) -> None:
        match action:
            case {"type": "keep", "tickets": tickets}:
                self._keep(tickets)
            case {"type": "claim", "route": route}:
                self._claim(self._routes[route])
            case {"type": "draw"}:
                self._press("Draw (a card|from the deck)")
            case {"type": "take", "card": card}:
                self._press(f"Take {WILD.get(card, card)}")
            case {"type": "tickets"}:
                self._press("Draw tickets$")
            case {"type": "start-city", "city": city}:
                self._choose(self._places[city])
                self._press("Start in")
            case {"type": "move-alvin", "city": city}:
                self._choose(self._places[city])
                self._press("Move Alvin to")
            case {"type": "mark", "city": city}:
                self._mark(self._places[city])
            case _:
                raise AssertionError(action)

    def _press(self, name: str) -> None:
        self._page.get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).first.click()

    def _keep(self, tickets: list[str]) -> None:
        for ticket in tickets:
            one, other = (self._places[end] for end in self._tickets[ticket]["ends"])
            offered = self._page.locator(".prompt li button", has_text=one)
            offered.filter(has_text=other).first.click()
        self._press(r"Keep \d")

    def _claim(self, route: Body) -> None:
        self._press("Claim a route")
        ends = " – ".join(self._places[end] for end in route["ends"])
        listed = self._page.get_by_role("dialog").locator("li button", has_text=ends)
        listed.filter(has_text=route["colour"] or "any colour").first.click()
        self._press("Claim with")

    def _choose(self, place: str) -> None:
        """Choose a place from the list, which is one of buttons if it is short."""
        prompt = self._page.locator("section.prompt")
        option = prompt.get_by_role("button", name=place, exact=True)
        option.or_(prompt.locator("select")).first.wait_for()
        if option.count():
            option.click()
        else:
            prompt.locator("select").select_option(label=place)

    def _mark(self, city: str) -> None:
        prompt = self._page.locator("section.prompt")
        other = prompt.get_by_role("button", name=city, exact=True)
        mark = prompt.get_by_role("button", name=re.compile(f"^Put a marker on {city}"))
        mark.or_(other).first.wait_for()
        if not mark.count():
            other.click()
        mark.click()


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("san-francisco", DESK),
        ("old-west", PHONE),
        pytest.param("old-west", {"width": 320, "height": 568}, marks=pytest.mark.soak),
        pytest.param("san-francisco", {"width": 568, "height": 320}, marks=pytest.mark.soak),
    ],
)
def test_a_tutorial_to_its_end(
    enter: Enter, pictures: Pictures, game: str, size: dict[str, int]
) -> None:
    player = enter(f"learner of {game}", size)
    page = player.page
    lessons: list[dict[str, Any]] = player.call("GET", f"api/tutorial/{game}")["lessons"]
    learner = Learner(page, player.call("GET", f"api/boards/{game}"))
    page.goto(f"{page.url.partition('#')[0]}#/learn/{game}")
    coach = page.locator(".coach")
    for number, lesson in enumerate(lessons, 1):
        coach.get_by_text(f"Step {number} of {len(lessons)}").wait_for()
        # One thing is lit, and it can be seen beside or below the words.
        page.wait_for_function(LIT)
        if number == len(lessons):
            break
        if lesson["asked"] is None:
            coach.get_by_role("button", name="Next").click()
        else:
            learner.do(lesson["asked"]["action"])
    pictures.take(page, f"{game}-tutorial-end.png")

    # What was learnt is tried in a first real game, with tips that can be turned off.
    coach.get_by_role("button", name="Play a game").click()
    tip = page.locator("section.prompt .tip")
    tip.wait_for()
    page.get_by_role("button", name="Turn the hints off").click()
    expect(tip).to_have_count(0)
