"""Numbers as text."""

from __future__ import annotations


def minus(text: str) -> str:
    """Return the text with the typographic minus sign."""
    return text.replace("-", "−")


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign; zero is positive."""
    return minus(f"{round(value, digits) + 0.0:+,.{digits}f}")


def percent(share: float) -> str:
    """Return a share in percent with one digit."""
    return f"{100 * share:.1f} %"


def fine_percent(share: float) -> str:
    """Return a share in percent, with one more digit near 0 and 1, which it never rounds to."""
    if share in (0, 1):
        text = f"{share:.0%}"
    elif share < 0.00005:
        text = "< 0.01%"
    elif share > 0.99995:
        text = "> 99.99%"
    else:
        text = f"{share:.{1 if 0.01 <= share <= 0.99 else 2}%}"
    return text.replace("%", "\u202f%")
