"""Messages about bots that fail."""

from __future__ import annotations

from fogline.sim.guard import in_one_line


def failure_line(bot: str, games: int, fault: str | None, stand_in: str | None = None) -> str:
    """Return a line on the games in which a bot failed: its first fault, and the consequence."""
    which = "1 game" if games == 1 else f"{games:,} games"
    after = (
        f"and forfeits {'it' if games == 1 else 'them'}"
        if stand_in is None
        else f"which {stand_in} finished; {'it does' if games == 1 else 'they do'} not count"
    )
    how = "" if fault is None else f" It {fault.rstrip('.')}."
    return f"FAILED: {in_one_line(bot)} failed in {which}, {after}.{how}"
