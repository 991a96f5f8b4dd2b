"""The rulebook of the browser client as pages of the site, with the boards drawn beside it.

Its marks are those of `web/src/rulebook/parse.ts`. Its small pictures stay in the client, which
cuts them out of the board while one reads.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from fogline.games import find_board
from fogline.picture import builtin_picture, draw

BOOK = Path(__file__).parents[2] / "web" / "src" / "rulebook"
GAMES = ("san-francisco", "old-west")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add a page and a picture for each game."""
    facts = json.loads((BOOK / "facts.json").read_text(encoding="utf-8"))
    for game in GAMES:
        board = find_board(game).board
        text = (BOOK / "text" / f"{game}.en.md").read_text(encoding="utf-8")
        head = f"# {board.name}\n\n![The board of {board.name}](board-{game}.svg)\n\n"
        page = head + written(text, facts[game]["numbers"], facts[game]["tables"])
        files.append(File.generated(config, f"rulebook-{game}.md", content=page))
        picture = draw(board, builtin_picture(game))
        files.append(File.generated(config, f"board-{game}.svg", content=picture))
    return files


def written(text: str, numbers: dict[str, int], tables: dict[str, list[list[int]]]) -> str:
    """Turn the rulebook's few marks into Markdown."""

    def table(found: re.Match[str]) -> str:
        rows = [found[2].split(" | "), ["---:", "---:"], *tables[found[1]]]
        return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows)

    text = re.sub(r"^## ([a-z-]+): (.+)$", r"## \2 { #\1 }", text, flags=re.MULTILINE)
    text = re.sub(r"^@figure .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^@table ([a-z_]+): (.+)$", table, text, flags=re.MULTILINE)
    return re.sub(r"\{([a-z_]+)\}", lambda found: str(numbers[found[1]]), text)
