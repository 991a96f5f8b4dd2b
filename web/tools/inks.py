"""Write the inks and symbols of the cards for the client, so that cards look like the boards.

python web/tools/inks.py > web/src/board/inks.json
"""

from __future__ import annotations

import json
import sys

from fogline.core.cards import ALL_CARDS, Card
from fogline.picture.palette import CARD_INKS, GRAY, INK, PAPER, symbol_ink
from fogline.picture.symbols import symbol


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
    }


if __name__ == "__main__":
    json.dump(inks(), sys.stdout, indent=2)
    sys.stdout.write("\n")
