from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from fogline.core.board import Board, Place, Route
from fogline.picture import BoardLayout, Picture, collisions, relax, tidy
from fogline.picture.collisions import solids
from fogline.picture.geometry import Box, Curve, depth, disc
from fogline.picture.ornaments import ORNAMENTS


def test_nothing_collides_on_a_built_in_board(layout: BoardLayout) -> None:
    assert [str(collision) for collision in collisions(layout)] == []


def test_ornaments_keep_clear_of_everything(picture: Picture, layout: BoardLayout) -> None:
    for ornament in picture.ornaments:
        half = ornament.width / 2
        tall = half * ORNAMENTS[ornament.kind][1] / 100
        box = Box(*ornament.at, 1.0, 0.0, half, tall)
        near = [solid.name for solid in solids(layout) if depth(solid.box, box) > 0]
        assert near == [], ornament.kind


def test_a_collision_is_found_when_a_place_is_put_on_a_track(layout: BoardLayout) -> None:
    route = layout.board.routes[0]
    other = next(place.id for place in layout.board.places if place.id not in route.ends)
    box = layout.spaces[route.id][0]
    spoilt = replace(layout, at={**layout.at, other: (box.x, box.y)})
    assert any({other, route.id} == {c.first, c.second} for c in collisions(spoilt))


def test_two_tracks_that_cross_collide(small: Board) -> None:
    layout = relax(small)
    corners = {"a": (300.0, 300.0), "b": (900.0, 800.0), "c": (900.0, 300.0), "d": (300.0, 800.0)}
    crossed = replace(layout, at=corners, bends={})
    assert "track/track" in {collision.kinds for collision in collisions(crossed)}


def test_every_route_has_as_many_spaces_as_it_is_long(layout: BoardLayout) -> None:
    for route in layout.board.routes:
        assert len(layout.spaces[route.id]) == route.length


def test_all_spaces_have_the_same_size(layout: BoardLayout) -> None:
    sizes = {(box.half_length, box.half_width) for row in layout.spaces.values() for box in row}
    length, width = layout.measures.space
    assert sizes == {(length / 2, width / 2)}


def test_spaces_of_a_track_run_from_its_first_end_to_its_second(layout: BoardLayout) -> None:
    for route in layout.board.routes:
        first = layout.spaces[route.id][0]
        start, end = (layout.at[place] for place in route.ends)
        here = (first.x, first.y)
        if route.length > 1:
            assert math.dist(here, start) < math.dist(here, end)


def test_gaps_of_a_track_are_equal(layout: BoardLayout) -> None:
    for connection in layout.connections:
        curve = layout.curve(connection)
        row = layout.spaces[connection.routes[0].id]
        if len(connection.routes) % 2 == 0 or len(row) < 3:
            continue
        middle = layout.spaces[connection.routes[len(connection.routes) // 2].id]
        steps = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(middle)]
        assert max(steps) - min(steps) < 0.06 * curve.length


def test_parallel_tracks_lie_side_by_side_and_do_not_overlap(layout: BoardLayout) -> None:
    for connection in layout.connections:
        for one, other in combinations(connection.routes, 2):
            mine, theirs = layout.spaces[one.id], layout.spaces[other.id]
            assert all(depth(a, b) < 0 for a in mine for b in theirs)
            if abs(connection.routes.index(one) - connection.routes.index(other)) == 1:
                for a, b in zip(mine, theirs, strict=True):
                    apart = math.dist((a.x, a.y), (b.x, b.y))
                    assert apart == pytest.approx(layout.measures.lane, rel=0.01)


def test_bends_are_gentle(layout: BoardLayout) -> None:
    for connection in layout.connections:
        curve = layout.curve(connection)
        assert abs(curve.bend) <= 0.22 * curve.chord


def test_a_layout_spoilt_by_hand_is_tidied(small: Board) -> None:
    layout = relax(small)
    x, y = layout.at["b"]
    spoilt = replace(layout, at={**layout.at, "c": (x + 5, y + 5)})
    assert collisions(spoilt) != []
    tidied = tidy(spoilt, effort=3)
    assert len(collisions(tidied)) < len(collisions(spoilt))


def test_relaxing_is_deterministic(small: Board) -> None:
    assert relax(small) == relax(small)


def test_a_board_without_coordinates_is_laid_out_without_collisions(small: Board) -> None:
    layout = relax(small)
    assert set(layout.at) == {"a", "b", "c", "d"}
    assert [str(collision) for collision in collisions(layout)] == []


def test_sixty_places_without_coordinates_are_laid_out_without_collisions() -> None:
    places = tuple(Place(f"p{k}", f"Place {k}") for k in range(60))
    pairs = [(k, k + 1) for k in range(59) if k % 10 != 9] + [(k, k + 10) for k in range(50)]
    routes = tuple(
        Route(f"p{a}/p{b}", index, (f"p{a}", f"p{b}"), 1 + (a * 7 + b) % 3, None)
        for index, (a, b) in enumerate(pairs)
    )
    board = Board("grid", "Grid", places, routes, (), {1: 1, 2: 2, 3: 4})
    assert [str(collision) for collision in collisions(relax(board))] == []


def test_places_that_no_route_joins_are_laid_out_too() -> None:
    board = Board("two", "Two", (Place("a", "A"), Place("b", "B")), (), (), {1: 1})
    assert collisions(relax(board)) == []


def test_depth_of_boxes_and_discs() -> None:
    square = Box(0, 0, 1, 0, 10, 10)
    turned = Box(20, 0, math.sqrt(0.5), math.sqrt(0.5), 10, 10)
    assert depth(square, square._replace(x=15.0)) == pytest.approx(5)
    assert depth(square, square._replace(x=25.0)) == pytest.approx(-5)
    assert depth(square, turned) == pytest.approx(10 * math.sqrt(2) - 10)
    assert depth(square, disc((14, 0), 5)) == pytest.approx(1)
    assert depth(disc((20, 20), 5), square) == pytest.approx(5 - 10 * math.sqrt(2))
    assert depth(disc((0, 0), 5), disc((8, 0), 5)) == pytest.approx(2)


def test_a_curve_passes_its_ends_and_its_bend() -> None:
    curve = Curve((0, 0), (100, 0), 20)
    assert curve.point(0) == (0, 0)
    assert curve.point(0.5) == pytest.approx((50, 20))
    assert curve.point(1) == (100, 0)
    assert curve.parameter(curve.length / 2) == pytest.approx(0.5)
    assert 109 < curve.length < 112


def test_a_small_board_fills_its_sheet(small: Board) -> None:
    layout = relax(small)
    left, top, right, bottom = layout.measures.frame
    boxes = [box for row in layout.spaces.values() for box in row]
    boxes += [layout.label(place) for place in layout.at]
    boxes += [layout.button(place) for place in layout.at]
    xs, ys = zip(*(point for box in boxes for point in box.corners()), strict=True)
    assert left - 1 <= min(xs) <= max(xs) <= right + 1
    assert top - 1 <= min(ys) <= max(ys) <= bottom + 1
    assert max((max(xs) - min(xs)) / (right - left), (max(ys) - min(ys)) / (bottom - top)) > 0.9
    assert not list(collisions(layout))
