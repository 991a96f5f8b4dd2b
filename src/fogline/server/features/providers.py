"""What the features give to the server. `fogline admin` does not import it."""

from fogline.server.features import FEATURES
from fogline.server.features.lobby.index import TableFinder
from fogline.server.features.people.service import open_identity
from fogline.server.services import Providers

PROVIDERS = Providers(
    index=TableFinder,
    people=open_identity,
    services=tuple(each.load("service").open_service for each in FEATURES if each.has_service),
)
