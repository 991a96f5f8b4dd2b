"""Every mistake in a board file is reported, with its line and with what was expected."""

import pickle
from pathlib import Path
from textwrap import dedent

import pytest

import fogline.boards
from fogline.boards import (
    BoardError,
    BoardFile,
    BoardProblem,
    Severity,
    colours_outside,
    parse_board,
    read_board,
)
from fogline.core.cards import Card

GOOD = """\
schema = 1
id = "two-hills"
name = "Two Hills"
route_points = { 1 = 1, 2 = 2, 3 = 4 }
places = [
  "East Hill",
  "Harbour",
  "West Hill",
]
routes = [
  { between = ["East Hill", "Harbour"], length = 2, tracks = ["gray"], ferries = 1 },
  { between = ["Harbour", "West Hill"], length = 1, tracks = ["red", "blue"] },
]
tickets = [
  { between = ["East Hill", "West Hill"], points = 3 },
  { between = ["Harbour", "East Hill"], points = 2 },
]
[marks]
alvin = ["Harbour"]
[game]
rules = "old-west"
[rules.alvin]
points = 10
"""


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def problems_of(text: str) -> list[str]:
    with pytest.raises(BoardError) as caught:
        parse_board(text, "hills.toml")
    return str(caught.value).splitlines()


def test_the_good_board_is_good() -> None:
    board_file = parse_board(GOOD, "hills.toml")
    assert board_file.warnings == ()
    assert board_file.text == GOOD
    assert board_file.credit == ""
    assert board_file.game == {"rules": "old-west"}
    assert board_file.rules == {"alvin": {"points": 10}}
    assert board_file.path is None
    assert [route.id for route in board_file.board.routes] == [
        "east-hill/harbour",
        "harbour/west-hill#1",
        "harbour/west-hill#2",
    ]
    assert [ticket.id for ticket in board_file.board.tickets] == [
        "east-hill/west-hill",
        "east-hill/harbour",
    ]


def test_the_example_in_the_documentation_is_good() -> None:
    example = dedent(str(fogline.boards.__doc__).partition("by hand:\n")[2])
    board_file = parse_board(example, "example.toml")
    assert board_file.board.id == "two-hills"
    assert board_file.warnings == ()


