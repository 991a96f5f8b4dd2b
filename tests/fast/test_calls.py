"""Compiled code calls nothing outside itself but `sqrt`, so it can be compiled for anything."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from fogline import define, env, new_game
from fogline.arena.jobs import Job, play_games
from fogline.arena.lab.watch_compiled import watch_compiled
from fogline.arena.seeds import NumberedSeeds
from fogline.bots import make_bot
from fogline.bots.compiled_bots import style_for
from fogline.bots.search import known_of, policies_for
from fogline.fast import Knowledge, compile_game
from fogline.fast.numba.entry_points import EntryPoint
from fogline.review.compiled_review import CompiledEvaluator

INTRINSICS = re.compile(
    r"llvm\.(abs|assume|bswap|ctlz|ctpop|cttz|experimental|fabs|fma|fmuladd|fshl|fshr|lifetime|masked"
    r"|memcpy|memmove|memset|sadd|smax|smin|smul|sqrt|ssub|uadd|umax|umin|umul|usub|vector)\."
)
"""What LLVM makes instructions of, or plain copies; `llvm.exp` becomes a call of a library."""


def outside(entry: Any) -> Iterator[str]:
    """Yield the functions that the compiled code of an entry point calls and does not contain."""
    for made in entry.overloads.values():
        yield from _outside(made)


def _outside(made: Any) -> Iterator[str]:
    module = made.library._get_module_for_linking()
    functions = {function.name: function for function in module.functions}
    waiting, known = [made.fndesc.llvm_func_name], set()
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            if functions[name].is_declaration:
                yield name
            for block in functions[name].blocks:
                for instruction in block.instructions:
                    names = {operand.name for operand in instruction.operands}
                    waiting += names & functions.keys() if instruction.opcode == "call" else ()


def entries() -> dict[str, Any]:
    """Find the entry points that this process has compiled, or loaded from disk."""
    found = {}
    for name in [name for name in sys.modules if name.startswith("fogline.")]:
        for value in vars(sys.modules[name]).values():
            if isinstance(value, EntryPoint) and value.overloads:
                found[value.py_func.__name__] = value
    return found


def compile_all() -> None:
    """Do what bots, hints, reviews, environments and the lab do, as briefly as can be."""
    game = define("san-francisco")
    engine, evaluator = compile_game(game, 2), CompiledEvaluator(game, 2)
    view = new_game("san-francisco", 2, 1).view(0)
    for spec in ("search:iterations=2", "greedy", "planner"):
        make_bot(spec, 1).choose(view)
    untaught = replace(style_for(engine), learnt_beliefs=False)
    known_of(Knowledge(engine, view), 0, policies_for(engine), 1, untaught)
    evaluator.play_outs(evaluator.guess(view, 1, range(1)), None, 1, range(1))
    seeds = NumberedSeeds("calls", range(1), 2)
    play_games(Job(game, ("random", "random"), seeds, compiled=True))
    played = play_games(Job(game, ("planner", "greedy"), seeds, log=True, compiled=True))
    assert played.log is not None
    watch_compiled(game, played.log, seeds, np.zeros((1, 2, 2), np.int64))
    table = env.vector("san-francisco", 2, num_envs=2, seat=None)
    _, info = table.reset(seed=1)
    table.step(info["action_mask"].argmax(axis=1))
    table.close()
    seen = env.observer_of("san-francisco", 2)
    position = seen.start(1)
    code = int(seen.mask(position, 0).argmax())
    seen.code(position, 0, seen.action(position, 0, code))
    seen.vector(position, 0)
    assert position.tie_breaks == (0, 0)


def test_kernels_call_nothing_outside() -> None:
    compile_all()
    found = entries()
    assert len(found) >= 20
    assert any("sqrt" in outside(entry) for entry in found.values())
    called = {
        name: {
            re.sub(r"\.v?\d*f\d+$", "", each)  # the type of the number
            for each in outside(entry)
            if each != "sqrt" and not INTRINSICS.match(each)
        }
        for name, entry in found.items()
    }
    assert {name: calls for name, calls in called.items() if calls} == {}
