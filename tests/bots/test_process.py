"""A program can play whole matches; and whatever it does wrong, another bot can play on."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # ships no types
import pytest

from fogline import Chance, Game, Outcome, define, legal_actions, new_game, view_of
from fogline.bots import (
    Bot,
    BotFailed,
    Guarded,
    ProcessBot,
    SpecError,
    dismiss,
    fault_of,
    guarded_bot,
    make_bot,
    process,
    protocol,
)
from fogline.bots.program import LONGEST
from fogline.rules.ferries import Ferries
from tests.bots.programs import PYTHON_EXAMPLE, javascript_example, program

GOOD = "act(0)"


def play(game: Game, bots: list[Bot]) -> Outcome:
    while game.deciding:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
    assert game.outcome is not None
    dismiss(bots, game.outcome)
    return game.outcome


def match(command: str, seconds: float = 10.0) -> Guarded:
    """Play a whole match of San Francisco against `random`, and return the program's bot."""
    bot = guarded_bot(f"process:seconds={seconds}:{command}", "own seed")
    play(new_game("san-francisco", 2, "match"), [bot, make_bot("random", 1)])
    return bot


@pytest.mark.parametrize("example", [PYTHON_EXAMPLE, javascript_example()], ids=["py", "js"])
@pytest.mark.parametrize(
    ("name", "options"), [("san-francisco", {}), ("old-west", {"alvin": True})]
)
def test_the_examples_beat_random_players(
    example: str, name: str, options: dict[str, bool], caplog: pytest.LogCaptureFixture
) -> None:
    wins = 0
    for deal in range(3):
        bots = [make_bot(f"process:{example}", deal), *(make_bot("random", i) for i in range(2))]
        wins += play(new_game(name, 3, deal, options), bots).winners == (0,)
        assert [fault_of(bot) for bot in bots] == [None] * 3
    assert wins >= 2
    assert caplog.messages == []


def test_the_same_seed_gives_the_same_game() -> None:
    random = program(
        "import random; act(random.Random(seed + m['id']).choice(m['actions']))",
        ready="seed = m['seed']; say({'type': 'ready', 'schema': 1, 'name': 'r'})",
    )
    logs = []
    for seed in (1, 1, 2):
        game = new_game("san-francisco", 2, "same")
        play(game, [ProcessBot(seed, random), make_bot("random", 1)])
        logs.append([str(move.action) for move in game.log.moves])
    assert logs[0] == logs[1] != logs[2]


FAULTS = {
    "crash": ("sys.exit(3)", "ended with exit status 3"),
    "crash later": ("act(0) if m['id'] < 5 else os._exit(7)", "ended with exit status 7"),
    "signal": ("os.kill(os.getpid(), 11)", "was ended by signal 11"),
    "not JSON": ("raw(b'draw\\n')", "answered with something that is not JSON: 'draw'"),
    "deep JSON": (
        "raw(b'[' * 50000 + b'\\n')",
        "answered with something that is not JSON: '" + "[" * 75 + " …",
    ),
    "list": ("say([1])", "answered with [1] instead of a JSON object"),
    "wrong message": (
        "say({'type': 'move'})",
        "answered with a message of type 'move' instead of 'action'",
    ),
    "no action": (
        "say({'type': 'action', 'id': m['id']})",
        "chose None, which is neither the text nor the number of an action",
    ),
    "true": ("act(True)", "chose True, which is neither the text nor the number of an action"),
    "number": ("act(99)", "chose action 99; the actions are numbered 0 to 2"),
    "negative": ("act(-1)", "chose action -1; the actions are numbered 0 to 2"),
    "unknown": (
        "act('fly me')",
        "chose an unknown action: 'fly' is not an action; expected one of",
    ),
    "illegal": (
        "act('pass')",
        "chose 'pass', which is not legal: This is not one of the things to choose from now.",
    ),
    "endless line": (
        "raw(b'x' * 10**7)",
        f"answered with more than {LONGEST} bytes in one line",
    ),
    "closed output": ("os.close(1); time.sleep(60)", "closed its input or output"),
    "not UTF-8": ("raw(b'\\xff\\xfe\\n')", "answered with bytes that are not UTF-8"),
    "twice": (
        "raw(2 * (json.dumps({'type': 'action', 'id': m['id'], 'action': 0}).encode() + b'\\n'))",
        "answered before it was asked, or more than once",
    ),
    "old answer": ("act(0, m['id'] - 1)", "answered question 0, and was asked question 1"),
    "hang": ("time.sleep(60)", "did not answer within 0.5 s"),
    "flood": (
        "\n        while True: raw(b'{}\\n')",
        "answered with a message of type None instead of",
    ),
}
"""What a program does when it is asked, and what is said about it."""


