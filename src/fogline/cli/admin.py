"""`fogline admin`: what the host of a server does with tables, users and reports."""

from __future__ import annotations

from fogline.cli import admin_reports, admin_tables, admin_users
from fogline.cli.command import Command

COMMAND = Command(
    name="admin",
    summary="look after a server: its tables, users and reports",
    description="""\
Look after the tables and users of a server, on its database. A server may run meanwhile: it
notices within a few seconds. The database is given as for fogline serve, by the same flags and
variables. What cannot be undone asks first; in a script say --yes.

examples:
  fogline admin stats --data-dir /srv/fogline
  fogline admin tables --status playing
  fogline admin close t3YkQx0
  fogline admin block rude-robert --database postgresql://fogline@db/fogline
  fogline admin reset-password ann --url https://games.example.org/
  fogline admin reports
""",
    family=(
        admin_tables.STATS,
        admin_tables.TABLES,
        admin_tables.CLOSE,
        admin_tables.DELETE,
        admin_users.USERS,
        admin_users.BLOCK,
        admin_users.UNBLOCK,
        admin_users.RESET,
        admin_reports.REPORTS,
        admin_reports.RESOLVE,
    ),
)
