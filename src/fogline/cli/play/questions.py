"""Questions before a game about what the command line did not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text

from fogline.cli.arguments import options_of
from fogline.cli.names import objection
from fogline.cli.play.terminal import Terminal
from fogline.core.errors import FoglineError
from fogline.games import define, game_names

T = TypeVar("T")


def ask_game(terminal: Terminal) -> str:
    """Ask which game to play."""
    games = game_names()
    terminal.out.print(Text("Which game would you like to play?", style="bold"))
    for number, name in enumerate(games, start=1):
        terminal.out.print(Text(f"  {number}  {_described(name)}"))

    def read(answer: str) -> str | None:
        if answer.isascii() and answer.isdigit():
            return games[int(answer) - 1] if 1 <= int(answer[:4]) <= len(games) else None
        found = [name for name in games if answer.casefold() in name]
        return found[0] if len(found) == 1 else None

    prompt = f"Number or name [{games[0]}]: "
    return _ask(terminal, prompt, games[0], read, f"Type 1 to {len(games)}, or a name.")


def ask_number(terminal: Terminal, question: str, least: int, most: int, usual: int) -> int:
    """Ask for a whole number."""
    if least == most:
        return least

    def read(answer: str) -> int | None:
        good = answer.isascii() and answer.isdigit() and len(answer) < 5
        return int(answer) if good and least <= int(answer) <= most else None

    hint = f"Type a number from {least} to {most}."
    return _ask(terminal, f"{question} [{usual}]: ", usual, read, hint)


def ask_word(terminal: Terminal, question: str, known: list[str], usual: str) -> str:
    """Ask for one of some words, or the beginning of one."""

    def read(answer: str) -> str | None:
        found = [word for word in known if word.startswith(answer.casefold())]
        return found[0] if len(found) == 1 else None

    hint = f"Type one of: {', '.join(known)}."
    return _ask(terminal, f"{question}: {', '.join(known)}? [{usual}]: ", usual, read, hint)


def ask_options(terminal: Terminal, game: str, given: list[str]) -> list[str]:
    """Ask about those options that can be answered with yes or no, and have not been."""
    said = {item.partition("=")[0] for item in given}
    answers = list(given)
    for option in options_of(game):
        if option.kind is bool and option.name not in said:
            question = f"{option.help[:1].upper()}{option.help[1:]}?"
            if ask_yes(terminal, question):
                answers.append(option.name)
    return answers


def ask_yes(terminal: Terminal, question: str) -> bool:
    """Ask a question that is answered with yes or no; no is usual."""
    answers = {"y": True, "yes": True, "n": False, "no": False}
    return _ask(
        terminal,
        f"{question} yes or no [no]: ",
        usual=False,
        read=lambda answer: answers.get(answer.casefold()),
        hint="Type yes or no.",
    )


def ask_names(terminal: Terminal, humans: int) -> list[str]:
    """Ask several people for their names."""
    names: list[str] = []

    def read(answer: str) -> str | None:
        taken = answer.casefold() in (name.casefold() for name in names)
        return None if taken or objection(answer) else answer

    for seat in range(humans):
        usual = f"Player {seat + 1}"
        hint = "A name has 1 to 16 letters, and no other player's."
        names.append(_ask(terminal, f"Name of player {seat + 1} [{usual}]: ", usual, read, hint))
    return names


def _described(name: str) -> str:
    try:
        game = define(name)
    except (FoglineError, ValueError):
        return f"{name} (cannot be played: fogline board check {name})"
    return f"{game.title}, {game.seats[0]} to {game.seats[1]} players"


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
