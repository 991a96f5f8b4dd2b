"""The learning curve as a picture: `python curve.py curve.csv curve.svg`."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "fogline"  # the same points give the same file

from matplotlib import pyplot as plt  # noqa: E402

_WINS = " wins"
"""How the headings of the columns to draw end; before it stands the bot."""


def draw(points: Path, picture: Path) -> None:
    """Draw the share of wins against every bot over the decisions learnt from."""
    with points.open(newline="") as file:
        rows = list(csv.DictReader(file))
    steps = [float(row["decisions"]) / 1e6 for row in rows]
    minutes = float(rows[-1]["processor minutes"])
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for heading in rows[0]:
        if heading.endswith(_WINS):
            wins = [100 * float(row[heading]) for row in rows]
            axes.plot(steps, wins, label=heading.removesuffix(_WINS), linewidth=1.8)
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":")
    axes.set(
        xlabel=f"decisions learnt from, millions ({minutes:.1f} min of one core in all)",
        ylabel="games won, %",
        title="San Francisco, two players: masked PPO against each bot",
        xlim=(0, max(steps)),
        ylim=(0, 101),
    )
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.savefig(picture, metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
