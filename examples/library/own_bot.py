"""A small bot, against one that comes with Fogline, and whether it plays by the rules.

python examples/library/own_bot.py
"""

from fogline import (
    Action,
    Chance,
    ClaimRoute,
    DrawTickets,
    KeepTickets,
    Seed,
    View,
    check_bot,
    legal_actions,
    new_game,
)
from fogline.bots import make_bot


class Sprinter:
    """Claims the most valuable route it can pay for, and draws cards until it can pay for one."""

    def __init__(self, seed: Seed) -> None:
        self._dice = Chance(seed)  # dice of its own, so that its games can be played again

    def choose(self, view: View) -> Action:
        """Return a legal action; `view` is all that this seat may know."""

        def worth(action: Action) -> int:
            match action:
                case ClaimRoute(route):
                    return view.board.route_points[view.board.route[route].length]
                case KeepTickets(tickets):
                    return -len(tickets)  # it has no time for them
                case DrawTickets():
                    return -1
                case _:
                    return 0

        actions = legal_actions(view)
        best = max(map(worth, actions))
        return self._dice.take([action for action in actions if worth(action) == best])


wins = 0
for number in range(10):
    game = new_game("san-francisco", seats=2, seed=number)
    players = [Sprinter(number), make_bot("random", number)]
    while game.outcome is None:
        seat = game.deciding[0]
        game.play(seat, players[seat].choose(game.view(seat)))
    wins += game.outcome.winners == (0,)
print(f"the sprinter won {wins} of 10 games against random")

# Every action legal, the same choices again under the same seed, and the view left alone?
report = check_bot(Sprinter, games=4, seed=1)
print("it plays by the rules:", report.ok, f"({report.decisions} decisions)")
