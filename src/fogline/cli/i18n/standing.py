"""Who owns a route, or what keeps the viewer from claiming it, in the language of the game."""

from __future__ import annotations

from collections.abc import Sequence

from fogline.cli.i18n.book import CatalogBook
from fogline.core.board import Route
from fogline.core.engine import price_of, route_refusal
from fogline.core.payment import shortage
from fogline.core.table import View


def standing(view: View, route: Route, book: CatalogBook, names: Sequence[str]) -> str:
    """Say it in one sentence."""
    owner = view.owners[route.index]
    if owner is not None:
        return book.say("table.route.owner", player=names[owner])
    refusal = route_refusal(view, route)
    if refusal is not None:
        return book.explain(refusal)
    short = shortage(price_of(view, route), view.me.hand)
    if short.wilds:
        return book.say("table.route.missing-wilds", count=route.ferries)
    if short.cards:
        return book.say("table.route.missing", count=short.cards)
    return book.say("tty.affordable")
