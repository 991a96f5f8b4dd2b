"""The games, boards and tutorials of the server."""

from fogline.server.features.declaration import ServerFeature

FEATURE = ServerFeature(
    "catalogue",
    routes=("routes",),
)
