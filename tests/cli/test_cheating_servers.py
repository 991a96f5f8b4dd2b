"""Malicious servers against the terminal client: each attack a thousand times, with real deals.

The cheat plays at seat 1, knows the server's secret, and wants wild cards in the first hand. The
statistic is the mean number of wild cards in the hands of the cheat, in those deals that `fogline
verify` believes: by how many standard errors it differs from that of a hand drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from fogline import Card, Chance, define
from fogline.cli.online import deals
from fogline.cli.online.client import Unreachable
from fogline.cli.online.remote_table import Objection, OnlineTable
from fogline.cli.online.server_messages import TableNow
from fogline.core import engine
from fogline.table import entries as e
from fogline.table.deal import Deal, NotFair
from fogline.table.fairness import (
    BOUND_CONTRIBUTIONS,
    COMMITTED_CONTRIBUTIONS,
    bound_commitment_of,
    commitment_of,
    dice_of,
    seed_of,
)
from fogline.table.witness import Shown, Texts

ATTEMPTS = 1_000
TRIES = 5
FAR = 4.0
"""By how many standard errors the mean of a thousand fair hands may be off."""
ORIGIN = "https://club.example"
GAME = define("old-west")
SECRET, NEXT = "secret", "next"
CHEATS = "of-the-cheat-0001"


class Server:
    """Takes what a client sends, and answers as if nothing had come."""

    origin = ORIGIN

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []

    def post(self, path: str, body: dict[str, str]) -> dict[str, Any]:
        self.sent.append(body)
        raise Unreachable("503")


class Player:
    """The terminal of one player, with all that it has sent."""

    def __init__(self, name: str, seat: int = 0) -> None:
        self._name, self._seat, self._server = name, seat, Server()
        self.objections: list[str] = []

    @property
    def committed(self) -> str:
        return [body["commitment"] for body in self._server.sent if "commitment" in body][-1]

    @property
    def revealed(self) -> list[str]:
        return [body["contribution"] for body in self._server.sent if "contribution" in body]

    def beside(self, other: str | None) -> Texts:
        """The commitments of both seats, of which this player sent one."""
        own = self.committed
        return (own, other) if self._seat == 0 else (other, own)

    def see(
        self,
        table: str,
        version: int,
        secret: str,
        commitments: Texts = (None, None),
        *,
        starting: bool = False,
        attempt: int = 0,
        scheme: int = BOUND_CONTRIBUTIONS,
    ) -> None:
        """Show a table to the client, as the server likes."""
        nothing = (None, None)
        shown = Shown(
            version, scheme, commitment_of(secret), commitments, nothing, starting, attempt
        )
        now = TableNow(
            table, version, "open", "old-west", "Old West", (), self._seat, (self._seat,),
            owner=False, deciding=(), view=None, legal=(), outcome=None, reason="", rematch=None,
            deal=shown,
        )  # fmt: skip
        client: Any = self._server
        try:
            OnlineTable(client, table, self._name).take_part(now)
        except Objection as objection:
            self.objections.append(objection.reason)
        except Unreachable:
            pass

    def believes(self, log: Sequence[e.Entry], table: str) -> bool:
        """Whether the log holds, agrees with what was seen, and has this player's contribution."""
        try:
            deal = fold(log, table)
        except NotFair:
            return False
        (witness,) = [w for w in deals.Deals().of_table(table) if w.sent == self.committed]
        assert witness.latest is not None
        if witness.objection_to(table, deal.starts):
            return False
        return witness.latest.contribution in deal.contributions


def fold(log: Sequence[e.Entry], table: str) -> Deal:
    created, *rest = log
    assert isinstance(created, e.Created)
    deal = Deal.of(table, created)
    for entry in rest:
        deal = deal.after(entry)
    return deal


def log_of(
    secret: str,
    seals: Iterable[str],
    texts: Iterable[str],
    scheme: int = BOUND_CONTRIBUTIONS,
    failed: Sequence[e.Entry] = (),
) -> list[e.Entry]:
    """The log that makes a deal look as if everything had gone its way."""
    origin = ORIGIN if scheme == BOUND_CONTRIBUTIONS else None
    created = e.Created(
        1, **e.game_fields(GAME), seats=2, listed=False, clock=None, owner="cheat",
        secret=SECRET if failed else secret, scheme=scheme,
    )  # fmt: skip
    return [
        created,
        *failed,
        *(e.Seated(2, seat, f"u{seat}", "N", seal, origin) for seat, seal in enumerate(seals)),
        e.Starting(3),
        *(e.Revealed(4, seat, text) for seat, text in enumerate(texts)),
        e.Dealt(5, ()),
    ]


