"""Tables with fixed logs, in which everything happens that a log can contain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fogline import Action, Chance, Seat, define
from fogline.core import engine
from fogline.core.chance import pick
from fogline.core.definition import OptionValue
from fogline.core.view import view_of
from fogline.table import entries as e
from fogline.table.entries import Logged
from fogline.table.fairness import bound_commitment_of, commitment_of
from fogline.table.past_moves import reveals
from fogline.table.table_state import TableState

ORIGIN = "https://club.example"
OWNER, OTHER, TWO_SEATS, STRANGER = "u_ann", "u_bea", "u_cid", "u_zoe"
NAMES = {OWNER: "Ann", OTHER: "Bea", TWO_SEATS: "Cid", STRANGER: "Zoë"}


@dataclass(frozen=True)
class Viewer:
    """Somebody to whom messages are written."""

    name: str
    user: str | None
    seat: Seat | None = None
    """The seat whose view is asked for, once it is the user's."""
    language: str = "en"
    words: bool = True
    """Whether sentences are wanted for the rules that come with Fogline."""


@dataclass(frozen=True)
class Moment:
    """A table after an entry."""

    before: TableState | None
    logged: Logged
    table: TableState
    connected: frozenset[Seat]
    away: frozenset[Seat]
    is_shown: bool
    """Whether the messages are written in full."""


