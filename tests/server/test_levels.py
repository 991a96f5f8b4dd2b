"""Levels are truthful: a game offers those whose bots can play it, and no other can be seated."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog

from fogline import Seed, define
from fogline.bots import Bot
from fogline.server.live import bot_runner
from fogline.server.live.levels import EVERY_LEVEL, levels_for, stand_in
from tests.server.harness import ME, OPEN, RANDOM, in_loop, new_table, serving, settings_for
from tests.server.test_bots import play_out


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_the_games_of_fogline_have_every_level(game: str) -> None:
    assert levels_for(define(game)) == EVERY_LEVEL
    assert stand_in(define(game)).name == "strong"


@in_loop
async def seat_levels(folder: Path, game: str) -> None:
    async with serving(settings_for(folder)) as server:
        ann = await server.guest("Ann")
        games = (await ann.get("/api/games"))["games"]
        offered = next(found["levels"] for found in games if found["name"] == game)
        names = [level["name"] for level in offered]
        assert names == [level.name for level in levels_for(define(game))]
        assert names == ["random", "beginner", "strong", "expert"]
        missing = [level.name for level in EVERY_LEVEL if level.name not in names]
        # Whoever asks for a level that does not exist there is told so, and which ones do.
        table = await new_table(ann, ME, OPEN, game=game)
        for level in (*missing, "champion"):
            wish = {"kind": "bot", "level": level}
            for path, body in (
                ("/api/tables", {"game": game, "seats": [ME, wish]}),
                (f"/api/tables/{table}/seats/1/bot", {"level": level}),
            ):
                refused = await ann.refused(path, body)
                assert refused["code"] == "malformed"
                assert f"There is no level {level!r} for Tidewick" in refused["message"]
                assert refused["message"].endswith(f"{', '.join(names)}.")
        # Every level that is offered plays on until its bot has chosen a few times.
        for level in names:
            bot = {"kind": "bot", "level": level}
            table = await new_table(ann, bot, RANDOM, game=game)
            await ann.post(f"/api/tables/{table}/start")
            async with ann.watch(table, "views=false&since=0") as watching:
                moved = 0
                while moved < 3:
                    entries = (await watching.next("update"))["entries"]
                    moved += sum(e["type"] == "moved" and e["seat"] == 0 for e in entries)


def test_a_board_of_other_rules_offers_the_levels_that_can_play_it(
    tmp_path: Path, town: str
) -> None:
    with structlog.testing.capture_logs() as logs:
        seat_levels(tmp_path, town)
    assert [line for line in logs if line["log_level"] == "error"] == []


@in_loop
async def resign(folder: Path, game: str) -> None:
    async with serving(settings_for(folder)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN, RANDOM, game=game)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        shown = await bea.change(f"/api/tables/{table}/seats/1/resign")
        assert shown["seats"][1]["level"] == stand_in(define(game)).name


def test_a_level_that_exists_there_plays_on_for_a_player_who_resigned(
    tmp_path: Path, town: str
) -> None:
    resign(tmp_path, town)


def test_a_bot_that_raises_is_logged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str, __: Seed) -> Bot:
        raise RuntimeError("no idea")

    @in_loop
    async def play() -> None:
        async with serving(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await new_table(ann, RANDOM, RANDOM)
            await ann.post(f"/api/tables/{table}/start")
            assert (await play_out(server, table))["outcome"]["winners"]

    monkeypatch.setattr(bot_runner, "make_bot", broken)
    with structlog.testing.capture_logs() as logs:
        play()
    failed = [line for line in logs if line["event"] == "bot failed"]
    assert len(failed) == 2  # one for each seat
