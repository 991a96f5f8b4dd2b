"""Golden files: what the engine did and the server sent when they were made, they do today."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogline import (
    Event,
    Game,
    GameLog,
    Move,
    from_json,
    parse_action,
    parse_event,
    to_json,
)
from tests.golden import levels, messages, perft, playthrough
from tests.golden.make import existing, expected
from tests.play import NoDice, Variant, every_version

REMEDY = "If the change is meant, run `make golden`, read the diff and commit it with its reason."


def assert_same(path: Path, made: str) -> None:
    """Compare line by line, and show where the texts part."""
    kept = path.read_text(encoding="utf-8").split("\n")
    new = made.split("\n")
    for number, (old_line, new_line) in enumerate(zip(kept, new, strict=False), start=1):
        if old_line != new_line:
            before = "\n".join(
                f"           {line}" for line in kept[max(0, number - 4) : number - 1]
            )
            pytest.fail(
                f"{path.name}, line {number}:\n{before}\n"
                f"  golden:  {old_line}\n  now:     {new_line}\n{REMEDY}",
                pytrace=False,
            )
    assert len(kept) == len(new), f"{path.name} has {len(kept)} lines, now {len(new)}. {REMEDY}"


def test_every_variant_has_its_golden_files_and_no_other_is_there() -> None:
    missing = sorted(path.name for path in set(expected()) - existing())
    superfluous = sorted(path.name for path in existing() - set(expected()))
    assert (missing, superfluous) == ([], []), "run `make golden`"


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_the_game_goes_as_it_went(variant: Variant) -> None:
    assert_same(playthrough.path_of(variant), playthrough.write_game(variant))


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_the_counts_are_what_they_were(variant: Variant) -> None:
    rows = perft.path_of(variant.game).read_text(encoding="utf-8").split("\n")
    kept = [row for row in rows if row.startswith(f"{variant} ")]
    assert list(perft.counts_of(variant)) == kept, REMEDY


@pytest.mark.parametrize("game", sorted({variant.game for variant in every_version()}))
def test_the_counts_are_of_these_variants(game: str) -> None:
    text = perft.path_of(game).read_text(encoding="utf-8")
    rows = [row.split()[0] for row in text.removeprefix(perft.HEAD).split("\n") if row]
    expected_rows = [str(variant) for variant in every_version() if variant.game == game]
    assert sorted(set(rows)) == sorted(expected_rows)
    assert len(rows) == 4 * len(expected_rows)


def test_levels_choose_what_they_chose() -> None:
    """A level is its name and its version: results and ratings count on that."""
    assert_same(levels.PATH, levels.write_choices())


def test_messages_to_all_viewers_are_what_they_were() -> None:
    made = messages.made()
    assert set(messages.FOLDER.glob("*.txt")) == set(made), "run `make golden`"
    for path, text in made.items():
        assert_same(path, text)


def read_log(variant: Variant) -> tuple[GameLog, list[int]]:
    """Read the moves and events of a golden file back, and how many choices there were."""
    lines = playthrough.path_of(variant).read_text(encoding="utf-8").split("\n")
    lines = lines[lines.index("set-up") + 1 :]
    lines = lines[: next(at for at, line in enumerate(lines) if line.startswith("outcome "))]
    set_up: list[Event] = []
    moves: list[Move] = []
    choices: list[int] = []
    for line in lines:
        if line.startswith("> "):
            text, _, number = line.partition(" # of ")
            _, seat, action = text.split(" ", 2)
            moves.append(Move(int(seat), parse_action(action), ()))
            choices.append(int(number))
        elif line.startswith("  "):
            event = parse_event(line)
            assert f"  {event}" == line
            if moves:
                last = moves[-1]
                moves[-1] = Move(last.seat, last.action, (*last.events, event))
            else:
                set_up.append(event)
    return GameLog(variant.definition, variant.seats, tuple(set_up), tuple(moves)), choices


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_the_text_alone_replays(variant: Variant) -> None:
    """A golden file is a log in notation: folded without dice, it gives the outcome it states."""
    log, choices = read_log(variant)
    assert from_json(to_json(log), GameLog) == log
    outcome = Game.resume(log, NoDice()).outcome
    assert outcome is not None
    text = playthrough.path_of(variant).read_text(encoding="utf-8")
    assert text.rstrip("\n").endswith(f"  winners: [{', '.join(map(str, outcome.winners))}]")
    for result in outcome.results:
        assert f"  seat {result.seat}: rank {result.rank}, total {result.total}\n" in text
    assert all(choices)
    assert len(log.moves) > 50
