"""Reviews of finished games."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.reviews.tables import REVIEWS

FEATURE = ServerFeature(
    "reviews",
    has_service=True,
    routes=("routes",),
    tables=(REVIEWS,),
)
