"""The page on strength names the files that decide how search plays, by their digests."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "strength.md"
ROW = re.compile(r"^\| `([^`]+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)
DECIDING = ("kernel/*.py", "networks/*.py", "networks/*.npz", "search.py", "tuned_weights.*")
"""Files of `fogline.bots`."""


def test_the_digests_are_those_of_the_files() -> None:
    listed = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))
    found = {
        name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
        for name in listed
        if (ROOT / name).exists()
    }
    assert listed == found
    bots = ROOT / "src" / "fogline" / "bots"
    deciding = {str(path.relative_to(ROOT)) for glob in DECIDING for path in bots.glob(glob)}
    assert deciding
    assert deciding <= set(listed)
