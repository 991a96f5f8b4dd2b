"""What actions and events have in common: one frozen dataclass each, a verb, and an audience.

The type of each field of an event says who may read it. Other fields are hidden from everybody:

- `Shown[T]`: everybody.
- `FaceDown[T]`: the event's own seat sees the faces, others see how many.
- `Secret[T]`: the event's own seat only; others see `None`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar, TypeVar

T = TypeVar("T")
Seat = int


class Audience(Enum):
    """Who may read a field."""

    EVERYBODY = "everybody"
    OWNER_FACES = "owner sees faces, others the number"
    OWNER_ONLY = "owner only"


Shown = Annotated[T, Audience.EVERYBODY]
FaceDown = Annotated[T, Audience.OWNER_FACES]
Secret = Annotated[T | None, Audience.OWNER_ONLY]


class Message:
    """A dataclass with a verb, which names it in the notation and in JSON."""

    verb: ClassVar[str]
    """The first word of its text, and its type in JSON."""

    def __str__(self) -> str:
        from fogline.core.text.notation import write  # noqa: PLC0415 (notation imports this module)

        return write(self)


@dataclass(frozen=True, slots=True)
class Action(Message):
    """What a seat wants to do."""

    kinds: ClassVar[dict[str, type[Action]]] = {}
    """Every kind of action, by verb."""

    def __init_subclass__(cls) -> None:
        register(Action.kinds, cls)


@dataclass(frozen=True, slots=True)
class Event(Message):
    """What happened, with what chance gave."""

    kinds: ClassVar[dict[str, type[Event]]] = {}
    """Every kind of event, by verb."""

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        if not abstract:
            register(Event.kinds, cls)

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """Return the outcomes of chance in this event, as given by `Dice.card` and `Dice.take`."""
        return ()


def register(kinds: dict[str, type[T]], cls: type[T]) -> None:
    """Register a class under its verb; raise an error if another class has that verb."""
    verb = cls.__dict__.get("verb")
    if verb is None:
        raise TypeError(f"{cls.__name__} needs a verb")
    known = kinds.get(verb)
    # A dataclass with slots is created twice under one name; the second is the one to keep.
    if known is not None and (known.__module__, known.__name__) != (cls.__module__, cls.__name__):
        raise TypeError(f"the verb {verb!r} of {cls.__name__} belongs to {known.__name__}")
    kinds[verb] = cls


class TurnTaken(Event, abstract=True):
    """The action of a turn, after which the turn has no other. Events derive from it."""

    __slots__ = ()
