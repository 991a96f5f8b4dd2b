"""The chapters of the page about the games' own pieces, and about odd positions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from fogline.arena.lab.charts import columns, histogram
from fogline.arena.lab.figures import CityFigures, Figures, GroupFigures
from fogline.arena.lab.findings import percent
from fogline.arena.lab.markup import Cell, Row, bar, escape, number, table
from fogline.arena.lab.sections import section
from fogline.arena.lab.study import Study

CAVEAT = (
    "Having more of them and winning go together; that does not mean that one brings the other. "
    "Who builds much meets both."
)
ODDITIES = {
    "all-passed": "Nobody could do anything any more, and the game ended",
    "passed": "Somebody had to pass",
    "no-cards": "A turn began with no card left to draw",
    "blank-display": "A turn began with no card on display",
    "swept": "The display was swept because it was too wild",
    "no-tickets": "A turn began with no ticket left to draw",
    "nothing-complete": "Nobody completed a ticket",
    "never-claimed": "Somebody never claimed a route",
    "all-negative": "Everybody ended below zero",
    "shared": "The victory was shared",
}


def tokens(figures: Figures) -> str:
    """What tourist tokens went with."""
    held = sum(int(group.name) * group.players for group in figures.tokens)
    players = sum(group.players for group in figures.tokens)
    spread = next(spread for name, spread in figures.categories if name == "tourist-tokens")
    lead = (
        f"A player ends with {held / players:.2f} different tokens on average, which are worth "
        f"{spread.mean:.1f} points. {CAVEAT}"
    )
    chart = columns(
        "Victories by number of tokens",
        [(group.name, group.wins) for group in figures.tokens if group.wins],
        "different tokens",
        "The lines hold the true share with 95\u202f% confidence.",
    )
    tables = _group_table("By number of tokens", "tokens", figures.tokens)
    tables += _group_table("By symbol", "symbol", figures.symbols, scores=False)
    return section(
        "tokens",
        "Tourist tokens",
        lead,
        f'<div class="beside">{chart}<div class="pair">{tables}</div></div>',
    )


def _group_table(
    caption: str, heading: str, groups: Sequence[GroupFigures], *, scores: bool = True
) -> str:
    everybody = max(1, sum(group.players for group in groups))
    rows = []
    for group in groups:
        cells = [Cell(group.name, int(group.name)) if group.name.isdigit() else Cell(group.name)]
        cells.append(number(group.players))
        if scores:
            cells.append(bar(group.players / everybody, percent(group.players / everybody)))
        cells.append(
            bar(group.wins.value, percent(group.wins.value)) if group.wins else Cell("–", -1)
        )
        if scores:
            cells.append(Cell("–", -999) if group.score is None else number(group.score, 1))
        rows.append(Row(cells))
    shown = [heading, "players", "share", "win", "mean score"]
    headings = shown if scores else [heading, "holders", "win"]
    return table(caption, headings, rows)


def markers(figures: Figures) -> str:
    """What markers in cities went with, and what each city paid."""
    groups = [group for group in figures.markers if group.players]
    paid = sum(city.paid * city.controlled.value for city in figures.cities)
    others = sum(city.from_others * city.controlled.value for city in figures.cities)
    lead = (
        f"Markers pay {paid:.1f} points a game to all players together; {others:.1f} of those come "
        "from routes that somebody else claimed. "
    )
    if len(groups) > 1:
        lead += CAVEAT
        chart = columns(
            "Victories by number of markers",
            [(group.name, group.wins) for group in groups if group.wins],
            "markers placed",
            "The lines hold the true share with 95\u202f% confidence.",
        )
        by_number = _group_table("By number of markers", "markers", groups)
        numbers = f'<div class="beside">{chart}<div>{by_number}</div></div>'
    else:
        lead += f"All players placed {groups[0].name}, the one on their start city included."
        numbers = ""
    most = max((city.paid for city in figures.cities), default=1.0) or 1.0
    ranked = sorted(figures.cities, key=lambda city: -city.paid)
    rows = [_city(city, most) for city in ranked if city.controlled.value]
    never = [city.name for city in figures.cities if not city.controlled.value]
    rest = f'<p class="note">Never controlled: {escape(", ".join(never))}.</p>' if never else ""
    headings = ["city", "start city", "controlled", "pays a game", "from others", "controllers win"]
    return section(
        "markers",
        "City markers",
        lead,
        numbers,
        table("City by city", headings, rows),
        rest,
    )


def _city(city: CityFigures, most: float) -> Row:
    return Row(
        [
            Cell(city.name),
            Cell(percent(city.starts.value), city.starts.value),
            bar(city.controlled.value, percent(city.controlled.value)),
            Cell(f"{city.paid:.1f}", city.paid, bar=city.paid / most),
            number(city.from_others, 1),
            Cell(percent(city.wins.value), city.wins.value),
        ]
    )


def alvin(study: Study, figures: Figures) -> str:
    """What Alvin went with."""
    caught = figures.alvin[0].players
    mean = next(spread.mean for name, spread in figures.categories if name == "alvin")
    lead = (
        f"Somebody has Alvin at the end of {percent(caught / study.num)} of the games; he is worth "
        f"{mean:.1f} points to a player on average. {CAVEAT}"
    )
    charts = columns(
        "Victories with Alvin and without",
        [(group.name, group.wins) for group in figures.alvin if group.wins],
        "at the end",
        "In games in which somebody has him.",
    )
    if figures.captures:
        charts += histogram("Captures by a player in a game", figures.captures, "captures")
    return section(
        "alvin",
        "Alvin",
        lead,
        f'<div class="charts">{charts}</div>',
        _group_table("In games in which somebody has him", "at the end", figures.alvin),
    )


def oddities(study: Study, figures: Figures, words: Sequence[str]) -> str:
    """Rare and degenerate games, with the way to see each of them."""
    lead = "How often something rare happens, and the first games in which it does, by number."
    rows = [
        Row(
            [
                Cell(ODDITIES[name]),
                number(games),
                bar(games / study.num, percent(games / study.num)),
                Cell(", ".join(str(game) for game in examples) or "–"),
            ]
        )
        for name, games, examples in sorted(figures.oddities, key=lambda each: -each[1])
    ]
    extremes = [
        Row([Cell(kind), number(turns), Cell(str(game), game)])
        for kind, games in (("short", figures.shortest), ("long", figures.longest))
        for turns, game in games
    ]
    rare = sorted((games, examples) for _, games, examples in figures.oddities if examples)
    some = rare[0][1][0] if rare else figures.longest[0][1]
    save = shlex.join(["fogline", "lab", *words, "--game", str(some), "-o", "game.json"])
    how = (
        "<p>To see game "
        f"{some} move by move, save it and let it be told:</p>\n"
        f"<pre><code>{escape(save)}\nfogline replay game.json</code></pre>"
    )
    return section(
        "oddities",
        "Odd games",
        lead,
        f'<div class="pair">{table("What happened", ["what", "games", "share", "see"], rows)}'
        f"{table('The shortest and the longest', ['game', 'turns', 'number'], extremes)}</div>",
        how,
    )
