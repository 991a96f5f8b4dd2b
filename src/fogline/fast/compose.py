"""Mechanics of the compiled engine: their declarations, and their composition into one engine.

A module of `fogline.fast.mechanics` is the compiled version of the module of the same name in
`fogline.rules`: it declares a `Mechanic` for each rule there. The kernels of all mechanics are
joined in the order of the rules; a rule that a game lacks costs at most one comparison per hook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast

from fogline.core.decisions import Decision, Turn
from fogline.core.messages import Action
from fogline.core.rule import Rule
from fogline.core.table import State, Table
from fogline.fast import constants, hooks, layout
from fogline.fast.context import Block
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO

if TYPE_CHECKING:
    from fogline.fast.lowered import LoweredGame

Kernel = Callable[..., Any]
KernelT = TypeVar("KernelT", bound=Kernel)
RuleT = TypeVar("RuleT", bound=Rule)
Lower = Callable[[RuleT, "LoweredGame"], None]
Finish = Callable[["LoweredGame"], None]
Write = Callable[[Block, Table, "LoweredGame"], None]
Read = Callable[[State, Block, "LoweredGame"], State]


@dataclass(frozen=True)
class CodeKind:
    """The codes of one kind of action: a range of `count` codes from a first one on."""

    action: type[Action]
    begin: layout.Offset
    """The number of the game that holds the first code."""
    count: Callable[[LoweredGame], int]
    decode: Callable[[LoweredGame, int], Action]
    """Returns the action at an index into these codes; a legal action has exactly one."""
    encode: Callable[[LoweredGame, Any], int]


class Mechanic(Generic[RuleT]):
    """The compiled version of one rule. `base` marks a rule that every game needs."""

    def __init__(self, rule: type[RuleT], *, base: bool = False) -> None:
        self.rule = rule
        self.base = base
        self.present = layout.number()
        """The number that is 1 in games with this rule."""
        self.kernels: dict[str, Kernel] = {}
        self.advice_kernels: dict[str, Kernel] = {}
        """Kernels that bots call; `fogline.bots.kernel.advice` lists them."""
        self.codes: list[CodeKind] = []
        self.played: dict[int, Kernel] = {}
        """The kernels that perform actions, by the number that holds the first code."""
        self.offered: list[tuple[tuple[int, ...], Kernel]] = []
        """The kernels that list legal codes, each with its phases."""
        self.phases: dict[type[Decision], int] = {}
        self.lower: Lower[RuleT] = lambda rule, lowered: None
        self.finish: Finish | None = None
        self.write: Write | None = None
        self.write_network: Write | None = None
        self.read: Read | None = None

    def lowers(self, function: Lower[RuleT]) -> Lower[RuleT]:
        """Register the reader of the rule's numbers, which may raise `CannotLower`."""
        self.lower = function
        return function

    def finishes(self, function: Finish) -> Finish:
        """Register what writes numbers that depend on other rules, once all are read."""
        self.finish = function
        return function

    def writes(self, function: Write) -> Write:
        """Register the writer of the rule's part of a state, or of a view as far as it is known."""
        self.write = function
        return function

    def writes_network(self, function: Write) -> Write:
        """Register the writer of what follows from owned routes and start places."""
        self.write_network = function
        return function

    def reads(self, function: Read) -> Read:
        """Register the reader, which returns the state with the rule's part from a block."""
        self.read = function
        return function

    def phase(self, decision: type[Decision]) -> int:
        """Declare a decision; return its number in a state."""
        self.phases[decision] = phase = layout.phases.one(decision.__name__)
        return phase

    def hook(self, function: KernelT) -> KernelT:
        """Compile a kernel for the hook of the same name."""
        return self.hook_named(function.__name__)(function)

    def hook_named(self, name: str) -> Callable[[KernelT], KernelT]:
        """Compile a kernel for a named hook."""
        if name in _RENAMED:
            raise ValueError(f"{self.rule.name}: {_renamed(name)}")
        if name not in LAWS or name in self.kernels:
            raise ValueError(f"{self.rule.name}: {name!r} is not a hook, or is declared already")

        def compiled(function: KernelT) -> KernelT:
            self.kernels[name] = made = kernel(function)
            return made

        return compiled

    def advice(self, function: KernelT) -> KernelT:
        """Compile a kernel that advises bots, under its own name."""
        name = function.__name__
        if name in self.advice_kernels:
            raise ValueError(f"{self.rule.name}: the advice {name!r} is declared already")
        self.advice_kernels[name] = made = kernel(function)
        return made

    def code(
        self,
        action: type[Action],
        count: Callable[[LoweredGame], int],
        decode: Callable[[LoweredGame, int], Action],
        encode: Callable[[LoweredGame, Any], int],
    ) -> layout.Offset:
        """Declare the codes of a kind of action; return the number that holds the first one."""
        begin = layout.number()
        self.codes.append(CodeKind(action, begin, count, decode, encode))
        return begin

    def offers(self, *phases: int) -> Callable[[KernelT], KernelT]:
        """Compile the kernel that appends the legal codes of a seat: `(g, seat, out, count)`.

        It is called in these phases, and returns the new count.
        """

        def compiled(function: KernelT) -> KernelT:
            made = kernel(function)
            self.offered.append((phases, made))
            return made

        return compiled

    def plays(self, begin: layout.Offset) -> Callable[[KernelT], KernelT]:
        """Compile the kernel that performs the actions of some codes: `(g, seat, n)`."""

        def compiled(function: KernelT) -> KernelT:
            self.played[begin] = made = kernel(function)
            return made

        return compiled

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(_renamed(name) if name in _RENAMED else name)

    def observes(self, *names: str) -> tuple[int, ...]:
        """Return the indices of features in the table of their offsets.

        `Rule.observe` declares them; the kernel of the hook `observe` writes them.
        """
        return tuple(map(features.one, names))


