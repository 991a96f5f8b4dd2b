"""Mechanics for the compiled engine: what each declares, and how one engine is made of them all.

A module of `fogline.fast.mechanics` is the compiled version of the module of the same name in
`fogline.rules`: it declares a `Mechanic` for each rule there. The kernels of all mechanics are
chained in the order of the rules; a rule that a game lacks costs one comparison a hook, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fogline.core.decisions import Decision
from fogline.core.messages import Action
from fogline.core.rule import Rule
from fogline.core.table import State, Table
from fogline.fast import hooks, layout
from fogline.fast.context import Block
from fogline.fast.jit import inner
from fogline.fast.kernel.bits import ZERO
from fogline.fast.layout import NONE, Offset

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
    """The codes of one kind of action: so many for a game, from a first one on."""

    action: type[Action]
    begin: Offset
    """The number of the game that says where they begin."""
    count: Callable[[LoweredGame], int]
    decode: Callable[[LoweredGame, int], Action]
    """From the place among these codes to the action; a legal action has exactly one."""
    encode: Callable[[LoweredGame, Any], int]


@dataclass(frozen=True)
class Feature:
    """A named part of what a seat sees, as small numbers."""

    name: str
    index: int
    """Its place in the table that says where each begins."""
    shape: Callable[[LoweredGame], tuple[int, ...]]
    low: int
    high: Callable[[LoweredGame], int]
    meaning: str


class Mechanic(Generic[RuleT]):
    """The compiled version of one rule. `base` marks those without which there is no game."""

    def __init__(self, rule: type[RuleT], *, base: bool = False) -> None:
        self.rule = rule
        self.base = base
        self.present = layout.number()
        """The number that is 1 in games with this rule."""
        self.kernels: dict[str, Kernel] = {}
        self.codes: list[CodeKind] = []
        self.acts: dict[int, Kernel] = {}
        self.features: list[Feature] = []
        self.phases: dict[type[Decision], int] = {}
        self.lower: Lower[RuleT] = lambda rule, lowered: None
        self.finish: Finish | None = None
        self.write: Write | None = None
        self.write_network: Write | None = None
        self.read: Read | None = None

    def lowers(self, function: Lower[RuleT]) -> Lower[RuleT]:
        """Read the rule's numbers; raise `CannotLower` for what the kernels do not implement."""
        self.lower = function
        return function

    def finishes(self, function: Finish) -> Finish:
        """Write what depends on other rules' numbers, once all are read."""
        self.finish = function
        return function

    def writes(self, function: Write) -> Write:
        """Write the rule's part of a state, or of a view as far as it is known."""
        self.write = function
        return function

    def writes_network(self, function: Write) -> Write:
        """Write what follows from who owns which route, and from start places."""
        self.write_network = function
        return function

    def reads(self, function: Read) -> Read:
        """Return the state with the rule's part read from a block."""
        self.read = function
        return function

    def phase(self, decision: type[Decision]) -> int:
        """Declare a decision; return the number that stands for it in a state."""
        self.phases[decision] = phase = layout.phases.one(decision.__name__)
        return phase

    def hook(self, function: KernelT) -> KernelT:
        """Compile the kernel of the hook whose name it has."""
        return self.hook_named(function.__name__)(function)

    def hook_named(self, name: str) -> Callable[[KernelT], KernelT]:
        """Compile the kernel of a hook under a name of its own."""
        if name not in LAWS or name in self.kernels:
            raise ValueError(f"{self.rule.name}: {name!r} is no hook, or is there already")

        def compiled(function: KernelT) -> KernelT:
            self.kernels[name] = made = inner(function)
            return made

        return compiled

    def code(
        self,
        action: type[Action],
        count: Callable[[LoweredGame], int],
        decode: Callable[[LoweredGame, int], Action],
        encode: Callable[[LoweredGame, Any], int],
    ) -> Offset:
        """Declare the codes of a kind of action; return the number that says where they begin."""
        begin = layout.number()
        self.codes.append(CodeKind(action, begin, count, decode, encode))
        return begin

    def act(self, begin: Offset) -> Callable[[KernelT], KernelT]:
        """Compile the kernel that performs the actions of some codes: `(g, seat, n)`."""

        def compiled(function: KernelT) -> KernelT:
            self.acts[begin] = made = inner(function)
            return made

        return compiled

    def feature(
        self,
        name: str,
        shape: Callable[[LoweredGame], tuple[int, ...]],
        meaning: str,
        *,
        low: int = 0,
        high: Callable[[LoweredGame], int] = lambda lowered: 1,
    ) -> int:
        """Declare a part of what a seat sees; return its index in the table of offsets."""
        index = _features.one(name)
        self.features.append(Feature(name, index, shape, low, high, meaning))
        return index


