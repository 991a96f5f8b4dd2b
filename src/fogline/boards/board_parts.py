"""Reading the parts of a board file: places, routes, tickets, marks and points by length."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fogline.boards.inspection import Inspection, expected, label, shown
from fogline.boards.lines import Way
from fogline.core.board import Place, PlaceId, slug
from fogline.core.cards import COLOURS, Card

MOST_PLACES = 200
MOST_TRACKS = 500
MOST_TICKETS = 400
MOST_PARALLEL = 3
MOST_ROUTE_MARKS = 8
GRAY = "gray"

Ends = tuple[PlaceId, PlaceId]
Names = Mapping[str, PlaceId]
"""Places by their printed names."""


@dataclass(frozen=True, slots=True)
class RouteEntry:
    """An entry of `routes`; `None` stands for an invalid value that has been reported."""

    ends: Ends | None = None
    length: int | None = None
    colours: tuple[Card | None, ...] = ()
    ferries: int | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketEntry:
    """An entry of `tickets`; `None` stands for an invalid value that has been reported."""

    ends: Ends | None = None
    points: int | None = None


def pair_id(ends: Ends) -> str:
    """Return the id of two places in alphabetical order: `alcatraz/fort-mason`."""
    return "/".join(sorted(ends))


def read_places(inspection: Inspection, value: object) -> tuple[Place, ...]:
    """Read `places`."""
    places: list[Place] = []
    first: dict[PlaceId, tuple[str, Way]] = {}
    for index, entry in enumerate(inspection.array(value, ("places",), 2, MOST_PLACES) or []):
        way = ("places", index)
        name = inspection.name(entry, way)
        if name is None:
            continue
        place = Place(slug(name), name)
        other, there = first.setdefault(place.id, (name, way))
        if not place.id:
            inspection.error(
                way, f"{label(way)} is {shown(name)}; expected a letter from a to z or a digit"
            )
        elif there != way:
            twice = "again" if other == name else f"but {shown(other)} has the same id {place.id}"
            inspection.error(
                way,
                f"{label(way)} is {shown(name)} {twice}, as on line {inspection.lines.of(there)};"
                " expected another name",
            )
        places.append(place)
    return tuple(places)


def read_route_points(inspection: Inspection, value: object) -> dict[int, int]:
    """Read `route_points`, the points by length of route."""
    section = inspection.section(value, ("route_points",))
    if section is not None and not section:
        inspection.error(("route_points",), "route_points is empty; expected points by length")
    points: dict[int, int] = {}
    for key, entry in (section or {}).items():
        way = ("route_points", key)
        number = inspection.number(entry, way, least=0)
        if re.fullmatch("[1-9][0-9]{0,2}", key):
            # Even with a wrong number, routes of this length count as intended.
            points[int(key)] = number or 0
        else:
            inspection.error(
                way, f"{shown(key)} in route_points is no length; expected a whole number above 0"
            )
    return points


def read_routes(
    inspection: Inspection, value: object, names: Names, points: Mapping[int, int]
) -> tuple[RouteEntry, ...]:
    """Read `routes`."""
    array = inspection.array(value, ("routes",), 1, MOST_TRACKS) or []
    entries = tuple(
        _read_route(inspection, entry, ("routes", index), names, points)
        for index, entry in enumerate(array)
    )
    tracks = sum(len(entry.colours) for entry in entries)
    if tracks > MOST_TRACKS:
        inspection.error(("routes",), f"routes has {tracks} tracks; expected at most {MOST_TRACKS}")
    _check_pairs(inspection, "routes", [entry.ends for entry in entries])
    return entries


def read_tickets(inspection: Inspection, value: object, names: Names) -> tuple[TicketEntry, ...]:
    """Read `tickets`."""
    array = inspection.array(value, ("tickets",), 0, MOST_TICKETS) or []
    entries = tuple(
        _read_ticket(inspection, entry, ("tickets", index), names)
        for index, entry in enumerate(array)
    )
    _check_pairs(inspection, "tickets", [entry.ends for entry in entries])
    return entries


def read_marks(
    inspection: Inspection, value: object, names: Names
) -> dict[str, tuple[PlaceId, ...]]:
    """Read `marks`, the places that a rule singles out."""
    marks: dict[str, tuple[PlaceId, ...]] = {}
    for mark, array in (inspection.section(value, ("marks",)) or {}).items():
        way = ("marks", mark)
        places: list[PlaceId] = []
        for index, entry in enumerate(inspection.array(array, way, 0, MOST_PLACES) or []):
            place = _read_place(inspection, entry, (*way, index), names)
            if place in places:
                inspection.error(
                    (*way, index), f"{label(way)} has {shown(entry)} again; expected it once"
                )
            elif place is not None:
                places.append(place)
        marks[mark] = tuple(places)
    return marks


def _read_route(
    inspection: Inspection, entry: object, way: Way, names: Names, points: Mapping[int, int]
) -> RouteEntry:
    section = inspection.section(entry, way)
    if section is None:
        return RouteEntry()
    inspection.keys(section, way, ("between", "length", "tracks"), ("ferries", "marks"))
    ends = _read_ends(inspection, section.get("between"), (*way, "between"), names)
    length = inspection.number(section.get("length"), (*way, "length"), least=1)
    if length is not None and points and length not in points:
        lengths = ", ".join(str(each) for each in sorted(points))
        inspection.error(
            (*way, "length"),
            f"length of {label(way)} is {length}, which has no entry in route_points;"
            f" expected one of {lengths}",
        )
    tracks = inspection.array(section.get("tracks"), (*way, "tracks"), 1, MOST_PARALLEL) or []
    colours = tuple(
        _read_colour(inspection, track, (*way, "tracks", index))
        for index, track in enumerate(tracks)
    )
    ferries = inspection.number(section.get("ferries", 0), (*way, "ferries"), least=0)
    if length is not None and ferries is not None and ferries > length:
        inspection.error(
            (*way, "ferries"),
            f"ferries of {label(way)} is {ferries}; expected at most its length, {length}",
        )
    marks = _read_route_marks(inspection, section.get("marks", []), (*way, "marks"))
    return RouteEntry(ends, length, colours, ferries, marks)


def _read_route_marks(inspection: Inspection, value: object, way: Way) -> tuple[str, ...]:
    """Read `marks` of a route: names by which rules single it out."""
    marks: list[str] = []
    for index, entry in enumerate(inspection.array(value, way, 0, MOST_ROUTE_MARKS) or []):
        mark = inspection.name(entry, (*way, index))
        if mark is None:
            continue
        if mark != slug(mark):
            inspection.error(
                (*way, index),
                f"{label(way)} has {shown(mark)}; expected one like {shown('tunnel')}",
            )
        elif mark in marks:
            inspection.error(
                (*way, index), f"{label(way)} has {shown(mark)} again; expected it once"
            )
        else:
            marks.append(mark)
    return tuple(marks)


def _read_ticket(inspection: Inspection, entry: object, way: Way, names: Names) -> TicketEntry:
    section = inspection.section(entry, way)
    if section is None:
        return TicketEntry()
    inspection.keys(section, way, ("between", "points"), ())
    return TicketEntry(
        _read_ends(inspection, section.get("between"), (*way, "between"), names),
        inspection.number(section.get("points"), (*way, "points"), least=1),
    )


def _read_colour(inspection: Inspection, value: object, way: Way) -> Card | None:
    known = (*COLOURS, GRAY)
    word = inspection.string(value, way)
    if word is not None and word not in known:
        inspection.error(
            way, f"{label(way)} has the unknown colour {shown(word)}{expected(word, known)}"
        )
    return Card(word) if word in COLOURS else None


def _read_ends(inspection: Inspection, value: object, way: Way, names: Names) -> Ends | None:
    array = inspection.array(value, way, 2, 2)
    if array is None:
        return None
    one, other = (
        _read_place(inspection, entry, (*way, index), names) for index, entry in enumerate(array)
    )
    if one is None or other is None:
        return None
    if one == other:
        inspection.error(
            way, f"{label(way[:2])} joins {shown(array[0])} to itself; expected two places"
        )
        return None
    return one, other


def _read_place(inspection: Inspection, value: object, way: Way, names: Names) -> PlaceId | None:
    name = inspection.string(value, way)
    # Without any place, the list of places is wrong and has been reported already.
    if name is None or not names:
        return None
    if name not in names:
        inspection.error(
            way, f"{label(way[:2])} has the unknown place {shown(name)}{expected(name, names)}"
        )
    return names.get(name)


def _check_pairs(inspection: Inspection, array: str, pairs: Sequence[Ends | None]) -> None:
    first: dict[str, Way] = {}
    for index, ends in enumerate(pairs):
        if ends is None:
            continue
        way = (array, index)
        there = first.setdefault(pair_id(ends), way)
        if there != way:
            inspection.error(
                way,
                f"{label(way)} joins the same places as {label(there)} on line"
                f" {inspection.lines.of(there)}; expected each pair once",
            )
