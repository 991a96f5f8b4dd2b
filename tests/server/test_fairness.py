"""Fair deals: what was committed to is what was dealt, and every slip is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TypedDict

import pytest

from fogline import Card, Chance, define
from fogline.cli import main
from fogline.cli.online.deals import Deals
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.errors import FormatError
from fogline.core.events import CardDrawn
from fogline.core.view import view_of
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Command, run
from fogline.table.deal import FailedStart
from fogline.table.entries import Logged
from fogline.table.fairness import (
    BOUND_CONTRIBUTIONS,
    bound_commitment_of,
    commitment_of,
    dice_of,
    seed_of,
)
from fogline.table.problems import Problem
from fogline.table.table_file import TableFile, log_to_json, read_log
from fogline.table.table_state import REVEAL_TIME, TableState
from fogline.table.verification import NotFair, verify
from fogline.table.witness import Attempt, Shown, Witness, witness_to_json

TABLE = "fair-table"


SECRET = "5e" * 32
SALT, PEPPER = "salt-of-ann-0001", "pepper-of-bob-02"


ORIGIN = "https://fogline.example"


def seal(contribution: str, attempt: int = 0) -> tuple[str, str]:
    """A commitment and its origin, as a client sends them."""
    return bound_commitment_of(contribution, ORIGIN, TABLE, attempt), ORIGIN


class Sealed(TypedDict):
    commitment: str
    origin: str


def sealed(contribution: str, attempt: int = 0) -> Sealed:
    """The same, by name."""
    commitment, origin = seal(contribution, attempt)
    return Sealed(commitment=commitment, origin=origin)


class Played:
    """A table whose log grows by commands, without a server."""

    def __init__(self, secret: str = SECRET, table: str = TABLE) -> None:
        game = e.game_fields(define("san-francisco"))
        created = e.Created(
            1, **game, seats=2, listed=False, clock=None, owner="ann", secret=secret
        )
        self.log = [Logged(0, created)]
        self.table = TableState(table, self.log[0])

    def do(self, command: Command, at: int = 5) -> None:
        news, self.table = run(command, self.table, at)
        self.log += news

    def seat_both(self) -> None:
        self.do(partial(commands.sit, user="ann", seat=0, name="Ann", **sealed(SALT)))
        self.do(partial(commands.sit, user="bob", seat=1, name="Bob", **sealed(PEPPER)))

    @property
    def file(self) -> TableFile:
        return TableFile(self.table.id, tuple(self.log))


@cache
def a_whole_game() -> TableFile:
    played = Played()
    chance = Chance("players")
    played.seat_both()
    played.do(partial(commands.start, user="ann"))
    played.do(partial(commands.reveal, user="ann", contribution=SALT))
    played.do(partial(commands.reveal, user="bob", contribution=PEPPER))
    while played.table.status == "playing":
        seat = played.table.deciding[0]
        assert played.table.state is not None
        action = pick(chance, engine.legal_actions(view_of(played.table.state, seat)))
        player = ("ann", "bob")[seat]
        played.do(
            partial(
                commands.act, user=player, seat=seat, action=action, version=played.table.version
            )
        )
    return played.file


ANN, BOB, START, SALTED, PEPPERED, DEAL, FIRST = range(1, 8)
"""The versions of the log above."""


def test_a_whole_game_holds() -> None:
    file = a_whole_game()
    verified = verify(file)
    assert verified.deal.commitment == commitment_of(SECRET)
    assert verified.deal.commitments == (seal(SALT)[0], seal(PEPPER)[0])
    assert verified.deal.origins == (ORIGIN, ORIGIN)
    assert verified.deal.contributions == (SALT, PEPPER)
    assert verified.deal.failed == ()
    assert verified.moves == len(file.log) - FIRST
    assert verified.state.ended is not None
    assert read_log(json.dumps(log_to_json(file.table, file.log))) == file


def test_the_seed_depends_on_everything_that_was_mixed() -> None:
    seeds = {
        seed_of("t", "s", ["a", "b"]),
        seed_of("t", "s", ["b", "a"]),
        seed_of("t", "s", ["a", None]),
        seed_of("t", "s", [None, "a"]),
        seed_of("t", "s", ["ab", None]),
        seed_of("t", "z", ["a", "b"]),
        seed_of("u", "s", ["a", "b"]),
        *(seed_of("t", "s", ["a", "b"], scheme) for scheme in (1, 2)),
    }
    assert len(seeds) == 9
    assert dice_of("s", 1).next() != dice_of("s", 2).next()


def changed(index: int, change: Callable[[e.Entry], e.Entry]) -> TableFile:
    file = a_whole_game()
    log = list(file.log)
    log[index] = replace(log[index], entry=change(log[index].entry))
    return TableFile(file.table, tuple(log))


def first_draw() -> int:
    return next(
        logged.version
        for logged in a_whole_game().log
        if isinstance(logged.entry, e.Moved)
        and any(isinstance(event, CardDrawn) for event in logged.entry.events)
    )


def another_card(entry: e.Entry) -> e.Entry:
    assert isinstance(entry, e.Moved)
    return replace(
        entry,
        events=tuple(
            replace(event, card=Card.RED if event.card is not Card.RED else Card.BLUE)
            if isinstance(event, CardDrawn)
            else event
            for event in entry.events
        ),
    )


def without_last_event(entry: e.Entry) -> e.Entry:
    assert isinstance(entry, e.Moved)
    return replace(entry, events=entry.events[:-1])


def without(version: int) -> TableFile:
    """The log without an entry, and with versions as if it had never been there."""
    log = a_whole_game().log
    kept = [*log[:version], *(replace(it, version=it.version - 1) for it in log[version + 1 :])]
    return replace(a_whole_game(), log=tuple(kept))


def with_entry(version: int, entry: e.Entry) -> TableFile:
    """The log with one more entry."""
    log = a_whole_game().log
    later = [replace(it, version=it.version + 1) for it in log[version:]]
    return replace(a_whole_game(), log=(*log[:version], Logged(version, entry), *later))


def swapped(one: int) -> TableFile:
    """The log with an entry and the next one in each other's place."""
    log = list(a_whole_game().log)
    log[one], log[one + 1] = (
        replace(log[one + 1], version=one),
        replace(log[one], version=one + 1),
    )
    return replace(a_whole_game(), log=tuple(log))


