"""The finder of lines in a TOML text."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogline.boards import builtin_board, builtin_boards
from fogline.boards.lines import Lines, Way, tokenize

TRICKY = '''\
# places = ["no"]
title = "a # no comment [ { ] }"   # a comment with "quotes' and ] brackets
"quoted key" = 'C:\\path\\' # '
text = """
[not.a.table]
places = ["no"] \\""" still inside ""
"""""
raw = \'\'\'
it's "[[raw]]"
\'\'\'
"esc\\u0061ped".inner = 1.5e3
when = 1979-05-27 07:32:00.25
empty = []
places = [ # [
  "one", "two",
  # "none",
  "th]ree"
  ,
  """fo
ur""", "five",
]
nested = [[1, [2,
  3]], { a.b = [
  4], c = "}" }]
[ table . "dotted.key" ]
key = 1
[[list]]
x = 1
[[list]]
x = 2
[list.sub]
y = 3
[[list.deep]]
z = 4
[[list.deep]]
z = 5
'''


def ways(value: object, way: Way = ()) -> Iterator[Way]:
    """List the ways to all values of a document."""
    if way:
        yield way
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ways(inner, (*way, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ways(inner, (*way, index))


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (("title",), 2),
        (("quoted key",), 3),
        (("text",), 4),
        (("raw",), 8),
        (("escaped",), 11),
        (("escaped", "inner"), 11),
        (("when",), 12),
        (("empty",), 13),
        (("places",), 14),
        (("places", 0), 15),
        (("places", 1), 15),
        (("places", 2), 17),
        (("places", 3), 19),
        (("places", 4), 20),
        (("nested", 0, 0), 22),
        (("nested", 0, 1, 0), 22),
        (("nested", 0, 1, 1), 23),
        (("nested", 1), 23),
        (("nested", 1, "a", "b"), 23),
        (("nested", 1, "a", "b", 0), 24),
        (("nested", 1, "c"), 24),
        (("table",), 25),
        (("table", "dotted.key", "key"), 26),
        (("list",), 27),
        (("list", 0, "x"), 28),
        (("list", 1), 29),
        (("list", 1, "x"), 30),
        (("list", 1, "sub", "y"), 32),
        (("list", 1, "deep", 0, "z"), 34),
        (("list", 1, "deep", 1), 35),
        (("list", 1, "deep", 1, "z"), 36),
    ],
)
def test_tricky_text(way: Way, line: int) -> None:
    assert Lines(tokenize(TRICKY)).of(way) == line


def test_what_is_missing_has_the_line_of_what_should_contain_it() -> None:
    lines = Lines(tokenize(TRICKY))
    assert lines.of(("places", 9)) == 14
    assert lines.of(("list", 1, "sub", "none", "at all")) == 31
    assert lines.of(("none",)) is None
    assert lines.of(()) is None


@pytest.mark.parametrize("text", [TRICKY, *(builtin_board(name).text for name in builtin_boards())])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_value_has_its_own_line(text: str, newline: str) -> None:
    lines = Lines(tokenize(text.replace("\n", newline)))
    expected = set(ways(tomllib.loads(text)))
    assert set(lines._lines) == expected


@pytest.mark.parametrize("board_id", builtin_boards())
def test_the_lines_of_a_board_say_what_they_should(board_id: str) -> None:
    text = builtin_board(board_id).text
    rows = text.split("\n")
    lines = Lines(tokenize(text))
    document = tomllib.loads(text)
    for index, place in enumerate(document["places"]):
        assert rows[(lines.of(("places", index)) or 0) - 1].strip() == f'"{place}",'
    for array in ("routes", "tickets"):
        for index, entry in enumerate(document[array]):
            row = rows[(lines.of((array, index)) or 0) - 1]
            assert tomllib.loads(f"x = {row.strip().rstrip(',')}")["x"] == entry


VALUES = st.recursive(
    st.sampled_from(
        ["1", "-2.5", "1979-05-27 07:32:00", "'#]'", '"{\\""', "{}", "{ a.b = [1], c = 2 }"]
    ),
    lambda inner: st.lists(inner, max_size=4).map(lambda values: "[" + ", #,\n".join(values) + "]"),
    max_leaves=8,
)


@given(
    st.lists(st.sampled_from(["a", "b", "'c d'", '"\\u0065"']), min_size=1, max_size=3), st.data()
)
def test_every_value_that_toml_sees_has_a_line(keys: list[str], data: st.DataObject) -> None:
    rows = []
    for key in keys:
        value = data.draw(VALUES)
        rows.append(data.draw(st.sampled_from([f"{key} = {value}", f"[{key}]", f"[[{key}]]"])))
        rows.append(data.draw(st.sampled_from(["", "# [", f"x.{key} = {{ y = {value} }}", "\r"])))
    text = "\n".join(rows)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(Lines(tokenize(text))._lines) == set(ways(document))
