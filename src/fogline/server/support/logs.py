"""The server's log: JSON lines on stderr. It never contains a secret."""

from __future__ import annotations

import hashlib
import logging
import sys
import traceback
from collections import OrderedDict

import structlog

_FRAMES = 6
"""How many lines of a traceback are logged."""
_PAUSE = 60.0
"""Seconds after which the same warning is logged again."""
_KEPT = 1000
"""How many different warnings are remembered."""


def log_id(table: str) -> str:
    """Return a name of a table for the log: anyone who knows the id of a private one can join."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


def where_of(error: BaseException) -> str:
    """Return where an error was raised. Its text is not logged: it may quote a row."""
    return "".join(traceback.format_tb(error.__traceback__)[-_FRAMES:])


class Repeats(logging.Filter):
    """Drops warnings that were logged within the last minute: nobody can fill a disk with them."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: OrderedDict[str, float] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        if record.levelno < logging.WARNING:
            return True
        what = record.msg
        if isinstance(what, dict):
            what = {name: value for name, value in what.items() if name != "timestamp"}
        error = record.exc_info[0] if record.exc_info else None
        key = f"{record.name} {what} {record.args} {error}"
        if record.created - self._logged.get(key, -_PAUSE) < _PAUSE:
            return False
        self._logged[key] = record.created
        self._logged.move_to_end(key)
        if len(self._logged) > _KEPT:
            self._logged.popitem(last=False)
        return True


def _without_text(
    _: structlog.typing.WrappedLogger, __: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Replace an error by its type and where it was raised."""
    found = event.pop("exc_info", None)
    error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["where"] = where_of(error)
    return event


def configure_logs(level: str) -> None:
    """Make all loggers, those of libraries included, write JSON lines from a level on."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _without_text,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    handler.addFilter(Repeats())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Alembic and Uvicorn log every ordinary step.
    for chatty in ("alembic", "uvicorn"):
        logging.getLogger(chatty).setLevel(
            max(logging.WARNING, logging.getLevelName(level.upper()))
        )
