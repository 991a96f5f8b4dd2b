"""`fogline bot`: list the bots there are, start one of your own, and check it."""

from __future__ import annotations

from fogline.cli import bot_check, bot_list, bot_new
from fogline.cli.command import Command

COMMAND = Command(
    name="bot",
    summary="list the bots there are, start your own, and check it",
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
    family=(bot_list.COMMAND, bot_new.COMMAND, bot_check.COMMAND),
)
