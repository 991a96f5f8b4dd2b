"""Terminals at a real server: whole games, broken connections, and what goes wrong."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Checkbox, Select, Static

from fogline.cli import main, tty
from fogline.cli.frame.command import UsageError
from fogline.cli.i18n import load_catalog
from fogline.cli.online import client
from fogline.cli.online.address import Address, is_address, read_address
from fogline.cli.online.client import Client, ServerError, Unreachable
from fogline.cli.online.deals import Deals
from fogline.cli.online.remembered import Remembered
from fogline.cli.online.remote_table import News
from fogline.cli.online.server_messages import read_entries, read_list, read_table
from fogline.cli.online.visit import Visit, arrive
from fogline.cli.tui.app import FoglineApp
from fogline.cli.tui.choices import ChoiceList
from fogline.cli.tui.dialogs import Notice
from fogline.cli.tui.lobby import LobbyScreen, WaitingScreen
from fogline.cli.tui.online import OnlineScreen
from fogline.core.actions import ClaimRoute, DrawCard, KeepTickets
from fogline.table import commands
from fogline.table.witness import Shown
from tests.cli import boards
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)

GAME = "four-corners"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGLINE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("FOGLINE_BOARDS", str(tmp_path / "boards"))
    monkeypatch.delenv("FOGLINE_TOKEN", raising=False)
    # A busy machine may take long to answer, which a test must not depend on.
    monkeypatch.setattr(client, "_TIMEOUT", 170.0)
    (tmp_path / "boards").mkdir()
    boards.write(tmp_path / "boards")


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait until something is so; `in_loop` limits how long."""
    while not condition():
        await asyncio.sleep(0.01)
        await pilot.pause()


async def visit(server: Serving, name: str, table: str | None = None) -> Visit:
    return await asyncio.to_thread(arrive, Address(server.url, table), name)


def shown(app: FoglineApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).visual)


def asked(app: FoglineApp) -> bool:
    return isinstance(app.screen, OnlineScreen) and app.screen.waiting


async def move(app: FoglineApp, pilot: Pilot[None]) -> None:
    """Make one move with keys."""
    table = app.screen
    assert isinstance(table, OnlineScreen)
    before = table.actions

    def moved() -> bool:
        # The next decision may offer the same actions, but in another list.
        return not isinstance(app.screen, OnlineScreen) or app.screen.actions is not before

    menu = table.query_one(ChoiceList).menu
    assert menu is not None
    keys = ["enter"]
    if menu.tickets:
        keys = ["home", "enter", "end", "enter"]
    elif any(isinstance(action, ClaimRoute) for action in before):
        await pilot.press("c")
    elif DrawCard() in before:
        keys = ["d"]
    # A screen or a menu that still opens loses keys, so they are pressed until it is done.
    while not moved():
        for key in keys:
            if not moved():
                await pilot.press(key)
        await asyncio.sleep(0.01)


async def play_to_the_end(app: FoglineApp, pilot: Pilot[None]) -> None:
    await until(pilot, lambda: isinstance(app.screen, OnlineScreen))
    table = app.screen
    assert isinstance(table, OnlineScreen)
    while True:
        await until(pilot, lambda: table.waiting or isinstance(app.screen, Notice))
        if isinstance(app.screen, Notice):
            return
        await move(app, pilot)


