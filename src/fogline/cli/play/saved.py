"""Games at the terminal in files: the log, who plays, and by what seed chance goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from fogline.cli.frame.output import naming, write_whole
from fogline.core.chance import Seed
from fogline.core.codec import Json, decode, expect
from fogline.core.errors import FoglineError, FormatError
from fogline.core.log import GameLog
from fogline.saves import from_plain, read_file, read_plain, to_plain
from fogline.upcasters import upcast

KIND = "terminal-game"
MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who plays a seat."""

    name: str
    bot: str | None = None
    """The spec of the bot; `None` for a person."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game and everything that is needed to go on with it."""

    log: GameLog
    players: tuple[SavedSeat, ...] = ()
    """Empty in a file that holds a log alone."""
    seed: Seed | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be resumed, without its log."""

    path: Path
    title: str
    names: tuple[str, ...]


def data_folder() -> Path:
    """Return the folder for the user's data."""
    data = os.environ.get("FOGLINE_DATA_DIR")
    return Path(data) if data else user_data_path("fogline", appauthor=False)


def games_folder() -> Path:
    """Return the folder where games are kept by themselves."""
    return data_folder() / "games"


def new_path(game: str) -> Path:
    """Choose a file for a new game that is not there yet."""
    now = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    stem = f"{Path(game).stem}-{now}"
    folder = games_folder()
    numbers = (f"-{number}" if number else "" for number in range(1000))
    return next(path for n in numbers if not (path := folder / f"{stem}{n}.json").exists())


def write(path: Path, game: SavedGame) -> None:
    """Write a game atomically; the folder of games is made if it is missing."""
    if path.parent == games_folder():
        path.parent.mkdir(parents=True, exist_ok=True)
    body = {
        "kind": KIND,
        "schema": 1,
        "title": game.log.game.title,
        "players": [asdict(player) for player in game.players],
        "seed": game.seed,
        "over": game.over,
        "log": to_plain(game.log),
    }
    write_whole(path, json.dumps(body, ensure_ascii=False, separators=(",", ":")))


def read(path: Path) -> SavedGame:
    """Read a game that a terminal kept, or a log alone."""
    with naming(path):
        body = read_plain(read_file(path))
        if body.get("kind") != KIND:
            return SavedGame(from_plain(body, GameLog))
        present = upcast(KIND, body, KIND)
        log = from_plain(expect(dict, present.get("log"), "log"), GameLog)
        players = tuple(_seated(item) for item in expect(list, present.get("players"), "players"))
        if len(players) != log.seats:
            raise FormatError(f"players: expected {log.seats}, found {len(players)}")
        seed = present.get("seed")
        if not isinstance(seed, int | str):
            raise FormatError("seed: expected a number or a word")
        return SavedGame(log, players, seed, bool(present.get("over")))


def log_alone(data: bytes) -> bytes:
    """Return the log in a game that a terminal kept; anything else as it is."""
    body = read_plain(data)
    if body.get("kind") != KIND:
        return data
    return json.dumps(body.get("log"), ensure_ascii=False).encode()


def _seated(data: Json) -> SavedSeat:
    return decode(SavedSeat, data, "players")


def unfinished() -> Iterator[Unfinished]:
    """Look for games that are not over, the newest first; what cannot be read is left out."""
    try:
        files = [(path.stat().st_mtime, path) for path in games_folder().glob("*.json")]
    except OSError:
        return
    for _, path in sorted(files, reverse=True)[:MOST_LISTED]:
        try:
            body = read_plain(read_file(path))
            if body.get("kind") == KIND and not body.get("over"):
                players = [_seated(item) for item in expect(list, body.get("players"), "players")]
                names = tuple(player.name for player in players)
                yield Unfinished(path, str(body.get("title")), names)
        except (OSError, FoglineError):
            continue
