"""Bots by the name of their class: `python:FILE.py:Class` and `python:module:Class`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import cast

from fogline.bots.specs import SpecError
from fogline.core.chance import Seed
from fogline.core.errors import FoglineError
from fogline.sim.bot_interface import Bot
from fogline.sim.guard import in_one_line


def python_bot(seed: Seed, source: str) -> Bot:
    """Make a bot of a class, with the seed if its constructor takes one."""
    kind, takes_seed = _find(source, Path.cwd())
    try:
        return cast("Bot", kind(seed) if takes_seed else kind())
    except FoglineError:
        raise
    except Exception as error:
        raise SpecError(f"{source} cannot be made: {_said(error)}") from error


@cache
def _find(source: str, folder: Path) -> tuple[type, bool]:
    """Load the class; return it and whether its constructor takes a seed."""
    place, colon, name = source.rpartition(":")
    if not colon or not place or not name.isidentifier():
        raise SpecError(f"{source!r}: expected FILE.py:Class or module:Class.")
    module = _load_file(folder, place) if place.endswith(".py") else _load_module(folder, place)
    kind = getattr(module, name, None)
    if not inspect.isclass(kind):
        bots = ", ".join(_bots_of(module)) or "none"
        raise SpecError(f"{place} has no class {name!r}; its bots are: {bots}.")
    if not callable(getattr(kind, "choose", None)):
        raise SpecError(f"the class {name} in {place} has no method choose(view).")
    return kind, _takes_seed(kind)


def _load_file(folder: Path, file: str) -> ModuleType:
    path = (folder / file).resolve()
    if not path.is_file():
        raise SpecError(f"{file}: there is no such file.")
    _add_to_path(path.parent)  # so that it can import its neighbours
    name = f"fogline_bot_{path.stem}_{abs(hash(path)):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SpecError(f"{file}: this is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look up their module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise SpecError(f"{file} cannot be loaded: {_said(error)}") from error
    return module


def _load_module(folder: Path, name: str) -> ModuleType:
    _add_to_path(folder)
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise SpecError(f"the module {name} cannot be loaded: {_said(error)}") from error


def _add_to_path(folder: Path) -> None:
    """Add a folder to the end of the import path."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _bots_of(module: ModuleType) -> list[str]:
    return [
        name
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and hasattr(kind, "choose")
    ]


def _takes_seed(kind: type) -> bool:
    try:
        inspect.signature(kind).bind("seed")
    except (TypeError, ValueError):
        return False
    return True


def _said(error: Exception) -> str:
    return in_one_line(f"{type(error).__name__}: {error}")
