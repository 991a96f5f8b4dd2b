"""The cat holds the laws, and rides. Run `pytest` here, once the package is installed."""

from __future__ import annotations

from tidewick import BOARD
from tidewick.cat import Cat, CatRode, CatSeen

from fogline import define, new_game
from fogline.bots import make_bot
from fogline.plugin import check_rule, sentence

NAMES = ["Ann", "Bea", "Cy"]


def test_the_rule_holds_the_laws() -> None:
    report = check_rule(BOARD)
    report.raise_if_bad()
    assert report.unmet == ()


def test_every_ride_pays_and_so_does_her_friendship() -> None:
    game = new_game(BOARD, seats=3, seed="cat")
    bots = [make_bot("cat-lover", seat) for seat in range(3)]
    rides = [0, 0, 0]
    while game.outcome is None:
        seat = game.deciding[0]
        for event in game.play(seat, bots[seat].choose(game.view(seat))):
            if isinstance(event, CatRode):
                rides[event.seat] += 1
                assert game.state.part(Cat).place == event.to
    friend = game.state.part(Cat).friend
    assert sum(rides) >= 3
    for result in game.outcome.results:
        home = 5 if result.seat == friend else 0
        assert result.points.get("cat", 0) == 2 * rides[result.seat] + home


def test_it_speaks_two_languages() -> None:
    game = define(BOARD)
    assert sentence(CatSeen("chapel"), game) == "The cat was seen at Chapel."
    rode = CatRode(1, "chapel")
    assert sentence(rode, game, names=NAMES) == "Bea gave the cat a ride to Chapel."
    assert sentence(rode, game, names=NAMES, reader=1) == "You gave the cat a ride to Chapel."
    assert sentence(rode, game, "de", NAMES) == "Die Katze fuhr mit Bea: Chapel."
