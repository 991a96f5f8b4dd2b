"""From many games to a picture: what the points of two bots come from.

python examples/games/points.py points.png

It needs more than Fogline alone: pip install 'fogline[arena]' polars matplotlib
"""

import sys
import tempfile
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from fogline import define
from fogline.arena import RecordFiles, simulate

NUM = 500
SEATS = 2
KINDS = ["routes", "tickets", "failed_tickets", "tourist_tokens"]
INKS = ["#23596b", "#5b8a72", "#a4432a", "#f0b45c"]

# 1. Play. On the command line this is: fogline simulate san-francisco --out games.parquet …
folder = Path(tempfile.mkdtemp())
records = RecordFiles(folder / "games.parquet")
simulate(define("san-francisco"), ["planner", "greedy"], NUM, seed=1, records=records)

# 2. Read. A row is a game, with columns for each seat; docs/records.md has them all.
games = pl.read_parquet(folder / "games.parquet")

# 3. Ask: the mean of each kind of points, for each bot.
means = {
    games[f"bot_{seat}"][0]: games.select(f"{kind}_points_{seat}" for kind in KINDS).mean().row(0)
    for seat in range(SEATS)
}
for bot, points in means.items():
    told = ", ".join(f"{kind} {value:.1f}" for kind, value in zip(KINDS, points, strict=True))
    print(f"{bot}: {told}")

# 4. Draw: bars side by side, a colour for each kind, losses below the line.
figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
for number, (kind, ink) in enumerate(zip(KINDS, INKS, strict=True)):
    places = [seat + (number - 1.5) * 0.2 for seat in range(SEATS)]
    values = [points[number] for points in means.values()]
    axes.bar(places, values, width=0.18, color=ink, label=kind.replace("_", " "))
axes.axhline(0, color="#333333", linewidth=0.8)
axes.set_xticks(range(SEATS), means)
axes.set_ylabel("points a game")
axes.set_title(f"What points come from, {NUM} games of San Francisco", loc="left")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False)
target = Path(sys.argv[1] if len(sys.argv) > 1 else "points.png")
figure.savefig(target, dpi=120)
print("drawn to", target.name)
