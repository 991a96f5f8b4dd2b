"""Play Tidewick once, two bots against each other, and say how it went.

python -m tidewick          another seed: python -m tidewick 7
"""

import sys

from fogline import GameLog, from_json, new_game, replay, to_json
from fogline.bots import make_bot
from tidewick import BOARD
from tidewick.cat import Cat

seed = sys.argv[1] if len(sys.argv) > 1 else "1"
game = new_game(BOARD, seats=2, seed=seed)
players = [make_bot("cat-lover", f"{seed}/{seat}") for seat in range(2)]
print("The cat is at", game.view(None).part(Cat).place)

while game.outcome is None:
    seat = game.deciding[0]
    # A bot sees what its seat may know, and nothing else.
    for event in game.play(seat, players[seat].choose(game.view(seat))):
        if event.verb in ("claimed", "cat-rode"):
            print(f"  turn {game.view(None).turns:2}: {event}")

for result in game.outcome.results:
    points = ", ".join(f"{category} {points}" for category, points in result.points.items())
    print(f"seat {result.seat}: {result.total} points ({points})")

# The log carries the board along, and is checked move by move when it is read again.
again = replay(from_json(to_json(game.log), GameLog))
print("saved, read again, and the same:", again.outcome == game.outcome)
