"""JSON by the faster library is the same as that of the standard library."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from fogline.saves import digest_of
from fogline.store.files import quick_digest
from tests.soak import amount

TEXTS = st.text(st.characters(codec="utf-8"))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inside: st.lists(inside) | st.dictionaries(TEXTS, inside),
)


@settings(max_examples=amount(50, 5_000), deadline=None, derandomize=True)
@given(PLAIN)
@example({"é": 1, "z": '\x00\x1f\x7f\x80 \n\t\b\f\r"\\/ é \u2028 \U0001f682', "": [], "Z": {}})
@example({"\U0001f682": 0, "\uffff": 1})
def test_the_quick_digest_is_that_of_saves(value: object) -> None:
    assert quick_digest(value) == digest_of(value)  # type: ignore[arg-type]
