"""The rows of records of simulated games: one for each game, one for each decision.

Rows are flat, and their columns typed. `docs/records.md` lists them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.sim.categories import categories_of
from fogline.sim.whole_games import Played
from fogline.sim.winners import Flags

SCHEMA = 2
"""The number of the format."""

Kind = Literal["whole", "yes", "text", "texts"]
"""A whole number, yes or no, a text or nothing, a list of texts."""

DECISION_COLUMNS: dict[str, Kind] = {
    "game_id": "text",
    "number": "whole",
    "seat": "whole",
    "verb": "text",
    "action": "text",
}


def game_columns(game: GameDefinition, seats: int) -> dict[str, Kind]:
    """Return the columns of a game's rows for a number of players, in order."""
    columns: dict[str, Kind] = {
        "schema": "whole",
        "version": "text",
        "game_id": "text",
        "game": "text",
        "rule_set": "text",
        "rules_version": "whole",
        "board_digest": "text",
        "options": "text",
        "seed": "text",
        "number": "whole",
        "seats": "whole",
        "decisions": "whole",
        "turns": "whole",
        "end": "text",
        "winners": "whole",
    }
    for seat in range(seats):
        columns |= {
            f"bot_{seat}": "text",
            f"score_{seat}": "whole",
            **{f"{_word(category)}_points_{seat}": "whole" for category in categories_of(game)},
            f"other_points_{seat}": "whole",
            f"won_{seat}": "yes",
            f"routes_{seat}": "whole",
            f"kept_{seat}": "texts",
            f"complete_{seat}": "texts",
            f"fault_{seat}": "text",
        }
    return columns


def _word(category: str) -> str:
    return category.replace("-", "_")


@dataclass(frozen=True)
class Run:
    """Games that belong together. A run determines everything about its i-th game."""

    game: GameDefinition
    players: tuple[str, ...]
    """The spec of the bot on each seat."""
    seed: Seed
    version: str
    """The version of Fogline, as another version may play other games."""
    stand_in: str | None = None
    """The bot that finishes a game for one that fails, so that the game does not count."""

    @cached_property
    def key(self) -> str:
        """Return a short digest of the run, which identifies its rows."""
        game = self.game
        parts = [SCHEMA, self.version, game.name, game.version, game.board_digest]
        parts += [sorted(game.options.items()), self.players, str(self.seed)]
        parts += [self.stand_in] if self.stand_in else []
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]

    @cached_property
    def constants(self) -> dict[str, str | int]:
        """Return the columns that are the same in all rows."""
        return {
            "schema": SCHEMA,
            "version": self.version,
            "game": self.game.name,
            "rule_set": self.game.rule_set,
            "rules_version": self.game.version,
            "board_digest": self.game.board_digest,
            "options": json.dumps(dict(self.game.options), sort_keys=True),
            "seed": str(self.seed),
            "seats": len(self.players),
            **{f"bot_{seat}": spec for seat, spec in enumerate(self.players)},
        }

    def game_rows(self, first: int, played: Played) -> bytes:
        """Write a line of JSON for each game; `first` is the number of the first one."""
        tickets = [_quoted(ticket) for ticket in sorted(self.game.board.ticket)]
        winners = played.winners
        columns: list[Sequence[object]] = [
            range(first, first + len(played)),
            range(first, first + len(played)),
            played.decisions.tolist(),
            played.turns.tolist(),
            [_quoted(reason) for reason in played.reasons],
            winners.sum(axis=1).tolist(),
        ]
        for seat in range(len(self.players)):
            columns.append(played.scores[:, seat].tolist())
            columns.extend(self._points(played, seat))
            columns.append([_quoted(won) for won in winners[:, seat].tolist()])
            columns.append(played.routes[:, seat].sum(axis=1).tolist())
            columns.append(_lists(played.tickets[:, seat], tickets))
            columns.append(_lists(played.complete[:, seat], tickets))
            columns.append([_quoted(faults[seat]) for faults in played.faults])
        template = self._template
        rows = "".join([template % row for row in zip(*columns, strict=True)])
        return rows.encode(errors="replace")  # a command line may hold invalid characters

    def _points(self, played: Played, seat: int) -> list[list[int]]:
        """Return the points of a seat by the categories of the game, with all others together."""
        by_category = dict(zip(played.categories, played.points[:, seat].T, strict=True))
        none = np.zeros(len(played), np.int64)
        known = [by_category.get(category, none) for category in categories_of(self.game)]
        others = played.scores[:, seat] - sum(known, none)
        return [points.tolist() for points in (*known, others)]

    @cached_property
    def _template(self) -> str:
        """Return a row with a placeholder for each value that differs between games of a run."""
        known = self.constants
        fields = []
        for name in game_columns(self.game, len(self.players)):
            if name == "game_id":
                value = f'"{self.key}/%d"'
            else:
                value = _quoted(known[name]).replace("%", "%%") if name in known else "%s"
            fields.append(f'"{name}":{value}')
        return f"{{{','.join(fields)}}}\n"

    @property
    def beginnings(self) -> tuple[bytes, bytes]:
        """Return the beginnings of the first row of games and of the first row of decisions."""
        games = self._template.partition("%d")[0] % ()
        return f"{games}0".encode(errors="replace"), f'{{"game_id":"{self.key}/0"'.encode()

    def decision_rows(self, first: int, played: Played) -> bytes:
        """Write a line of JSON for each decision."""
        ends: dict[str, str] = {}
        rows = []
        for number, said in enumerate(played.moves or (), first):
            start = f'{{"game_id":"{self.key}/{number}","number":'
            for i, (seat, action) in enumerate(said):
                end = ends.get(action)
                if end is None:
                    verb = _quoted(action.partition(" ")[0])
                    end = ends[action] = f',"verb":{verb},"action":{_quoted(action)}}}\n'
                rows.append(f'{start}{i},"seat":{seat}{end}')
        return "".join(rows).encode()


@lru_cache(maxsize=1024, typed=True)  # 1 is not True
def _quoted(value: str | int | None) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lists(flags: Flags, names: list[str]) -> list[str]:
    """Write, for each row of flags, a JSON list of the names that are set."""
    rows: list[list[str]] = [[] for _ in flags]
    for row, column in zip(*(each.tolist() for each in np.nonzero(flags)), strict=True):
        rows[row].append(names[column])
    return [f"[{','.join(row)}]" for row in rows]
