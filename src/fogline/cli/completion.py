"""`fogline completion`: let the shell complete commands, options, games and bots.

The shell calls `fogline completion words …` with the words typed so far, and offers what that
prints. So it knows the boards and bots of this machine, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from importlib.resources import files

from fogline.cli.frame.command import Command, Parser

_SHELLS = ("bash", "zsh", "fish")
"""The shells that have a script in the folder `shells`."""
_WORDS = "words"
_GAMES, _BOTS = ("GAME",), ("BOT", "BOT,BOT,…")
"""How arguments that name games or bots are called in the help."""


def completions(parser: Parser, words: Sequence[str]) -> list[str]:
    """List what the last word can become; the words before it are complete."""
    *before, last = words or [""]
    waiting: argparse.Action | None = None
    positionals = _positionals(parser)
    for word in before:
        if waiting is not None:
            waiting = None
        elif word.startswith("-"):
            waiting = _value_of(parser, word)
        elif positionals and isinstance(positionals[0], argparse._SubParsersAction):  # noqa: SLF001
            parser = positionals[0].choices.get(word, parser)
            parser.declare()
            positionals = _positionals(parser)
        elif positionals and positionals[0].nargs not in ("*", "+"):
            positionals = positionals[1:]
    if waiting is not None:
        found: Iterable[str] = _values(waiting, last)
    elif last.startswith("-"):
        found = [option for action in parser._actions for option in action.option_strings]  # noqa: SLF001
    else:
        found = _values(positionals[0], last) if positionals else ()
    return sorted({text for text in found if text.startswith(last)})


def _positionals(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not action.option_strings]  # noqa: SLF001


def _value_of(parser: argparse.ArgumentParser, option: str) -> argparse.Action | None:
    """Find the option whose value comes next; `None` if it takes none."""
    actions = parser._actions  # noqa: SLF001 (argparse has no other way to list its arguments)
    found = next((action for action in actions if option in action.option_strings), None)
    return None if found is None or found.nargs == 0 else found


def _values(action: argparse.Action, typed: str) -> Iterable[str]:
    if action.choices is not None:
        return map(str, action.choices)
    if action.metavar in _GAMES:
        from fogline.games import game_names  # noqa: PLC0415 (a shell waits for the other words)

        return game_names()
    if action.metavar in _BOTS:
        from fogline.bots import bot_names  # noqa: PLC0415 (as above)

        listed, comma, _ = typed.rpartition(",")
        return [f"{listed}{comma}{name}" for name in bot_names()]
    return ()


def run(arguments: argparse.Namespace) -> int:
    """Print the script of a shell, or what can be typed next."""
    if arguments.shell == _WORDS:
        from fogline.cli.app import make_parser  # noqa: PLC0415 (it imports this module)

        for found in completions(make_parser(), arguments.typed):
            print(found)
        return 0
    script = files("fogline.cli").joinpath("shells", f"completion.{arguments.shell}")
    print(script.read_text(encoding="utf-8"), end="")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=[*_SHELLS, _WORDS], help="your shell")
    parser.add_argument("typed", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


COMMAND = Command(
    description="""\
Print a script with which a shell completes commands, options, and the names of games and bots.

examples:
  eval "$(fogline completion bash)"                                    in ~/.bashrc
  eval "$(fogline completion zsh)"                                     in ~/.zshrc, after compinit
  fogline completion fish > ~/.config/fish/completions/fogline.fish    once
""",
    arguments=_arguments,
    run=run,
)
