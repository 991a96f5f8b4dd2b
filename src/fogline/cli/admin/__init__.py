"""`fogline admin`: what the host of a server does with tables, users and reports."""

from __future__ import annotations

from fogline.cli.frame.command import Command, Subcommand

COMMAND = Command(
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
        Subcommand("stats", "admin.tables:STATS", "show how much there is"),
        Subcommand("tables", "admin.tables:TABLES", "list tables"),
        Subcommand("close", "admin.tables:CLOSE", "close tables: nobody can play or write there"),
        Subcommand(
            "delete", "admin.tables:DELETE", "delete tables with all that was played and said there"
        ),
        Subcommand(
            "rebuild", "admin.rebuild:REBUILD", "make lists and results again from the logs"
        ),
        Subcommand("users", "admin.users:USERS", "list users"),
        Subcommand(
            "block", "admin.users:BLOCK", "block a user: no sign-in, no sessions, no tokens"
        ),
        Subcommand("unblock", "admin.users:UNBLOCK", "lift a block"),
        Subcommand(
            "reset-password",
            "admin.users:RESET",
            "make a link by which a user chooses a new password",
        ),
        Subcommand("reports", "admin.reports:REPORTS", "list what players have reported"),
        Subcommand(
            "resolve",
            "admin.reports:RESOLVE",
            "resolve a report: hide a line, replace a name, block a user",
        ),
    ),
)
