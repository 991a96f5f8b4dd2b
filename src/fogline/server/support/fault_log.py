"""Logs a fault when it begins and when it is over, however often it happens in between."""

from __future__ import annotations

import structlog

_log = structlog.get_logger("fogline.faults")


class FaultLog:
    """One kind of fault, such as a disk that is full."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._times = 0

    def happened(self, error: BaseException | None) -> None:
        """Count a fault; log the first. Only its kind: the text of an error may quote a row."""
        self._times += 1
        if self._times == 1:
            _log.error(self._what, error=type(error).__name__)

    def is_over(self) -> None:
        """Note that what failed works."""
        if self._times:
            _log.info(f"over: {self._what}", times=self._times)
            self._times = 0
