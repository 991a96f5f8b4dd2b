"""The chapters on the players' choices, on each rule of the game, and on odd games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape

from fogline.arena.lab.figures import FieldFigures, Figures, KindFigures, TargetFigures
from fogline.arena.lab.findings import CAVEAT
from fogline.arena.lab.study import Study
from fogline.arena.lab.verb_names import Names
from fogline.report.html import Row, TableCell, bar, details, number, section, share, table
from fogline.report.numerals import fine_percent as percent

ODDITIES = {
    "all-passed": "Nobody could act any more, and the game ended",
    "passed": "A player had to pass",
    "no-cards": "A turn began with no card left to draw",
    "blank-display": "A turn began with no card on display",
    "swept": "The display was discarded because it had too many wild cards",
    "no-tickets": "A turn began with no ticket left to draw",
    "nothing-complete": "Nobody completed a ticket",
    "never-claimed": "A player never claimed a route",
    "all-negative": "Everybody ended below zero",
    "shared": "The victory was shared",
}
_MOST = 12
"""The places or routes that are shown at once."""


def choices(study: Study, figures: Figures) -> str:
    """Return the chapter on how often each kind of action was chosen, and what it brought."""
    usual, *_ = figures.choices
    lead = (
        f"A game has {figures.decisions.mean:.0f} decisions on average, all players together. The "
        f"most frequent is “{usual.all.name}”, with {percent(usual.share)} of them. {CAVEAT}"
    )
    note = (
        "Points at once are those that an action brings before anybody else decides, on average. "
        "The last decision of a game is left out, because final scoring follows it."
    )
    ruled = any(kind.rule for kind in figures.choices)
    rows = [_kind(study, kind, ruled=ruled) for kind in figures.choices]
    headings = [
        "action", "times a game", "of all decisions", "players who choose it",
        "these players win", "points at once", "points to others", *(["rule"] if ruled else []),
    ]  # fmt: skip
    return section(
        "choices",
        "Choices",
        lead,
        table("All kinds of action", headings, rows, "wide"),
        f'<p class="note">{escape(note)}</p>',
    )


def _kind(study: Study, kind: KindFigures, *, ruled: bool) -> Row:
    everybody = study.num * len(study.players)
    cells = [
        TableCell(kind.all.name),
        number(kind.per_game, 2),
        bar(kind.share),
        bar(kind.all.players / everybody),
        *_fared(kind.all),
        *_paid(kind.all),
    ]
    if ruled:
        cells.append(TableCell(Names(study.game).rule(kind.rule) if kind.rule else ""))
    return Row(*cells)


def _fared(target: TargetFigures) -> list[TableCell]:
    if target.wins is None:
        return [TableCell("–", -1)]
    bounds = f"{percent(target.wins.low)} to {percent(target.wins.high)}"
    return [share(target.wins.value, note=bounds)]


def _paid(target: TargetFigures) -> list[TableCell]:
    return [
        TableCell("–", -999) if points is None else number(points, 2)
        for points in (target.own, target.others)
    ]


def chapters_of_rules(study: Study, figures: Figures) -> Iterator[tuple[str, str, str]]:
    """Yield a chapter for each rule that has actions or events: id, title and body."""
    names = Names(study.game)
    for rule in study.game.rules:
        chosen = [kind for kind in figures.choices if kind.rule == rule.name]
        happened = [kind for kind in figures.events if kind.rule == rule.name]
        if chosen or happened:
            title = names.rule(rule.name)
            anchor = f"rule-{rule.name}"
            yield anchor, title, _rule(anchor, title, chosen, happened, figures)


def _rule(
    anchor: str,
    title: str,
    chosen: Sequence[KindFigures],
    happened: Sequence[KindFigures],
    figures: Figures,
) -> str:
    tables = [_targets(kind, each) for kind in chosen for each in kind.fields]
    tables += [_event_table(happened, figures.event_games)] if happened else []
    tables += [_event_targets(kind, each) for kind in happened for each in kind.fields]
    body = f'<div class="pair">{"".join(tables)}</div>' if tables else ""
    return section(anchor, title, _how_often(chosen or happened), body)


def _how_often(met: Sequence[KindFigures]) -> str:
    """Return a sentence on how often the rule applies."""
    said = ", ".join(f"“{kind.all.name}” {_times(kind.per_game)}" for kind in met)
    return f"In a game, on average: {said}."


def _times(per_game: float) -> str:
    return "once" if round(per_game, 1) == 1 else f"{per_game:.1f} times"


def _event_table(happened: Sequence[KindFigures], games: int) -> str:
    rows = [
        Row(
            TableCell(kind.all.name),
            number(kind.per_game, 2),
            bar(kind.all.games.value),
            *_fared(kind.all),
        )
        for kind in happened
    ]
    headings = ["event", "times a game", "in games", "its players win"]
    return table(f"Events in the first {games} games", headings, rows)


def _event_targets(kind: KindFigures, field: FieldFigures) -> str:
    """List the places or routes where an event happens, the most frequent first."""
    of_players = any(target.wins for target in field.targets)
    most = max(target.times for target in field.targets)
    rows = [
        Row(*_frequency(target, kind, most), *(_fared(target) if of_players else []))
        for target in field.targets
    ]
    headings = [field.kind, "of all times", "in games"]
    if of_players:
        headings.append("its players win")
    return _folded(f"{kind.all.name}: by {field.kind}", field.kind, headings, rows)


def _targets(kind: KindFigures, field: FieldFigures) -> str:
    """List the places or routes that are chosen, the most frequent first."""
    most = max(target.times for target in field.targets)
    paying = any(target.own or target.others for target in field.targets)
    rows = [
        Row(
            *_frequency(target, kind, most),
            *_fared(target),
            TableCell("–", -999) if target.score is None else number(target.score, 1),
            *(_paid(target) if paying else []),
        )
        for target in field.targets
    ]
    headings = [field.kind, "of all times", "in games", "its players win", "mean score"]
    if paying:
        headings += ["points at once", "points to others"]
    return _folded(f"{kind.all.name}: by {field.kind}", field.kind, headings, rows)


def _frequency(target: TargetFigures, kind: KindFigures, most: int) -> list[TableCell]:
    return [
        TableCell(target.name),
        TableCell(percent(target.times / kind.all.times), target.times, bar=target.times / most),
        share(target.games.value),
    ]


def _folded(caption: str, kind: str, headings: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the first rows of a long table, and all of it folded."""
    if len(rows) <= _MOST + 3:
        return table(caption, headings, rows)
    everything = table(caption, headings, rows)
    return (
        f"<div>{table(f'{caption}, the most frequent', headings, rows[:_MOST])}"
        f"{details(f'All {len(rows)} {kind}s', everything)}</div>"
    )


def oddities(study: Study, figures: Figures, words: Sequence[str]) -> str:
    """Return the chapter on rare and degenerate games, with the command that saves one of them."""
    lead = "How often something rare happens, and the first games in which it does, by number."
    rows = [
        Row(
            TableCell(ODDITIES[name]),
            number(games),
            bar(games / study.num),
            TableCell(", ".join(str(game) for game in examples) or "–"),
        )
        for name, games, examples in sorted(figures.oddities, key=lambda each: -each[1])
    ]
    extremes = [
        Row(TableCell(kind), number(turns), TableCell(str(game), game))
        for kind, games in (("short", figures.shortest), ("long", figures.longest))
        for turns, game in games
    ]
    rare = sorted((games, examples) for _, games, examples in figures.oddities if examples)
    some = rare[0][1][0] if rare else figures.longest[0][1]
    save = shlex.join(["fogline", "lab", *words, "--game", str(some), "-o", "game.json"])
    how = (
        f"<p>To see game {some} move by move, save it and replay it:</p>\n"
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
