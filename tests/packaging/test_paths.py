"""The repository can be checked out on file systems that ignore case."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_no_two_tracked_paths_differ_in_case_alone() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone of the repository")
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    files = [Path(name) for name in listed.stdout.split("\0") if name]
    paths = {path for file in files for path in (file, *file.parents)}
    # `import './table.svelte'` finds Table.svelte there, too: extensions of scripts do not count.
    names = {str(path).removesuffix(".ts").removesuffix(".js") for path in paths}
    times = Counter(name.casefold() for name in names)
    assert sorted(name for name in names if times[name.casefold()] > 1) == []
