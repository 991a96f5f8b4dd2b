"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = Counter(
            "fogline_entries", "Entries written to the log", ["kind"], registry=self.registry
        )
        self.problems = Counter(
            "fogline_problems", "Requests refused, by code", ["code"], registry=self.registry
        )
        self.conflicts = Counter(
            "fogline_conflicts",
            "Entries not written because another server wrote first",
            registry=self.registry,
        )
        self.slow_subscribers = Counter(
            "fogline_slow_subscribers",
            "Subscribers dropped because they were too slow",
            registry=self.registry,
        )
        self.subscribers = Gauge(
            "fogline_subscribers", "Subscribers connected", registry=self.registry
        )
        self.tables = Gauge("fogline_tables", "Tables in memory", registry=self.registry)
        self.commit_seconds = Histogram(
            "fogline_commit_seconds",
            "Seconds until an entry is on disk",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.bot_seconds = Histogram(
            "fogline_bot_seconds",
            "Seconds that bots take for a decision",
            ["level"],
            registry=self.registry,
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
        )
