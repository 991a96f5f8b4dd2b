"""Mails and push messages about a turn."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.notify.tables import ADDRESSES, PUSH_SUBSCRIPTIONS, TOLD_TURNS

FEATURE = ServerFeature(
    "notify",
    has_service=True,
    routes=("routes",),
    tables=(ADDRESSES, PUSH_SUBSCRIPTIONS, TOLD_TURNS),
)
