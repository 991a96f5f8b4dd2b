"""The lab's page: well formed, self-contained, safe with any names, and true to its numbers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from fogline import define
from fogline.arena.lab import Figures, Study, figures_of, findings_of, page_of, study_games
from fogline.games import define_from_text
from fogline.picture import builtin_picture
from fogline.report.numerals import fine_percent as percent
from tests.cli.boards import PLAIN

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Reader(HTMLParser):
    """Reads a page, and notes every tag that is not closed where it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.routes: list[str] = []
        self.rows_for: list[str] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [value for name in ("id",) if (value := found.get(name))]
        self.links += [value for name in ("href", "src") if (value := found.get(name))]
        self.routes += [value for name in ("data-route",) if (value := found.get(name))]
        self.rows_for += [value for name in ("data-for",) if (value := found.get(name))]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module", params=["san-francisco", "old-west"])
def told(request: pytest.FixtureRequest) -> tuple[Study, Figures, str]:
    options = {"alvin": True} if request.param == "old-west" else {}
    study = study_games(define(request.param, options), ["random", "random"], 60, "page")
    figures = figures_of(study)
    words = [request.param, "--bots", "random,random", "--seed", "page"]
    return study, figures, page_of(study, figures, builtin_picture(request.param), words)


Told = tuple[Study, Figures, str]


def check_form(page: str) -> Reader:
    reader = Reader(page)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    for link in reader.links:
        assert link.startswith("#"), f"{link} leads out of the page"
        assert link[1:] in reader.ids, f"{link} leads nowhere"
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page
    assert set(re.findall(r"url\(([^)]*)\)", page)) <= {f"#{name}" for name in reader.ids}
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(drawing)  # noqa: S314 (our own)
    return reader


def test_it_is_well_formed_and_needs_nothing_else(told: Told) -> None:
    study, _, page = told
    reader = check_form(page)
    board_routes = [route.id for route in study.game.board.routes]
    assert sorted(reader.routes) == sorted(board_routes)
    assert set(reader.rows_for) == set(board_routes)


def test_every_chart_has_its_numbers(told: Told) -> None:
    _, _, page = told
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    charts = [figure for figure in figures if 'class="chart"' in figure]
    assert len(charts) >= 10
    # The cloud of tickets and the map have theirs beside them.
    assert sum("<table" in figure for figure in charts) == len(charts) - 1
    assert "<caption>All tickets</caption>" in page
    assert "<caption>All routes</caption>" in page


def test_it_says_what_was_played_and_how_to_do_it_again(told: Told) -> None:
    study, _, page = told
    name = study.game.name
    assert f"<h1>{study.game.title}</h1>" in page
    command = f"fogline lab {name} --bots random,random --seed page"
    assert f"{command} --num 60 -o report.html" in page
    assert re.search(rf"{command} --game \d+ -o game\.json\nfogline replay game\.json", page)


def test_it_shows_the_figures(told: Told) -> None:
    study, figures, page = told
    for ticket in figures.tickets:
        row = re.search(rf'<th scope="row">{re.escape(ticket.name)}</th>.*?</tr>', page)
        assert row
        assert f">{percent(ticket.completed.value)}</td>" in row[0]
    for finding in findings_of(study, figures):
        assert f"<b>{finding.figure.replace('>', '&gt;')}</b>" in page
        assert f'href="#{finding.section}"' in page
    assert len(findings_of(study, figures)) == 5
    rules = {
        "san-francisco": ["tourist-tokens"],
        "old-west": ["city-markers", "alvin"],
    }
    for rule in rules[study.game.name]:
        assert f'id="rule-{rule}"' in page


def test_the_map_is_as_hot_as_the_routes(told: Told) -> None:
    _, figures, page = told
    for route in figures.routes:
        found = re.search(rf'data-route="{re.escape(route.id)}" style="([^"]*)"', page)
        assert found
        assert f"--thick:{0.4 + 0.72 * route.claimed.value:.3f}" in found[1]
        assert ("--dash" in found[1]) == (route.claimed.value == 0)


def test_names_cannot_break_out() -> None:
    evil = '<script>alert(1)</script> & "co"'
    text = PLAIN.replace('"Middle"', f"'{evil}'").replace("Four Corners", "</title><b>&amp;")
    study = study_games(define_from_text(text, {}), ["random", "random"], 30, "</script>")
    page = page_of(study, figures_of(study), None, ["a'b<c>.toml", "--seed", "</script>"])
    reader = check_form(page)
    assert page.count("<script") == 1
    assert "</title><b>" not in page
    shown = "".join(reader.text)
    assert evil in shown
    assert "</title><b>&amp;" in shown


def test_a_single_game_can_be_told() -> None:
    study = study_games(define_from_text(PLAIN, {}), ["random", "random", "random"], 1, 1)
    check_form(page_of(study, figures_of(study), None, ["four.toml"]))
