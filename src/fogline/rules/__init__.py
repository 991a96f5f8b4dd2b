"""One file per mechanic. `RULES` maps names to rules, in the order in which they are applied."""

from __future__ import annotations

from collections.abc import Mapping

from fogline.core.rule import Rule
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.city_markers import CityMarkers, ControllerScores
from fogline.rules.claiming import BuilderScores, Claiming
from fogline.rules.connected_network import ConnectedNetwork
from fogline.rules.drawing import Drawing
from fogline.rules.ending import Ending
from fogline.rules.ferries import Ferries
from fogline.rules.parallel_routes import ParallelRoutes
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import TouristTokens
from fogline.rules.turns import Turns

RULES: Mapping[str, type[Rule]] = {
    rule.name: rule
    for rule in (
        Turns,
        Drawing,
        Tickets,
        Claiming,
        Ferries,
        ParallelRoutes,
        ConnectedNetwork,
        BuilderScores,
        ControllerScores,
        TouristTokens,
        # Within a claim Alvin is captured and moved before a marker may be bought (AL4).
        AlvinTheAlien,
        CityMarkers,
        TicketBonus,
        Ending,
    )
}
