"""The page of the lab."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from fogline import __version__
from fogline.arena.lab import mechanic_sections, sections
from fogline.arena.lab.figures import Figures
from fogline.arena.lab.findings import CAVEAT, Finding, findings_of
from fogline.arena.lab.study import Study
from fogline.picture import Picture
from fogline.report.html import Chapter, facts, page, section


def page_of(study: Study, figures: Figures, picture: Picture | None, words: Sequence[str]) -> str:
    """Return the page; `words` are the arguments of `fogline lab` for the same games."""
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
    return page(
        title=f"{study.game.title} in the lab",
        kind="Fogline lab",
        heading=study.game.title,
        intro=_facts(study),
        lead=_failures(study) + _headlines(findings_of(study, figures)) + "\n",
        chapters=[Chapter(*each) for each in chapters],
        style=(files("fogline.arena.lab") / "lab.css").read_text(encoding="utf-8"),
        tone=picture.tone if picture else "morning",
    )


def _failures(study: Study) -> str:
    if not study.failures:
        return ""
    lines = "".join(f"<p>{escape(line)}</p>" for line in study.failures)
    return f'<section class="failed" aria-label="Failures">{lines}</section>\n'


def _facts(study: Study) -> str:
    options = ", ".join(f"{name} = {value}" for name, value in study.game.options.items())
    board = study.game.board
    sizes = f"{len(board.places)} places, {len(board.routes)} routes, {len(board.tickets)} tickets"
    return facts(
        [
            ("board", sizes),
            ("games", f"{study.num:,}".replace(",", "\u202f")),
            ("bots", ", ".join(study.players)),
            ("options", options or "none"),
            ("seed", str(study.seed)),
            ("version", __version__),
        ]
    )


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
    return section(
        "method",
        "How to read this",
        "What was done, and how to do it again.",
        f'<div class="prose">{body}</div>\n<pre><code>{escape(command)}</code></pre>',
    )
