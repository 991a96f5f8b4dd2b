"""Who is asking: sessions, accounts, passkeys and tokens, and the data of a user."""

from fogline.server.features.declaration import ServerFeature
from fogline.server.features.people.tables import LINKS, PASSKEYS, SESSIONS, TOKENS, USERS

FEATURE = ServerFeature(
    "people",
    has_service=True,
    routes=("session_routes", "account_routes", "passkey_routes"),
    tables=(USERS, SESSIONS, TOKENS, PASSKEYS, LINKS),
)
