"""The bot `policy:FILE`. It enters as those of other packages do: bots know no environments."""

from __future__ import annotations

from fogline.bots import Bot, BotKind, BotOption, SpecError
from fogline.core.chance import Seed


def _make(seed: Seed, file: str) -> Bot:  # noqa: ARG001 (a network needs no dice)
    try:
        # Environments take a moment to load that games without this bot need not spend.
        from fogline.env.policy import PolicyBot  # noqa: PLC0415
    except ImportError as error:
        raise SpecError(
            "the bot 'policy' needs environments; install them with: pip install 'fogline[rl]'"
        ) from error
    return PolicyBot(file)


POLICY = BotKind(
    "policy",
    "a network that has learnt one game, in a file",
    _make,
    rest=BotOption("file", str, "a file"),
)
