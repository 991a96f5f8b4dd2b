"""Players that are programs: each chooses from a view, and never sees a state."""

from fogline.bots.bot_levels import LEVELS, Level, levels_for
from fogline.bots.check import BadBot, BotProblem, BotReport, Failure, check_bot
from fogline.bots.process import ProcessBot
from fogline.bots.registry import (
    COMPILED,
    bot_kinds,
    bot_names,
    bot_spec,
    compiled_name,
    guarded_bot,
    make_bot,
)
from fogline.bots.simple_bots import RandomBot
from fogline.bots.specs import BotKind, BotOption, BotSpec, SpecError, UnknownBot
from fogline.sim.bot_interface import (
    Bot,
    Guest,
    Thinker,
    Thinking,
    dismiss,
    fault_of,
    finish,
    thinking,
)
from fogline.sim.guard import BotFailed, CannotPlay, Guarded

__all__ = [
    "COMPILED",
    "LEVELS",
    "BadBot",
    "Bot",
    "BotFailed",
    "BotKind",
    "BotOption",
    "BotProblem",
    "BotReport",
    "BotSpec",
    "CannotPlay",
    "Failure",
    "Guarded",
    "Guest",
    "Level",
    "ProcessBot",
    "RandomBot",
    "SpecError",
    "Thinker",
    "Thinking",
    "UnknownBot",
    "bot_kinds",
    "bot_names",
    "bot_spec",
    "check_bot",
    "compiled_name",
    "dismiss",
    "fault_of",
    "finish",
    "guarded_bot",
    "levels_for",
    "make_bot",
    "thinking",
]
