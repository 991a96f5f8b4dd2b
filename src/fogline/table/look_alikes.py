"""Which names look the same, whatever letters they are written in.

The letters come from Unicode's list of confusable characters (UTS 39), as far as they look like
a Latin letter in the fonts of browsers. Letters with marks, such as `ä` and `ł`, are others.
"""

from __future__ import annotations

import unicodedata

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters without any ink that Unicode counts as letters, symbols or marks."""
_ALPHABETS = (
    # Cyrillic
    ("АВЕЅІЈКМНОРСТУХҮԚԜӀаеѕіјорсухүԁԛԝһӏёїӧӓӒӦЁЇ", "ABESIJKMHOPCTYXYQWIaesijopcyxydqwhiëïöäÄÖËÏ"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳͿανοριυκγχϲ", "ABEZHIKMNOPTYXCjJavopiukyxc"),
    # Armenian
    ("ՕօՍսոհցզՏԼ", "OoUunhgqSL"),
    # Cherokee
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃᎽ", "ABCDEGHiJKLMPRSTVWZY"),
    # Lisu
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    # Latin letters of other languages
    ("ıɑɡ", "iag"),
)  # fmt: skip
_LATIN = {
    ord(letter): latin
    for letters, latins in _ALPHABETS
    for letter, latin in zip(letters, latins, strict=True)
}


def look_of(name: str) -> str:
    """Return a form of a name that is equal for names that look alike: NFKC, Latin, case-folded."""
    shown = unicodedata.normalize("NFKC", "".join(filter(_has_ink, name))).translate(_LATIN)
    return "".join(shown.casefold().split())


def is_visible(text: str) -> bool:
    """Return whether a text shows anything."""
    return any(_has_ink(char) and unicodedata.category(char)[0] not in "MZC" for char in text)


def _has_ink(char: str) -> bool:
    is_variation = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return char not in _BLANK and unicodedata.category(char) != "Cf" and not is_variation