EAST = '{ between = ["East Hill", "Harbour"], length = 2, tracks = ["gray"], ferries = 1 }'
WEST = '{ between = ["Harbour", "West Hill"], length = 1, tracks = ["red", "blue"] }'
TICKET = '{ between = ["Harbour", "East Hill"], points = 2 }'
COLOURS = "red, orange, yellow, green, blue, purple, black, white, gray"
KEYS = "schema, id, name, route_points, places, routes, tickets, credit, marks, game, rules"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        # TOML itself.
        ("schema = 1", "schema = ", "1: error: not TOML: Invalid value"),
        ('"Harbour",\n  "West', '"Harbour"\n  "West', "8: error: not TOML: Unclosed array"),
        ("points = 10", 'points = """10', "23: error: not TOML: "),
        ("points = 10", "points = [10", "24: error: not TOML: "),
        # Keys.
        ("[rules", "[ruler", 'unknown key "ruler"; did you mean "rules"?'),
        ('id = "', 'qqqq = 1\nid = "', f'2: error: unknown key "qqqq"; expected one of {KEYS}'),
        ('name = "Two Hills"\n', "", 'missing key "name"'),
        ("length = 1,", "lenght = 1, length = 1,", 'unknown key "lenght" in route 2'),
        ("length = 1, ", "", '12: error: missing key "length" in route 2'),
        (", points = 2", "", '16: error: missing key "points" in ticket 2'),
        # Types.
        ("schema = 1", 'schema = "1"', '1: error: schema is "1"; expected a whole number: 1'),
        ("schema = 1", "schema = true", "1: error: schema is true; expected a whole number: 1"),
        ("schema = 1", "schema = 2", "1: error: schema is 2; expected a whole number: 1"),
        ("schema = 1", "schema = 1.0", "1: error: schema is 1.0; expected a whole number: 1"),
        ('"Two Hills"', "2", "3: error: name is 2; expected a string"),
        ('"Two Hills"', "2020-02-02", "3: error: name is a date; expected a string"),
        (
            '"two-hills"',
            '"Two Hills"',
            '2: error: id is "Two Hills"; expected one like "two-hills"',
        ),
        ('"two-hills"', '"?"', '2: error: id is "?"; expected one like "old-west"'),
        ('name = "', 'credit = 1\nname = "', "3: error: credit is 1; expected a string"),
        ("{ 1 = 1, 2 = 2, 3 = 4 }", "[1]", "4: error: route_points is an array of 1; expected a T"),
        ("{ 1 = 1, 2 = 2, 3 = 4 }", "{}", "4: error: route_points is empty; expected points by l"),
        (
            "3 = 4",
            "3 = true",
            "4: error: route_points.3 is true; expected a whole number: 0 to 1000",
        ),
        ("3 = 4", "3 = -1", "4: error: route_points.3 is -1; expected a whole number: 0 to 1000"),
        ("3 = 4", "03 = 4", '4: error: "03" in route_points is no length; expected a whole number'),
        ("3 = 4", "long = 4", '4: error: "long" in route_points is no length; expected a whole n'),
        (EAST, "7", "11: error: route 1 is 7; expected a TOML table"),
        (TICKET, '"x"', '16: error: ticket 2 is "x"; expected a TOML table'),
        ("length = 1", "length = true", "12: error: length of route 2 is true; expected a whole n"),
        ("length = 1", 'length = "1"', '12: error: length of route 2 is "1"; expected a whole num'),
        ('["red", "blue"]', '"red"', '12: error: tracks of route 2 is "red"; expected an array'),
        ('"red"', "1", "12: error: track 1 of route 2 is 1; expected a string"),
        ('["gray"]', "{}", "11: error: tracks of route 1 is a TOML table; expected an array"),
        ("ferries = 1", "ferries = 1.5", "11: error: ferries of route 1 is 1.5; expected a whole"),
        ("points = 2", "points = false", "16: error: points of ticket 2 is false; expected a who"),
        ('["Harbour", "East Hill"]', "1", "16: error: between of ticket 2 is 1; expected an arr"),
        ('["Harbour", "East Hill"]', "[1, 2]", "entry 2 of between of ticket 2 is 2; expected a"),
        (
            '["Harbour", "East Hill"]',
            '["Harbour"]',
            "between of ticket 2 is an array of 1; expecte",
        ),
        ('alvin = ["Harbour"]', "alvin = 1", "19: error: marks.alvin is 1; expected an array"),
        ('alvin = ["Harbour"]', "alvin = [1]", "19: error: entry 1 of marks.alvin is 1; expected"),
        (
            "[rules.alvin]\npoints",
            "[rules]\nalvin",
            "23: error: rules.alvin is 10; expected a TOML",
        ),
        ('[game]\nrules = "old-west"', "[[game]]", "20: error: game is an array of 1; expected a"),
        # Places.
        ('  "Harbour",\n', "  7,\n", "7: error: place 2 is 7; expected a string"),
        ('  "Harbour",\n', '  " Harbour",\n', '7: error: place 2 is " Harbour"; expected 1 to 60 '),
        (
            '  "Harbour",\n',
            '  "\\u001b[2J",\n',
            '7: error: place 2 is "\\x1b[2J"; expected 1 to 60',
        ),
        ('  "Harbour",\n', '  "–",\n', '7: error: place 2 is "–"; expected a letter from a to z o'),
        (
            '  "West Hill",\n',
            '  "West Hill",\n  "Harbour",\n',
            '9: error: place 4 is "Harbour" again, as on line 7; expected another name',
        ),
        (
            '  "West Hill",\n',
            '  "West Hill",\n  "Harbour!",\n',
            '9: error: place 4 is "Harbour!" but "Harbour" has the same id harbour, as on line 7;'
            " expected another name",
        ),
        (
            '  "East Hill",\n  "Harbour",\n  "West Hill",\n',
            '  "East Hill",\n',
            "5: error: places is an array of 1; expected 2 to 200",
        ),
        # Routes.
        (
            "length = 1",
            "length = 0",
            "12: error: length of route 2 is 0; expected a whole number: 1",
        ),
        ("length = 1", "length = -1", "12: error: length of route 2 is -1; expected a whole numb"),
        (
            "length = 1",
            f"length = {10**30}",
            "12: error: length of route 2 is a number of many digits; expected",
        ),
        (
            "length = 1",
            "length = 4",
            "12: error: length of route 2 is 4, which has no entry in route_points;"
            " expected one of 1, 2, 3",
        ),
        (
            '["Harbour", "West Hill"], l',
            '["Harbor", "West Hill"], l',
            '12: error: route 2 has the unknown place "Harbor"; did you mean "Harbour"?',
        ),
        (
            '["Harbour", "West Hill"], l',
            '["harbour", "West Hill"], l',
            '12: error: route 2 has the unknown place "harbour"; did you mean "Harbour"?',
        ),
        (
            '["Harbour", "West Hill"], l',
            '["Xyzzy", "West Hill"], l',
            '12: error: route 2 has the unknown place "Xyzzy";'
            " expected one of East Hill, Harbour, West Hill",
        ),
        (
            '["Harbour", "West Hill"], l',
            '["Harbour", "Harbour"], l',
            '12: error: route 2 joins "Harbour" to itself; expected two places',
        ),
        (
            f"{WEST},",
            f'{WEST},\n{{ between = ["Harbour", "East Hill"], length = 1, tracks = ["red"] }},',
            "13: error: route 3 joins the same places as route 1 on line 11; expected each pair",
        ),
        ('["red", "blue"]', "[]", "12: error: tracks of route 2 is an array of 0; expected 1 to 3"),
        (
            '["red", "blue"]',
            '["red", "blue", "gray", "gray"]',
            "12: error: tracks of route 2 is an array of 4; expected 1 to 3",
        ),
        (
            '"blue"',
            '"grey"',
            '12: error: track 2 of route 2 has the unknown colour "grey"; did you mean "gray"?',
        ),
        (
            '"blue"',
            '"wild"',
            f'track 2 of route 2 has the unknown colour "wild"; expected one of {COLOURS}',
        ),
        (
            "ferries = 1",
            "ferries = 3",
            "11: error: ferries of route 1 is 3; expected at most its l",
        ),
        ("ferries = 1", "ferries = -1", "11: error: ferries of route 1 is -1; expected a whole nu"),
        # Tickets.
        (
            '["Harbour", "East Hill"]',
            '["Harbour", "East Hil"]',
            '16: error: ticket 2 has the unknown place "East Hil"; did you mean "East Hill"?',
        ),
        (
            '["Harbour", "East Hill"]',
            '["Harbour", "Harbour"]',
            '16: error: ticket 2 joins "Harbour" to itself; expected two places',
        ),
        (
            '["Harbour", "East Hill"]',
            '["West Hill", "East Hill"]',
            "16: error: ticket 2 joins the same places as ticket 1 on line 15; expected each pair",
        ),
        ("points = 2", "points = 0", "16: error: points of ticket 2 is 0; expected a whole number"),
        (
            f"  {EAST},\n",
            "",
            "14: error: ticket East Hill – West Hill cannot be completed: no routes join its two",
        ),
        # Marks.
        (
            'alvin = ["Harbour"]',
            'alvin = ["Harbuor"]',
            '19: error: marks.alvin has the unknown place "Harbuor"; did you mean "Harbour"?',
        ),
        (
            'alvin = ["Harbour"]',
            'alvin = ["Harbour",\n  "Harbour"]',
            '20: error: marks.alvin has "Harbour" again; expected it once',
        ),
    ],
)
def test_each_problem(old: str, new: str, problem: str) -> None:
    found = problems_of(changed(old, new))
    assert any(line.startswith("hills.toml:") and problem in line for line in found), found