def bound(text: str, table: str, attempt: int = 0) -> str:
    return bound_commitment_of(text, ORIGIN, table, attempt)


def wild_cards(seed: str) -> int:
    """How many wild cards the first hand of the cheat has."""
    state, _ = engine.start(GAME, 2, dice_of(seed, 0))
    return state.players[1].hand[Card.WILD]


def standard_errors(hands: Sequence[int]) -> float:
    """How far the mean is from that of four cards of 110, of which 14 are wild."""
    mean = 4 * 14 / 110
    variance = mean * (1 - 14 / 110) * (110 - 4) / (110 - 1)
    return (sum(hands) / len(hands) - mean) / sqrt(variance / len(hands))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOGLINE_DATA_DIR", str(tmp_path))
    chance = Chance("contributions")
    # The same in every run, so that no run is unlucky.
    monkeypatch.setattr(
        "secrets.token_urlsafe", lambda _: f"{chance.next():016x}{chance.next():016x}"
    )


def sit_and_start(player: Player, table: str, other: str) -> str:
    player.see(table, 1, SECRET)
    player.see(table, 2, SECRET, player.beside(other), starting=True)
    return player.committed


def test_the_statistic_tells_chosen_hands_from_fair_ones() -> None:
    fair = [wild_cards(f"fair-{nth}") for nth in range(ATTEMPTS)]
    chosen = [max(wild_cards(f"{nth}/{of}") for of in range(TRIES)) for nth in range(200)]
    assert abs(standard_errors(fair)) < FAR
    assert standard_errors(chosen) > 3 * FAR


@pytest.mark.parametrize("scheme", [COMMITTED_CONTRIBUTIONS, BOUND_CONTRIBUTIONS])
def test_an_old_contribution_is_not_used_again(scheme: int) -> None:
    for attempt in range(ATTEMPTS):
        ann, before, table = Player("Ann"), f"before-{attempt}", f"table-{attempt}"
        ann.see(before, 1, SECRET, scheme=scheme)
        old = ann.committed
        ann.see(before, 2, SECRET, (old, None), starting=True, scheme=scheme)
        (known,) = ann.revealed
        cheats = bound(CHEATS, table) if scheme == BOUND_CONTRIBUTIONS else commitment_of(CHEATS)
        ann.see(table, 1, NEXT, scheme=scheme)
        ann.see(table, 2, NEXT, (old, None), scheme=scheme)
        ann.see(table, 3, NEXT, (old, cheats), starting=True, scheme=scheme)
        assert ann.revealed == [known]
        assert ann.objections == ["replaced", "replaced"]
        log = log_of(NEXT, (old, cheats), (known, CHEATS), scheme)
        assert not ann.believes(log, table)


@pytest.mark.parametrize("what", ["commitment", "secret"])
def test_a_server_that_asks_twice_is_found_out(what: str) -> None:
    wanted = []
    for attempt in range(ATTEMPTS):
        ann, table = Player("Ann"), f"table-{attempt}"
        anns = sit_and_start(ann, table, bound(CHEATS, table))
        (known,) = ann.revealed
        secrets = [SECRET, *(f"other-{n}" for n in range(TRIES))] if what == "secret" else [SECRET]
        texts = [CHEATS] if what == "secret" else [CHEATS, *(f"other-{n}" for n in range(TRIES))]
        # Real deals take a while: the cards of some attempts show that it would have been worth it.
        options = [(secret, text) for secret in secrets for text in texts]
        if attempt < 100:
            cards = {
                each: wild_cards(seed_of(table, each[0], [known, each[1]])) for each in options
            }
            secret, text = max(options[1:], key=cards.__getitem__)
            wanted.append(cards[secret, text])
        else:
            secret, text = options[-1]
        seals = (anns, bound(text, table))
        ann.see(table, 3, secret, seals, starting=True)
        assert ann.revealed == [known]
        assert ann.objections == ["broken"]
        assert not ann.believes(log_of(secret, seals, (known, text)), table)
    assert standard_errors(wanted) > FAR


