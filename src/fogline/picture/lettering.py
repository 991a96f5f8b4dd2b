"""Fonts, the width of labels, and where they may be broken into two lines."""

from __future__ import annotations

POSTER = (
    "'League Gothic','Bebas Neue',Oswald,'Barlow Condensed','Avenir Next Condensed',"
    "'Roboto Condensed','Liberation Sans Narrow','Arial Narrow',sans-serif"
)
BODY = "'Gill Sans','Gill Sans MT',Lato,Carlito,'Helvetica Neue',Arial,sans-serif"
_NARROW = "iljtfrI.,'’:;!|()[] "
_WIDE = "mwMW@%&—"


def text_width(text: str, size: float) -> float:
    """Estimate the width of `text` in a semi-bold sans serif; `textLength` then makes it exact."""
    em = 0.0
    for letter in text:
        if letter in _NARROW:
            em += 0.33
        elif letter in _WIDE:
            em += 0.86
        elif letter.isupper():
            em += 0.67
        elif ord(letter) > 0x2E80:
            em += 1.0
        else:
            em += 0.555
    return em * size


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """List the line breaks of a name: one line, and two lines as even as possible."""
    words = name.split()
    breaks: list[tuple[str, ...]] = [(" ".join(words),)]
    if len(words) > 1:
        cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        breaks.append(min(cuts, key=lambda pair: max(text_width(line, 1.0) for line in pair)))
    return breaks
