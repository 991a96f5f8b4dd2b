"""Of an entry of a log everybody is sent what is marked as shown, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from fogline.core.messages import Seat, Shown
from fogline.table.entries import BotSeated, Committed, Created, Entry, Moved, Seated, StartFailed
from fogline.table.entry_values import shown_names
from fogline.table.fairness import commitment_of
from tests.golden.stories import stories

SECRETS: dict[type[Entry], set[str]] = {
    Created: {"rules", "board", "secret", "rule_set", "board_digest", "scheme"},
    Seated: {"origin"},
    Committed: {"origin"},
    BotSeated: {"level_version"},
    StartFailed: {"secret"},
    Moved: {"action"},
}
"""What nobody is sent."""


@dataclass(frozen=True, slots=True)
class Whispered(Entry):
    """An entry of a later version, with a field that nobody has thought about yet."""

    word: ClassVar[str] = "test-whispered"
    seat: Shown[Seat]
    text: str


def test_a_new_field_is_hidden_until_it_is_marked() -> None:
    assert shown_names(Whispered) == ("at", "seat")


def test_what_is_hidden_is_known() -> None:
    for kind in Entry.kinds.values():
        hidden = {field.name for field in fields(kind)} - set(shown_names(kind))
        assert hidden == SECRETS.get(kind, set()), kind.type


def test_of_a_secret_its_hash_is_shown() -> None:
    created = next(stories()).moments[0].logged.entry
    assert isinstance(created, Created)
    assert "commitment" in shown_names(Created)
    assert created.commitment == commitment_of(created.secret)
