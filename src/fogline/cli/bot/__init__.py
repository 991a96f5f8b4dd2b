"""`fogline bot`: list the bots there are, start one of your own, and check it."""

from __future__ import annotations

from fogline.cli.frame.command import Command, Subcommand

COMMAND = Command(
    description="""\
A bot is named the same way in every command: NAME, or with options NAME:key=value:key=value.
A class of yours plays as python:FILE.py:Class or python:module:Class. A program of yours, in any
language, plays as process:COMMAND; docs/bot-protocol.md says how.

examples:
  fogline bot list
  fogline bot new my-bot
  fogline bot check python:my_bot.py:MyBot
  fogline bot check "process:python3 my_bot.py"
  fogline simulate old-west --players "planner,process:python3 my_bot.py"
""",
    family=(
        Subcommand("list", "bot.list", "list the bots there are"),
        Subcommand("new", "bot.new", "write a small bot to start from"),
        Subcommand("check", "bot.check", "say whether a bot plays by the rules"),
    ),
)