OTHER = "another-text-of-bob"
TAMPERED: dict[str, Callable[[], TableFile]] = {
    "another secret": lambda: changed(0, lambda entry: replace(entry, secret="00" * 32)),  # type: ignore[call-arg]
    "another scheme": lambda: changed(0, lambda entry: replace(entry, scheme=1)),  # type: ignore[call-arg]
    "the scheme before": lambda: changed(0, lambda entry: replace(entry, scheme=2)),  # type: ignore[call-arg]
    "unknown scheme": lambda: changed(0, lambda entry: replace(entry, scheme=4)),  # type: ignore[call-arg]
    "another contribution": lambda: changed(
        PEPPERED,
        lambda entry: replace(entry, contribution=OTHER),  # type: ignore[call-arg]
    ),
    "another commitment": lambda: changed(
        BOB,
        lambda entry: replace(entry, commitment=seal(OTHER)[0]),  # type: ignore[call-arg]
    ),
    "a commitment for another table": lambda: changed(
        BOB,
        lambda entry: replace(  # type: ignore[call-arg]
            entry, commitment=bound_commitment_of(PEPPER, ORIGIN, "other", 0)
        ),
    ),
    "a commitment for another attempt": lambda: changed(
        BOB,
        lambda entry: replace(entry, commitment=seal(PEPPER, attempt=1)[0]),  # type: ignore[call-arg]
    ),
    "a commitment for no table": lambda: changed(
        BOB,
        lambda entry: replace(entry, commitment=commitment_of(PEPPER)),  # type: ignore[call-arg]
    ),
    "another origin": lambda: changed(
        BOB,
        lambda entry: replace(entry, origin="https://other.example"),  # type: ignore[call-arg]
    ),
    "no origin": lambda: changed(BOB, lambda entry: replace(entry, origin=None)),  # type: ignore[call-arg]
    "revealed at once": lambda: changed(
        BOB,
        lambda entry: replace(entry, commitment=None, origin=None, contribution=PEPPER),  # type: ignore[call-arg]
    ),
    "committed after the start": lambda: swapped(BOB),
    "revealed before the start": lambda: swapped(START),
    "revealed after the deal": lambda: swapped(PEPPERED),
    "committed anew after a contribution": lambda: with_entry(
        PEPPERED, e.Committed(5, 1, *seal(OTHER))
    ),
    "sat down anew after a contribution": lambda: with_entry(
        PEPPERED, e.Seated(5, 1, "bob", "Bob", *seal(OTHER))
    ),
    "left after a contribution": lambda: with_entry(PEPPERED, e.Vacated(5, 1)),
    "a bot after a contribution": lambda: with_entry(PEPPERED, e.BotSeated(5, 1, "random", "R")),
    "started twice": lambda: with_entry(PEPPERED, e.Starting(5)),
    "revealed twice": lambda: with_entry(PEPPERED, e.Revealed(5, 0, SALT)),
    "not revealed": lambda: without(PEPPERED),
    "no start": lambda: without(START),
    "given up by the server": lambda: with_entry(DEAL, e.StartFailed(5, (), "11" * 32)),
    "somebody else blamed": lambda: with_entry(PEPPERED, e.StartFailed(5, (0,), "11" * 32)),
    "failed without a start": lambda: with_entry(START, e.StartFailed(5, (0, 1), "11" * 32)),
    "another table": lambda: replace(a_whole_game(), table="other"),
    "another card drawn": lambda: changed(first_draw(), another_card),
    "an event left out": lambda: changed(first_draw(), without_last_event),
    "a move by another seat": lambda: changed(FIRST, lambda entry: replace(entry, seat=1)),  # type: ignore[call-arg]
    "a move of nobody": lambda: changed(FIRST, lambda entry: replace(entry, seat=9)),  # type: ignore[call-arg]
    "a move left out": lambda: without(FIRST + 2),
    "dealt twice": lambda: with_entry(FIRST, a_whole_game().log[DEAL].entry),
    "created twice": lambda: with_entry(FIRST, a_whole_game().log[0].entry),
    "nothing dealt": lambda: replace(a_whole_game(), log=a_whole_game().log[:DEAL]),
    "no creation": lambda: replace(a_whole_game(), log=a_whole_game().log[1:]),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_log_is_refused(name: str) -> None:
    with pytest.raises(NotFair):
        verify(TAMPERED[name]())


def test_a_file_that_was_edited_is_refused() -> None:
    body = log_to_json(TABLE, a_whole_game().log)
    with pytest.raises(FormatError, match="digest"):
        read_log(json.dumps({**body, "table": "other"}))
    with pytest.raises(FormatError, match="expected an object"):
        read_log("[]")
    with pytest.raises(FormatError, match="not a table's log"):
        read_log('{"kind": "log", "schema": 1}')


def test_the_command_line_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    commitment = commitment_of(SECRET)
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert commitment in told
    assert "Every contribution was committed before any was revealed, for this table" in told
    assert "Only players know what they were shown" in told
    assert "A start failed" not in told
    assert main(["verify", str(file), "--json", "--commitment", commitment]) == 0
    (found,) = json.loads(capsys.readouterr().out)["files"]
    assert (found["finished"], found["commitment_checked"]) == (True, True)
    assert (found["scheme"], found["failed_starts"]) == (BOUND_CONTRIBUTIONS, [])
    assert found["origins"] == [ORIGIN, ORIGIN]


@pytest.mark.parametrize("given", [64, 16, 8])
@pytest.mark.parametrize("end", ["", "…", "..."])
def test_some_digits_of_the_commitment_are_enough(
    given: int, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The waiting room shows 16 digits: an honest server must not be accused for that."""
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    digits = commitment_of(SECRET)[:given].upper() + end
    assert main(["verify", str(file), "--commitment", digits]) == 0
    assert f"begins with the {given} digits that you gave" in capsys.readouterr().out
    wrong = ("0" if digits[given - 1] != "0" else "1") + end
    assert main(["verify", str(file), "--commitment", digits[: given - 1] + wrong]) == 1
    assert "the secret was changed after it was shown" in capsys.readouterr().err
    assert main(["verify", str(file), "--json", "--commitment", digits]) == 0
    (found,) = json.loads(capsys.readouterr().out)["files"]
    assert (found["commitment_checked"], found["commitment_digits"]) == (True, given)


@pytest.mark.parametrize("given", ["", "5f0c1d", "no digits", "0" * 65, "00000000 00000000"])
def test_what_is_no_commitment_is_refused(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    assert main(["verify", str(file), "--commitment", given]) == 2
    assert "8 to 64 hexadecimal digits" in capsys.readouterr().err


def seen(*attempts: Attempt | None, broken: str = "", table: str = TABLE) -> Witness:
    """What the client of a player has kept."""
    return Witness(ORIGIN, table, BOUND_CONTRIBUTIONS, 9, attempts, broken)


SEALS = (seal(SALT)[0], seal(PEPPER)[0])
ALL = Attempt(commitment_of(SECRET), SEALS, SALT)
SEEN: dict[str, tuple[Witness, str]] = {
    "another table": (seen(ALL, table="other"), "it is a record of the table other"),
    "a failed start": (seen(ALL, ALL), "a failed start is left out of the log"),
    "another secret": (
        seen(replace(ALL, commitment=commitment_of("11" * 32))),
        "the server's commitment was another one",
    ),
    "another commitment of a seat": (
        seen(replace(ALL, commitments=(SEALS[0], seal(OTHER)[0]))),
        "the commitments of the seats were others",
    ),
    "a broken word": (seen(ALL, broken="it changed"), "before the game, it changed"),
}


@pytest.mark.parametrize("name", SEEN)
def test_a_log_that_is_not_what_a_player_saw_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness, reason = SEEN[name]
    file, record = tmp_path / "table.json", tmp_path / "seen.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    record.write_text(json.dumps(witness_to_json(witness)))
    assert main(["verify", str(file)]) == 0  # the log alone does not show it
    assert "Only players know what they were shown" in capsys.readouterr().out
    assert main(["verify", str(file), "--seen", str(record)]) == 1
    told = capsys.readouterr().err
    assert f"it is not what your client saw: {reason}" in told


def test_a_log_that_is_what_a_player_saw_is_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOGLINE_DATA_DIR", str(tmp_path))
    file, record = tmp_path / "table.json", tmp_path / "seen.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    record.write_text(json.dumps(witness_to_json(seen(ALL))))
    assert main(["verify", str(file), "--seen", str(record)]) == 0
    told = capsys.readouterr().out
    assert "The log agrees with all that your client saw before the game." in told
    assert "Its contribution is that of seat 0." in told
    record.write_text(json.dumps(witness_to_json(seen(replace(ALL, contribution=None)))))
    assert main(["verify", str(file), "--seen", str(record), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["files"]
    assert (found["seen_checked"], found["own_seats"]) == (True, [])
    # What a terminal of this machine saw is found by itself.
    shown = Shown(1, 3, commitment_of("11" * 32), (None, None), (None, None), False, 0)  # noqa: FBT003
    Deals().see("Ann", ORIGIN, TABLE, shown, (0,))
    assert main(["verify", str(file)]) == 1
    assert "the server's commitment was another one" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"kind":"log","schema":1}', "[" * 10**5])
def test_what_is_no_record_is_refused_in_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record = tmp_path / "table.json", tmp_path / "seen.json"
    file.write_text(json.dumps(log_to_json(TABLE, a_whole_game().log)))
    record.write_text(text)
    assert main(["verify", str(file), "--seen", str(record)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["verify", str(file), "--seen", str(tmp_path / "missing.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_failed_start_is_told_and_needs_new_commitments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Played()
    played.seat_both()
    played.do(partial(commands.start, user="ann"), 1_000)
    played.do(partial(commands.reveal, user="ann", contribution=SALT), 2_000)
    with pytest.raises(Problem, match="The players have time left"):
        played.do(partial(commands.fail_start, next_secret="11" * 32), REVEAL_TIME + 999)
    played.do(partial(commands.fail_start, next_secret="11" * 32), REVEAL_TIME + 1_000)
    assert played.table.status == "open"
    assert played.table.deal.failed == (
        FailedStart(
            REVEAL_TIME + 1_000,
            (1,),
            commitment_of(SECRET),
            (seal(SALT)[0], seal(PEPPER)[0]),
        ),
    )
    assert played.table.deal.commitments == played.table.deal.contributions == (None, None)
    assert played.table.deal.commitment == commitment_of("11" * 32)
    # Ann's contribution is known by now, so nobody waits for it any more.
    with pytest.raises(Problem):
        played.do(partial(commands.reveal, user="bob", contribution=PEPPER))
    with pytest.raises(Problem):  # a commitment of the first attempt does not count any more
        played.do(partial(commands.commit, user="ann", commitment=seal(OTHER)[0]))
    played.do(partial(commands.commit, user="ann", **sealed(OTHER, attempt=1)))
    played.do(partial(commands.start, user="ann"))
    played.do(partial(commands.reveal, user="ann", contribution=OTHER))
    assert played.table.deal.is_dealt
    assert verify(played.file).deal.contributions == (OTHER, None)
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, played.log)))
    assert main(["verify", str(file)]) == 0
    assert "A start failed before, because these seats did not reveal: 1." in (
        capsys.readouterr().out
    )
    hidden = [logged for logged in played.log if not isinstance(logged.entry, e.StartFailed)]
    with pytest.raises(NotFair):
        verify(TableFile(TABLE, tuple(hidden)))


def test_a_table_without_contributions_is_dealt_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Played()
    played.do(partial(commands.sit, user="ann", seat=0, name="Ann"))
    played.do(partial(commands.sit, user="bob", seat=1, name="Bob"))
    played.do(partial(commands.start, user="ann"))
    assert played.table.status == "playing"
    assert verify(played.file).deal.contributions == (None, None)
    file = tmp_path / "table.json"
    file.write_text(json.dumps(log_to_json(TABLE, played.log)))
    assert main(["verify", str(file)]) == 0
    assert "Nobody contributed: the operator of the server may" in capsys.readouterr().out


# The attacker knows the server's secret, and plays as Bob.

ATTEMPTS = 1_000
SAN_FRANCISCO = define("san-francisco")


def wilds(seed: str) -> int:
    """How good a deal is for Bob: the wild cards of his first hand."""
    state, _ = engine.start(SAN_FRANCISCO, 2, dice_of(seed, 0))
    return state.players[1].hand[Card.WILD]


def test_the_last_contribution_can_be_neither_chosen_nor_changed() -> None:
    played = Played()
    played.seat_both()
    played.do(partial(commands.start, user="ann"))
    played.do(partial(commands.reveal, user="ann", contribution=SALT))
    fair = played.table.deal.after(e.Revealed(5, 1, PEPPER)).seed
    refused = 0
    for number in range(ATTEMPTS):
        other = f"{OTHER}-{number}"
        late = (
            partial(commands.reveal, user="bob", contribution=other),
            partial(commands.commit, user="bob", **sealed(other)),
            partial(commands.leave, user="bob", seat=1),
            partial(commands.sit, user="bob", seat=1, name="Bob", **sealed(other)),
            partial(commands.clear, user="ann", seat=1),
            partial(commands.fail_start, next_secret="11" * 32),
        )
        for command in late:
            with pytest.raises(Problem):
                command(played.table, 5)
            refused += 1
        # Neither can a server write it down.
        with pytest.raises(NotFair):
            played.table.deal.after(e.Revealed(5, 1, other))
    assert refused == 6 * ATTEMPTS
    played.do(partial(commands.reveal, user="bob", contribution=PEPPER))
    assert played.table.deal.seed == fair


def test_a_contribution_chosen_before_the_reveal_gains_nothing() -> None:
    """With the secret, and a thousand contributions to choose from, Bob's hand is as any other."""
    tables, tries = 40, ATTEMPTS // 40
    gained = luck = known = 0
    for number in range(tables):
        anns, guess = f"of-ann-{number}", f"guess-{number}"
        bobs = [f"of-bob-{number}-{nth}" for nth in range(tries)]
        # He sees the hash of Ann's contribution, so he has to guess it.
        best = max(bobs, key=lambda text: wilds(seed_of(TABLE, SECRET, [guess, text])))
        gained += wilds(seed_of(TABLE, SECRET, [anns, best]))
        luck += wilds(seed_of(TABLE, SECRET, [anns, bobs[0]]))
        if number < 4:
            # What he would have if contributions were public before his own.
            known += max(wilds(seed_of(TABLE, SECRET, [anns, text])) for text in bobs)
    assert known / 4 >= 1.5
    assert gained / tables < 0.9
    assert abs(gained - luck) / tables < 0.5


def test_another_secret_is_not_the_one_that_was_committed_to() -> None:
    """A server that deals from another secret is found out by `--commitment`, and by the page."""
    shown = Played().table.deal.commitment
    others = {commitment_of(f"{number:064x}") for number in range(ATTEMPTS)}
    assert len(others) == ATTEMPTS
    assert shown not in others


def test_chat_does_not_move_the_dice() -> None:
    played = Played()
    played.seat_both()
    played.do(partial(commands.say, user="ann", name="Ann", text="hi", reaction=None))
    played.do(partial(commands.start, user="ann"))
    played.do(partial(commands.reveal, user="bob", contribution=PEPPER))
    played.do(partial(commands.say, user="bob", name="Bob", text="hi", reaction=None))
    played.do(partial(commands.reveal, user="ann", contribution=SALT))
    quiet = a_whole_game().log
    dealt = played.log[-1].entry
    assert isinstance(dealt, e.Dealt)
    assert dealt.events == quiet[DEAL].entry.events  # type: ignore[attr-defined]
    moves = [logged.entry for logged in quiet[FIRST : FIRST + 20]]
    for moved in moves:
        assert isinstance(moved, e.Moved)
        player = ("ann", "bob")[moved.seat]
        for _ in range(ATTEMPTS // len(moves)):
            played.do(partial(commands.say, user="bob", name="Bob", text=None, reaction="hello"))
        played.do(
            partial(
                commands.act,
                user=player,
                seat=moved.seat,
                action=moved.action,
                version=played.table.version,
            )
        )
        assert played.log[-1].entry == moved
    verify(played.file)
