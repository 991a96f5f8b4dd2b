"""The whole page: one file that needs nothing but itself."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.resources import files

from fogline import __version__
from fogline.arena.lab import mechanic_sections, sections
from fogline.arena.lab.figures import Figures
from fogline.arena.lab.findings import CAVEAT, Finding, findings_of
from fogline.arena.lab.markup import escape
from fogline.arena.lab.study import Study
from fogline.picture import Picture
from fogline.picture.palette import TONES
from fogline.picture.text import BODY, POSTER

_DARK = {"morning": ("#7fbccb", "#ec9468"), "dusk": ("#e8a574", "#c3a3d6")}
"""Of each tone, the two inks that must be lighter on a dark page."""
_FOG = (
    '<svg class="fog" viewBox="0 0 1200 90" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M0 40C180 10 320 66 520 44S860 8 1200 38V90H0z"/>'
    '<path d="M0 60C240 34 420 82 640 60S980 40 1200 62V90H0z"/>'
    '<path d="M0 76C200 62 480 92 720 74S1040 66 1200 80V90H0z"/></svg>'
)


def page_of(study: Study, figures: Figures, picture: Picture | None, words: Sequence[str]) -> str:
    """Write the page; `words` are what to give `fogline lab` to choose the same games."""
    chapters = [
        ("tickets", "Tickets", sections.tickets(figures)),
        ("routes", "Routes", sections.routes(study, figures, picture)),
        ("order", "Order", sections.order(study, figures)),
        ("points", "Points", sections.points(figures)),
        ("length", "Length", sections.length(figures)),
    ]
    chapters += [
        ("choices", "Choices", mechanic_sections.choices(study, figures)),
        *mechanic_sections.chapters_of_rules(study, figures),
        ("oddities", "Odd games", mechanic_sections.oddities(study, figures, words)),
        ("method", "Method", _method(study, figures, words)),
    ]
    links = "".join(f'<a href="#{name}">{escape(title)}</a>' for name, title, _ in chapters)
    bodies = "\n".join(body for _, _, body in chapters)
    title = escape(study.game.title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="generator" content="fogline {__version__}"/>
<meta name="color-scheme" content="light dark"/>
<title>{title} in the lab</title>
<style>
{_inks(picture)}
{_text("page.css")}</style>
</head>
<body>
<header>
<p class="over">Fogline lab</p>
<h1>{title}</h1>
{_facts(study)}
{_FOG}
</header>
<nav aria-label="Chapters">{links}</nav>
<main>
{_failures(study)}{_headlines(findings_of(study, figures))}
{bodies}
</main>
<footer><p>Made by fogline {__version__}.</p></footer>
<script>
{_text("page.js")}</script>
</body>
</html>
"""


def _failures(study: Study) -> str:
    if not study.failures:
        return ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in study.failures)
    return f'<section class="failed" aria-label="Failures">{lines}</section>\n'


def _text(name: str) -> str:
    return (files("fogline.arena.lab") / name).read_text(encoding="utf-8")


def _inks(picture: Picture | None) -> str:
    """The board's own tone, in the names that the style sheet uses."""
    name = picture.tone if picture else "morning"
    tone = TONES[name]
    main, mark = _DARK[name]
    return (
        f":root{{--sheet:{tone.sheet};--panel:{tone.bed};--land:{tone.land};--line:{tone.line};"
        f"--main:{tone.button};--mark:{tone.rust};--main-dark:{main};--mark-dark:{mark};"
        f"--poster:{POSTER};--body:{BODY}}}"
    )


def _facts(study: Study) -> str:
    options = ", ".join(f"{name} = {value}" for name, value in study.game.options.items())
    board = study.game.board
    facts = [
        (
            "board",
            f"{len(board.places)} places, {len(board.routes)} routes, {len(board.tickets)} tickets",
        ),
        ("games", f"{study.num:,}".replace(",", "\u202f")),
        ("bots", ", ".join(study.players)),
        ("options", options or "none"),
        ("seed", str(study.seed)),
        ("version", __version__),
    ]
    rows = "".join(f"<div><dt>{key}</dt><dd>{escape(value)}</dd></div>" for key, value in facts)
    return f"<dl>{rows}</dl>"


def _headlines(found: Sequence[Finding]) -> str:
    items = "\n".join(
        f'<li><a href="#{each.section}"><b>{escape(each.figure)}</b> '
        f"<span>{escape(each.text)}</span></a></li>"
        for each in found
    )
    return (
        '<section id="findings" aria-labelledby="findings-title">'
        f'<h2 id="findings-title">What stands out</h2>\n<ol>{items}</ol></section>'
    )


def _method(study: Study, figures: Figures, words: Sequence[str]) -> str:
    command = shlex.join(["fogline", "lab", *words, "--num", str(study.num), "-o", "report.html"])
    bots = sorted(set(study.players))
    paragraphs = [
        "Bots played every game to its end. Game number i is dealt from the seed "
        f"{study.seed}/i, and the bot on seat s uses the seed {study.seed}/i/s; so the same "
        "command gives the same numbers, on any machine and with any number of workers.",
        f"The bots here are {' and '.join(bots)}. The numbers hold for games between these bots: "
        "random players show what the cards and the map allow, planners show what a player makes "
        "of it. People play differently. Compare a study only with other studies of the same "
        "bots.",
        "Bounds hold the true value with 95\u202f% confidence, shares by Wilson’s method. Seats "
        "are called favoured only if that still holds when all of them are looked at together. A "
        "victory shared by k players counts 1/k for each.",
        "A ticket’s worth is its points when completed and the loss when not, on average over all "
        "who kept it. Its price is compared with the trend: the line, straight in the logarithm "
        "of the odds, that fits the completion of all tickets by their printed points. A "
        "ticket is called odd if it is more than twice the usual distance from that line (1.4826 "
        "times the median), more than 3\u202f% of the players, and more than chance. Distances "
        "are divided by √(p(1−p)), because shares near 0 and 1 vary less. The shortest way is "
        "counted in spaces on an empty board. Of parallel tracks of one colour a bot may always "
        "take the first, so look at them together.",
        f"Events are counted in the first {figures.event_games} games. {CAVEAT}",
    ]
    body = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
    return sections.section(
        "method",
        "How to read this",
        "What was done, and how to do it again.",
        f'<div class="prose">{body}</div>\n<pre><code>{escape(command)}</code></pre>',
    )