_features = layout.Names()

# ── Chains ────────────────────────────────────────────────────────────────────────────────────
# A chain grows from its last kernel to its first. Every link is a small kernel of its own, which
# the compiler puts into the one before it; `always` and the offsets are constants to it.


@dataclass(frozen=True)
class _Member:
    """A mechanic's kernel for a hook."""

    kernel: Kernel
    always: bool
    """Whether every game has the rule."""
    present: Offset
    """The number that is 1 in games that have it."""


Link = Callable[[_Member, Kernel], Kernel]


def _call_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, *args):
        if always or g.t[present]:
            first(g, *args)
        rest(g, *args)

    return link


def _list_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, seat, out, count):
        if always or g.t[present]:
            count = first(g, seat, out, count)
        return rest(g, seat, out, count)

    return link


def _first_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, *args):
        if always or g.t[present]:
            found = first(g, *args)
            if found != NONE:
                return found
        return rest(g, *args)

    return link


def _any_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, *args):
        if always or g.t[present]:
            if first(g, *args):
                return True
        return rest(g, *args)

    return link


def _all_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, *args):
        if always or g.t[present]:
            if not first(g, *args):
                return False
        return rest(g, *args)

    return link


def _sum_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, so_far, *args):
        if always or g.t[present]:
            so_far += first(g, *args)
        return rest(g, so_far, *args)

    return link


def _meet_link(member: _Member, rest: Kernel) -> Kernel:
    first, always, present = member.kernel, member.always, member.present

    @inner
    def link(g, *args):
        mask = rest(g, *args)
        if always or g.t[present]:
            mask &= first(g, *args)
        return mask

    return link


@inner
def _nothing(g, *args):
    pass


@inner
def _count(g, seat, out, count):
    return count


@inner
def _none(g, *args):
    return NONE


@inner
def _no(g, *args):
    return False


@inner
def _yes(g, *args):
    return True


@inner
def _total(g, so_far, *args):
    return so_far


@inner
def _everything(g, *args):
    return ~ZERO


LAWS: dict[str, tuple[Link, Kernel]] = {
    "lay_out": (_call_link, _nothing),
    "set_up": (_call_link, _nothing),
    "settle": (_call_link, _nothing),
    "decision": (_first_link, _none),
    "legal": (_list_link, _count),
    "turn_actions": (_list_link, _count),
    "bars_place": (_any_link, _no),
    "claimed": (_call_link, _nothing),
    "started": (_call_link, _nothing),
    "turn_ended": (_call_link, _nothing),
    "between": (_any_link, _no),
    "final": (_call_link, _nothing),
    "observe": (_call_link, _nothing),
    "value": (_sum_link, _total),
    "rate": (_sum_link, _total),
    "worth_trying": (_all_link, _yes),
    "home": (_meet_link, _everything),
    "home_after": (_first_link, _none),
    "rule_out": (_call_link, _nothing),
}
"""For each hook of `fogline.fast.hooks` how a kernel is joined to the rest, and the end."""


def _from_zero(chain: Kernel) -> Kernel:
    @inner
    def total(g, *args):
        return chain(g, 0.0, *args)

    return total


def _act_link(begin: Offset, end: Offset, first: Kernel, rest: Kernel) -> Kernel:
    @inner
    def link(g, seat, code):
        if code < g.t[end]:
            first(g, seat, code - g.t[begin])
        else:
            rest(g, seat, code)

    return link


def compose(mechanics: Sequence[Mechanic[Any]]) -> None:
    """Chain the kernels of all mechanics, in this order, into `fogline.fast.hooks`."""
    layout.seal()
    for name, (link, chain) in LAWS.items():
        for mechanic in reversed(mechanics):
            if name in mechanic.kernels:
                made = mechanic.kernels[name]
                chain = link(_Member(made, mechanic.base, mechanic.present), chain)
        setattr(hooks, name, _from_zero(chain) if link is _sum_link else chain)
    chain = _nothing
    end = N_CODES
    for mechanic in reversed(mechanics):
        for kind in reversed(mechanic.codes):
            chain = _act_link(kind.begin, end, mechanic.acts[kind.begin], chain)
            end = kind.begin
    hooks.act = chain


N_CODES = layout.number()
"""The number of dense codes of a game: where the codes of the last kind end."""
