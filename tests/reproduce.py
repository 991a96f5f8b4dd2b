"""After a failure: the seeds that the test used, and one command that runs it again."""

from __future__ import annotations

import shlex
from collections.abc import Generator

import pytest

from fogline.core.chance import Chance, Seed
from tests import soak

_SHOWN = 6
"""How many seeds are listed; a test that used more is told by its name alone."""
_PYTEST = ".venv/bin/python -m pytest -n 0"

FAILED = pytest.StashKey[bool]()
"""Whether a test has failed, for what is tidied up after it."""

_used: dict[str, None] = {}
"""The seeds of the dice that the running test made, in their order."""


def _record_seeds() -> None:
    begin = Chance.__init__

    def noted(self: Chance, seed: Seed) -> None:
        _used[str(seed)] = None
        begin(self, seed)

    Chance.__init__ = noted  # type: ignore[method-assign]


_record_seeds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure how to see it again."""
    report = yield
    if call.when == "setup" and report.passed:
        return report
    if report.failed:
        item.stash[FAILED] = True
        report.sections.append(("Run it again", "\n".join(_advice(item))))
    if call.when == "teardown":
        _used.clear()
    return report


def _advice(item: pytest.Item) -> list[str]:
    more = f" {soak.OPTION}" if soak.soaking() else ""
    lines = [f"{_PYTEST}{more} {shlex.quote(item.nodeid)}"]
    if _used:
        seeds = [repr(seed) for seed in list(_used)[:_SHOWN]]
        rest = f" and {len(_used) - _SHOWN} more" if len(_used) > _SHOWN else ""
        lines.append(f"seeds: {', '.join(seeds)}{rest}")
    return lines
