"""Which names look the same, whatever letters they are written in.

The letters come from Unicode's list of confusable characters (UTS 39), as far as they look like
a Latin letter in the fonts of browsers. Letters with marks, such as `ä` and `ł`, are others.
"""

from __future__ import annotations

import unicodedata

_BLANK = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Characters without any ink that Unicode counts as letters, symbols or marks."""
_ALPHABETS = (
    ("АВЕЅІЈКМНОРСТУХҮԌԚԜӀѴЬӔ", "ABESIJKMHOPCTYXYGQWIVbÆ"),  # Cyrillic
    ("аеѕіјорсухүһӏԁԛԝѵѡшҽгꙇӕ", "aesijopcyxyhldqwvwweriæ"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜϹϺϳͿανοσριυκγχϲ", "ABEZHIKMNOPTYXFCMjJavoopiukyxc"),  # Greek
    ("ⲂⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲓⲟⲣⲥⲩ", "BHIKMNOPCTYXiopcy"),  # Coptic
    ("ՕօՍսոռհցգզքւաՏԼ", "OoUunnhgqqfiwSL"),  # Armenian
    ("ᎪᏴᏟᎠᎬᏀᏳᎻᎥᎫᏦᏞᎷᏢᏒᎡᏚᏕᎢᏙᏔᎳᏃᎽᎩ", "ABCDEGGHiJKLMPRRSSTVWWZYY"),  # Cherokee
    ("ᏏᏧᏂꮯꭵꮁꮪꮩꮃꮓ", "bdhcirsvwz"),
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),  # Lisu
    ("ᗅᗷᗞᗪᖴᕼᒍᒪᗰᑭᖇᑌᐯ᙭ᑲᑯ", "ABDDFHJLMPRUVXbd"),  # Canadian syllabics
    ("०০੦૦୦௦౦೦൦๐໐၀០ഠဝჿסⵔ𐐄𐐬𐓂𐓪߀〇ןוⵏᛁ", "o" * 24 + "l" * 4),  # zeros, rings, strokes
    ("ıɩɑɡʋƒᴄᴏᴜᴠᴡᴢꜱ", "iiagufcouvwzs"),  # Latin letters of other languages
    ("\u0335\u0336\u0337", "\u0338" * 3),  # as in `ł` and `ø`
)  # fmt: skip
_LATIN = {
    ord(letter): latin
    for letters, latins in _ALPHABETS
    for letter, latin in zip(letters, latins, strict=True)
} | {ord(letter): f"{latin}\u0338" for letter, latin in zip("ŁłØøĐđ", "LlOoDd", strict=True)}


def look_of(name: str) -> str:
    """Return a form of a name that is equal for names that look alike: Latin and case-folded."""
    shown = "".join(filter(_has_ink, name)).translate(_LATIN)
    # A letter may be written with its marks beside it, or as a symbol.
    shown = unicodedata.normalize("NFKD", shown).translate(_LATIN)
    return unicodedata.normalize("NFC", "".join(shown.casefold().split()))


def is_visible(text: str) -> bool:
    """Return whether a text shows anything."""
    return any(_has_ink(char) and unicodedata.category(char)[0] not in "MZC" for char in text)


def _has_ink(char: str) -> bool:
    is_variation = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return char not in _BLANK and unicodedata.category(char) != "Cf" and not is_variation
