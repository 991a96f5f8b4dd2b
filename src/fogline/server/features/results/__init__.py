"""The results of finished games, and the list of one's own."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.results.projections import PROJECTIONS
from fogline.server.features.results.tables import RESULTS

FEATURE = ServerFeature(
    "results",
    routes=("routes",),
    tables=(RESULTS,),
    projections=PROJECTIONS,
)
