"""Write a table's log for each game, to be kept: `python -m tests.store.make_logs NAME`.

Logs that were once written must be read for ever, so files are added here and never changed.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from fogline import Chance
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.view import view_of
from fogline.games import define
from fogline.server.live.levels import RANDOM
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Command, run
from fogline.table.entries import Logged
from fogline.table.fairness import bound_commitment_of
from fogline.table.table_file import TableFile, log_to_json
from fogline.table.table_state import TableState

ORIGIN = "https://fogline.example"
FOLDER = Path(__file__).parent / "logs"


def play_table(
    game: str, seats: int, options: dict[str, bool], seed: str, *, contributing: bool = False
) -> TableFile:
    """Play a whole game as a server would, with talk, a pause and a seat handed over in it.

    Contributions are bound to the table: only a log without any can be given to another one.
    """
    definition = define(game, options)
    created = e.Created(
        1_000, **e.game_fields(definition), seats=seats, listed=True,
        clock=e.ClockRule("game", 3600, 5), owner="u_ann", secret="5e" * 32,
    )  # fmt: skip
    log = [Logged(0, created)]
    table = TableState(f"table-{seed}", log[0])
    chance = Chance(seed)

    def do(command: Command) -> None:
        nonlocal table
        news, table = run(command, table, len(log) * 1000, f"u_ann.request-{len(log)}")
        log.extend(news)

    for seat in range(seats):
        salt, origin = None, None
        if seat and contributing:
            salt, origin = (
                bound_commitment_of(f"a-contribution-{seat}", ORIGIN, table.id, 0),
                ORIGIN,
            )
        do(
            partial(
                commands.sit,
                user="u_ann",
                seat=seat,
                name=f"Player {seat}",
                commitment=salt,
                origin=origin,
            )
        )
    do(partial(commands.start, user="u_ann"))
    for seat in table.deal.missing:
        do(partial(commands.reveal, user="u_ann", contribution=f"a-contribution-{seat}"))
    do(partial(commands.say, user="u_ann", name="Ann", text="good luck", reaction=None))
    do(partial(commands.leave, user="u_ann", seat=1))
    do(partial(commands.seat_bot, user="u_ann", seat=1, level=RANDOM.name))
    do(partial(commands.come_back, user="u_ann", seat=1))
    while table.status == "playing":
        seat = table.deciding[0]
        assert table.state is not None
        actions = engine.legal_actions(view_of(table.state, seat))
        verb = pick(chance, sorted({action.verb for action in actions}))
        action = pick(chance, [action for action in actions if action.verb == verb])
        do(partial(commands.act, user="u_ann", seat=seat, action=action, version=table.version))
    return TableFile(table.id, tuple(log))


def main(name: str) -> None:
    """Write a log of each game under a new name."""
    for game, seats, options in (("san-francisco", 2, {}), ("old-west", 3, {"alvin": True})):
        file = play_table(game, seats, options, f"{name}-{game}", contributing=True)
        text = json.dumps(log_to_json(file.table, file.log), separators=(",", ":"))
        with (FOLDER / f"{name}-{game}.json").open("x", encoding="utf-8") as out:
            out.write(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
