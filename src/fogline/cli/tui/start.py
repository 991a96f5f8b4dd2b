"""The first screen: which game, who plays, and unfinished games to resume."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from fogline.cli.frame.arguments import load_game, options_of
from fogline.cli.i18n import LANGUAGES, Catalog, load_catalog
from fogline.cli.play import saved
from fogline.cli.play.local_match import Match
from fogline.cli.play.saved import SavedSeat
from fogline.cli.play.setup import Setup, levels, spec_of, usual_level
from fogline.cli.text.names import level_title, name_rest, objection
from fogline.cli.tui.dialogs import Notice
from fogline.core.errors import FoglineError
from fogline.games import define, game_names

MOST_SEATS = 6
_PERSON = "person"
_NOBODY = "nobody"


class StartScreen(Screen[tuple[Match, Catalog]]):
    """Asks for everything, with an answer already filled in; Enter starts the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", show=False, id="help"),
        Binding("q", "leave", show=False, id="leave"),
    ]

    def __init__(self, setup: Setup, words: Catalog) -> None:
        super().__init__()
        self._setup = setup
        self._words = words
        self._waiting = list(saved.unfinished())
        self._games = _playable()
        self._game = setup.game or next(iter(self._games))

    def compose(self) -> ComposeResult:
        """Lay out the questions."""
        say = self._words.say
        games = {**self._games}
        games.setdefault(self._game, load_game(self._game, self._setup.options).title)
        with Vertical(id="start"):
            yield Static(Text("F O G L I N E", style="bold"), id="title")
            with Horizontal(classes="row"):
                yield Static(say("page.new.game"), classes="label")
                yield Select(
                    [(title, name) for name, title in games.items()],
                    value=self._game, allow_blank=False, id="game", compact=True,
                )  # fmt: skip
                yield Static(say("page.settings.language"), classes="label")
                yield Select(
                    [(name, code) for code, name in LANGUAGES.items()],
                    value=self._words.language, allow_blank=False, id="language", compact=True,
                )  # fmt: skip
            yield Static(say("page.new.seats"), classes="heading")
            with Vertical(id="seats"):
                for seat in range(MOST_SEATS):
                    with Horizontal(classes="row", id=f"seat-{seat}"):
                        yield Static(say("page.seat", number=seat + 1), classes="label")
                        yield Select[str]([], id=f"kind-{seat}", compact=True, prompt="–")
                        yield Input(
                            id=f"name-{seat}", compact=True, max_length=16,
                            placeholder=say("page.name.example"),
                        )  # fmt: skip
            yield Vertical(id="options")
            with Horizontal(id="buttons"):
                yield Button(say("page.new.start"), id="go", variant="primary", compact=True)
                yield Button(say("tty.foot.leave"), id="leave", compact=True)
            yield Static(id="problem")
            if self._waiting:
                yield Static(say("tty.unfinished"), classes="heading")
                with VerticalScroll(id="waiting-box"):
                    yield OptionList(
                        *(
                            Option(Text(f"{one.title}: {', '.join(one.names)}"), id=str(number))
                            for number, one in enumerate(self._waiting)
                        ),
                        id="waiting",
                        compact=True,
                    )

    def on_mount(self) -> None:
        """Fill in the usual answers."""
        self._fill(self._setup)
        self.query_one("#waiting" if self._waiting else "#go").focus()

    def _fill(self, setup: Setup) -> None:
        say = self._words.say
        game = load_game(self._game, ())
        bots = [
            (
                say("page.new.seat.bot", level=level_title(self._words, level.name, level.title)),
                level.name,
            )
            for level in levels(game)
        ]
        least, most = game.seats
        usual = setup.bot if setup.bot in [name for _, name in bots] else usual_level(game)
        if setup.bot and setup.bot not in [name for _, name in bots]:
            bots.append((setup.bot, setup.bot))
            usual = setup.bot
        seats, people = setup.seats or least, setup.humans or 1
        for seat in range(MOST_SEATS):
            row = self.query_one(f"#seat-{seat}")
            row.display = seat < most
            choices = [(say("tty.person"), _PERSON), *bots]
            if seat >= least:
                choices.append(("–", _NOBODY))
            kind = self.query_one(f"#kind-{seat}", Select)
            kind.set_options(choices)
            kind.value = _NOBODY if seat >= seats else _PERSON if seat < people else usual
            if seat < len(setup.names):
                self.query_one(f"#name-{seat}", Input).value = setup.names[seat]
        options = self.query_one("#options")
        options.remove_children()
        given = {item.partition("=")[0] for item in setup.options}
        for option in options_of(self._game):
            if option.kind is bool:
                label = self._words.name(f"page.option.{option.name}", option.help)
                box = Checkbox(label, option.name in given, name=option.name, compact=True)
                options.mount(box)

    @on(Select.Changed, "#game")
    def _other_game(self, event: Select.Changed) -> None:
        if event.value != self._game:
            self._game = str(event.value)
            self._fill(Setup(self._setup.seed))

    @on(Select.Changed, "#language")
    async def _other_language(self, event: Select.Changed) -> None:
        if event.value != self._words.language:
            await self._speak(load_catalog(str(event.value)))

    @on(Button.Pressed, "#go")
    def _start(self) -> None:
        try:
            match = self._match()
        except FoglineError as error:
            self.query_one("#problem", Static).update(Text(str(error)))
        else:
            self.dismiss((match, self._words))

    @on(OptionList.OptionSelected, "#waiting")
    def _resume(self, event: OptionList.OptionSelected) -> None:
        one = self._waiting[int(event.option_id or 0)]
        try:
            match = Match.resumed(saved.read(one.path), one.path)
        except (FoglineError, OSError, ValueError) as error:
            self.query_one("#problem", Static).update(Text(str(error)))
        else:
            self.dismiss((match, self._words))

    async def _speak(self, words: Catalog) -> None:
        """Ask everything again in another language."""
        self._words = words
        await self.recompose()
        self.on_mount()
        self.query_one("#language").focus()

    def _match(self) -> Match:
        boxes = self.query_one("#options").query(Checkbox)
        options = [*(f"{box.name}={'yes' if box.value else 'no'}" for box in boxes)]
        known = {str(box.name) for box in boxes}
        options += [o for o in self._setup.options if o.partition("=")[0] not in known]
        game = load_game(self._game, options)
        kinds: list[str] = []
        given: list[str] = []
        for seat in range(min(game.seats[1], MOST_SEATS)):
            kind = self.query_one(f"#kind-{seat}", Select).value
            if kind != _NOBODY:
                kinds.append(str(kind))
                given.append(self.query_one(f"#name-{seat}", Input).value.strip())
        game.check_seats(len(kinds))
        if _PERSON not in kinds:
            raise FoglineError(self._words.say("tty.nobody-plays"))
        for name in given:
            if name and (problem := objection(name)):
                raise FoglineError(problem)
        people = {seat for seat, kind in enumerate(kinds) if kind == _PERSON}
        numbers = range(1, 2 * len(kinds) + 1)
        called = name_rest(
            given, people, (self._words.say("table.player", number=number) for number in numbers)
        )
        players = [
            SavedSeat(name, None if kind == _PERSON else spec_of(game, kind))
            for kind, name in zip(kinds, called, strict=True)
        ]
        path = self._setup.save or saved.new_path(self._game)
        return Match.new(game, players, self._setup.seed, path)

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave."""
        self.app.exit()

    def action_help(self) -> None:
        """Explain how the questions are answered."""
        words = self._words
        self.app.push_screen(Notice(words.say("tty.help"), Text(words.say("tty.help.start"))))


def _playable() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in game_names():
        try:
            found[name] = define(name).title
        except (FoglineError, ValueError):
            continue
    return found
