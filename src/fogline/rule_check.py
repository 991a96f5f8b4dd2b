"""A check for rules of other packages: it plays games by them and checks the laws.

`docs/architecture.md` lists the laws. The check plays on the readable engine, with random players
that try rare actions often.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from fogline.boards import BoardError, builtin_boards
from fogline.core import engine
from fogline.core.actions import ClaimRoute
from fogline.core.cards import Card, Cards
from fogline.core.chance import Chance, Seed, pick, shuffled
from fogline.core.decisions import Decision
from fogline.core.definition import DefinitionError, GameDefinition, in_order
from fogline.core.errors import FoglineError, readable
from fogline.core.events import PointsScored, RouteClaimed, TicketsRevealed
from fogline.core.game import Game
from fogline.core.invariants import violations
from fogline.core.log import GameLog
from fogline.core.messages import Action, Event, Seat
from fogline.core.rule import Rule
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State, View
from fogline.core.text.notation import parse_action, parse_event
from fogline.core.view import redact, view_of
from fogline.games import define, define_from_text
from fogline.rules import RULES
from fogline.saves import from_json, to_json

_LONGEST = 5_000
"""A game with more decisions than this counts as endless."""
_CANDIDATES = 12
"""How many legal actions, and how many others, are tried in each position."""
_ENOUGH = 20
"""Problems after which a check stops."""


class BadRule(FoglineError):
    """Raised when a rule has not passed its check."""


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """A problem of a rule, and where it occurred."""

    law: str
    """The law that was broken, in a few words: `replay without dice`."""
    message: str
    game: str
    """The name of the game and the number of players."""
    seed: Seed
    decision: int
    """The number of decisions before it occurred."""

    def __str__(self) -> str:
        where = f"{self.game}, seed {self.seed!r}, decision {self.decision}"
        return f"{self.law}: {self.message} ({where})"


@dataclass(frozen=True, slots=True)
class RuleReport:
    """The result of a check."""

    games: int
    decisions: int
    problems: tuple[RuleProblem, ...]
    """One for each kind of problem, where it first occurred."""
    unmet: tuple[str, ...]
    """Actions and events, by verb, that have words but never occurred: they were not checked."""

    @property
    def ok(self) -> bool:
        """Return whether there are no problems."""
        return not self.problems

    def raise_if_bad(self) -> None:
        """Raise `BadRule` with all problems, if there are any."""
        if self.problems:
            raise BadRule("\n".join(str(problem) for problem in self.problems))


def check_rule(
    rule_or_board: Rule | GameDefinition | str | Path, *, games: int = 4, seed: Seed = "check"
) -> RuleReport:
    """Play games with a rule, or on a board with the rules that its file names, and check the laws.

    A rule is added to the built-in games whose boards it accepts. A board is given by its name, its
    path or its definition. The games are played by as few and as many players as there may be.
    """
    check = _Check()
    definitions = list(_definitions(rule_or_board, check))
    for number in range(games if definitions else 0):
        game = definitions[number % len(definitions)]
        seats = game.seats[(number // len(definitions)) % 2]
        check.play(game, seats, f"{seed}/{number}")
        if len(check.problems) >= _ENOUGH:
            break
    unmet = {kind.verb for game in definitions for kind in _with_words(game)} - check.met
    return RuleReport(
        check.games, check.decisions, tuple(check.problems.values()), tuple(sorted(unmet))
    )


def _definitions(
    given: Rule | GameDefinition | str | Path, check: _Check
) -> Iterator[GameDefinition]:
    if isinstance(given, GameDefinition):
        yield given
        return
    if not isinstance(given, Rule):
        try:
            yield define(given)
        except (BoardError, DefinitionError) as error:
            check.note("board", str(error))
        return
    errors: list[str] = []
    accepted = False
    for name in builtin_boards():
        base = define(name)
        others = [rule for rule in base.rules if rule.name != given.name]
        game = replace(base, rules=in_order([*others, given], RULES))
        problems = [f"{name}: {error}" for rule, error in game.board_errors() if rule == given.name]
        errors += problems
        if not problems:
            accepted = True
            yield game
    if not accepted:
        check.note("board", f"no built-in board suits it, give one of yours: {errors[0]}")


def _with_words(game: GameDefinition) -> Iterator[type[Action] | type[Event]]:
    """Yield the actions and events of the rules that do not come with Fogline."""
    for rule in game.rules:
        if rule.name not in RULES:
            yield from rule.words.actions
            yield from rule.words.events


@dataclass
class _Check:
    """A check in progress."""

    games: int = 0
    decisions: int = 0
    problems: dict[tuple[str, str], RuleProblem] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    """The verbs of all actions and events that occurred."""
    _where: tuple[str, Seed, int] = ("", "", 0)

    def note(self, law: str, message: str) -> None:
        """Record a problem, unless it is known already."""
        problem = RuleProblem(law, readable(message), *self._where)
        self.problems.setdefault((law, message), problem)

    def expect(self, law: str, message: str, *, holds: bool) -> None:
        """Record a problem if a condition does not hold."""
        if not holds:
            self.note(law, message)

    def play(self, definition: GameDefinition, seats: int, seed: Seed) -> None:
        """Play a game to its end and check every position of it."""
        self.games += 1
        self._where = (f"{definition.name}, {seats} players", seed, 0)
        try:
            _Playing(self, definition, seats, seed).run()
        except Exception as error:  # noqa: BLE001 (a rule of somebody else may raise anything)
            self.note("error", f"{type(error).__name__}: {error}")

    def step(self, decision: int) -> None:
        """Count a decision."""
        self.decisions += 1
        self._where = (*self._where[:2], decision)


class _Playing:
    """One game of a check."""

    def __init__(self, check: _Check, definition: GameDefinition, seats: int, seed: Seed) -> None:
        self.check = check
        self.chance = Chance(f"{seed} players")
        self.book = definition.phrasebook()
        empty = engine.lay_out(definition, seats)
        self.cards = empty.deck
        self.views = {seat: view_of(empty, seat) for seat in (None, *empty.seats)}
        self.features: dict[str, tuple[int, ...]] = {}
        self.candidates: list[Action] = list(engine.every_action(definition, seats))
        repeated = len(self.candidates) - len(set(self.candidates))
        check.expect("every action", f"{repeated} are listed twice", holds=repeated == 0)
        self.game = Game.start(definition, seats, Chance(seed))

    def run(self) -> None:
        """Play the game."""
        self._check_events(self.game.log.set_up)
        for number in range(_LONGEST):
            self._check_position()
            if self.game.outcome is not None:
                break
            seat, action = self._choose()
            self._act_as_twin(seat, action)
            self.check.met.add(action.verb)
            self.check.step(number + 1)
            self._check_events(self.game.play(seat, action))
        else:
            self.check.note("ending", f"the game has not ended after {_LONGEST} decisions")
        self._replay()

    def _choose(self) -> tuple[Seat, Action]:
        """Choose a kind of action, and then one of that kind, so that rare ones occur."""
        seat = pick(self.chance, self.game.deciding)
        kinds: dict[type[Action], list[Action]] = {}
        for action in self.game.legal_actions(seat):
            kinds.setdefault(type(action), []).append(action)
        return seat, pick(self.chance, pick(self.chance, list(kinds.values())))

    def _check_events(self, events: Iterable[Event]) -> None:
        """Check events: notation, JSON, words, and that they keep views up to date."""
        check = self.check
        for event in events:
            check.met.add(event.verb)
            self._words(event)
            versions: set[str] = set()
            for reader, view in self.views.items():
                seen = redact(event, reader)
                self.views[reader] = engine.fold(view, (seen,))
                if str(seen) in versions:
                    continue  # another reader received the same
                versions.add(str(seen))
                again = parse_event(str(seen)) == seen == from_json(to_json(seen), Event)
                check.expect("notation and JSON", f"{seen} does not come back", holds=again)
                self.book.sentence(seen, reader=reader, table=view)
        for reader, view in self.views.items():
            whole = view == view_of(self.game.state, reader)
            message = "folding what a seat is told does not give its view"
            check.expect("the view is enough", message, holds=whole)

    def _words(self, message: Action | Event | Decision) -> None:
        known = self.book.knows(type(message))
        name = type(message).__name__
        self.check.expect("words", f"there are none for {name}", holds=known)
        if isinstance(message, PointsScored):
            known = message.category in self.book.categories
            text = f"there are none for the category {message.category!r}"
            self.check.expect("words", text, holds=known)

    def _check_position(self) -> None:
        """Check a position: its decision, its legal actions and its views."""
        state, check = self.game.state, self.check
        for problem in violations(state, self.cards):
            check.note("invariants", problem)
        now = self.game.decision
        if now is not None:
            self._words(now)
            name = type(now).__name__
            public = all(engine.decision(view) == now for view in self.views.values())
            check.expect("public decisions", f"{name} depends on a secret", holds=public)
        for seat in self.game.deciding:
            self._check_legal(seat, self.game.view(seat))
        for rule in state.game.rules:
            list(rule.summary(state))
        self._observe(self.game.view(0))

    def _check_legal(self, seat: Seat, view: View) -> None:
        """Check that listed actions are accepted and others refused, with a sentence."""
        check = self.check
        legal = engine.legal_actions(view)
        check.expect("legal actions", f"seat {seat} can do nothing", holds=bool(legal))
        check.expect("legal actions", "one is listed twice", holds=len(set(legal)) == len(legal))
        for action in shuffled(self.chance, legal)[:_CANDIDATES]:
            refusal = engine.refusal_of(view, action)
            message = f"{type(action).__name__} is listed and refused ({refusal})"
            check.expect("legal actions", message, holds=refusal is None)
        for action in {type(action): action for action in legal}.values():
            self._words(action)
            again = parse_action(str(action)) == action == from_json(to_json(action), Action)
            check.expect("notation and JSON", f"{action} does not come back", holds=again)
        self._check_others(view, set(legal))
        self.candidates += [pick(self.chance, legal)] if legal else []

    def _check_others(self, view: View, legal: set[Action]) -> None:
        for _ in range(min(_CANDIDATES, len(self.candidates))):
            action = pick(self.chance, self.candidates)
            refusal = engine.refusal_of(view, action)
            name = type(action).__name__
            if refusal is None:
                message = f"{name} is accepted and not listed"
                self.check.expect("legal actions", message, holds=action in legal)
            else:
                text = getattr(refusal, "explain", "")
                said = text.endswith((".", "!")) and text[:1].isupper()
                message = f"{refusal!r} of {name} has no sentence"
                self.check.expect("refusals", message, holds=said)

    def _observe(self, view: View) -> None:
        for rule in view.game.rules:
            for feature in rule.observe(view):
                shape = self.features.setdefault(feature.name, feature.shape)
                good = (
                    shape == feature.shape
                    and math.prod(shape) == len(feature.values)
                    and all(feature.low <= value <= feature.high for value in feature.values)
                )
                message = f"{feature.name!r} has another size or values out of its bounds"
                self.check.expect("observations", message, holds=good)

    def _act_as_twin(self, seat: Seat, action: Action) -> None:
        """Check that a game that differs only in hidden cards continues in the same way."""
        state, check = self.game.state, self.check
        twin = _with_other_hands(state, seat, self.chance)
        same = engine.decision(twin) == engine.decision(state)
        check.expect("non-interference", "hidden cards change the decision", holds=same)
        if isinstance(action, ClaimRoute):
            claim = RouteClaimed(seat, action.route, action.payment)
            view = view_of(state, seat)
            same = engine.consequences(view, claim) == engine.consequences(twin, claim)
            check.expect("non-interference", "hidden cards change what follows", holds=same)
        if twin.deck != state.deck:
            return  # other cards would be drawn
        seed = self.chance.next()
        seen = [
            [redact(event, seat) for event in _before_the_reveal(events)]
            for events in (
                engine.play(each, seat, action, Chance(seed))[1] for each in (state, twin)
            )
        ]
        name = type(action).__name__
        check.expect(
            "non-interference", f"hidden cards change what {name} does", holds=seen[0] == seen[1]
        )

    def _replay(self) -> None:
        log = self.game.log
        again = Game.resume(log, ScriptedDice())
        same = again.state == self.game.state
        self.check.expect("replay without dice", "the state is another one", holds=same)
        text = log.game.board_text
        if text is None or not _comes_back(log.game, text):
            return  # a definition that no board file describes cannot be saved
        read = from_json(to_json(log), GameLog)
        self.check.expect("saves", "a saved game does not come back", holds=read == log)


def _comes_back(game: GameDefinition, text: str) -> bool:
    return define_from_text(text, game.options, version=game.version) == game


def _before_the_reveal(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, TicketsRevealed):
            return
        yield event


def _with_other_hands(state: State, viewer: Seat, chance: Chance) -> State:
    """Deal again the cards that the viewer does not see: among the others, or with the deck."""
    others = [seat for seat in state.seats if seat != viewer]
    hidden = {seat: state.players[seat].hand - state.players[seat].seen for seat in others}
    loose = [card for cards in hidden.values() for card in _faces(cards)]
    with_deck = len(others) == 1
    if with_deck:
        loose += _faces(state.deck)
    loose = shuffled(chance, loose)
    for seat in others:
        player = state.players[seat]
        count = hidden[seat].total
        hand = player.seen + Cards.of(loose[:count])
        loose = loose[count:]
        state = state.with_player(seat, replace(player, hand=hand))
    return replace(state, deck=Cards.of(loose)) if with_deck else state


def _faces(cards: Cards) -> list[Card]:
    return [card for card, count in cards for _ in range(count)]