@in_loop
async def test_a_button_pressed_twice_makes_one_table(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await visit(server, "Ann")
        app = FoglineApp(ann, load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            button = app.screen.query_one("#go", Button)
            for _ in range(2):
                app.screen.post_message(Button.Pressed(button))
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            mine = partial(ann.client.get, "/api/tables", mine="true")
            assert len(read_list(await asyncio.to_thread(mine))) == 1


@in_loop
async def test_news_that_come_twice_start_the_game_once(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        owner = await server.guest("Ann")
        table = await new_table(owner, {**ME, "name": "Ann"}, OPEN, game=GAME)
        app = FoglineApp(await visit(server, "Bea", table), load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            waiting = app.screen
            assert isinstance(waiting, WaitingScreen)
            started = replace(waiting.now, status="running")
            for _ in range(3):
                waiting.post_message(WaitingScreen.Received(News(started)))
            await until(pilot, lambda: app.screen is not waiting)
            assert waiting not in app.screen_stack


@in_loop
async def test_two_terminals_play_a_whole_game(tmp_path: Path) -> None:
    link: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def ann(server: Serving) -> FoglineApp:
        app = FoglineApp(await visit(server, "Ann"), load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            app.screen.query_one("#game", Select).value = GAME
            await pilot.pause()
            app.screen.query_one("#listed", Checkbox).value = True
            app.screen.query_one("#go").focus()
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            assert "Ann (you)" in shown(app, "chairs")
            link.set_result(shown(app, "link"))
            waiting = app.screen
            assert isinstance(waiting, WaitingScreen)
            await until(pilot, lambda: all(chair.kind == "person" for chair in waiting.now.chairs))
            await pilot.press("enter")  # start the game
            await play_to_the_end(app, pilot)
            await pilot.press("escape")
            assert shown(app, "question") == "The game has ended."
        return app

    async def bea(server: Serving) -> FoglineApp:
        address = read_address(await link)
        app = FoglineApp(await visit(server, "Bea", address.table), load_catalog("fi"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            await pilot.press("enter")  # sit down
            await until(pilot, lambda: asked(app))  # a screen that still opens loses keys
            await pilot.press("s")
            await until(pilot, lambda: app.screen.query_one("#say").has_focus)
            await pilot.press(*"hei", "enter")
            await play_to_the_end(app, pilot)
            await pilot.press("escape")
            table = app.screen
            assert isinstance(table, OnlineScreen)
            await until(pilot, lambda: "Bea: hei" in table.story())
        return app

    async with serving(settings_for(tmp_path)) as server:
        one, two = await asyncio.gather(ann(server), bea(server))
        assert one.table is not None
        host = await server.guest("Cy")
        log = await host.get(f"/api/tables/{one.table}/log")
    assert one.table == two.table
    kinds = [
        entry["entry"]["type"] if "entry" in entry else entry["type"] for entry in log["entries"]
    ]
    assert kinds.count("revealed") == 2  # both added to the deal
    assert "dealt" in kinds


@in_loop
async def test_a_terminal_against_a_bot_outlives_a_broken_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints: list[str] = []
    hint = OnlineScreen._hint

    def note(screen: OnlineScreen, text: str) -> None:
        hints.append(text)  # the connection may be back before anybody reads it on the screen
        hint(screen, text)

    monkeypatch.setattr(OnlineScreen, "_hint", note)
    async with serving(settings_for(tmp_path)) as server:
        host = await server.guest("Host")
        table = await new_table(host, OPEN, RANDOM, game=GAME)
        ann = await visit(server, "Ann", table)
        await asyncio.to_thread(Visit.take_seat, _seated(ann, 0), table)
        await host.post(f"/api/tables/{table}/start")
        app = FoglineApp(ann, load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, OnlineScreen))
            screen = app.screen
            assert isinstance(screen, OnlineScreen)
            await until(pilot, lambda: screen.waiting)
            live = await server.services.tables.get(table)
            await until(pilot, lambda: len(live.subscribers) > 0)
            live.subscribers.disconnect_all()
            await until(pilot, lambda: any("Connection lost" in text for text in hints))
            await play_to_the_end(app, pilot)
        again = await visit(server, "Ann", table)
        news = await asyncio.to_thread(again.table(table).enter)
        assert news.now is not None
        assert (news.now.seat, news.now.status) == (0, "ended")  # the same guest


@in_loop
async def test_a_terminal_says_why_it_takes_no_part_in_a_deal(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        host = await server.guest("Host")
        table = await new_table(host, OPEN, OPEN, game=GAME)
        ann = await visit(server, "Ann", table)
        await asyncio.to_thread(Visit.take_seat, _seated(ann, 0), table)
        # The server shows another commitment at her seat than the one her terminal sent.
        live = await server.services.tables.get(table)
        user = live.table.chairs[0].user
        assert user is not None
        await live.do(
            partial(
                commands.commit, user=user, commitment="5e" * 32, origin="https://cheat.example"
            )
        )
        app = FoglineApp(ann, load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen))
            await until(pilot, lambda: "is not the one that your" in shown(app, "problem"))
            await host.post(f"/api/tables/{table}/seats/1/bot", {"level": "random"})
            await until(pilot, lambda: "Everybody is here" in shown(app, "waits"))
            assert "is not the one that your device sent" in shown(app, "problem")


def _seated(one: Visit, seat: int) -> Visit:
    return Visit(one.address, one.client, one.name, one.games, one.server_version, seat)


@in_loop
async def test_a_seat_is_taken_back_from_a_bot(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await visit(server, "Ann")
        made = await asyncio.to_thread(
            ann.client.post, "/api/tables", {"game": GAME, "seats": [ME, OPEN]}
        )
        table = str(made["table"])
        bea = await visit(server, "Bea", table)
        await asyncio.to_thread(Visit.take_seat, _seated(bea, 1), table)
        await asyncio.to_thread(ann.table(table).start)
        seen = await asyncio.to_thread(bea.table(table).look)
        assert seen.status == "open"  # Bea has committed to a share of the deal
        await asyncio.to_thread(bea.table(table).take_part, seen)
        dealt = await asyncio.to_thread(bea.table(table).look)
        assert dealt.status == "playing"
        await asyncio.to_thread(bea.client.post, f"/api/tables/{table}/seats/1/leave")
        await asyncio.to_thread(ann.table(table).seat_bot, 1, None)
        news = await asyncio.to_thread(bea.table(table).enter)
        assert news.now is not None
        chair = news.now.chairs[1]
        assert (chair.level, chair.gone) == (None, None)
        assert any(entry.kind == "returned" for entry in news.entries)


@in_loop
async def test_a_move_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        host = await server.guest("Host")
        table = await new_table(host, ME, OPEN, game=GAME)
        ann = await visit(server, "Ann", table)
        await asyncio.to_thread(Visit.take_seat, _seated(ann, 1), table)
        await host.post(f"/api/tables/{table}/start")
        online = ann.table(table)
        await asyncio.to_thread(online.take_part, await asyncio.to_thread(online.look))
        app = FoglineApp(ann, load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, OnlineScreen))
            screen = app.screen
            assert isinstance(screen, OnlineScreen)
            await until(pilot, lambda: screen.waiting)
            await pilot.press("u")
            await until(pilot, lambda: "no move to take back" in shown(app, "hint"))
            seen = await host.get(f"/api/tables/{table}?seat=0")
            act = {"id": "choosing-1", "version": seen["version"], "seat": 0}
            action = seen["legal"][0]["action"]
            await host.post(f"/api/tables/{table}/actions", {**act, "action": action})
            seen = await host.get(f"/api/tables/{table}?seat=0")
            await host.post(f"/api/tables/{table}/undo", {"move": seen["undo"]["move"]})
            await until(pilot, lambda: "would like to take back" in shown(app, "hint"))
            await pilot.press("y")
            await until(pilot, lambda: "Host took back a move." in screen.story())
            assert 0 in screen.online.deciding
            undone = {"version": 100, "type": "undone", "seat": 0, "moves": 2}
            screen._take(News(None, tuple(read_entries([undone]))))
            through = "Host took back a move, and the moves of the bots after it."
            assert screen.story()[-1] == through


@in_loop
async def test_a_full_table_is_watched_and_says_so(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        host = await server.guest("Host")
        table = await new_table(host, ME, {**ME, "name": "Other"}, game=GAME)
        await host.post(f"/api/tables/{table}/start")
        ann = await visit(server, "Ann", table)
        with pytest.raises(ServerError) as full:
            await asyncio.to_thread(Visit.take_seat, _seated(ann, 1), table)
        assert full.value.code in {"taken", "wrong-status"}
        with pytest.raises(ServerError, match="The table has 2 seats"):
            await asyncio.to_thread(Visit.take_seat, _seated(ann, 7), table)
        app = FoglineApp(ann, load_catalog("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, OnlineScreen))
            await until(pilot, lambda: "You are watching" in shown(app, "hint"))
            screen = app.screen
            assert isinstance(screen, OnlineScreen)
            assert not screen.waiting
            assert "Host" in shown(app, "question")


@in_loop
async def test_an_action_is_sent_once_and_a_stale_one_is_refused(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await visit(server, "Ann")
        made = await asyncio.to_thread(
            ann.client.post, "/api/tables", {"game": GAME, "seats": [ME, RANDOM]}
        )
        table = ann.table(str(made["table"]))
        await asyncio.to_thread(table.start)
        now = await asyncio.to_thread(table.look)
        keep = next(action for action in now.legal if isinstance(action, KeepTickets))
        version = await asyncio.to_thread(table.act, now, keep)
        assert version > now.version
        with pytest.raises(ServerError) as refused:
            await asyncio.to_thread(table.act, now, keep)
        assert refused.value.code in {"stale", "refused"}


@in_loop
async def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await visit(server, "Ann")
        with pytest.raises(ServerError) as missing:
            await asyncio.to_thread(ann.take_seat, "nowhere")
        assert missing.value.code == "not-found"
        made = await asyncio.to_thread(
            ann.client.post, "/api/tables", {"game": GAME, "seats": [ME, RANDOM]}
        )
        started = await asyncio.to_thread(ann.client.post, f"/api/tables/{made['table']}/start")
        started = await asyncio.to_thread(ann.client.get, f"/api/tables/{made['table']}")
        started["view"]["schema"] = 999
        with pytest.raises(ServerError, match="Install the version"):
            read_table(started)
        with pytest.raises(ServerError, match="not that of a Fogline server"):
            read_table({"type": "view"})


@contextmanager
def other_server(status: int, body: str) -> Iterator[str]:
    """A server that is not Fogline's."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "https://elsewhere.example/")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (likewise)
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, "<html>", "is not a Fogline server"),
        (200, json.dumps({"games": 1}), "not that of a Fogline server"),
        (404, "lost", "is not a Fogline server"),
        (503, "later", "is not running now"),
        (301, "", "redirects to https://elsewhere.example/"),
    ],
)
def test_other_servers(status: int, body: str, said: str) -> None:
    with other_server(status, body) as url, pytest.raises(ServerError, match=said):
        arrive(read_address(url), "Ann")


def test_a_server_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as held:  # bound, and listening to nobody
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        with pytest.raises(Unreachable, match="does not answer"):
            arrive(read_address(f"127.0.0.1:{port}"), "Ann")
        monkeypatch.setattr(tty, "_has_screen", lambda: True)
        assert main(["tty", f"127.0.0.1:{port}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"fogline: http://127.0.0.1:{port} does not answer")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://192.0.2.7:8000", Address("http://192.0.2.7:8000")),
        ("192.0.2.7:8000/", Address("http://192.0.2.7:8000")),
        ("[::1]:8000", Address("http://[::1]:8000")),
        ("https://a.example/fog/#/table/a_B-9", Address("https://a.example/fog", "a_B-9")),
        ("localhost:8000/#/table/abc?x=1", Address("http://localhost:8000", "abc")),
    ],
)
def test_addresses(text: str, address: Address) -> None:
    assert is_address(text)
    assert read_address(text) == address
    if address.table is not None:
        assert read_address(address.link(address.table)) == address


@pytest.mark.parametrize(
    "text", ["ftp://a.example", "http://", "http://a:99999", "http://a/#/lobby"]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(UsageError):
        read_address(text)


@pytest.mark.parametrize("text", ["old-west", "town.toml", "./a/b.toml", r"C:\town.toml"])
def test_games_are_no_addresses(text: str) -> None:
    assert not is_address(text)


def test_what_is_remembered_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "servers.json"
    kept = Remembered(path)
    kept.keep_session("http://a", "Ann", "one")
    other = Remembered(path)
    other.keep_session("http://a", "Bea", "two")
    again = Remembered(path)
    assert (again.session("http://a", "Ann"), again.session("http://a", "Bea")) == ("one", "two")
    assert again.name_at("http://a") == "Bea"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("{")
    assert Remembered(path).name_at("http://a") is None


def test_a_machine_keeps_what_it_saw_of_each_deal_for_its_owner_alone(tmp_path: Path) -> None:
    kept = Deals(tmp_path / "deals")
    shown = Shown(1, 3, "5e" * 32, (None, None), (None, None), starting=False, attempt=0)
    anns, step = kept.see("Ann", "http://a", "t-1", shown, (0,))
    beas, _ = kept.see("Bea", "http://a", "t-1", shown, (1,))
    assert step == "commit"
    assert anns.sent != beas.sent  # two terminals on one machine are two players
    assert Deals(tmp_path / "deals").see("Ann", "http://a", "t-1", shown, (0,))[0] == anns
    # Another server gets nothing that was made for this one, whatever it calls its tables.
    assert kept.see("Ann", "http://b", "t-1", shown, (0,))[0].sent not in (anns.sent, beas.sent)
    assert {witness.table for witness in kept.of_table("t-1")} == {"t-1"}
    kept.see("Ann", "http://a", "../../etc/passwd", shown, (0,))
    assert {path.parent for path in tmp_path.rglob("*.json")} == {tmp_path / "deals"}
    for nth in range(205):
        kept.see("Ann", "http://a", f"many-{nth}", shown, (0,))
    files = list((tmp_path / "deals").glob("*.json"))
    assert len(files) == 200
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)


@pytest.mark.parametrize(
    ("server", "origin"),
    [
        ("http://Club.example:80/fogline", "http://club.example"),
        ("https://club.example:443", "https://club.example"),
        ("https://club.example:8443/", "https://club.example:8443"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_a_terminal_names_a_server_as_a_browser_does(server: str, origin: str) -> None:
    assert Client(server).origin == origin
