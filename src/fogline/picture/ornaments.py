"""Small drawings for empty areas of the sheet, each in a box 100 units wide."""

from __future__ import annotations

from collections.abc import Mapping

from fogline.picture.geometry import Point
from fogline.picture.palette import Tone

_BRIDGE = (
    '<path d="M0 26H100" stroke="RUST" stroke-width="2.2"/>'
    '<path d="M0 24Q12 20 25 3Q50 43 75 3Q88 20 100 24" fill="none" stroke="RUST" '
    'stroke-width="1"/>'
    '<path d="M6 22V26M12 18V26M18 12V26M31 11V26M37 18V26M43 22V26M50 23V26M57 22V26M63 18V26'
    'M69 11V26M82 12V26M88 18V26M94 22V26" stroke="RUST" stroke-width="0.5"/>'
    '<path d="M23 36V1H27V36ZM73 36V1H77V36Z" fill="RUST"/>'
    '<path d="M24.2 5H25.8V10H24.2ZM24.2 13H25.8V19H24.2ZM74.2 5H75.8V10H74.2ZM74.2 13H75.8V19'
    'H74.2Z" fill="WATER"/>'
)
_SAILBOAT = (
    '<path d="M8 74H92L76 94H24Z" fill="LINE"/>'
    '<path d="M52 4L90 66H52Z" fill="PALE"/><path d="M46 18V66H14Z" fill="PALE"/>'
)
_ROSE = (
    '<circle cx="50" cy="50" r="36" fill="none" stroke="PALE" stroke-width="1.6"/>'
    '<circle cx="50" cy="50" r="31" fill="none" stroke="PALE" stroke-width="0.8"/>'
    '<path d="M50 50L72 28L54 50L72 72L50 54L28 72L46 50L28 28L50 46Z" fill="PALE"/>'
    '<path d="M50 4L57 43L96 50L57 57L50 96L43 57L4 50L43 43Z" fill="PALE"/>'
    '<path d="M50 4L57 43L50 50ZM96 50L57 57L50 50ZM50 96L43 57L50 50ZM4 50L43 43L50 50Z" '
    'fill="DARK"/>'
)
_SUN = (
    '<path d="M4 50A46 46 0 0 1 96 50Z" fill="GLOW" fill-opacity="0.35"/>'
    '<path d="M16 50A34 34 0 0 1 84 50Z" fill="GLOW" fill-opacity="0.55"/>'
    '<path d="M28 50A22 22 0 0 1 72 50Z" fill="GLOW"/>'
    '<path d="M10 56H90M20 62H80M30 68H70M41 74H59" stroke="GLOW" stroke-width="2.4" '
    'stroke-linecap="round" stroke-opacity="0.8"/>'
)
_CACTUS = (
    '<path d="M50 96V14M50 62H26V40M50 52H74V26" fill="none" stroke="GREEN" stroke-width="15" '
    'stroke-linecap="round" stroke-linejoin="round"/>'
    '<path d="M50 94V16M26 58V42M74 48V28" stroke="PALE" stroke-width="1.6" stroke-opacity="0.5" '
    'stroke-dasharray="5 5"/>'
    '<path d="M20 98H82" stroke="LINE" stroke-width="3" stroke-linecap="round"/>'
)
_MESA = (
    '<path d="M0 50H100L90 40L84 12H46L40 36L30 40Z" fill="RUST" fill-opacity="0.75"/>'
    '<path d="M46 12H84L86 20H44Z" fill="PALE" fill-opacity="0.35"/>'
    '<path d="M8 50L12 26H24L28 42Z" fill="RUST" fill-opacity="0.9"/>'
    '<path d="M42 29H88M40 36H90" stroke="PALE" stroke-opacity="0.4" stroke-width="1.4"/>'
)
_BISON = (
    '<path d="M2 62H98" stroke="LINE" stroke-width="2" stroke-linecap="round"/>'
    '<path d="M7 43C3 36 6 27 14 25C18 13 32 5 45 8C57 10 64 18 77 19C90 20 96 29 95 40L93 61H87'
    "L86 46C78 50 68 50 60 47L58 61H52L50 47C45 47 40 46 36 44L33 61H27L25 47C22 50 19 54 15 54"
    'C10 53 9 48 7 43Z" fill="RUST" fill-opacity="0.85"/>'
    '<path d="M12 27Q5 22 9 15Q12 22 18 23Z" fill="PALE"/>'
    '<path d="M95 36Q100 42 97 50" fill="none" stroke="RUST" stroke-width="2"/>'
    '<path d="M22 26C27 14 40 10 50 14C42 18 36 30 30 40Z" fill="DARK" fill-opacity="0.35"/>'
)
_PINE = (
    '<ellipse cx="54" cy="106" rx="34" ry="6" fill="LINE" fill-opacity="0.6"/>'
    '<path d="M46 86H54V106H46Z" fill="RUST"/>'
    '<path d="M50 4L72 38H62L80 66H66L88 94H12L34 66H20L38 38H28Z" fill="GREEN"/>'
    '<path d="M50 4L72 38H62L80 66H66L88 94H50Z" fill="DARK" fill-opacity="0.18"/>'
)
_PRISON = (
    '<path d="M0 58Q8 46 22 44L34 40H78L90 46Q98 50 100 58Z" fill="RUST" fill-opacity="0.55"/>'
    '<path d="M30 41V26H68V41Z" fill="PALE"/><path d="M68 41V31H82V41Z" fill="PALE"/>'
    '<path d="M30 26H68V29H30ZM68 31H82V33H68Z" fill="RUST"/>'
    '<path d="M34 33V37M40 33V37M46 33V37M52 33V37M58 33V37M64 33V37M72 36V39M78 36V39" '
    'stroke="DARK" stroke-width="2"/>'
    '<path d="M20 44V14H25V44Z" fill="PALE"/><path d="M18 14H27L22.5 6Z" fill="RUST"/>'
    '<path d="M4 64H30M42 67H70M80 64H97" stroke="PALE" stroke-width="1.6" '
    'stroke-linecap="round"/>'
)
_GULLS = (
    '<path d="M4 30Q16 12 28 28Q40 12 52 30M50 48Q58 36 67 47Q76 36 84 48M66 16Q73 6 80 15Q87 6 '
    '94 16" fill="none" stroke="PALE" stroke-width="4" stroke-linecap="round"/>'
)