def test_an_echoed_commitment_is_not_answered() -> None:
    for attempt in range(ATTEMPTS):
        ann, table = Player("Ann"), f"table-{attempt}"
        theirs = bound(CHEATS, table)
        ann.see(table, 1, SECRET)
        ann.see(table, 2, SECRET, (theirs, theirs), starting=True)
        assert (ann.revealed, ann.objections) == ([], ["replaced"])


def test_a_contribution_is_revealed_at_its_own_table_alone() -> None:
    for attempt in range(ATTEMPTS):
        ann, one, two = Player("Ann"), f"one-{attempt}", f"two-{attempt}"
        ann.see(one, 1, SECRET)
        wanted = ann.committed
        ann.see(two, 1, SECRET)
        ann.see(two, 2, SECRET, (wanted, None), starting=True)
        assert (ann.revealed, ann.objections) == ([], ["replaced"])
        ann.see(one, 2, SECRET, (wanted, None), starting=True)
        log = log_of(SECRET, (wanted, bound(CHEATS, two)), (ann.revealed[0], CHEATS))
        with pytest.raises(NotFair):
            fold(log, two)


def test_attempts_are_not_counted_back() -> None:
    for attempt in range(ATTEMPTS):
        ann, table = Player("Ann"), f"table-{attempt}"
        first = sit_and_start(ann, table, bound(CHEATS, table))
        secret = NEXT if attempt % 2 else SECRET
        ann.see(table, 3, secret, attempt=1)
        ann.see(table, 4, SECRET, (first, bound("other", table)), starting=True)
        assert (len(ann.revealed), ann.objections) == (1, ["broken"])


def test_different_commitments_for_different_players_are_found_out() -> None:
    for attempt in range(ATTEMPTS):
        ann, bob, table = Player("Ann"), Player("Bob", 1), f"table-{attempt}"
        anns = sit_and_start(ann, table, bound("instead-of-bobs", table))
        bobs = sit_and_start(bob, table, bound("instead-of-anns", table))
        log = log_of(SECRET, (anns, bobs), (ann.revealed[0], bob.revealed[0]))
        assert not (ann.believes(log, table) and bob.believes(log, table))


def test_a_failed_start_cannot_be_shown_to_one_player_only() -> None:
    for attempt in range(ATTEMPTS):
        ann, bob, table = Player("Ann"), Player("Bob", 1), f"table-{attempt}"
        sit_and_start(ann, table, bound(CHEATS, table))
        ann.see(table, 3, NEXT, attempt=1)
        anns = ann.committed
        bob.see(table, 1, NEXT)
        bobs = bob.committed
        bob.see(table, 2, NEXT, (anns, bobs), starting=True)
        ann.see(table, 4, NEXT, (anns, bobs), starting=True, attempt=1)
        seals, texts = (anns, bobs), (ann.revealed[1], bob.revealed[0])
        failed = (
            e.Seated(2, 1, "u1", "N", "x", ORIGIN), e.Starting(2), e.StartFailed(3, (1,), NEXT),
        )  # fmt: skip
        # Whatever the log says, one of the two contributions does not fit.
        for log in (log_of(NEXT, seals, texts), log_of(NEXT, seals, texts, failed=failed)):
            with pytest.raises(NotFair):
                fold(log, table)


def test_who_knows_the_secret_and_commits_last_gains_nothing() -> None:
    gained = []
    for attempt in range(ATTEMPTS):
        ann, table = Player("Ann"), f"table-{attempt}"
        ann.see(table, 1, SECRET)
        # The cheat sees a commitment alone, so the choice is by guessing what is behind it. The
        # best by a guess is as good as any: real deals for all options would only take longer.
        options = [f"cheat-{nth}" for nth in range(TRIES)] if attempt < 100 else [CHEATS]
        text = max(options, key=lambda text: wild_cards(seed_of(table, SECRET, ["guess", text])))
        seals = (ann.committed, bound(text, table))
        ann.see(table, 2, SECRET, seals, starting=True)
        assert ann.believes(log_of(SECRET, seals, (ann.revealed[0], text)), table)
        gained.append(wild_cards(seed_of(table, SECRET, [ann.revealed[0], text])))
    assert abs(standard_errors(gained)) < FAR
