"""The server's log: JSON lines on stderr. It never contains a secret."""

from __future__ import annotations

import hashlib
import logging
import sys

import structlog


def log_id(table: str) -> str:
    """Name a table in the log: whoever knows the id of a private table can join it."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


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
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Alembic and Uvicorn log every ordinary step.
    for chatty in ("alembic", "uvicorn"):
        logging.getLogger(chatty).setLevel(
            max(logging.WARNING, logging.getLevelName(level.upper()))
        )
