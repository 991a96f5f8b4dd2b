"""The bots by name."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import entry_points

from fogline.bots import compiled_kinds
from fogline.bots.bot_levels import LEVELS, find_level, levels_for
from fogline.bots.plain_planner import PlainPlanner
from fogline.bots.process import ProcessBot
from fogline.bots.python_bot import python_bot
from fogline.bots.readable_search import ReadableSearch
from fogline.bots.simple_bots import PlainGreedy, RandomBot
from fogline.bots.specs import BotKind, BotOption, BotSpec, parse_spec
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.sim import cannot_compile
from fogline.sim.bot_interface import Bot, Thinking, thinking
from fogline.sim.guard import CannotPlay, Guarded, in_one_line
from fogline.sim.loading import COMPILER

COMPILED = tuple(compiled_kinds.COMPILED)
"""Players in compiled code, from weak to strong."""

_LOG = logging.getLogger("fogline.bots")
FAULTS = logging.getLogger("fogline.bots.faults")
"""Receives a line for each guarded bot that fails; by default it appears on stderr."""


class PerGame:
    """Plays as the bot for the game, which is made at the first view: before, no game is known.

    Compiled bots cannot play every board, and a level is played by a bot that can play there.
    """

    def __init__(self, make: Callable[[GameDefinition, int], Bot]) -> None:
        self._make = make
        self._bots: dict[tuple[GameDefinition, int], Bot] = {}

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        return self._bot_for(view).choose(view)

    def thinking(self, view: View) -> Thinking[Action]:
        """Choose, and yield where the bot can be interrupted."""
        return thinking(self._bot_for(view), view)

    def _bot_for(self, view: View) -> Bot:
        key = (view.game, len(view.players))
        if key not in self._bots:
            self._bots[key] = self._make(*key)
        return self._bots[key]


def check_compiled(name: str, game: GameDefinition, seats: int) -> None:
    """Raise `CannotPlay` if compiled code cannot play a game."""
    reason = cannot_compile(game, seats)
    if reason is not None:
        raise CannotPlay(
            f"the bot {name!r} cannot play {game.title}: {reason.rstrip('.')};"
            " plain-planner, search and random can."
        )


def _random(seed: Seed) -> Bot:
    return RandomBot(Chance(seed))


def _plain_greedy(seed: Seed) -> Bot:
    return PlainGreedy(Chance(seed))


def _compiled(name: str, seed: Seed) -> Bot:
    def make(game: GameDefinition, seats: int) -> Bot:
        check_compiled(name, game, seats)
        # Loading the compiler takes time that games without these bots need not spend.
        with COMPILER:
            from fogline.bots.compiled_bots import CompiledBot  # noqa: PLC0415

        return CompiledBot(name, seed)

    return PerGame(make)


def _search(
    seed: Seed, iterations: int | None = None, seconds: float | None = None, threads: int = 1
) -> Bot:
    def make(game: GameDefinition, seats: int) -> Bot:
        if cannot_compile(game, seats) is not None:
            return ReadableSearch(seed, iterations, seconds)
        with COMPILER:
            from fogline.bots.search import SearchBot  # noqa: PLC0415 (loads the compiler)

        return SearchBot(seed, iterations, seconds, threads)

    return PerGame(make)


def _level(name: str, seed: Seed) -> Bot:
    def make(game: GameDefinition, _: int) -> Bot:
        level = find_level(name, game)
        if level is None:
            known = ", ".join(level.name for level in levels_for(game))
            raise CannotPlay(f"{game.title} has no level {name!r}; it has: {known}.")
        return make_bot(level.bot, seed)

    return PerGame(make)


_BUILTIN = {
    kind.name: kind
    for kind in (
        *(
            BotKind(
                level.name, f"level for people, played by {level.bot}", partial(_level, level.name)
            )
            for level in LEVELS
        ),
        BotKind("random", "any legal action, each equally likely", _random),
        *(
            BotKind(name, kind.summary, partial(_compiled, name))
            for name, kind in compiled_kinds.COMPILED.items()
        ),
        BotKind("plain-greedy", "the most points now; plays any rules", _plain_greedy),
        BotKind(
            "plain-planner", "plans its tickets in plain Python; plays any rules", PlainPlanner
        ),
        BotKind(
            "search",
            "plays guesses of what it cannot see to their end, and learns from them",
            _search,
            (
                BotOption("iterations", int, "guesses for each decision", least=1),
                BotOption("seconds", float, "time for each decision", least=0.01),
                BotOption("threads", int, "trees grown side by side (default: 1)", least=1),
            ),
        ),
        BotKind(
            "process",
            "a program in any language that speaks the bot protocol",
            ProcessBot,
            (BotOption("seconds", float, "time for each decision (default: 10)", least=0.01),),
            rest=BotOption("command", str, "a command"),
        ),
        BotKind(
            "python",
            "a class of yours, in a file or a module",
            python_bot,
            rest=BotOption("source", str, "FILE.py:Class or module:Class"),
        ),
    )
}


def bot_kinds() -> Mapping[str, BotKind]:
    """Return the kinds of bots that can be named, those of other packages included."""
    return {**_BUILTIN, **_from_elsewhere()}


@cache
def _from_elsewhere() -> Mapping[str, BotKind]:
    """Return the bots of other packages; one that cannot be loaded is reported and left out."""
    found: dict[str, BotKind] = {}
    for entry in entry_points(group="fogline.bots"):
        try:
            kind = entry.load()
        except Exception as error:  # noqa: BLE001 (a package of somebody else may raise anything)
            _LOG.warning("the bot %s of another package cannot be loaded: %r", entry.name, error)
            continue
        if not isinstance(kind, BotKind) or kind.name != entry.name or kind.name in _BUILTIN:
            _LOG.warning("the bot %s of another package is no BotKind of a new name", entry.name)
            continue
        found[kind.name] = kind
    return found


def bot_names() -> list[str]:
    """List the bots that need nothing more than a name."""
    return [kind.name for kind in bot_kinds().values() if kind.rest is None]


def compiled_name(spec: str) -> str | None:
    """Return the compiled player of a spec, which may be a level, or `None`."""
    name = next((level.bot for level in LEVELS if level.name == spec), spec)
    return name if name == "random" or name in COMPILED else None


def bot_spec(text: str) -> BotSpec:
    """Read the spec of a bot: `planner`, `search:seconds=1`, `process:python3 bot.py`."""
    builtin = text.partition(":")[0] in _BUILTIN
    # Look for other packages only when needed, because that reads many small files.
    return parse_spec(text, _BUILTIN if builtin else bot_kinds())


def make_bot(spec: str, seed: Seed) -> Bot:
    """Make a bot by its spec; the same seed and views give the same choices."""
    return bot_spec(spec).make(seed)


def stand_in_for(view: View) -> str:
    """Return the bot that replaces a failed one: the planner if it can play, or random."""
    return "planner" if cannot_compile(view.game, len(view.players)) is None else "random"


def guarded_bot(spec: str, seed: Seed) -> Guarded:
    """Make a bot by its spec that never ends a game early.

    If it crashes, is late or does anything illegal, another bot plays on; `fault` then says why,
    and a line goes to the logger `fogline.bots.faults`.
    """

    def stand_in(view: View) -> Bot:
        name = stand_in_for(view)
        fault = (guarded.fault or "").rstrip(".")
        label = in_one_line(spec, 60)
        FAULTS.warning("bot %s on seat %s: %s; %s plays on", label, view.seat, fault, name)
        return make_bot(name, seed)

    guarded = Guarded(make_bot(spec, seed), stand_in)
    return guarded