def test_a_single_mistake_gives_a_single_error() -> None:
    """What follows from a mistake is not reported as another one."""
    for old, new in [
        ('["Harbour", "West Hill"], l', '["Harbor", "West Hill"], l'),
        ("length = 1, ", ""),
        ("length = 1", "length = 0"),
        ("3 = 4", "3 = true"),
        ('["red", "blue"]', "[]"),
        ("route_points = { 1 = 1, 2 = 2, 3 = 4 }\n", ""),
        ('  "East Hill",\n  "Harbour",\n  "West Hill",\n', '  "East Hill",\n'),
        ('  "West Hill",\n', '  "West Hill",\n  "Harbour",\n'),
    ]:
        errors = [line for line in problems_of(changed(old, new)) if ": error: " in line]
        assert len(errors) == 1, errors


def test_several_problems_are_reported_in_the_order_of_the_file() -> None:
    text = GOOD.replace("schema = 1", "schema = 9").replace('"blue"', '"blu"')
    text = text.replace("points = 2", "points = 0").replace('alvin = ["', 'alvin = ["X')
    text = text.replace("ferries = 1", "ferries = 5").replace('name = "Two Hills"\n', "")
    assert problems_of(text) == [
        'hills.toml: error: missing key "name"',
        "hills.toml:1: error: schema is 9; expected a whole number: 1",
        "hills.toml:10: error: ferries of route 1 is 5; expected at most its length, 2",
        'hills.toml:11: error: track 2 of route 2 has the unknown colour "blu";'
        ' did you mean "blue"?',
        "hills.toml:15: error: points of ticket 2 is 0; expected a whole number: 1 to 1000",
        'hills.toml:18: error: marks.alvin has the unknown place "XHarbour";'
        ' did you mean "Harbour"?',
    ]


