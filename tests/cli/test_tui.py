"""Whole games on the terminal screen, played with keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Select, Static
from textual.widgets._footer import FooterKey

from fogline.cli.i18n import LANGUAGES, load_catalog
from fogline.cli.play import saved
from fogline.cli.play.local_match import Match
from fogline.cli.play.setup import Setup, start
from fogline.cli.tui.app import FoglineApp
from fogline.cli.tui.choices import ChoiceList
from fogline.cli.tui.dialogs import Curtain, Notice
from fogline.cli.tui.game_screen import GameScreen
from fogline.cli.tui.local_table import TableScreen
from fogline.cli.tui.map_view import MapView
from fogline.cli.tui.online import OnlineScreen
from fogline.cli.tui.start import StartScreen
from fogline.core.actions import ClaimRoute, DrawCard
from tests.cli import boards

SMALL = (80, 24)
LARGE = (200, 50)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGLINE_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)


def deal(game: str = "san-francisco", seats: int = 2, people: int = 1, *options: str) -> Match:
    names = ("Ann", "Bea", "Cy")[:people]
    return start(Setup(5, game, seats, people, names, "plain-greedy", options))


def play(
    first: Setup | Match,
    keys: Callable[[FoglineApp, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    language: str = "en",
) -> FoglineApp:
    app = FoglineApp(first, load_catalog(language))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await keys(app, pilot)

    asyncio.run(run())
    return app


async def settle(app: FoglineApp, pilot: Pilot[None]) -> None:
    """Wait until somebody is asked something."""
    for _ in range(100_000):
        await pilot.pause()
        screen = app.screen
        if not app.is_running or isinstance(screen, StartScreen | Curtain | Notice):
            return
        if isinstance(screen, TableScreen) and (screen.waiting or screen.match.outcome is not None):
            await pilot.pause()
            return
    raise AssertionError("nobody was asked anything")


async def press(app: FoglineApp, pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)


def shown(app: FoglineApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).visual)


def drawn_map(app: FoglineApp) -> str:
    view = app.screen.query_one(MapView)
    return "\n".join(view.render_line(y).text for y in range(view.size.height))


async def move(app: FoglineApp, pilot: Pilot[None]) -> None:
    """Make one move with keys: claim if possible, else draw, else take what comes first."""
    table = app.screen
    assert isinstance(table, TableScreen)
    choices = table.query_one(ChoiceList)
    menu = choices.menu
    assert menu is not None
    match = table.match
    before = len(match.game.log.moves)
    if menu.tickets:
        await press(app, pilot, *["enter", "down"] * len(menu.tickets), "end", "enter")
    elif any(isinstance(action, ClaimRoute) for action in table.actions):
        await press(app, pilot, "c", "enter")
    elif DrawCard() in table.actions:
        await press(app, pilot, "d")
    else:
        await press(app, pilot, "enter")
    for _ in range(3):  # a list within the list
        if app.screen is table and len(match.game.log.moves) == before:
            await press(app, pilot, "enter")


def test_the_map_alone_names_every_place_of_a_crowded_board_and_chooses_nothing() -> None:
    seen: dict[str, str] = {}

    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        board = table.match.definition.board
        moves = len(table.match.game.log.moves)
        small = app.screen.query_one(MapView).size
        await press(app, pilot, "m")
        large = app.screen.query_one(MapView).size
        assert (small.height, large.height) == (12, 21)
        seen["alone"] = drawn_map(app)
        await press(app, pilot, "enter", "d", "1", "t")
        assert table.map_alone
        assert len(table.match.game.log.moves) == moves
        for key in ("escape", "r", "c", "slash"):  # each leads back to the lists
            await press(app, pilot, key)
            assert not table.map_alone
            assert table.query_one(ChoiceList).display
            await press(app, pilot, "m")
        for place in board.places:
            assert place.name[:3].removesuffix(" ") in seen["alone"], place.name

    play(deal("old-west", 2, 1, "alvin=no"), keys)


def test_the_map_follows_the_size_of_the_window() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        view = app.screen.query_one(MapView)
        for size in ((100, 40), (80, 24), (150, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(drawn_map(app).splitlines()) == view.size.height
            assert "Alcatraz" in drawn_map(app)

    play(deal(), keys)


def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        while not isinstance(app.screen, Notice):
            await move(app, pilot)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, TableScreen)
        assert shown(app, "question") == "The game has ended."
        await press(app, pilot, "f")
        assert isinstance(app.screen, Notice)

    match = deal(str(boards.write(tmp_path)))
    play(match, keys)
    kept = saved.read(match.path)
    assert kept.over
    assert kept.log == match.game.log
    assert not list(saved.unfinished())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_begin_in_every_language(language: str) -> None:
    words = load_catalog(language)

    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        least = table.query_one(ChoiceList).menu
        assert least is not None
        assert shown(app, "question") == words.say("tty.menu.tickets", least=least.least)
        assert words.say("tty.hand") in shown(app, "cards")
        await move(app, pilot)
        story = shown(app, "log").splitlines()
        assert words.say("table.log.chose", player="Ann") in story
        assert (
            story.index(words.say("table.log.chose", player="Ann")) < len(story) - 1
        )  # newest first

    game = "old-west" if language in {"fi", "nl"} else "san-francisco"
    play(deal(game), keys, LARGE if language == "pl" else SMALL, language)


def test_a_screen_of_80_by_24_shows_everything() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        await move(app, pilot)
        for name in ("header", "map", "cards", "question", "choices", "aside", "hint"):
            region = app.screen.query_one(f"#{name}").region
            assert region.width > 0
            assert region.height > 0
            assert region.bottom <= 24
        drawn = drawn_map(app)
        assert "Sunset" in drawn
        assert drawn.count("◉") == 21  # every place
        panels = [shown(app, "aside")]
        for _ in range(2):
            await press(app, pilot, "v")
            panels.append(shown(app, "aside"))
        assert len(set(panels)) == 3

    play(deal(), keys)


def test_without_colour_owners_are_letters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        await move(app, pilot)
        while not any(owner is not None for owner in match.game.state.owners):
            await move(app, pilot)
        drawn = app.screen.query_one(MapView)
        styles = {
            segment.style for y in range(drawn.size.height) for segment in drawn.render_line(y)
        }
        assert all(
            style is None or (style.color, style.bgcolor) == (None, None) for style in styles
        )
        owner = next(owner for owner in match.game.state.owners if owner is not None)
        assert "AB"[owner] in drawn_map(app)

    match = deal(str(boards.write(tmp_path)))
    play(match, keys)


def test_the_map_is_moved_and_magnified() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        whole = drawn_map(app)
        await press(app, pilot, "plus", "plus")
        closer = drawn_map(app)
        assert closer != whole
        assert "─" in whole  # no room for spaces: lines
        assert "─" not in closer
        await press(app, pilot, "shift+left", "shift+left")
        assert drawn_map(app) != closer
        await press(app, pilot, "0")
        assert drawn_map(app) == whole

    play(deal(), keys)


def test_planning_shows_the_way_of_each_ticket() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        tickets = [ticket for ticket in match.game.view(0).me.offered if ticket is not None]
        hints = [shown(app, "hint")]
        for _ in tickets:
            await press(app, pilot, "p")
            hints.append(shown(app, "hint"))
        board = match.game.definition.board
        for ticket in tickets:
            first = board.place[board.ticket[ticket].ends[0]].name
            assert any(first in hint and "to go" in hint for hint in hints)

    match = deal()
    play(match, keys)


def test_routes_are_listed_searched_and_explained() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        await move(app, pilot)
        await press(app, pilot, "r", "slash", *"alcatraz", "enter")
        menu = app.screen.query_one(ChoiceList).menu
        assert menu is not None
        assert menu.items
        assert all("Alcatraz" in item.label for item in menu.items)
        assert "Alcatraz" in shown(app, "hint")
        await press(app, pilot, "slash", *"atlantis", "enter")
        assert "atlantis" in shown(app, "hint")
        await press(app, pilot, "escape", "escape", "escape")
        assert app.screen.query_one(ChoiceList).menu is not menu

    play(deal(), keys)


def test_keys_are_listed_in_the_language_of_the_game() -> None:
    words = load_catalog("fi")
    seen: dict[str, str] = {}

    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        foot = [each.description for each in app.screen.query(FooterKey)]
        assert foot[:3] == [words.say("tty.foot.help"), words.say("table.board.closer"), "Kartta"]
        assert not [text for text in foot if "." in text]
        assert {each.tooltip for each in app.screen.query(FooterKey)} > {words.say("tty.help.map")}
        await press(app, pilot, "question_mark")
        seen["keys"] = str(app.screen.query_one(Static).visual)

    play(deal(), keys, LARGE, "fi")
    lines = dict(line.split(" " * 2, 1) for line in seen["keys"].splitlines() if "  " in line)
    said = {key: text.strip() for key, text in lines.items()}
    assert said["shift + ← → ↑ ↓"] == words.say("tty.help.pan")
    assert said["1 2 3 4 5"] == words.say("tty.help.take")
    assert said["+ = - 0"] == words.say("tty.help.zoom")
    assert said["↑ ↓ ⏎"] == words.say("tty.help.choose")
    leave = next(key for key, text in said.items() if text == words.say("tty.help.leave"))
    assert set(leave.split()) == {"q", "^c", "^d", "^q"}
    assert not any(text.startswith("tty.") for text in said.values())


def test_every_key_is_explained_on_the_page_of_keys() -> None:
    words = load_catalog("en")
    hinted = {"help", "hand-over", "undo-agree", "undo-decline"}  # shown while they do something
    keys = [
        key for key in (*GameScreen.BINDINGS, *OnlineScreen.BINDINGS) if isinstance(key, Binding)
    ]
    unexplained = {key.id for key in keys if words.name(key.tooltip or "", "") == ""}
    assert unexplained == hinted


def test_every_key_has_an_id_by_which_it_can_be_changed() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        app.set_keymap({"log": "j"})
        await press(app, pilot, "j")
        assert isinstance(app.screen, Notice)

    play(deal(), keys)
    for owner in (FoglineApp, Curtain, Notice, TableScreen, OnlineScreen, ChoiceList, MapView):
        bindings = [each for each in owner.BINDINGS if isinstance(each, Binding)]
        ids = [each.id for each in bindings]
        assert None not in ids
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+d"])
def test_no_key_loses_a_game(key: str) -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        await move(app, pilot)
        before = match.game.log
        await press(app, pilot, *"xyz", "f5", "backspace", "9", "escape", "left", "tab", "tab")
        assert match.game.log == before
        await pilot.press(key)

    match = deal()
    play(match, keys)
    (one,) = saved.unfinished()
    assert saved.read(one.path).log == match.game.log


def test_a_game_goes_on_exactly_as_it_was() -> None:
    async def some(app: FoglineApp, pilot: Pilot[None]) -> None:
        await move(app, pilot)
        await pilot.press("q")

    async def again(app: FoglineApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, StartScreen)  # it offers the game first
        await pilot.press("enter")
        while isinstance(app.screen, StartScreen):
            await pilot.pause()
        await settle(app, pilot)
        assert app.match is not None
        assert app.match.game.view(0) == match.game.view(0)
        assert app.match.players == match.players
        assert app.match.people == [0]

    match = deal()
    play(match, some)
    play(Setup(9), again)


def test_chance_cannot_be_asked_again_by_leaving() -> None:
    match = deal("old-west", people=2)
    match.keep()
    after = []
    for _ in range(2):
        resumed = Match.resumed(saved.read(match.path), match.path)
        while resumed.game.view(None).turns < 2:
            (seat, *_) = resumed.game.deciding
            resumed.play(seat, resumed.game.legal_actions(seat)[0])
        after.append(resumed.game.state)
    assert after[0] == after[1]


def test_a_curtain_hides_one_player_from_the_other() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Curtain)
        for name in ("Ann", "Bea"):
            assert name in str(app.screen.query_one(Static).visual)
            under = app.screen_stack[-2]
            assert "Hand" not in str(under.query_one("#cards", Static).visual)
            assert not str(under.query_one("#tickets", Static).visual).strip()
            await press(app, pilot, "enter")
            assert "Hand" in shown(app, "cards")
            await move(app, pilot)
            assert isinstance(app.screen, Curtain)

    play(deal(people=2), keys)


def test_the_first_screen_asks_for_everything() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        screen = app.screen
        screen.query_one("#game", Select).value = "san-francisco"
        await pilot.pause()
        screen.query_one("#kind-1", Select).value = "random"
        screen.query_one("#kind-2", Select).value = "person"
        screen.query_one("#name-0").focus()
        await pilot.press(*"Ann")
        screen.query_one("#name-2").focus()
        await pilot.press(*"Ann")
        await pilot.click("#go")
        await pilot.pause()
        assert "same name" in str(screen.query_one("#problem", Static).visual)
        screen.query_one("#name-2").focus()
        await pilot.press("end", "backspace", "backspace", "y")
        screen.query_one("#go").focus()
        await pilot.press("enter")
        while isinstance(app.screen, StartScreen):
            await pilot.pause()

    app = play(Setup(3), keys)
    assert app.match is not None
    assert app.match.names == ("Ann", "Otis", "Ay")
    assert [player.bot for player in app.match.players] == [None, "random", None]


def test_the_first_screen_changes_its_language() -> None:
    async def keys(app: FoglineApp, pilot: Pilot[None]) -> None:
        app.screen.query_one("#language", Select).value = "fi"
        await pilot.pause()
        await pilot.pause()
        said = [str(one.visual) for one in app.screen.query(Static)]
        assert "Ketkä pelaavat?" in said

    play(Setup(3), keys)
