"""Reviews of finished games."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.reviews.tables import REVIEWS

FEATURE = ServerFeature(
    "reviews",
    routes=("routes",),
    tables=(REVIEWS,),
)
