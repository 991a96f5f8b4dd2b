"""What a host does with messages: reports of them, and who wrote them."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.moderation.projections import PROJECTIONS
from fogline.server.features.moderation.tables import REPORTS, SPEAKERS

FEATURE = ServerFeature(
    "moderation",
    routes=("routes",),
    tables=(REPORTS, SPEAKERS),
    projections=PROJECTIONS,
)
