"""The fine half of the layout: small trial moves, judged by the exact overlaps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from fogline.picture.collisions import Kind, crossing, outside
from fogline.picture.geometry import Box, Curve, Point, bar, depth, disc
from fogline.picture.lettering import line_breaks
from fogline.picture.map_layout import (
    WINDS,
    Measures,
    PlaceLabel,
    Web,
    label_box,
    lanes,
    track_boxes,
)

Piece = tuple[Kind, Box, float]
_DIRECTIONS = [(math.cos(k * math.tau / 8), math.sin(k * math.tau / 8)) for k in range(8)]
_CROSSING = 3000.0
_OVERLAP = 60.0
_TOUCH = -0.4
"""A gap this small counts as an overlap, so that rounding cannot cause one."""
_SOLID = (Kind.SPACE, Kind.LABEL)


class FineLayout:
    """A layout with the cost of each part, which trial moves try to lower."""

    def __init__(
        self,
        web: Web,
        measures: Measures,
        at: Sequence[Point],
        home: Sequence[Point],
        bends: Sequence[float],
    ) -> None:
        self.measures = measures
        self.at, self.home, self.bends = list(at), list(home), list(bends)
        self.connections, self.joins = web.connections, web.joins
        self.choices = [
            [PlaceLabel(wind, lines) for lines in line_breaks(name) for wind in WINDS]
            for name in web.names
        ]
        self.labels = [choices[0] for choices in self.choices]
        self.count = len(web.names)
        self.hits = 0
        """The number of overlaps found since this was last set to 0."""
        owners = self.count + len(self.joins)
        self.touching: list[list[int]] = [[] for _ in web.names]
        for e, join in enumerate(self.joins):
            for k in join:
                self.touching[k].append(self.count + e)
        self.curves = [Curve((0.0, 0.0), (1.0, 0.0), 0.0) for _ in self.joins]
        self.pieces: list[list[Piece]] = [[] for _ in range(owners)]
        self.bounds: list[tuple[float, float, float, float]] = [(0.0, 0.0, 0.0, 0.0)] * owners
        for owner in range(owners):
            self._build(owner)

    def _build(self, owner: int) -> None:
        measures = self.measures
        boxes: list[tuple[Kind, Box]]
        if owner < self.count:
            boxes = [
                (Kind.PLACE, disc(self.at[owner], measures.radius)),
                (Kind.LABEL, label_box(self.at[owner], self.labels[owner], measures)),
            ]
        else:
            e = owner - self.count
            i, j = self.joins[e]
            curve = self.curves[e] = Curve(self.at[i], self.at[j], self.bends[e])
            boxes = []
            for route, lane in lanes(self.connections[e], measures):
                spaces = list(track_boxes(curve, route, lane, measures))
                boxes += [(Kind.SPACE, box) for box in spaces]
                first, last = spaces[0], spaces[-1]
                boxes.append((Kind.RAIL, bar(self.at[i], (first.x, first.y), 2.0)))
                boxes.append((Kind.RAIL, bar((last.x, last.y), self.at[j], 2.0)))
        pieces = [(kind, box, box.reach) for kind, box in boxes]
        self.pieces[owner] = pieces
        self.bounds[owner] = (
            min(box.x - reach for _, box, reach in pieces),
            min(box.y - reach for _, box, reach in pieces),
            max(box.x + reach for _, box, reach in pieces),
            max(box.y + reach for _, box, reach in pieces),
        )

    def _nearby(self, owners: Sequence[int], slack: float) -> list[int]:
        """List the owners that the given ones could touch after a move by `slack`."""
        reach = slack + self._keep
        left = min(self.bounds[owner][0] for owner in owners) - reach
        top = min(self.bounds[owner][1] for owner in owners) - reach
        right = max(self.bounds[owner][2] for owner in owners) + reach
        bottom = max(self.bounds[owner][3] for owner in owners) + reach
        return [
            other
            for other, (l2, t2, r2, b2) in enumerate(self.bounds)
            if l2 <= right and r2 >= left and t2 <= bottom and b2 >= top
        ]

    def cost(self, owners: Sequence[int], among: Iterable[int]) -> float:
        """Sum the costs of the given places and connections, alone and with those nearby."""
        total = 0.0
        keep = self._keep
        # Each pair counts once, even if both are in `owners`.
        order = {owner: position for position, owner in enumerate(owners)}
        for position, owner in enumerate(owners):
            total += self._alone(owner)
            left, top, right, bottom = self.bounds[owner]
            left, top, right, bottom = left - keep, top - keep, right + keep, bottom + keep
            for other in among:
                l2, t2, r2, b2 = self.bounds[other]
                if l2 > right or r2 < left or t2 > bottom or b2 < top:
                    continue
                if order.get(other, len(order)) > position:
                    total += self._between(owner, other)
        return total

    @property
    def _keep(self) -> float:
        return 0.25 * self.measures.space[1]

    def _alone(self, owner: int) -> float:
        frame = self.measures.frame
        total = 0.0
        for _, box, _ in self.pieces[owner]:
            over = outside(box, frame)
            if over > 0:
                total += _OVERLAP + over * over
                self.hits += 1
        if owner < self.count:
            dx = self.at[owner][0] - self.home[owner][0]
            dy = self.at[owner][1] - self.home[owner][1]
            choice = self.labels[owner]
            odd = 0.0 if choice.wind in {"e", "w", "n", "s"} else 1.0
            if choice.shift != (0.0, 0.0):
                odd += 4.0
            return total + 0.0008 * (dx * dx + dy * dy) + odd
        e = owner - self.count
        curve = self.curves[e]
        least = self.measures.shortest(self.connections[e].length)
        loose = max(0.0, curve.length - 1.3 * least)
        tight = max(0.0, least - curve.length)
        strain = self.bends[e] / curve.chord
        sharp = max(0.0, abs(strain) - 0.18)
        total += self._squeezed(e)
        return total + 0.01 * loose * loose + 8 * tight * tight + 60 * strain**2 + 9e4 * sharp**2

    def _squeezed(self, e: int) -> float:
        """Sum the cost of neighbouring spaces that touch on the inner side of a bend."""
        if abs(self.bends[e]) < 1:
            return 0.0
        total = 0.0
        least = 0.4 * self.measures.gap
        boxes = [box for kind, box, _ in self.pieces[self.count + e] if kind is Kind.SPACE]
        for a, b in pairwise(boxes):
            # The last space of a track and the first of the next are far apart and cost nothing.
            deep = depth(a, b) + least
            if deep > 0:
                total += _OVERLAP + 10 * deep * deep
                self.hits += 1
        return total

    def _between(self, one: int, other: int) -> float:
        keep = self._keep
        total = 0.0
        place_one, place_other = one < self.count, other < self.count
        ends_one = (one,) if place_one else self.joins[one - self.count]
        ends_other = (other,) if place_other else self.joins[other - self.count]
        related = any(end in ends_other for end in ends_one)
        left, top, right, bottom = self.bounds[other]
        for kind_a, a, reach_a in self.pieces[one]:
            x, y, far = a[0], a[1], reach_a + keep
            if x + far < left or x - far > right or y + far < top or y - far > bottom:
                continue
            for kind_b, b, reach_b in self.pieces[other]:
                if abs(x - b[0]) > far + reach_b or abs(y - b[1]) > far + reach_b:
                    continue
                allowance = keep
                if related and (kind_a is Kind.RAIL or kind_b is Kind.RAIL):
                    if kind_a not in _SOLID and kind_b not in _SOLID:
                        continue
                    allowance = keep if Kind.LABEL in {kind_a, kind_b} else 1.0
                elif related and (kind_a is Kind.PLACE or kind_b is Kind.PLACE):
                    # The end gap of a short track may be as small as its other gaps.
                    allowance = min(keep, 0.8 * self.measures.gap)
                deep = depth(a, b)
                if deep + allowance > 0:
                    total += (deep + allowance) ** 2
                    if deep > _TOUCH:
                        total += _OVERLAP
                        self.hits += 1
        if not (place_one or place_other or related):
            e, f = one - self.count, other - self.count
            if crossing(self.connections[e], self.curves[e], self.connections[f], self.curves[f]):
                total += _CROSSING
                self.hits += 1
        return total

    def set_label(self, place: int, label: PlaceLabel) -> None:
        """Set the position of a label."""
        self.labels[place] = label
        self._build(place)

    def label_all(self) -> None:
        """Choose for every label the best direction and line break, given all others."""
        for place in range(self.count):
            self.try_label(place)

    def try_label(self, place: int) -> bool:
        """Try all choices for one label; return whether a better one was found."""
        owners = (place,)
        box = self.pieces[place][1][1]
        among = self._nearby(owners, 2 * (box.half_length + box.half_width))
        best = before = self.cost(owners, among)
        chosen = self.labels[place]
        for choice in self.choices[place]:
            self.set_label(place, choice)
            now = self.cost(owners, among)
            if now < best - 1e-9:
                best, chosen = now, choice
        self.set_label(place, chosen)
        return best < before - 1e-9

    def try_place(self, place: int, step: float) -> bool:
        """Try to move one place by `step` in each direction; keep the best."""
        owners = (place, *self.touching[place])
        home = chosen = self.at[place]
        among = self._nearby(owners, 2 * step)
        best = before = self.cost(owners, among)
        for dx, dy in _DIRECTIONS:
            self._move(place, (home[0] + dx * step, home[1] + dy * step))
            now = self.cost(owners, among)
            if now < best - 1e-6:
                best, chosen = now, self.at[place]
        self._move(place, chosen)
        return best < before - 1e-6

    def try_bend(self, e: int, step: float) -> bool:
        """Try to bend one connection more to either side, or not at all; keep the best."""
        owners = (self.count + e,)
        chosen = old = self.bends[e]
        among = self._nearby(owners, 2 * (step + abs(old)))
        best = before = self.cost(owners, among)
        for bend in (old + step, old - step, 0.0):
            self.bends[e] = bend
            self._build(self.count + e)
            now = self.cost(owners, among)
            if now < best - 1e-6:
                best, chosen = now, bend
        self.bends[e] = chosen
        self._build(self.count + e)
        return best < before - 1e-6

    def _move(self, place: int, to: Point) -> None:
        self.at[place] = to
        self._build(place)
        for owner in self.touching[place]:
            self._build(owner)

    def loosen(self) -> None:
        """Try a little more distance for labels that do not fit close to their place."""
        for choices in self.choices:
            for choice in list(choices):
                angle = WINDS.index(choice.wind) * math.tau / len(WINDS)
                far = 0.4 * self.measures.text
                shift = (round(far * math.cos(angle), 1), round(far * math.sin(angle), 1))
                choices.append(replace(choice, shift=shift))

    def mend(self, step: float) -> bool:
        """Move places that still overlap something, with labels; return whether any are left."""
        left = False
        for place in range(self.count):
            owners = (place, *self.touching[place])
            self.hits = 0
            self.cost(owners, self._nearby(owners, 0.0))
            if self.hits:
                left = True
                self._try_place_and_label(place, step)
        return left

    def _try_place_and_label(self, place: int, step: float) -> None:
        owners = (place, *self.touching[place])
        box = self.pieces[place][1][1]
        among = self._nearby(owners, 2 * (step + box.half_length + box.half_width))
        home, label = self.at[place], self.labels[place]
        best, chosen = self.cost(owners, among), (home, label)
        for dx, dy in _DIRECTIONS:
            self._move(place, (home[0] + dx * step, home[1] + dy * step))
            self.try_label(place)
            now = self.cost(owners, among)
            if now < best - 1e-6:
                best, chosen = now, (self.at[place], self.labels[place])
        self.labels[place] = chosen[1]
        self._move(place, chosen[0])

    def sweep(self, step: float) -> int:
        """Try every place, bend and label once; return how many changed for the better."""
        better = sum(self.try_place(place, step) for place in range(self.count))
        better += sum(self.try_bend(e, step / 2) for e in range(len(self.joins)))
        return better + sum(self.try_label(place) for place in range(self.count))
