"""Lowering: from a game definition to the numbers that kernels read."""

from __future__ import annotations

from itertools import pairwise

from fogline.core.definition import GameDefinition
from fogline.core.engine import lay_out
from fogline.fast import board, compose, constants
from fogline.fast.lowered import CannotLower, LoweredGame
from fogline.fast.mechanics import MECHANICS


def lower(game: GameDefinition, seats: int) -> LoweredGame:
    """Turn a definition into numbers; raise `CannotLower` with the reason if that is impossible."""
    lay_out(game, seats)  # the rules reject impossible settings, such as a missing first player
    _check_rules(game)
    _check_size(game, seats)
    for name, error in game.board_errors():
        raise CannotLower(f"{game.title}: the rule {name!r}: {error}.")
    lowered = LoweredGame(game, seats)
    board.lower_board(lowered)
    present = [MECHANICS[type(rule)] for rule in game.rules]
    for rule, mechanic in zip(game.rules, present, strict=True):
        lowered[mechanic.present] = 1
        lowered.phases.update(mechanic.phases)
        mechanic.lower(rule, lowered)
    for mechanic in present:
        if mechanic.finish is not None:
            mechanic.finish(lowered)
    _number_actions(lowered)
    return lowered


def _check_rules(game: GameDefinition) -> None:
    """Raise `CannotLower` unless all rules have compiled versions and are in their order."""
    names = [rule.name for rule in game.rules]
    order = [mechanic.rule.name for mechanic in MECHANICS.values()]
    for rule in game.rules:
        if type(rule) not in MECHANICS:
            raise CannotLower(
                f"the rule {rule.name!r} ({type(rule).__name__}) has no compiled version."
            )
        for needed in rule.needs:
            if needed not in names:
                raise CannotLower(f"the rule {rule.name!r} needs the rule {needed!r}.")
    for first, second in pairwise(names):
        if order.index(first) >= order.index(second):
            raise CannotLower(
                f"the compiled engine applies {second!r} before {first!r}, or only once."
            )
    for mechanic in MECHANICS.values():
        if mechanic.base and mechanic.rule.name not in names:
            raise CannotLower(f"the compiled engine needs the rule {mechanic.rule.name!r}.")


def _check_size(game: GameDefinition, seats: int) -> None:
    for what, size, most in (
        ("players", seats, constants.MOST_SEATS),
        ("routes", len(game.board.routes), constants.MOST_ROUTES),
        ("places", len(game.board.places), constants.MOST_PLACES),
        ("tickets", len(game.board.tickets), constants.MOST_TICKETS),
    ):
        if size > most:
            raise CannotLower(f"{game.title}: {size} {what}, and the compiled engine takes {most}.")


def _number_actions(lowered: LoweredGame) -> None:
    """Assign codes to each kind of action, one kind after the other."""
    code = 0
    for mechanic in MECHANICS.values():
        for kind in mechanic.codes:
            lowered[kind.begin] = code
            if lowered[mechanic.present] and kind.count(lowered) > 0:
                lowered.kinds.append(kind)
                code += kind.count(lowered)
    lowered[compose.N_CODES] = lowered.codes = code
