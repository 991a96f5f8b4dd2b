"""Players that are programs: each chooses from a view, and never sees a state."""

from fogline.bots.bot import Bot, Guest, dismiss, fault_of
from fogline.bots.check import BadBot, BotProblem, BotReport, Failure, check_bot
from fogline.bots.process import ProcessBot
from fogline.bots.random_bot import RandomBot
from fogline.bots.registry import COMPILED, bot_kinds, bot_names, bot_spec, make_bot
from fogline.bots.specs import BotKind, BotOption, BotSpec, SpecError, UnknownBot

__all__ = [
    "COMPILED",
    "BadBot",
    "Bot",
    "BotKind",
    "BotOption",
    "BotProblem",
    "BotReport",
    "BotSpec",
    "Failure",
    "Guest",
    "ProcessBot",
    "RandomBot",
    "SpecError",
    "UnknownBot",
    "bot_kinds",
    "bot_names",
    "bot_spec",
    "check_bot",
    "dismiss",
    "fault_of",
    "make_bot",
]
