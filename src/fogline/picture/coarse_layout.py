"""The coarse half of the layout: things that overlap push each other apart, all at once."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from fogline.picture.geometry import Box, Curve, Point
from fogline.picture.map_layout import Measures, Web

Body = tuple[float, float, float, int, float]
"""A disc: x, y, radius, its owner (a place, or a connection counted from -1 down), and where
along the connection it sits; for a place, 0 is its button and 1 a bead of its label."""


class CoarseLayout:
    """Places and connections as strings of discs that push each other apart.

    The classic position-based scheme: each overlap moves the points that carry the two discs,
    each in proportion to how much it carries; all moves of a round are applied together.
    """

    def __init__(
        self,
        web: Web,
        measures: Measures,
        at: Sequence[Point],
    ) -> None:
        self.at = list(at)
        self.home = list(at)
        self.joins = web.joins
        self.bends = [0.0] * len(web.joins)
        self.measures = measures
        self.labels: list[Box | None] = [None] * len(self.at)
        """The rectangle of each label, relative to its place."""
        self.least = [measures.shortest(connection.length) for connection in web.connections]
        self.half = [
            (len(connection.routes) - 1) * measures.lane / 2 + measures.space[1] / 2
            for connection in web.connections
        ]

    def round(self, anchor: float, stiffness: float) -> float:
        """Move everything once; return the sum of the overlaps."""
        moves = [[0.0, 0.0, 1e-9] for _ in self.at]
        bend_moves = [[0.0, 1e-9] for _ in self.joins]
        self._stretch(moves)
        bodies = self._bodies()
        total = 0.0
        for a, b in _near_pairs(bodies):
            total += self._part(a, b, moves, bend_moves)
        left, top, right, bottom = self.measures.frame
        for k, (dx, dy, weight) in enumerate(moves):
            step = stiffness / max(weight, 1.0)
            x, y = self.at[k]
            x += dx * step + (self.home[k][0] - x) * anchor
            y += dy * step + (self.home[k][1] - y) * anchor
            edge = 1.6 * self.measures.radius
            self.at[k] = (
                min(max(x, left + edge), right - edge),
                min(max(y, top + edge), bottom - edge),
            )
        for k, (move, weight) in enumerate(bend_moves):
            start, end = (self.at[i] for i in self.joins[k])
            most = 0.16 * math.dist(start, end)
            bend = 0.985 * self.bends[k] + move * stiffness / max(weight, 1.0)
            self.bends[k] = min(max(bend, -most), most)
        return total

    def _stretch(self, moves: list[list[float]]) -> None:
        """Lengthen routes that lack room for their spaces; shorten those that are far too long."""
        for (i, j), least in zip(self.joins, self.least, strict=True):
            dx, dy = self.at[j][0] - self.at[i][0], self.at[j][1] - self.at[i][1]
            long = math.hypot(dx, dy) or 1e-9
            short = 1.04 * least - long
            if short < 0:
                short = min(0.0, 1.25 * least - long) * 0.1
            push = short / long / 2
            weight = 1.0 if short > 0 else 0.1
            for k, sign in ((i, -1), (j, 1)):
                moves[k][0] += sign * dx * push
                moves[k][1] += sign * dy * push
                moves[k][2] += weight if short else 0.0

    def _bodies(self) -> list[Body]:
        measures = self.measures
        keep = 0.12 * measures.space[1] + 1.0
        bodies: list[Body] = []
        for k, (x, y) in enumerate(self.at):
            bodies.append((x, y, measures.radius + keep, k, 0.0))
            box = self.labels[k]
            if box is not None:
                radius = box.half_width + keep
                beads = max(2, math.ceil(box.half_length / box.half_width))
                for bead in range(beads):
                    along = (2 * bead / (beads - 1) - 1) * (box.half_length - box.half_width)
                    bodies.append((x + box.x + along, y + box.y, radius, k, 1.0))
        for e, (i, j) in enumerate(self.joins):
            curve = Curve(self.at[i], self.at[j], self.bends[e])
            inner = self.least[e] - 2 * measures.radius
            radius = self.half[e] + keep
            first = max((curve.length - inner) / 2 + self.half[e] * 0.7, 1.0)
            last = curve.length - first
            beads = max(2, math.ceil((last - first) / (0.9 * radius)) + 1)
            for bead in range(beads):
                t = curve.parameter(first + (last - first) * bead / (beads - 1))
                bodies.append((*curve.point(t), radius, -1 - e, t))
        return bodies

    def _part(
        self, a: Body, b: Body, moves: list[list[float]], bend_moves: list[list[float]]
    ) -> float:
        ax, ay, ar, owner_a, ta = a
        bx, by, br, owner_b, tb = b
        dx, dy = bx - ax, by - ay
        apart = math.hypot(dx, dy)
        deep = ar + br - apart
        if deep <= 0 or self._at_home(a, b) or self._at_home(b, a):
            return 0.0
        carried = [*self._carriers(owner_a, ta, -1.0), *self._carriers(owner_b, tb, 1.0)]
        shares: dict[int, float] = defaultdict(float)
        for place, share in carried:
            shares[place] += share
        dx, dy = (dx / apart, dy / apart) if apart > 1e-6 else (1.0, 0.0)
        lifts: list[tuple[int, float]] = []
        for owner, t, sign in ((owner_a, ta, -1.0), (owner_b, tb, 1.0)):
            if owner < 0:
                e = -1 - owner
                i, j = self.joins[e]
                across = math.dist(self.at[i], self.at[j]) or 1e-9
                normal_x = -(self.at[j][1] - self.at[i][1]) / across
                normal_y = (self.at[j][0] - self.at[i][0]) / across
                lifts.append((e, sign * 4 * t * (1 - t) * (normal_x * dx + normal_y * dy)))
        denominator = sum(s * s for s in shares.values()) + sum(0.5 * g * g for _, g in lifts)
        scale = deep / max(denominator, 0.2)
        for place, share in shares.items():
            move = moves[place]
            move[0] += dx * share * scale
            move[1] += dy * share * scale
            move[2] += abs(share)
        for e, lift in lifts:
            bend_moves[e][0] += 0.5 * lift * scale
            bend_moves[e][1] += abs(lift)
        return deep

    def _at_home(self, place: Body, track: Body) -> bool:
        """Return whether a track only touches the button at its own end."""
        return place[3] >= 0 > track[3] and not place[4] and place[3] in self.joins[-1 - track[3]]

    def _carriers(self, owner: int, t: float, sign: float) -> tuple[tuple[int, float], ...]:
        if owner >= 0:
            return ((owner, sign),)
        i, j = self.joins[-1 - owner]
        return ((i, sign * (1 - t)), (j, sign * t))


def _near_pairs(bodies: list[Body]) -> list[tuple[Body, Body]]:
    """Find the pairs of overlapping discs with a grid."""
    cell = 2 * max(body[2] for body in bodies)
    grid: dict[tuple[int, int], list[Body]] = defaultdict(list)
    pairs: list[tuple[Body, Body]] = []
    for body in bodies:
        column, row = int(body[0] // cell), int(body[1] // cell)
        x, y, radius, owner, _ = body
        for c in (column - 1, column, column + 1):
            for r in (row - 1, row, row + 1):
                for other in grid.get((c, r), ()):
                    reach = radius + other[2]
                    if (
                        owner != other[3]
                        and abs(x - other[0]) < reach
                        and abs(y - other[1]) < reach
                    ):
                        pairs.append((other, body))
        grid[column, row].append(body)
    return pairs
