"""The ladder as a picture: a line for each bot with its rating and interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fogline.arena.ladder.ratings import Gap, Rating
from fogline.arena.ladder.report import elo, interval
from fogline.arena.ladder.tournament import Ladder
from fogline.picture.lettering import BODY, POSTER, text_width
from fogline.picture.palette import INK, PAPER, TONES
from fogline.report.svg import Axis

_WIDTH = 760.0
_ROW = 34.0
_TOP = 84.0
_EDGE = 24.0
_TEXT = 15.0
_TICKS = 8
"""The most numbers on the axis."""
_LONGEST = 26
"""The most letters of a bot's name; hovering shows all of it."""
INKS = {"sheet": TONES["morning"].sheet, "ink": INK, "line": TONES["morning"].line,
        "bar": TONES["morning"].button, "dot": PAPER}  # fmt: skip
"""The colours on a light page."""
_DARK = {"sheet": INK, "ink": PAPER, "line": "#6b6156", "bar": TONES["morning"].water, "dot": INK}


def plot(ladder: Ladder) -> str:
    """Draw the ratings as one self-contained SVG, for light and dark pages."""
    ratings = ladder.ratings
    labels = {each.bot: f"{elo(each.elo.value)}  ({interval(each.elo)})" for each in ratings}
    left = _EDGE + 16 + max(text_width(_label(each.bot), _TEXT) for each in ratings)
    right = _WIDTH - _EDGE - 16 - max(text_width(text, _TEXT) for text in labels.values())
    scale = _scale([each.elo for each in ratings], left, right)
    bottom = _TOP + _ROW * len(ratings)
    height = bottom + 58
    title = f"{ladder.game.title}, {ladder.players} players"
    said = "; ".join(f"{each.bot} {labels[each.bot]}" for each in ratings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:g} {height:g}" '
        f'width="{_WIDTH:g}" height="{height:g}" role="img" font-family="{BODY}" '
        f'font-size="{_TEXT:g}">',
        f"<title>{escape(f'Ratings: {title}')}</title>",
        f"<desc>{escape(f'Elo points with 95 % intervals: {said}.')}</desc>",
        f"<style>{_style(INKS)}@media (prefers-color-scheme:dark){{{_style(_DARK)}}}</style>",
        f'<rect class="sheet" width="{_WIDTH:g}" height="{height:g}" rx="10"/>',
        f'<text class="ink" x="{_EDGE:g}" y="48" font-family="{POSTER}" font-size="30" '
        f'font-weight="700">{escape(title.upper())}</text>',
        *_axis(scale, bottom),
        *(
            line
            for place, each in enumerate(ratings)
            for line in _line(each, labels[each.bot], scale, _TOP + _ROW * (place + 0.5))
        ),
        f'<text class="ink" x="{left:.1f}" y="{bottom + 44:g}" font-size="13">'
        f"Elo points; {escape(ladder.anchor)} has 0. {_bars(ratings)}</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _label(bot: str) -> str:
    return bot if len(bot) <= _LONGEST else f"{bot[: _LONGEST - 1]}…"


def _bars(ratings: Sequence[Rating]) -> str:
    said = "Bars are 95 % intervals"
    if any(None in (each.elo.low, each.elo.high) for each in ratings):
        return f"{said}; one with an arrow has no end."
    return f"{said}."


def _style(inks: dict[str, str]) -> str:
    return (
        f".sheet{{fill:{inks['sheet']}}}.ink{{fill:{inks['ink']}}}"
        f".line{{stroke:{inks['line']};stroke-width:1}}"
        f".bar{{stroke:{inks['bar']};stroke-width:2.5;fill:none;stroke-linecap:round}}"
        f".dot{{fill:{inks['dot']};stroke:{inks['bar']};stroke-width:2.5}}"
    )


def _scale(gaps: Sequence[Gap], left: float, right: float) -> Axis:
    known = [end for gap in gaps for end in (gap.value, gap.low, gap.high) if end is not None]
    pad = max(0.05 * (max(known) - min(known)), 5.0)
    return Axis(min(known) - pad, max(known) + pad, left, right)


def _axis(scale: Axis, bottom: float) -> list[str]:
    lines = []
    for tick in scale.ticks(_TICKS, least=10.0):
        x = scale(tick)
        lines += [
            f'<path class="line" d="M{x:.1f} {_TOP - 8:g}V{bottom + 2:g}"/>',
            f'<text class="ink" x="{x:.1f}" y="{bottom + 20:g}" font-size="13" '
            f'text-anchor="middle">{elo(tick)}</text>',
        ]
    return lines


def _line(rating: Rating, text: str, scale: Axis, y: float) -> list[str]:
    gap = rating.elo
    low = scale.start if gap.low is None else scale(gap.low)
    high = scale.end if gap.high is None else scale(gap.high)
    ends = _end(low, y, 0 if gap.low is not None else 7)
    ends += _end(high, y, 0 if gap.high is not None else -7)
    return [
        f"<g><title>{escape(f'{rating.bot}: {text}')}</title>",
        f'<text class="ink" x="{_EDGE:g}" y="{y + 5:g}" font-weight="600">'
        f"{escape(_label(rating.bot))}</text>",
        f'<path class="bar" d="M{low:.1f} {y:g}H{high:.1f}{ends}"/>',
        f'<circle class="dot" cx="{scale(gap.value):.1f}" cy="{y:g}" r="4"/>',
        f'<text class="ink" x="{_WIDTH - _EDGE:g}" y="{y + 5:g}" text-anchor="end">'
        f"{escape(text)}</text></g>",
    ]


def _end(x: float, y: float, barb: int) -> str:
    """Draw the cap of a bar, or with a barb the tip of an arrow."""
    return f"M{x + barb:.1f} {y - 6:g}L{x:.1f} {y:g}L{x + barb:.1f} {y + 6:g}"
