"""What people do at a table: act, chat, take back, watch, and look back."""

from fogline.server.features.declaration import ServerFeature

FEATURE = ServerFeature(
    "play",
    routes=("routes", "replay_routes", "streams", "watch"),
)