@dataclass
class Story:
    """A table whose log grows by entries of a test."""

    name: str
    game: str
    viewers: tuple[Viewer, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    seats: int = 2
    scheme: int = 3
    clock: e.ClockRule | None = None
    moments: list[Moment] = field(default_factory=list)
    connected: frozenset[Seat] = frozenset()
    away: frozenset[Seat] = frozenset()
    at: int = 1_700_000_000_000

    def __post_init__(self) -> None:
        created = e.Created(
            self.at,
            **e.game_fields(define(self.game, self.options)),
            seats=self.seats,
            listed=self.seats == 4,
            clock=self.clock,
            owner=OWNER,
            secret="5ecre7" * 10,
            scheme=self.scheme,
        )
        first = Logged(0, created)
        self._keep(None, first, TableState(f"t_{self.name}", first), is_shown=True)

    @property
    def table(self) -> TableState:
        return self.moments[-1].table

    def add(self, *entries: e.Entry, is_shown: bool = True) -> None:
        for entry in entries:
            before = self.table
            logged = Logged(before.version + 1, entry, f"request-{before.version}")
            self._keep(before, logged, before.after(logged), is_shown=is_shown)

    def _keep(
        self, before: TableState | None, logged: Logged, table: TableState, *, is_shown: bool
    ) -> None:
        self.moments.append(Moment(before, logged, table, self.connected, self.away, is_shown))

    def now(self) -> int:
        """Let a second pass."""
        self.at += 1_000
        return self.at

    # What people do

    def sit(self, seat: Seat, user: str, contribution: str | None = None) -> None:
        name = NAMES[user] if not self.table.seats_of(user) else f"{NAMES[user]} {seat}"
        if self.scheme == 1:
            self.add(e.Seated(self.now(), seat, user, name, None, None, contribution))
        else:
            self.add(e.Seated(self.now(), seat, user, name, *self._sealed(contribution)))

    def commit(self, seat: Seat, contribution: str) -> None:
        commitment, origin = self._sealed(contribution)
        assert commitment is not None
        self.add(e.Committed(self.now(), seat, commitment, origin))

    def _sealed(self, contribution: str | None) -> tuple[str | None, str | None]:
        if contribution is None:
            return None, None
        if self.scheme == 2:
            return commitment_of(contribution), None
        attempt = len(self.table.deal.failed)
        return bound_commitment_of(contribution, ORIGIN, self.table.id, attempt), ORIGIN

    def say(self, user: str, text: str | None, reaction: e.Reaction | None = None) -> None:
        seat = next(iter(self.table.seats_of(user)), None)
        self.add(e.Said(self.now(), user, NAMES[user], seat, text, reaction))

    def deal(self) -> None:
        _, events = engine.start(self.table.game, self.seats, Chance(f"deal {self.name}"))
        self.add(e.Dealt(self.now(), tuple(events)))

    def move(self, seat: Seat | None = None, verb: str | None = None, *, shown: bool) -> None:
        """Let a seat that must decide choose at random, or by a verb if it can."""
        version, state = self.table.version, self.table.state
        assert state is not None
        chance = Chance(f"{self.name} {version}")
        mover = self.table.deciding[0] if seat is None else seat
        actions = engine.legal_actions(view_of(state, mover))
        verbs = sorted({action.verb for action in actions})
        liked = verb if verb in verbs else pick(chance, verbs)
        action = pick(chance, [action for action in actions if action.verb == liked])
        self._act(mover, action, shown=shown)

    def _act(self, seat: Seat, action: Action, *, shown: bool) -> None:
        version, state = self.table.version, self.table.state
        assert state is not None
        dice = Chance(f"dice {self.name} {version}")
        _, events = engine.play(state, seat, action, dice)
        self.add(e.Moved(self.now(), seat, action, tuple(events)), is_shown=shown)

    def moves(self, count: int) -> None:
        for _ in range(count):
            self.move(shown=False)

    def move_in_the_open(self) -> Seat:
        """Make a move that reveals nothing, so that it can be taken back; return whose it is."""
        for _ in range(200):
            state, seat = self.table.state, self.table.deciding[0]
            assert state is not None
            for action in engine.legal_actions(view_of(state, seat)):
                _, events = engine.play(state, seat, action, Chance("open"))
                if not reveals(state, seat, action, events):
                    self._act(seat, action, shown=True)
                    return seat
            self.move(shown=False)
        raise AssertionError("every move reveals something")


def stories() -> Iterator[Story]:
    """Tell all stories of games that come with Fogline."""
    yield _two_friends()
    yield _four_seats()
    yield _alone_with_a_bot()
    yield _never_started()
    yield _in_short()


def _two_friends() -> Story:
    story = Story(
        "two-friends",
        "san-francisco",
        (
            Viewer("owner", OWNER, 0),
            Viewer("other", OTHER, 1),
            Viewer("stranger", STRANGER),
            Viewer("spectator", None),
        ),
    )
    story.sit(0, OWNER, "ann-throws-some-dice")
    story.sit(1, OTHER, "bea-throws-some-dice")
    story.connected = frozenset({0})
    story.say(OTHER, 'Grüße aus <Łódź> & "Turku" \u2028')
    story.add(e.Starting(story.now()))
    story.add(e.Revealed(story.now(), 0, "ann-throws-some-dice"))
    story.add(e.StartFailed(story.now(), (1,), "another5ecre7" * 4))
    story.commit(0, "ann-throws-other-dice")
    story.commit(1, "bea-throws-other-dice")
    story.add(e.Starting(story.now()))
    story.add(e.Revealed(story.now(), 1, "bea-throws-other-dice"))
    story.add(e.Revealed(story.now(), 0, "ann-throws-other-dice"))
    story.connected = frozenset({0, 1})
    story.deal()
    story.move(1, shown=True)
    story.move(0, shown=True)
    story.moves(3)
    seat = story.move_in_the_open()
    move = story.table.version
    story.add(e.UndoAsked(story.now(), seat, move))
    story.add(e.UndoDeclined(story.now(), 1 - seat))
    seat = story.move_in_the_open()
    story.add(e.UndoAsked(story.now(), seat, story.table.version))
    story.add(e.UndoAgreed(story.now(), 1 - seat))
    story.add(e.Undone(story.now(), seat, 1))
    story.connected, story.away = frozenset({0}), frozenset({1})
    story.say(STRANGER, "hello from outside")
    story.say(STRANGER, None, "hello")
    story.add(e.Muted(story.now(), STRANGER, muted=True))
    for verb in ("claim", "tickets", "keep", "draw", "take"):
        story.move(verb=verb, shown=True)
    story.add(e.Muted(story.now(), STRANGER, muted=False))
    story.moves(20)
    story.add(e.Resigned(story.now(), 1, "easy"))
    story.add(e.Rematched(story.now(), "t_rematch"))
    story.say(OWNER, None, "well-played")
    story.add(e.Closed(story.now()))
    return story


def _four_seats() -> Story:
    story = Story(
        "four-seats",
        "old-west",
        (
            Viewer("owner", OWNER, 0),
            Viewer("other", OTHER, 1),
            Viewer("two seats, first", TWO_SEATS, 2),
            Viewer("two seats, second", TWO_SEATS, 3),
            Viewer("two seats, as a spectator", TWO_SEATS),
            Viewer("stranger", STRANGER),
            Viewer("spectator", None),
        ),
        options={"alvin": True},
        seats=4,
        scheme=2,
        clock=e.ClockRule("game", 600, 5),
    )
    story.sit(0, OWNER)
    story.add(e.Invited(story.now(), 1, OTHER, "Bea"))
    story.add(e.BotSeated(story.now(), 2, "hard", "Otis"))
    story.add(e.Vacated(story.now(), 2))
    story.sit(1, OTHER, "bea-throws-some-dice")
    story.sit(2, TWO_SEATS)
    story.sit(3, TWO_SEATS)
    story.add(e.Starting(story.now()))
    story.add(e.Revealed(story.now(), 1, "bea-throws-some-dice"))
    story.connected = frozenset({0, 1, 2, 3})
    story.deal()
    for seat in (2, 0, 3, 1):
        story.move(seat, shown=seat > 1)
    story.moves(4)
    story.add(e.Resumed(story.now(), 90_000))
    story.add(e.Left(story.now(), 1))
    story.add(e.HandedOver(story.now(), 1, "easy"))
    story.moves(5)
    story.add(e.Returned(story.now(), 1))
    for verb in ("claim", "move-alvin", "claim", "move-alvin"):
        story.move(verb=verb, shown=True)
    story.moves(20)
    story.connected, story.away = frozenset({0, 1}), frozenset({2, 3})
    story.add(e.OutOfTime(story.now(), story.table.deciding[0]))
    story.moves(5)
    story.add(e.Resigned(story.now(), 0, "medium"))
    story.moves(9)
    story.say(TWO_SEATS, "we have to go")
    story.add(e.Closed(story.now()))
    return story


def _alone_with_a_bot() -> Story:
    """A whole game."""
    story = Story(
        "alone-with-a-bot",
        "old-west",
        (Viewer("owner", OWNER, 0), Viewer("spectator", None)),
        options={"alvin": True},
        clock=e.ClockRule("move", 60),
    )
    story.sit(0, OWNER)
    story.add(e.BotSeated(story.now(), 1, "expert", "Pearl"))
    story.connected = frozenset({0})
    story.deal()
    story.move(0, shown=True)
    story.move(1, shown=False)
    while (story.move_in_the_open(), story.move_in_the_open()) != (0, 1):
        pass
    story.add(e.Undone(story.now(), 0, 2))
    while story.table.status == "playing":
        story.move(shown=len(story.moments) % 100 == 0)
    story.say(OWNER, "again?")
    return story


def _never_started() -> Story:
    story = Story(
        "never-started",
        "san-francisco",
        (Viewer("owner", OWNER, 0), Viewer("spectator", None)),
        seats=4,
        scheme=1,
        clock=e.ClockRule("move", 30),
    )
    story.sit(0, OWNER, "ann-throws-some-dice")
    story.sit(1, OTHER)
    story.add(e.Vacated(story.now(), 1))
    story.add(e.Closed(story.now()))
    return story


def _in_short() -> Story:
    """Some see sentences, and some do not want any."""
    story = Story(
        "in-short",
        "old-west",
        (
            Viewer("owner", OWNER, 0),
            Viewer("owner without words", OWNER, 0, words=False),
            Viewer("spectator", None),
            Viewer("spectator without words", None, words=False),
        ),
    )
    story.sit(0, OWNER)
    story.sit(1, OTHER)
    story.deal()
    for seat in (0, 1):
        story.move(seat, shown=True)
    for verb in ("draw", "draw", "claim", "claim"):
        story.move(verb=verb, shown=True)
    story.add(e.Resigned(story.now(), 0, "easy"))
    return story


def story_of_a_package(game: str) -> Story:
    """Tell a story of a rule that another package brings, with sentences in two languages."""
    story = Story(
        "of-a-package",
        game,
        (
            Viewer("owner", OWNER, 0),
            Viewer("owner in German", OWNER, 0, "de"),
            Viewer("spectator", None),
            Viewer("spectator in German", None, None, "de"),
            Viewer("owner without words in German", OWNER, 0, "de", words=False),
        ),
        scheme=1,
    )
    story.sit(0, OWNER, "ann-throws-some-dice")
    story.sit(1, OTHER)
    story.deal()
    story.move(0, shown=True)
    story.move(1, shown=False)
    for verb in ("draw", "draw", "claim", "claim", "claim"):
        story.move(verb=verb, shown=verb == "claim")
    story.moves(40)
    story.add(e.Resigned(story.now(), 0, "easy"))
    return story
