"""Questions before a game about what the command line did not say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from rich.text import Text

from fogline.cli.frame.arguments import options_of
from fogline.cli.play.terminal import Terminal
from fogline.cli.text.names import objection
from fogline.core.errors import FoglineError
from fogline.core.text.words import ENGLISH
from fogline.games import define, game_names

T = TypeVar("T")


def ask_game(terminal: Terminal) -> str:
    """Ask which game to play."""
    games = game_names()
    terminal.out.print(Text(terminal.say("tty.plain.which-game"), style="bold"))
    for number, name in enumerate(games, start=1):
        terminal.out.print(Text(f"  {number}  {_described(terminal, name)}"))

    def read(answer: str) -> str | None:
        if answer.isascii() and answer.isdigit():
            return games[int(answer) - 1] if 1 <= int(answer[:4]) <= len(games) else None
        found = [name for name in games if answer.casefold() in name]
        return found[0] if len(found) == 1 else None

    prompt = terminal.say("tty.plain.number-or-name", usual=games[0])
    hint = terminal.say("tty.plain.type-game", most=len(games))
    return _ask(terminal, prompt, games[0], read, hint)


def ask_number(terminal: Terminal, question: str, least: int, most: int, usual: int) -> int:
    """Ask for a whole number."""
    if least == most:
        return least

    def read(answer: str) -> int | None:
        good = answer.isascii() and answer.isdigit() and len(answer) < 5
        return int(answer) if good and least <= int(answer) <= most else None

    hint = terminal.say("tty.plain.type-number", least=least, most=most)
    return _ask(terminal, f"{question} [{usual}]: ", usual, read, hint)


def ask_level(terminal: Terminal, known: Mapping[str, str], usual: str) -> str:
    """Ask for a level by its title in the language of the game, or the beginning of one."""

    def read(answer: str) -> str | None:
        begins = answer.casefold()
        found = [
            name
            for name, title in known.items()
            if name.startswith(begins) or title.casefold().startswith(begins)
        ]
        return found[0] if len(found) == 1 else None

    titles = ", ".join(known.values())
    prompt = terminal.say("tty.plain.level", levels=titles, usual=known[usual])
    hint = terminal.say("tty.plain.type-word", words=titles)
    return _ask(terminal, prompt, usual, read, hint)


def ask_options(terminal: Terminal, game: str, given: list[str]) -> list[str]:
    """Ask about those options that can be answered with yes or no, and have not been."""
    said = {item.partition("=")[0] for item in given}
    answers = list(given)
    for option in options_of(game):
        if option.kind is bool and option.name not in said:
            key = f"page.option.{option.name}"
            is_translated = terminal.words.language != ENGLISH and key in terminal.words
            asked = terminal.say(key) if is_translated else option.help
            question = f"{asked[:1].upper()}{asked[1:]}?"
            if ask_yes(terminal, question):
                answers.append(option.name)
    return answers


def ask_yes(terminal: Terminal, question: str) -> bool:
    """Ask a question that is answered with yes or no; no is usual."""
    yes, no = terminal.say("tty.plain.yes"), terminal.say("tty.plain.no")
    answers = {"y": True, "yes": True, "n": False, "no": False}
    answers |= {no: False, no[0]: False, yes: True, yes[0]: True}
    return _ask(
        terminal,
        terminal.say("tty.plain.yes-or-no", question=question, yes=yes, no=no),
        usual=False,
        read=lambda answer: answers.get(answer.casefold()),
        hint=terminal.say("tty.plain.type-yes", yes=yes, no=no),
    )


def ask_names(terminal: Terminal, humans: int) -> list[str]:
    """Ask several people for their names."""
    names: list[str] = []

    def read(answer: str) -> str | None:
        taken = answer.casefold() in (name.casefold() for name in names)
        return None if taken or objection(answer) else answer

    for seat in range(humans):
        usual = terminal.say("table.player", number=seat + 1)
        prompt = terminal.say("tty.plain.name", number=seat + 1, usual=usual)
        names.append(_ask(terminal, prompt, usual, read, terminal.say("tty.plain.bad-name")))
    return names


def _described(terminal: Terminal, name: str) -> str:
    try:
        game = define(name)
    except (FoglineError, ValueError):
        return terminal.say("tty.plain.unplayable", name=name)
    least, most = game.seats
    return terminal.say("tty.plain.game", title=game.title, least=least, most=most)


def _ask(
    terminal: Terminal, prompt: str, usual: T, read: Callable[[str], T | None], hint: str
) -> T:
    """Ask until the answer can be read; just Enter gives the usual answer."""
    while True:
        answer = terminal.ask(prompt)
        found = usual if not answer else read(answer)
        if found is not None:
            return found
        terminal.out.print(Text(hint))
