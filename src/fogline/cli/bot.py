"""`fogline bot`: list the bots there are, and check one's own."""

from __future__ import annotations

from fogline.cli import bot_check, bot_list
from fogline.cli.command import Command

COMMAND = Command(
    name="bot",
    summary="list the bots there are, and check your own",
    description="""\
A bot is named the same way in every command: NAME, or with options NAME:key=value:key=value.
A program of yours, in any language, plays as process:COMMAND; docs/bot-protocol.md says how.

examples:
  fogline bot list
  fogline bot check "process:python3 my_bot.py"
  fogline simulate old-west --players "planner,process:python3 my_bot.py"
""",
    family=(bot_list.COMMAND, bot_check.COMMAND),
)
