"""Whether an action reveals anything that its player could not know before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from fogline.core import engine
from fogline.core.messages import Action, Event, Seat
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State, Table
from fogline.core.view import view_of


def reveals(state: State, seat: Seat, action: Action, events: Sequence[Event]) -> bool:
    """Return whether a legal action led to anything that the seat could not foresee.

    It foresees what follows from its own view, without dice. So an action that reveals nothing
    shows others no more than what its player knew, and chose to show.
    """
    if any(event.chance_outcomes for event in events):
        return True
    view = view_of(state, seat)
    known = State(**{field.name: getattr(view, field.name) for field in fields(Table)})
    try:
        _, foreseen = engine.perform(known, seat, action, ScriptedDice())
    except Exception:  # noqa: BLE001 (any rule may need a value that is hidden here)
        return True
    return tuple(foreseen) != tuple(events)
