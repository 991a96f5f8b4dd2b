"""Whatever is in a file, reading it gives a board or a `BoardError`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fogline.boards import (
    BoardError,
    Severity,
    builtin_board,
    builtin_boards,
    colours_outside,
    parse_board,
)
from fogline.core.cards import COLOURS

TEXTS = [builtin_board(name).text for name in builtin_boards()]
SCRAPS = [
    *("", "\n", '"', "'", '"""', "'''", "[", "]", "[[", "]]", "{", "}", "{}", "=", ",", ".", "#"),
    *("\\", "\r", "\t", "\0", "\x1b", "é", "–", "\ud800", "\U0001f309", "true", "false", "-1", "0"),
    *("1.5", "nan", "inf", "0xff", "1_0", str(10**40), "9" * 5000, "1979-05-27", "07:32:00"),
    *("gray", "red", "wild", '"Seattle"', '"Alcatraz"', "length", "tracks", "between = ["),
    *(
        "places = 1\n",
        "[marks]\n",
        "[[routes]]\n",
        "[rules.alvin]\n",
        "a.b.c = 1\n",
        "x = [[[]]]\n",
    ),
]


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """Cut, copy and scribble in the text of a board."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 60)))
        source = draw(st.integers(0, len(text)))
        copy = text[source : source + 40]
        scrap = draw(st.sampled_from([copy, *SCRAPS]) | st.text(max_size=8))
        text = text[:start] + scrap + text[end:]
    return text


def read(text: str) -> None:
    try:
        board_file = parse_board(text, "fuzz.toml")
    except BoardError as error:
        problems = error.problems
        fails = True
    else:
        problems = board_file.warnings + colours_outside(board_file, COLOURS)
        fails = False
        assert parse_board(board_file.text, "fuzz.toml") == board_file
    assert any(problem.severity is Severity.ERROR for problem in problems) == fails
    for problem in problems:
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1
        assert str(problem).isprintable()


@settings(deadline=None)
@given(mutated_texts())
def test_mutated_boards(text: str) -> None:
    read(text)


@settings(deadline=None)
@given(st.text(st.sampled_from("ab1.=\"'[]{},#\\\n \r") | st.characters(), max_size=60))
def test_any_text(text: str) -> None:
    read(text)


VALUES = st.recursive(
    st.sampled_from(
        ["1", "true", "-7", "2.5", "1979-05-27", "'Pier 39'", '"Sunset"', '"red"', "{}"]
    ),
    lambda inner: st.lists(inner, max_size=4).map(lambda values: f"[{', '.join(values)}]"),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.data())
def test_values_of_the_wrong_kind(data: st.DataObject) -> None:
    """Every key in turn gets a value that may be of any type."""
    text = data.draw(st.sampled_from(TEXTS))
    rows = text.split("\n")
    row = data.draw(st.sampled_from([at for at, row in enumerate(rows) if " = " in row]))
    head, equals, tail = rows[row].partition(
        data.draw(st.sampled_from(["length = ", "tracks = ", "points = ", "between = ", " = "]))
    )
    end = min((at for at in map(tail.rfind, (", ", " }")) if at >= 0), default=len(tail))
    rows[row] = head + equals + data.draw(VALUES) + tail[end:]
    read("\n".join(rows))
