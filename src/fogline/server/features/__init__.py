"""The features of the service, one folder each. They do not import each other."""

from fogline.server.features import (
    catalogue,
    lobby,
    moderation,
    notify,
    people,
    play,
    results,
    reviews,
)
from fogline.store.projection import Schema

# What is asked for during play comes first: routes are tried in this order.
FEATURES = (
    play.FEATURE,
    lobby.FEATURE,
    people.FEATURE,
    catalogue.FEATURE,
    results.FEATURE,
    reviews.FEATURE,
    notify.FEATURE,
    moderation.FEATURE,
)

SCHEMA = Schema(
    tuple(table for feature in FEATURES for table in feature.tables),
    tuple(projection for feature in FEATURES for projection in feature.projections),
)
"""What all features keep in a database."""