features = layout.NameTable()
"""The features that kernels write."""
weights: dict[str, float] = {}
"""The weights of advice by name, with default values."""


def weight(name: str, default: float) -> int:
    """Declare a weight; return its index among those of a bot."""
    if name in weights:
        raise ValueError(f"{name!r} is taken")
    weights[name] = default
    return len(weights) - 1


# ── One kernel of many ────────────────────────────────────────────────────────────────────────
# The kernels of a hook are called from one generated function: a chain of closures would be
# optimised again with every link, and take twice as long to compile.

CALL = "{call}"
FIRST = "found = {call}\n        if found != NONE:\n            return found"
_FOUND = "found = {call}\n        if found >= 0:\n            return found"
ANY = "if {call}:\n            return True"
ALL = "if not {call}:\n            return False"
SUM = "total += {call}"
MEET = "mask &= {call}"
_UNITE = "mask |= {call}"

_RENAMED = {
    "settle": "the hook 'follow'",
    "legal": "@mechanic.offers(PHASE, ...), one kernel for each decision",
    "turn_actions": "@mechanic.offers(turns.ACTION)",
    "act": "@mechanic.plays(CODE)",
    "bars_place": "the hook 'bar_place'",
    "forbid": "the hook 'barred'",
    "between": "the hook 'follow_turn'",
    "started": "the hook 'follow'",
    "feature": "mechanic.observes(NAME, ...): the rule itself declares its features",
    **dict.fromkeys(
        ("value", "rate", "worth_trying", "home", "home_after", "code_shift", "rule_out"),
        "@mechanic.advice",
    ),
}
"""Names of version 1 of the plugin API, with their replacements."""


def _renamed(name: str) -> str:
    return f"{name!r} is of version 1 of the plugin API; version 2 has {_RENAMED[name]}"


Law = tuple[str, str, str, str]
"""How the kernels of a hook are joined: its arguments after `g`, a first line, a line for each
kernel, and a last line."""

LAWS: dict[str, Law] = {
    "lay_out": ("", "", CALL, ""),
    "set_up": ("", "", CALL, ""),
    "follow": ("", "", CALL, ""),
    "decision": ("", "", FIRST, "return NONE"),
    "bar_place": ("place, kind", "", ANY, "return False"),
    "claimed": ("seat, route", "", CALL, ""),
    "barred": ("seat, route", "", CALL, ""),
    "turn_ended": ("", "", CALL, ""),
    "follow_turn": ("", "", CALL, ""),
    "advance": ("", "", ANY, "return False"),
    "final": ("", "", CALL, ""),
    "links": ("seat, word", "mask = ZERO", _UNITE, "return mask"),
    "tie_break": ("seat", "", _FOUND, "return -1"),
    "observe": ("seat, o, seen", "", CALL, ""),
}
"""The hooks of `fogline.fast.hooks`."""