def test_an_empty_text_misses_every_key() -> None:
    assert problems_of("") == [
        f'hills.toml: error: missing key "{key}"'
        for key in ("schema", "id", "name", "route_points", "places", "routes", "tickets")
    ]


def test_a_place_no_route_touches_is_a_warning() -> None:
    text = changed('  "West Hill",\n', '  "West Hill",\n  "Island",\n')
    assert parse_board(text, "hills.toml").warnings == (
        BoardProblem("hills.toml", 9, "no route touches Island", Severity.WARNING),
    )


def test_a_ticket_worth_other_than_its_shortest_path_is_a_warning() -> None:
    board_file = parse_board(changed("points = 2", "points = 5"), "hills.toml")
    assert [str(warning) for warning in board_file.warnings] == [
        "hills.toml:16: warning: ticket Harbour – East Hill is worth 5,"
        " but its shortest path has 2 spaces"
    ]


def test_warnings_come_with_the_errors() -> None:
    text = changed('  "West Hill",\n', '  "West Hill",\n  "Island",\n')
    text = text.replace("schema = 1", "schema = 2")
    assert [line.split(": ")[1] for line in problems_of(text)] == ["error", "warning"]


def test_lines_hold_in_a_spread_out_layout() -> None:
    text = changed(
        EAST,
        '# routes = [ "not this"\n{ between = ["East Hill", # ] }\n  "Harbor"], length = 2,'
        " tracks = [\n\"gray\", 'rde',\n] }",
    )
    assert problems_of(text) == [
        'hills.toml:13: error: route 1 has the unknown place "Harbor"; did you mean "Harbour"?',
        'hills.toml:14: error: track 2 of route 1 has the unknown colour "rde";'
        ' did you mean "red"?',
    ]


def test_routes_may_be_written_as_tables() -> None:
    text = GOOD.replace(f"  {EAST},\n  {WEST},\n", "").replace("routes = [\n]\n", "")
    text += """
[[routes]]
between = ["East Hill", "Harbour"]
length = 2
tracks = ["gray"]
[[routes]]
between = ["Harbour", "West Hill"]
length = 1
tracks = ["red"]
"""
    assert len(parse_board(text, "hills.toml").board.routes) == 2
    assert problems_of(text.replace('["red"]', '["rod"]')) == [
        'hills.toml:28: error: track 1 of route 2 has the unknown colour "rod"; did you mean "red"?'
    ]


def many(count: int, entry: str) -> str:
    return "".join(f"  {entry.format(number)},\n" for number in range(count))