@pytest.mark.parametrize("kind", FAULTS)
def test_a_match_survives(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    answer, said = FAULTS[kind]
    bot = match(program(answer), seconds=0.5 if kind == "hang" else 10.0)
    faults = [record for record in caplog.records if record.name == "fogline.bots.faults"]
    assert bot.fault is not None
    assert bot.fault.startswith(said)
    assert len(faults) == 1
    message = faults[0].getMessage()
    assert "\n" not in message
    assert message.startswith(f"bot process:seconds={0.5 if kind == 'hang' else 10.0}:")
    assert message.endswith(f"on seat 0: {bot.fault.rstrip('.')}; planner plays on")


GREETINGS = {
    "silent death": ("sys.exit(0)", "ended with exit status 0"),
    "another schema": (
        "say({'type': 'ready', 'schema': 2, 'name': 't'})",
        "speaks schema 2 of the protocol, and this Fogline 1",
    ),
    "no schema": (
        "say({'type': 'ready', 'name': 't'})",
        "did not say which schema of the protocol it speaks",
    ),
    "no name": (
        "say({'type': 'ready', 'schema': 1, 'name': ''})",
        "did not say its name, a text of 1 to 60 characters",
    ),
    "too early": (
        "raw(json.dumps({'type': 'ready', 'schema': 1, 'name': 't'}).encode() + b'\\n{}\\n')",
        "answered before it was asked, or more than once",
    ),
    "chatter": ("print('hi!', flush=True)", "answered with something that is not JSON: 'hi!'"),
}


@pytest.mark.parametrize("kind", GREETINGS)
def test_a_match_survives_a_bad_greeting(kind: str) -> None:
    ready, said = GREETINGS[kind]
    assert match(program(GOOD, ready=ready)).fault == said


def test_a_command_that_cannot_be_started_is_a_fault() -> None:
    bot = match("/no/such/program")
    assert bot.fault is not None
    assert bot.fault.startswith("cannot be started: ")


def test_a_program_that_never_reads_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STARTING", 0.3)
    monkeypatch.setattr(protocol, "hello", lambda *_: b"x" * (1 << 20) + b"\n")
    assert match(f"{sys.executable} -c 'import time; time.sleep(60)'", 0.3).fault == (
        "did not answer within 0.3 s"
    )


def test_a_command_that_cannot_be_read_is_refused_at_once() -> None:
    with pytest.raises(
        SpecError, match=r"the command 'a \"b' cannot be read: No closing quotation"
    ):
        make_bot('process:a "b', 1)


def children() -> set[psutil.Process]:
    return set(psutil.Process().children(recursive=True))


def test_children_of_a_program_end_with_it() -> None:
    before = children()
    child = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    with ProcessBot(1, program(f"{child}; act(0)")) as bot:
        bot.choose(new_game("san-francisco", 2, 1).view(0))
        running = children() - before
        assert len(running) == 2
    gone, alive = psutil.wait_procs(running, timeout=120)
    assert (len(gone), alive) == (2, [])


def test_a_forgotten_bot_takes_its_program_along() -> None:
    before = children()
    bot = ProcessBot(1, program(GOOD))
    bot.choose(new_game("san-francisco", 2, 1).view(0))
    running = children() - before
    assert len(running) == 1
    del bot
    gc.collect()
    assert psutil.wait_procs(running, timeout=120)[1] == []


def test_no_program_runs_before_the_first_question_or_after_the_last() -> None:
    before = children()
    bot = ProcessBot(1, program(GOOD))
    assert children() == before
    bot.choose(new_game("san-francisco", 2, 1).view(0))
    assert len(children() - before) == 1
    assert bot.name == "t"
    bot.leave()
    bot.leave()
    assert children() == before


def test_another_table_is_another_run_of_the_program() -> None:
    says = "say({'type': 'ready', 'schema': 1, 'name': f\"{m['game']['name']} {m['seat']}\"})"
    with ProcessBot(1, program(GOOD, ready=says)) as bot:
        names = []
        for name, seat in [("san-francisco", 0), ("san-francisco", 1), ("old-west", 1)]:
            bot.choose(new_game(name, 2, 1).view(seat))
            names.append(bot.name)
    assert names == ["san-francisco 0", "san-francisco 1", "old-west 1"]
    assert bot.fault is None


def test_what_a_program_says_on_stderr_is_passed_on(caplog: pytest.LogCaptureFixture) -> None:
    chatter = "sys.stderr.write('thinking\\n\\x1b[31mred\\n' + 'x' * 3000 + '\\n' * 300)"
    with ProcessBot(1, program(f"{chatter}; act(0)")) as bot:
        bot.choose(new_game("san-francisco", 2, 1).view(0))
    remarks = [r.getMessage() for r in caplog.records if r.name == process.REMARKS.name]
    assert remarks[0].endswith("on seat 0: thinking")
    assert remarks[1].endswith(r"on seat 0: \x1b[31mred")
    assert remarks[-1].endswith("(all further output on stderr is left out)")
    assert max(map(len, remarks)) < 1500
    assert bot.fault is None


def test_a_fault_is_one_line_on_stderr_by_default() -> None:
    source = """
from fogline import new_game
from fogline.bots import guarded_bot
guarded_bot("process:/no/such/program", 1).choose(new_game("san-francisco", 2, 1).view(0))
"""
    done = subprocess.run(  # noqa: S603 (our own text)
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    assert done.stderr.startswith("bot process:/no/such/program on seat 0: cannot be started: ")
    assert done.stderr.endswith("; planner plays on\n")
    assert done.stderr.count("\n") == 1


def test_a_program_is_told_nothing_but_its_view(tmp_path: Path) -> None:
    """Two states that differ in what the seat may not know give the program equal bytes."""
    received = tmp_path / "received"
    record = f"open({str(received)!r}, 'a').write(line)"
    game = new_game("old-west", 2, "secrets")
    state = game.state
    other = state.players[1]
    hidden = state.ticket_deck[0].faces[: len(other.offered)]
    swapped = state.with_player(1, replace(other, offered=hidden))
    texts = []
    for truth in (state, swapped):
        received.unlink(missing_ok=True)
        ready = f"{record}; say({{'type': 'ready', 'schema': 1, 'name': 't'}})"
        with ProcessBot("deal/1", program(f"{record}; act(0)", ready=ready)) as bot:
            assert bot.choose(view_of(truth, 0)) in legal_actions(view_of(truth, 0))
        texts.append(received.read_text())
    assert swapped != state
    assert texts[0] == texts[1]
    hello = json.loads(texts[0].splitlines()[0])
    assert "deal/1" not in texts[0]
    assert 0 <= hello["seed"] < 1 << 32


def test_a_board_that_cannot_be_compiled_is_played_on_by_random(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class OtherFerries(Ferries):
        """The same, but nothing that the compiler knows."""

    known = define("san-francisco")
    rules = [OtherFerries() if isinstance(rule, Ferries) else rule for rule in known.rules]
    game = replace(known, rules=tuple(rules))
    bot = guarded_bot(f"process:{program('sys.exit(1)')}", 1)
    play(Game.start(game, 2, Chance(1)), [bot, make_bot("random", 1)])
    assert caplog.messages[-1].endswith("ended with exit status 1; random plays on")


def test_a_program_cannot_inherit_files() -> None:
    secret = os.open(__file__, os.O_RDONLY)
    try:
        os.set_inheritable(secret, True)  # noqa: FBT003 (as the library has it)
        with (
            ProcessBot(1, program(f"os.fstat({secret}); act(0)")) as bot,
            pytest.raises(BotFailed, match="ended with exit status 1"),
        ):
            bot.choose(new_game("san-francisco", 2, 1).view(0))
    finally:
        os.close(secret)


def test_a_failed_program_is_not_asked_again() -> None:
    bot = ProcessBot(1, program("sys.exit(3)"))
    view = new_game("san-francisco", 2, 1).view(0)
    for _ in range(2):
        with pytest.raises(BotFailed, match="ended with exit status 3"):
            bot.choose(view)
    assert bot.fault == "ended with exit status 3"
