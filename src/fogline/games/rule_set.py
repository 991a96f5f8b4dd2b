"""A rule set: the rules of a game with their numbers, for any board that fits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fogline.core.definition import DefinitionError, Options, OptionValue
from fogline.core.rule import Rule


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that the players agree on before the game."""

    name: str
    kind: type[bool] | type[int]
    default: OptionValue | None
    help: str
    """What it does, in a few words."""
    title: str = ""
    """Its name for people; by default its name, with a capital letter."""


FIRST = Option(
    "first",
    kind=int,
    default=None,
    help="the seat that acts first, counted from 0",
    title="First player",
)


class Settings:
    """The options of one game, checked, with defaults for what was not given."""

    def __init__(self, name: str, options: tuple[Option, ...], given: Options) -> None:
        known = {option.name: option for option in options}
        for key, value in given.items():
            if key not in known:
                raise DefinitionError(
                    f"{name} has no option {key!r}; it knows: {', '.join(known) or 'none'}."
                )
            if type(value) is not known[key].kind:
                kind = "true or false" if known[key].kind is bool else "a whole number"
                raise DefinitionError(f"the option {key!r} must be {kind}, not {value!r}.")
        self._values: Mapping[str, OptionValue | None] = {
            option.name: given.get(option.name, option.default) for option in options
        }

    def __getitem__(self, name: str) -> OptionValue | None:
        return self._values[name]

    @property
    def first(self) -> int | None:
        """Return the seat that acts first, if that was agreed (SF7)."""
        first = self._values.get(FIRST.name)
        return first if isinstance(first, int) else None


class UnknownVersion(DefinitionError):
    """Raised when a rule set does not have the version that a game was started with."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What a board file names in `[game] rules`. New games are played by its newest version."""

    name: str
    version: int
    """Raised whenever these rules change, so that saves can name the rules they were played by."""
    seats: tuple[int, int]
    rules: Callable[[Settings], tuple[Rule, ...]]
    options: tuple[Option, ...] = ()
    older: tuple[RuleSet, ...] = ()
    """The versions before this one, oldest first, for games that were started with them."""

    def __post_init__(self) -> None:
        if any(other.name != self.name or other.older for other in self.older):
            raise DefinitionError(
                f"the older versions of {self.name!r} must have its name, and none of their own."
            )
        if list(self.versions) != sorted(set(self.versions)):
            raise DefinitionError(f"the versions of {self.name!r} must be listed oldest first.")

    @property
    def versions(self) -> tuple[int, ...]:
        """Return the numbers of all versions, oldest first."""
        return (*(other.version for other in self.older), self.version)

    def at(self, version: int | None) -> RuleSet:
        """Return these rules in one version; `None` is the newest."""
        if version is None:
            return self
        for rule_set in (*self.older, self):
            if rule_set.version == version:
                return rule_set
        known = ", ".join(map(str, self.versions))
        whose = f"the rules {self.name!r}" if self.name else "rules that a board lists itself"
        raise UnknownVersion(f"version {version} of {whose} is not known; known versions: {known}.")
