"""Creating, finding and joining tables."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.lobby.projections import PROJECTIONS
from fogline.server.features.lobby.tables import INVITATIONS, MEMBERS, TABLES

FEATURE = ServerFeature(
    "lobby",
    routes=("routes",),
    tables=(TABLES, MEMBERS, INVITATIONS),
    projections=PROJECTIONS,
)