def test_limits() -> None:
    places = changed('  "West Hill",\n', '  "West Hill",\n' + many(198, '"P{}"'))
    assert problems_of(places) == [
        "hills.toml:5: error: places is an array of 201; expected 2 to 200"
    ]
    tickets = changed(f"  {TICKET},\n", f"  {TICKET},\n" * 400)
    assert problems_of(tickets) == [
        "hills.toml:14: error: tickets is an array of 401; expected 0 to 400"
    ]
    routes = changed(f"  {WEST},\n", f"  {WEST},\n" * 500)
    assert problems_of(routes) == [
        "hills.toml:10: error: routes is an array of 501; expected 1 to 500"
    ]


def test_at_most_500_tracks() -> None:
    names = [f"P{number}" for number in range(20)]
    pairs = [(a, b) for a in names for b in names if a < b][:170]
    text = changed('  "West Hill",\n', '  "West Hill",\n' + many(20, '"P{}"')).replace(
        f"  {WEST},\n",
        f"  {WEST},\n"
        + "".join(
            f'  {{ between = ["{a}", "{b}"], length = 1, tracks = ["red", "red", "red"] }},\n'
            for a, b in pairs
        ),
    )
    assert problems_of(text) == [
        "hills.toml:30: error: routes has 513 tracks; expected at most 500"
    ]


def test_an_unknown_place_among_many_lists_none() -> None:
    text = changed('  "West Hill",\n', '  "West Hill",\n' + many(20, '"P{}"'))
    text = text.replace('alvin = ["Harbour"]', 'alvin = ["Xyzzy"]')
    assert problems_of(text)[-1].endswith(
        'the unknown place "Xyzzy"; none of the 23 known ones comes close'
    )


def test_a_flood_of_errors_is_cut_off() -> None:
    found = problems_of("".join(f"key{number} = 1\n" for number in range(200)))
    assert len(found) == 101
    assert found[-1] == "hills.toml: error: more than 100 errors; the rest is not shown"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\nx = " + "[" * 100_000, 2),
        ("x = 1\n" + ".".join("a" * 100_000) + " = 1", 2),
        ("[" + ".".join("a" * 100_000) + "]", 1),
        ("x = " + "9" * 5000, 1),
    ],
)
def test_overgrown_texts_are_refused_quickly(text: str, line: int) -> None:
    assert problems_of(text) == [
        f"hills.toml:{line}: error: too deep or too long;"
        " expected at most 16 levels and 500 characters without quotes"
    ]


def test_too_large(tmp_path: Path) -> None:
    text = GOOD + "#" * 1024 * 1024
    message = "error: too large; expected at most 1,048,576 bytes"
    assert problems_of(text) == [f"hills.toml: {message}"]
    path = tmp_path / "large.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match=message):
        read_board(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BoardError) as missing:
        read_board(tmp_path / "none.toml")
    (problem,) = missing.value.problems
    assert problem.file == str(tmp_path / "none.toml")
    assert problem.message.startswith("cannot be read: ")
    with pytest.raises(BoardError, match="cannot be read: "):
        read_board(tmp_path)


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(GOOD.replace("Harbour", "Häfen").encode("latin-1"))
    with pytest.raises(BoardError) as caught:
        read_board(path)
    assert str(caught.value) == f"{path}:7: error: not a text in UTF-8"
    assert problems_of('\nname = "\udc80"') == ["hills.toml:2: error: not a text in Unicode"]


def test_files_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    text = changed("points = 2", "points = 5").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [warning.line for warning in read_board(path).warnings] == [16]


def test_colours_outside_the_deck() -> None:
    board_file: BoardFile = parse_board(changed('"red", ', '"red",\n'), "hills.toml")
    assert colours_outside(board_file, [Card.RED, Card.BLUE]) == ()
    assert [str(problem) for problem in colours_outside(board_file, {Card.WILD, Card.RED})] == [
        "hills.toml:13: error: track 2 of route 2 is blue; expected a colour of the deck: red, wild"
    ]


def test_errors_travel_between_processes() -> None:
    error = BoardError([BoardProblem("hills.toml", 3, "wrong")])
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - it was made on the line itself
    assert copy.problems == error.problems
    assert str(copy) == "hills.toml:3: error: wrong"
