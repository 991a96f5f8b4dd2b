"""Write the inks of cards and players for the client, so that they look as everywhere else.

The file is `src/board/inks.json`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from fogline.core.cards import ALL_CARDS, Card
from fogline.picture.palette import CARD_INKS, GRAY, INK, PAPER, PLAYER_INKS, symbol_ink
from fogline.picture.symbols import symbol

FILE = Path(__file__).parents[1] / "src" / "board" / "inks.json"


def inks() -> dict[str, object]:
    """Gather what the client needs; symbols are pieces of SVG in a box from -10 to 10."""
    return {
        "ink": INK,
        "paper": PAPER,
        "gray": GRAY,
        "cards": {
            card.value: {
                "ink": CARD_INKS.get(card, PAPER),
                "on": INK if card is Card.WILD else symbol_ink(card),
                "symbol": symbol(card, "currentColor", 20),
            }
            for card in ALL_CARDS
        },
        "players": [asdict(player) for player in PLAYER_INKS],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(inks(), indent=2) + "\n", encoding="utf-8")
