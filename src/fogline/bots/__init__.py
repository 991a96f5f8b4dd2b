"""Players that are programs: each chooses from a view, and never sees a state."""

from fogline.bots.bot import Bot
from fogline.bots.random_bot import RandomBot
from fogline.bots.registry import COMPILED, UnknownBot, bot_names, make_bot

__all__ = ["COMPILED", "Bot", "RandomBot", "UnknownBot", "bot_names", "make_bot"]
