"""Whole reviews: what they say adds up, and the same game is reviewed alike."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from functools import cache
from html.parser import HTMLParser

import pytest

from fogline import define
from fogline.arena.jobs import play_one
from fogline.core.log import GameLog
from fogline.review import DEPTHS, Label, Review, ReviewError, build, compiled_review, review
from fogline.review.depth import Depth
from fogline.review.review_json import to_plain
from fogline.review.review_page import page_of
from tests.positions import SAN_FRANCISCO

SHALLOW = Depth(curve=8, candidates=6, first=2, finalists=2, second=4, few=8, many=32)
GAMES = ((SAN_FRANCISCO, 2), (SAN_FRANCISCO, 3))


@cache
def a_game(name: str, seats: int) -> GameLog:
    bots = ["planner", *["random"] * (seats - 1)]
    return play_one(define(name), bots, "review", [f"{seat}" for seat in range(seats)]).log


@cache
def reviewed(name: str, seats: int) -> Review:
    usual = DEPTHS["quick"]
    DEPTHS["quick"] = SHALLOW
    try:
        return review(a_game(name, seats), depth="quick", names=("Ann",))
    finally:
        DEPTHS["quick"] = usual


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_parts_of_each_result_add_up(name: str, seats: int) -> None:
    for each in reviewed(name, seats).seats:
        parts = (each.luck, each.skill, each.others, each.residual)
        for kind in range(2):
            whole = each.result[kind] - each.par[kind]
            assert sum(part[kind] for part in parts) == pytest.approx(whole, abs=1e-9)


@pytest.mark.parametrize("portion", [1, 5, 10_000])
def test_pauses_change_nothing(portion: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_review, "_PORTION", portion)
    monkeypatch.setitem(DEPTHS, "quick", SHALLOW)
    pauses = itertools.count()
    found = review(
        a_game(*GAMES[0]), depth="quick", names=("Ann",), pause=lambda: (next(pauses), None)[1]
    )
    assert to_plain(found) == to_plain(reviewed(*GAMES[0]))
    assert next(pauses) > found.playouts // portion


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_one_seat_wins_the_others_lose(name: str, seats: int) -> None:
    found = reviewed(name, seats)
    for event in found.chance:
        assert sum(value.win for value in event.luck) == pytest.approx(0.0, abs=1e-9)
        assert sum(value.lead for value in event.luck) == pytest.approx(0.0, abs=1e-9)
    for judged in found.decisions:
        assert sum(value.win for value in judged.effect) == pytest.approx(0.0, abs=1e-9)
    for point in found.curve:
        assert sum(value.win for value in point.values) == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_decision_is_judged_and_forced_ones_cost_nothing(name: str, seats: int) -> None:
    found, log = reviewed(name, seats), a_game(name, seats)
    assert [each.seat for each in found.decisions] == [move.seat for move in log.moves]
    assert [each.chosen.action for each in found.decisions] == [str(m.action) for m in log.moves]
    for each in found.decisions:
        assert (each.label is Label.FORCED) == (each.legal == 1)
        if each.label in (Label.FORCED, Label.BEST):
            assert each.loss.value == 0.0
            assert each.best == each.chosen
        elif each.label is not Label.GOOD:
            assert each.loss.low > 0
        assert each.loss.value == pytest.approx(-each.effect[each.seat].win)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_random_players_make_the_mistakes(name: str, seats: int) -> None:
    found = reviewed(name, seats)
    assert found.seats[0].skill.lead > found.seats[1].skill.lead
    for each in found.seats:
        blamed = [found.decisions[move - 1] for move in each.worst]
        assert len(blamed) <= build.WORST
        assert all(judged.reason and judged.seat == each.seat for judged in blamed)
        assert Counter(each.labels).total() == sum(
            judged.seat == each.seat for judged in found.decisions
        )
    reasons = [each.reason for each in found.decisions if each.reason]
    assert reasons


def test_the_same_seed_gives_the_same_review() -> None:
    again = reviewed.__wrapped__(SAN_FRANCISCO, 2)
    assert to_plain(again) == to_plain(reviewed(SAN_FRANCISCO, 2))


def test_the_curve_ends_with_the_result_and_tickets_have_a_fate() -> None:
    found = reviewed(SAN_FRANCISCO, 2)
    assert found.curve[-1].values == tuple(each.result for each in found.seats)
    assert len(found.curve) == len(found.decisions) + 1
    for each in found.seats:
        assert each.tickets
        for ticket in each.tickets:
            assert ticket.completed is None or ticket.kept <= ticket.completed


class Links(HTMLParser):
    """Collects what a page refers to, and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(str(value))
            elif name == "id":
                self.ids.add(str(value))


def test_json_and_the_page_hold_everything() -> None:
    found = reviewed(SAN_FRANCISCO, 3)
    plain = json.loads(json.dumps(to_plain(found)))
    assert plain["kind"] == "review"
    assert plain["seats"][0]["luck"]["win"] == found.seats[0].luck.win
    assert len(plain["decisions"]) == len(found.decisions)
    html = page_of(found)
    links = Links()
    links.feed(html)
    assert all(link.startswith("#") for link in links.links), "the page needs nothing else"
    assert {link[1:] for link in links.links if link != "#move-0"} <= links.ids
    assert "Ann" in html
    assert "http" not in html


def test_unfinished_games_are_refused() -> None:
    log = a_game(SAN_FRANCISCO, 2)
    cut = GameLog(log.game, log.seats, log.set_up, log.moves[:-5])
    with pytest.raises(ReviewError, match="not over"):
        review(cut)
    with pytest.raises(ReviewError, match="no depth 'bottomless'"):
        review(log, depth="bottomless")
