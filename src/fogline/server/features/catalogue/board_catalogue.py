"""The games and boards as data, for clients that draw them."""

from __future__ import annotations

from dataclasses import asdict

import structlog

from fogline.boards import BoardError, BoardFile, builtin_board, builtin_boards
from fogline.core.cards import Card
from fogline.core.errors import FoglineError
from fogline.games import boards_folder, define, find_board, game_names, rule_set_of
from fogline.picture import (
    BoardLayout,
    Picture,
    PictureError,
    Poster,
    builtin_picture,
    draw_table,
    picture_beside,
    relax,
)
from fogline.picture.geometry import Box
from fogline.picture.score_track import cells, stage
from fogline.picture.tracks import ferry_spaces
from fogline.rules.drawing import Drawing
from fogline.server.features.catalogue.lessons import tutorial_names
from fogline.server.features.catalogue.models import (
    BoardModel,
    BoxModel,
    GameModel,
    LabelModel,
    LevelModel,
    OptionModel,
    PictureModel,
    PlaceModel,
    RouteModel,
)
from fogline.server.live.levels import levels_for
from fogline.table.problems import Code, Problem

_log = structlog.get_logger("fogline.server")


def games() -> list[GameModel]:
    """List what can be played: the boards of Fogline, small ones first, then one's own."""
    found: list[tuple[bool, int, GameModel]] = []
    for name in game_names():
        try:
            board_file = find_board(name)
            game = _game(board_file, name)
        except FoglineError as error:
            _log.warning("a board cannot be played", board=name, error=str(error))
        else:
            found.append((name not in builtin_boards(), len(board_file.board.routes), game))
    return [game for *_, game in sorted(found, key=lambda item: item[:2])]


def own_files() -> tuple[tuple[str, int], ...]:
    """List the files in the folder of boards, each with the time when it was changed."""
    files = sorted(boards_folder().glob("*"))
    return tuple((str(file), file.stat().st_mtime_ns) for file in files)


def _game(board_file: BoardFile, name: str) -> GameModel:
    rule_set = rule_set_of(board_file)
    definition = define(name)
    picture = _picture(board_file)
    poster = Poster() if picture is None else picture.poster
    return GameModel(
        name=name,
        title=board_file.board.name,
        description=poster.text,
        version=rule_set.version,
        seats=rule_set.seats,
        options=[
            OptionModel(
                name=option.name,
                title=option.title or option.name.capitalize(),
                kind="bool" if option.kind is bool else "int",
                default=option.default,
                help=option.help,
            )
            for option in rule_set.options
        ],
        levels=[LevelModel(name=level.name, title=level.title) for level in levels_for(definition)],
        rules=[rule.name for rule in definition.rules],
        rulebook=rule_set.name or None,
        tutorial=name in tutorial_names(),
        art=poster.art,
    )


def picture_svg(name: str, digest: str | None = None) -> str:
    """Draw a board as SVG; an older form of it by its digest."""
    board_file = _find(name, digest)
    return draw_table(board_file.board, _picture(board_file))


def board_model(name: str, digest: str | None = None) -> BoardModel:
    """Describe a board, or an older form of it: its printed facts, and where they are drawn."""
    board_file = _find(name, digest)
    board = board_file.board
    picture = _picture(board_file)
    layout = relax(board) if picture is None else picture.layout()
    spaces = layout.spaces
    return BoardModel(
        name=name,
        title=board.name,
        places=[
            PlaceModel(
                **asdict(place),
                at=layout.at[place.id],
                label=LabelModel(
                    box=_box(layout.label(place.id)), lines=list(layout.labels[place.id].lines)
                ),
            )
            for place in board.places
        ],
        routes=[
            RouteModel(
                **asdict(route),
                ferry_spaces=ferry_spaces(route) if route.ferries else [],
                spaces=[_box(box) for box in spaces[route.id]],
            )
            for route in board.routes
        ],
        tickets=board.tickets,
        route_points=dict(board.route_points),
        marks={mark: list(places) for mark, places in board.marks.items()},
        older=digest,
        cards=_cards(name),
        credit=board_file.credit,
        picture=_picture_model(layout, picture),
    )


def _find(name: str, digest: str | None) -> BoardFile:
    if name not in game_names():
        raise Problem(Code.NOT_FOUND, "This board does not exist.")
    if digest is None:
        return find_board(name)
    try:
        return builtin_board(name, digest)
    except BoardError:
        raise Problem(Code.NOT_FOUND, "This form of the board does not exist.") from None


def _picture(board_file: BoardFile) -> Picture | None:
    if board_file.path is None:
        try:
            return builtin_picture(board_file.board.id, board_file.digest)
        except PictureError:  # an older form may have other places
            return None
    return picture_beside(board_file.path, board_file.board)


def _picture_model(layout: BoardLayout, picture: Picture | None) -> PictureModel:
    measures, look = layout.measures, picture or Picture
    return PictureModel(
        canvas=measures.canvas,
        stage=stage(measures),
        track=[(round(x, 1), round(y, 1)) for x, y in (cell.middle for cell in cells(measures))],
        radius=measures.radius,
        text=measures.text,
        space=measures.space,
        tone=look.tone,
        ferry=look.ferry,
        vehicle=look.vehicle,
        felt=look.felt,
    )


def _cards(name: str) -> list[Card]:
    drawing = [rule for rule in define(name).rules if isinstance(rule, Drawing)]
    return [card for card in Card if any(rule.deck[card] for rule in drawing)]


def _box(box: Box) -> BoxModel:
    return BoxModel(
        x=round(box.x, 2),
        y=round(box.y, 2),
        ux=round(box.ux, 4),
        uy=round(box.uy, 4),
        half_length=round(box.half_length, 2),
        half_width=round(box.half_width, 2),
    )
