"""The notation for bots: `NAME`, or with options `NAME:key=value:key=value`.

Lists of bots are separated by commas, so a spec has none. After their options, some kinds take
one more value that is read literally, colons included: `process:seconds=2:python3 bot.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fogline.core.chance import Seed
from fogline.core.errors import FoglineError
from fogline.sim.bot_interface import Bot

BotValue = int | float | str

_LOOKS_LIKE_AN_OPTION = re.compile(r"[a-z][a-z_]*=")
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class SpecError(FoglineError):
    """Raised when text is no spec of a bot."""


class UnknownBot(SpecError):
    """Raised when there is no bot of that name."""


@dataclass(frozen=True, slots=True)
class BotOption:
    """An option of a kind of bot."""

    name: str
    kind: type[int] | type[float] | type[str]
    help: str
    """A few words, in the tone of a command line's help."""
    least: float = -math.inf
    """The smallest number allowed."""

    def read(self, text: str) -> BotValue:
        """Turn the text of a value into the value; `ValueError` if it is not one."""
        if self.kind is str and text:
            return text
        if not _NUMBER.fullmatch(text) or float(text) < self.least:
            raise ValueError(text)
        return self.kind(text)

    @property
    def usage(self) -> str:
        """Return its notation: `:iterations=INT`."""
        return f":{self.name}={self.kind.__name__.upper()}"

    @property
    def expected(self) -> str:
        """Return a description of the allowed values."""
        what = {int: "a whole number", float: "a number", str: "a text"}[self.kind]
        return what if self.least == -math.inf else f"{what}, {self.least:g} or more"


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that can be named, and its options.

    Other packages add one by the entry point group `fogline.bots`.
    """

    name: str
    summary: str
    """One line for the list of bots."""
    make: Callable[..., Bot]
    """Make one: called with the seed, and by keyword each option that was given."""
    options: tuple[BotOption, ...] = ()
    rest: BotOption | None = None
    """What must follow the options and is read literally, such as a command."""

    @property
    def usage(self) -> str:
        """Return its notation: `search[:iterations=INT][:seconds=FLOAT]`."""
        return self._usage("".join(f"[{option.usage}]" for option in self.options))

    @property
    def plain_usage(self) -> str:
        """Return its notation without options: `process:COMMAND`."""
        return self._usage("")

    def _usage(self, options: str) -> str:
        return f"{self.name}{options}" + (f":{self.rest.name.upper()}" if self.rest else "")

    def values_of(self, text: str) -> dict[str, BotValue]:
        """Read what follows the name and its colon."""
        known = {option.name: option for option in self.options}
        values: dict[str, BotValue] = {}
        while text and not (self.rest and not _LOOKS_LIKE_AN_OPTION.match(text)):
            item, _, text = text.partition(":")
            name, _, value = item.partition("=")
            if name not in known:
                raise SpecError(f"the bot {self.name!r} has no option {name!r}; {self._known()}.")
            if name in values:
                raise SpecError(f"the bot {self.name!r} is given {name!r} twice.")
            values[name] = _read(known[name], value, self.name)
        if self.rest:
            if not text.strip():
                example = f"{self.name}:{self.rest.name.upper()}"
                raise SpecError(f"the bot {self.name!r} needs {self.rest.help}: {example}.")
            values[self.rest.name] = _read(self.rest, text, self.name)
        return values

    def _known(self) -> str:
        if not self.options:
            return "it has none"
        return f"it has: {', '.join(option.name for option in self.options)}"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A kind of bot with the values of its options."""

    kind: BotKind
    values: Mapping[str, BotValue]

    def __str__(self) -> str:
        """Return the canonical form of the spec."""
        options = [f"{o.name}={self.values[o.name]}" for o in self.kind.options if o.name in self]
        rest = [str(self.values[self.kind.rest.name])] if self.kind.rest else []
        return ":".join([self.kind.name, *options, *rest])

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def make(self, seed: Seed) -> Bot:
        """Make the bot; the same seed and views give the same choices."""
        return self.kind.make(seed, **self.values)


def parse_spec(text: str, kinds: Mapping[str, BotKind]) -> BotSpec:
    """Read a spec; raise `SpecError` with one line if it is wrong."""
    name, colon, rest = text.partition(":")
    kind = kinds.get(name)
    if kind is None:
        raise UnknownBot(f"there is no bot {name!r}; expected one of: {', '.join(kinds)}.")
    if colon and not rest and not kind.rest:
        raise SpecError(f"{text!r} ends with a colon; {kind.usage} is how it is named.")
    return BotSpec(kind, kind.values_of(rest))


def _read(option: BotOption, text: str, bot: str) -> BotValue:
    try:
        return option.read(text)
    except ValueError:
        given = f"{option.name}={text}"
        raise SpecError(f"the bot {bot!r}: {given!r}: expected {option.expected}.") from None