ORNAMENTS: Mapping[str, tuple[str, float]] = {
    "bridge": (_BRIDGE, 38.0),
    "sailboat": (_SAILBOAT, 100.0),
    "rose": (_ROSE, 100.0),
    "sun": (_SUN, 78.0),
    "cactus": (_CACTUS, 100.0),
    "mesa": (_MESA, 52.0),
    "bison": (_BISON, 64.0),
    "pine": (_PINE, 112.0),
    "prison": (_PRISON, 68.0),
    "gulls": (_GULLS, 56.0),
}
"""Each drawing with its height when it is 100 wide."""


def ornament(kind: str, at: Point, width: float, tone: Tone) -> str:
    """Draw an ornament with its middle at a point."""
    shape, height = ORNAMENTS[kind]
    inks = {
        "RUST": tone.rust,
        "WATER": tone.water,
        "LINE": tone.line,
        "PALE": tone.halo,
        "DARK": tone.button,
        "GLOW": tone.glow,
        "GREEN": tone.green,
    }
    for word, ink in inks.items():
        shape = shape.replace(f'"{word}"', f'"{ink}"')
    scale = width / 100
    x, y = at[0] - width / 2, at[1] - height * scale / 2
    return (
        f'<g class="ornament {kind}" transform="translate({x:.1f} {y:.1f}) '
        f'scale({scale:.4g})">{shape}</g>'
    )
