"""One game from the deal to the score: the loop that everything else is made of.

python examples/library/one_game.py
"""

from fogline import ClaimRoute, GameLog, from_json, new_game, replay, to_json

# The same seed gives the same deal, and with the same actions the same game, on every machine.
game = new_game("old-west", seats=3, seed="a rainy sunday", options={"alvin": True})

while game.outcome is None:
    # Mostly one seat decides; at the start all choose their tickets, in any order.
    seat = game.deciding[0]
    actions = game.legal_actions(seat)
    # Claim the longest route there is cards for, else do the first thing that is legal.
    claims = [action for action in actions if isinstance(action, ClaimRoute)]
    action = max(claims, key=lambda claim: claim.payment.total, default=actions[0])
    for event in game.play(seat, action):
        if event.verb == "captured-alvin":
            print(f"turn {game.view(None).turns}: seat {seat} has Alvin")

for result in sorted(game.outcome.results, key=lambda result: result.rank):
    parts = ", ".join(f"{category} {points}" for category, points in result.points.items())
    print(f"{result.rank}. seat {result.seat}: {result.total} points ({parts})")

# A game is its log. Reading it again needs no dice, and every move is checked on the way.
saved = to_json(game.log)
again = replay(from_json(saved, GameLog))
print("saved, read again, and the same:", again.outcome == game.outcome)
