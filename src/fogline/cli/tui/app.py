"""The application: first the questions, then the table."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from fogline.cli.board.draw import picture_of
from fogline.cli.i18n import Catalog
from fogline.cli.online.client import ServerError
from fogline.cli.online.visit import Visit
from fogline.cli.play.local_match import Match
from fogline.cli.play.setup import Setup
from fogline.cli.tui.lobby import LobbyScreen, WaitingScreen
from fogline.cli.tui.local_table import TableScreen
from fogline.cli.tui.online import OnlineScreen
from fogline.cli.tui.start import StartScreen
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.games import find_board
from fogline.picture import BoardLayout, Picture, builtin_picture
from fogline.picture.initial_layout import default_measures, spring
from fogline.picture.map_layout import PlaceLabel


class FoglineApp(App[None]):
    """A game on the whole screen of a terminal."""

    CSS_PATH = "style.tcss"
    TITLE = "Fogline"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+c,ctrl+d,ctrl+q", "leave", show=False, priority=True,
            tooltip="tty.help.leave", id="leave-at-once",
        )
    ]  # fmt: skip

    def __init__(self, first: Setup | Match | Visit, words: Catalog) -> None:
        super().__init__()
        self._first = first
        self.words = words
        self.match: Match | None = None
        self.table: str | None = None
        """The id of the table at a server."""

    def on_mount(self) -> None:
        """Ask, or go to the table at once."""
        self.theme = "textual-dark"
        self._begin()

    @work
    async def _begin(self) -> None:
        first = self._first
        if isinstance(first, Visit):
            await self._visit(first)
            return
        if isinstance(first, Setup):
            screen = StartScreen(first, self.words)
            match, self.words = await self.push_screen_wait(screen)
        else:
            match = first
        self.match = match
        await self.push_screen(TableScreen(match, self.words, drawing_of(match.definition)))

    async def _visit(self, visit: Visit) -> None:
        """Play at a table of a server: one that is named, chosen or made."""
        table = visit.address.table
        if table is None:
            table = await self.push_screen_wait(LobbyScreen(visit, self.words))
        self.table = table
        try:
            now = await asyncio.to_thread(visit.table(table).look)
            if now.status == "open":
                screen = WaitingScreen(visit, visit.table(table), now, self.words)
                await self.push_screen_wait(screen)
            online = visit.table(table)
            first = await asyncio.to_thread(online.enter)
        except ServerError as error:
            self.exit(return_code=2, message=f"fogline: {error}")
            return
        view = None if first.now is None else first.now.view
        if view is not None:
            drawing = drawing_of(view.game)
            await self.push_screen(OnlineScreen(online, first, view, self.words, drawing))

    def action_leave(self) -> None:
        """Leave, whatever is on the screen; the game is kept after every move."""
        self.exit()


def drawing_of(game: GameDefinition) -> tuple[Picture | None, BoardLayout]:
    """Find the picture of a board; without one, arrange its places by their routes."""
    picture: Picture | None = None
    try:
        if game.board_text is None:
            picture = builtin_picture(game.board.id, game.board_digest)
        else:
            found = find_board(game.name)
            picture = picture_of(found) if found.board == game.board else None
    except FoglineError:
        pass
    if picture is not None and picture.kept:
        return picture, picture.layout()
    measures = default_measures(game.board)
    labels = {place.id: PlaceLabel("e", (place.name,)) for place in game.board.places}
    return None, BoardLayout(game.board, measures, spring(game.board, measures), labels, {})