def _flat(name: str, lines: Sequence[str], args: str, names: dict[str, object]) -> Kernel:
    """Compile a function with these lines as its body."""
    body = "\n    ".join(["pass", *(line for line in lines if line)])
    names = {"NONE": constants.NONE, "ZERO": ZERO, **names}
    exec(f"def {name}(g, {args}):\n    {body}\n", names)  # noqa: S102 (our own text)
    return kernel(cast("Kernel", names[name]))


def join(
    name: str, law: Law, parts: Iterable[tuple[Mechanic[Any], Mapping[str, Kernel]]]
) -> Kernel:
    """Join the mechanics' kernels of a hook; one whose rule a game lacks is skipped."""
    args, first, line, last = law
    names: dict[str, object] = {}
    lines = [first]
    for number, (mechanic, kernels) in enumerate(parts):
        if name in kernels:
            names[f"kernel_{number}"] = kernels[name]
            names[f"present_{number}"] = int(mechanic.present)
            condition = "True" if mechanic.base else f"g.t[present_{number}]"
            lines.append(
                f"if {condition}:\n        " + line.format(call=f"kernel_{number}(g, {args})")
            )
    return _flat(name, [*lines, last], args, names)


def _dispatch(mechanics: Sequence[Mechanic[Any]]) -> Kernel:
    """Join the kernels that perform actions; a kind's codes end where the next kind's begin."""
    kinds = [
        (kind, mechanic.played[kind.begin]) for mechanic in mechanics for kind in mechanic.codes
    ]
    ends = [*(int(kind.begin) for kind, _ in kinds[1:]), int(N_CODES)]
    names: dict[str, object] = {}
    lines = []
    for number, ((kind, play), end) in enumerate(zip(kinds, ends, strict=True)):
        names[f"kernel_{number}"] = play
        lines.append(
            f"{'el' if number else ''}if code < g.t[{end}]:\n"
            f"        kernel_{number}(g, seat, code - g.t[{int(kind.begin)}])"
        )
    return _flat("plays", lines, "seat, code", names)


def _offers(name: str, mechanics: Sequence[Mechanic[Any]], only: int | None = None) -> Kernel:
    """Join the kernels that list legal codes; with `only`, those of one phase."""
    args = "seat, out, count"
    names: dict[str, object] = {}
    lines = [f"phase = g.b[{int(layout.PHASE)}]"]
    for mechanic in mechanics:
        present = "" if mechanic.base else f"g.t[{int(mechanic.present)}] and "
        for phases, offer in mechanic.offered:
            if only is None or only in phases:
                names[f"kernel_{len(names)}"] = offer
                asked = " or ".join(f"phase == {phase}" for phase in phases)
                call = f"kernel_{len(names) - 1}(g, {args})"
                lines.append(f"if {present}({asked}):\n        count = {call}")
    return _flat(name, [*lines, "return count"], args, names)


def compose(mechanics: Sequence[Mechanic[Any]]) -> None:
    """Join the kernels of all mechanics, in this order, in `fogline.fast.hooks`."""
    layout.seal()
    parts = [(mechanic, mechanic.kernels) for mechanic in mechanics]
    for name, law in LAWS.items():
        setattr(hooks, name, join(name, law, parts))
    hooks.plays = _dispatch(mechanics)
    linking = [int(each.present) for each in mechanics if "links" in each.kernels]
    asked = [f"if g.t[{present}]:\n        return True" for present in linking]
    hooks.linked = _flat("linked", [*asked, "return False"], "", {})
    hooks.offers = _offers("offers", mechanics)
    turn = next(each.phases[Turn] for each in mechanics if Turn in each.phases)
    optional = [each for each in mechanics if not each.base]
    hooks.further_offers = _offers("further_offers", optional, turn)


N_CODES = layout.number()
"""The number of dense codes of a game, which is the end of the last kind's codes."""
