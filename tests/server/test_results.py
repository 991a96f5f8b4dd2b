"""What finished games leave, and the list of one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from fogline import Chance
from fogline.cli import main
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.view import view_of
from fogline.games import define
from fogline.server.features import SCHEMA
from fogline.server.features.results.finished_games import finished_games_of
from fogline.server.features.results.projections import PROJECTIONS
from fogline.server.features.results.tables import RESULTS
from fogline.server.live.rewriting import close_table, delete_table, replace_name
from fogline.store import Database
from fogline.store.projection import folded
from fogline.store.transfer import opened
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Made, run
from fogline.table.entries import Logged
from fogline.table.fairness import bound_commitment_of, commitment_of
from fogline.table.outcomes import outcome_at
from fogline.table.table_state import TableState
from fogline.table.undo import ask_undo, undo_model
from tests.server.harness import (
    ME,
    OPEN,
    ORIGIN,
    Body,
    Client,
    HandTurned,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]

ANN, BEA = "u_ann", "u_bea"
MINUTE = 60_000


class Game:
    """A table that goes through commands, an entry a second."""

    def __init__(self, *people: str, clock: e.ClockRule | None = None, name: str = "game") -> None:
        self.at = 1_000
        created = e.Created(
            self.at, **e.game_fields(define("san-francisco")), seats=max(2, len(people)),
            listed=False, clock=clock, owner=ANN, secret="5e" * 32,
        )  # fmt: skip
        self.log = [Logged(0, created)]
        self.table = TableState(name, self.log[0])
        self._chance = Chance(name)
        for seat, user in enumerate(people):
            self.do(commands.sit, user=user, seat=seat, name=f"{user} {seat}")

    def do(self, command: Callable[..., Made], **fields: object) -> None:
        self.at += 1_000
        news, self.table = run(partial(command, **fields), self.table, self.at)
        self.log += news

    def act(self) -> None:
        """Let the seat that must decide act, or its bot."""
        state, seat = self.table.state, self.table.deciding[0]
        assert state is not None
        chair = self.table.chairs[seat]
        legal = engine.legal_actions(view_of(state, seat))
        claims = [action for action in legal if action.verb == "claim"]
        action = pick(self._chance, claims or legal)
        version = self.table.version
        if chair.level is not None:
            self.do(commands.act_as_bot, seat=seat, action=action, version=version)
        else:
            self.do(commands.act, user=chair.user, seat=seat, action=action, version=version)

    def finish(self) -> None:
        while self.table.status == "playing":
            self.act()

    @property
    def rows(self) -> list[dict[str, Any]]:
        _, found = folded(PROJECTIONS, self.table.id, self.log)
        return [dict(row) for row in found[RESULTS]]


def begun(*people: str, clock: e.ClockRule | None = None, name: str = "game") -> Game:
    game = Game(*(people or (ANN, BEA)), clock=clock, name=name)
    game.do(commands.start, user=ANN)
    return game


def flags(game: Game) -> list[list[str]]:
    """Return what happened at each seat."""
    names = ("resigned", "out_of_time", "stand_in", "undone")
    return [[name for name in names if row[name]] for row in game.rows]


def test_a_game_that_was_played_to_its_end() -> None:
    game = begun()
    assert game.rows == []
    game.finish()
    outcome, state = outcome_at(game.table), game.table.state
    assert outcome is not None
    assert state is not None
    offered: list[list[str]] = [[], []]
    for logged in game.log:
        if isinstance(logged.entry, e.Dealt | e.Moved):
            for event in logged.entry.events:
                if event.verb == "offered":
                    offered[event.seat] += event.tickets  # type: ignore[attr-defined]
    for row, result, user in zip(game.rows, outcome.results, ("u_ann", "u_bea"), strict=True):
        seat = result.seat
        assert (row["table_id"], row["seat"], row["user_id"]) == ("game", seat, user)
        assert (row["level"], row["name"]) == (None, f"{user} {seat}")
        assert (row["game"], row["title"], row["seats"]) == ("san-francisco", "San Francisco", 2)
        assert (row["rule_set"], row["rules"]) == ("san-francisco", game.table.created.rules)
        assert row["board_digest"] == game.table.created.board_digest
        assert row["turn"] == (1 if seat == state.first else 2)
        assert (row["rank"], row["total"]) == (result.rank, result.total)
        assert row["won"] == (seat in outcome.winners)
        assert json.loads(row["points"]) == result.points
        kept, completed = json.loads(row["kept"]), json.loads(row["completed"])
        assert set(completed) == set(result.complete) <= set(kept) <= set(offered[seat])
        assert len(kept) == len(result.complete) + len(result.failed)
        assert json.loads(row["drawn"]) == offered[seat]
        assert row["reason"] == outcome.reason == "last-round"
        dealt = next(each.entry for each in game.log if isinstance(each.entry, e.Dealt))
        assert (row["began"], row["ended"]) == (dealt.at, game.log[-1].entry.at)
        assert row["deal"] == game.table.deal.commitment
    assert flags(game) == [[], []]
    before = game.rows
    game.do(commands.say, user=ANN, name="Ann", text="well played", reaction=None)
    game.do(commands.point_to_rematch, user=ANN, rematch="next")
    game.do(commands.close)
    assert game.rows == before


def test_a_player_who_resigned_has_lost() -> None:
    game = begun(ANN, BEA)
    game.do(commands.resign, user=BEA, seat=1, stand_in="random")
    assert [(row["rank"], row["won"], row["reason"]) for row in game.rows] == [
        (1, True, "resigned"),
        (2, False, "resigned"),
    ]
    # Nobody had chosen tickets, so nobody knows who would have acted first.
    assert [row["turn"] for row in game.rows] == [None, None]
    assert flags(game) == [[], ["resigned"]]


def test_a_stand_in_plays_for_the_player_who_has_the_seat() -> None:
    cem = "u_cem"
    game = begun(ANN, BEA, cem)
    game.do(commands.resign, user=BEA, seat=1, stand_in="random")
    game.finish()
    row = game.rows[1]
    assert (row["user_id"], row["level"], row["rank"]) == ("u_bea", None, 3)
    assert row["reason"] == "last-round"
    assert flags(game) == [[], ["resigned", "stand_in"], []]


def test_who_came_back_before_the_stand_in_decided_has_played_alone() -> None:
    game = begun()
    while game.table.deciding != (0,):
        game.act()
    for _ in range(2):
        game.do(commands.leave, user=BEA, seat=1)
        game.do(commands.seat_bot, user=ANN, seat=1, level="random", away=False)
        game.do(commands.come_back, user=BEA, seat=1)
    game.finish()
    assert flags(game) == [[], []]
    again = begun()
    while again.table.deciding != (1,):
        again.act()
    again.do(commands.leave, user=BEA, seat=1)
    again.do(commands.seat_bot, user=ANN, seat=1, level="random", away=False)
    again.act()
    again.do(commands.come_back, user=BEA, seat=1)
    again.finish()
    assert flags(again) == [[], ["stand_in"]]


def test_a_clock_that_ran_out() -> None:
    game = begun(clock=e.ClockRule("move", 60))
    while game.table.deciding != (1,):
        game.act()
    game.at += 2 * MINUTE
    game.do(commands.run_out, seat=1)
    game.act()  # with a clock for each decision, it goes on
    game.finish()
    assert flags(game) == [[], ["out_of_time"]]


def test_around_one_screen_a_user_has_several_rows() -> None:
    game = begun(ANN, ANN)
    game.finish()
    assert [(row["user_id"], row["seat"], row["name"]) for row in game.rows] == [
        ("u_ann", 0, "u_ann 0"),
        ("u_ann", 1, "u_ann 1"),
    ]


def test_bots_have_a_level_and_decisions_taken_back_are_known() -> None:
    game = Game(ANN)
    game.do(commands.seat_bot, user=ANN, seat=1, level="random", level_version=3)
    game.do(commands.start, user=ANN)
    while not game.table.undone_through_bots:
        found = undo_model(game.table, ANN)
        if found is not None and found.move is not None and game.table.past[-1].moved.seat == 1:
            game.do(ask_undo, user=ANN, move=found.move)
        else:
            game.act()
    game.finish()
    assert [(row["user_id"], row["level"], row["level_version"]) for row in game.rows] == [
        ("u_ann", None, None),
        (None, "random", 3),
    ]
    assert flags(game) == [["undone"], ["undone"]]


def test_a_game_that_the_host_closed_has_no_result() -> None:
    game = begun()
    while game.table.state is None or game.table.state.turn is None:
        game.act()
    game.do(commands.close)
    for row in game.rows:
        assert (row["rank"], row["won"], row["total"], row["points"]) == (None, False, None, "{}")
        assert (row["reason"], row["completed"]) == ("closed", "[]")
        assert row["kept"] != "[]"


def test_tables_that_were_never_dealt_leave_nothing() -> None:
    waiting = Game(ANN)
    waiting.do(commands.close)
    assert (waiting.table.status, waiting.rows) == ("ended", [])


def test_players_who_took_part_in_the_deal_came_from_somewhere() -> None:
    game = Game(ANN, BEA)
    game.do(commands.commit, user=ANN, commitment="5e" * 32, origin=ORIGIN)
    game.do(commands.start, user=ANN)
    game.at += MINUTE
    game.do(commands.fail_start, next_secret="6f" * 32)
    assert game.rows == []
    share = "the-contribution-of-bea"
    game.do(
        commands.commit,
        user=BEA,
        commitment=bound_commitment_of(share, ORIGIN, game.table.id, 1),
        origin=ORIGIN,
    )
    game.do(commands.start, user=ANN)
    game.do(commands.reveal, user=BEA, contribution=share)
    game.do(commands.resign, user=ANN, seat=0, stand_in="random")
    # What was promised for the start that failed is forgotten.
    assert [row["origin"] for row in game.rows] == [None, ORIGIN]
    assert {row["deal"] for row in game.rows} == {commitment_of("6f" * 32)}


async def resigned(winner: Client, loser: Client) -> str:
    """Play a very short game."""
    table = await new_table(winner, ME, OPEN)
    await loser.post(f"/api/tables/{table}/seats/1/sit")
    await winner.post(f"/api/tables/{table}/start")
    await loser.post(f"/api/tables/{table}/seats/1/resign")
    return table


async def results_of(client: Client, query: str = "") -> list[Body]:
    return list((await client.get(f"/api/results{query}"))["results"])


@in_loop
async def test_a_finished_game_is_in_the_lists_of_its_players(tmp_path: Path, address: str) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann, bea, cem = [await server.guest(name) for name in ("Ann", "Bea", "Cem")]
        running = await new_table(ann, ME, {"kind": "me", "name": "Bea"})
        await ann.post(f"/api/tables/{running}/start")
        assert await results_of(ann) == []
        table = await resigned(ann, bea)
        (won,), (lost,) = await results_of(ann), await results_of(bea)
        assert await results_of(cem) == []
        assert [player["name"] for player in won["players"]] == ["Ann", "Bea"]
        assert won["players"] == lost["players"]
        assert (won["table"], won["seat"], won["rank"], won["won"]) == (table, 0, 1, True)
        assert (lost["seat"], lost["rank"], lost["won"], lost["resigned"]) == (1, 2, False, True)
        outcome = (await ann.get(f"/api/tables/{table}"))["outcome"]
        for found, result in zip((won, lost), outcome["results"], strict=True):
            assert (found["total"], found["points"]) == (result["total"], result["points"])
        refused = await server.stranger().refused("/api/results", method="GET")
        assert refused["code"] == "unauthorised"


@in_loop
async def test_the_list_is_read_page_by_page(tmp_path: Path, address: str) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, database=address, timing=time)) as server:
        ann = await server.guest("Ann")
        order = []
        for nth in range(6):
            time.turn(1_000 if nth % 3 else 0)  # some games end at the same moment
            table = await new_table(ann, ME, {"kind": "me", "name": "Bea"})
            await ann.post(f"/api/tables/{table}/start")
            await ann.post(f"/api/tables/{table}/seats/0/resign")
            order += [(time.now(), table, seat) for seat in (0, 1)]
        order.sort(reverse=True)
        for limit in (1, 3, 5, 12, 100):
            found, cursor = list[tuple[int, str, int]](), None
            while cursor is not None or not found:
                after = "" if cursor is None else f"&cursor={cursor}"
                page = await ann.get(f"/api/results?limit={limit}{after}")
                assert 0 < len(page["results"]) <= limit
                found += [(each["ended"], each["table"], each["seat"]) for each in page["results"]]
                cursor = page["next"]
            assert found == order
        for query in ("limit=0", "limit=101", "cursor=1", "cursor=1.x.1%27", "cursor=a.b.1"):
            refused = await ann.refused(f"/api/results?{query}", method="GET")
            assert refused["code"] == "malformed"


@in_loop
async def test_no_page_reads_more_rows_than_it_shows(tmp_path: Path) -> None:
    asked: list[tuple[str, Any]] = []

    def listen(_: object, __: object, statement: str, values: object, *___: object) -> None:
        asked.append((statement, values))

    game = begun(ANN, ANN)
    game.finish()
    async with opened(str(tmp_path / "tables.db"), SCHEMA) as (database, log):
        assert await log.add(game.table.id, game.log)
        event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
        await finished_games_of(database, "u_ann", 20, f"{game.at + 1}.game.1")
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)
        plans = []
        async with database.engine.connect() as connection:
            for statement, values in asked:
                plan = f"EXPLAIN QUERY PLAN {statement}"
                found = await connection.exec_driver_sql(plan, values)
                plans.append([row.detail for row in found])
    mine, players = plans
    assert len(mine) == 1
    assert "USING INDEX results_of_user (user_id=? AND (ended,table_id,seat)<" in mine[0]
    assert "(table_id=?)" in players[0]


@in_loop
async def test_hosts_rename_close_and_delete(tmp_path: Path, address: str) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        log = server.services.log
        ann, bea = await server.guest("Ann"), await server.guest("Rude")
        deleted, kept = await resigned(ann, bea), await resigned(ann, bea)
        await replace_name(log, kept, bea.user, "Player")
        await close_table(log, kept, 10**12)
        await delete_table(log, deleted, 10**12)
        for client in (ann, bea):
            (found,) = await results_of(client)
            assert found["table"] == kept
            assert [player["name"] for player in found["players"]] == ["Ann", "Player"]
            assert found["reason"] == "resigned"


@in_loop
async def test_a_deleted_account_leaves_a_nameless_player(tmp_path: Path, address: str) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        await resigned(ann, bea)
        await ann.post("/api/account/delete", {})
        (found,) = await results_of(bea)
        assert [player["name"] for player in found["players"]] == ["Former player", "Bea"]
        assert found["players"][0]["rank"] == 1
        rows = await rows_in(server.services.database)
        assert len(rows) == 2
        assert ann.user not in repr(rows)


@in_loop
async def test_imported_tables_leave_what_they_left_where_they_were_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(settings_for(tmp_path / "old")) as server:
        await resigned(await server.guest("Ann"), await server.guest("Bea"))
        before = await rows_in(server.services.database)
    new = str(tmp_path / "new.db")
    old = server.services.settings.database
    assert await asyncio.to_thread(main, ["export", "--database", old, "-o", str(tmp_path)]) == 0
    (file,) = tmp_path.glob("*.json")
    assert await asyncio.to_thread(main, ["import", str(file), "--database", new]) == 0
    async with opened(new) as (database, _):
        assert await rows_in(database) == before
    capsys.readouterr()


async def rows_in(database: Database) -> list[tuple[object, ...]]:
    async with database.engine.connect() as connection:
        found = await connection.execute(select(RESULTS).order_by(*RESULTS.primary_key))
        return [tuple(row) for row in found.all()]
