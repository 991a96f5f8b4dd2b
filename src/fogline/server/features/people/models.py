"""Models of users: sessions, accounts, passkeys, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from fogline.server.features.people.users import Token
from fogline.server.wire.base_models import Incoming, JsonObject, OwnJson
from fogline.server.wire.fields import LinkSecret, Login, Name, Password


class NewSession(Incoming):
    """Become a guest, or change the name."""

    name: Name


class PasskeyAnswer(Incoming):
    """The browser's response, as `PublicKeyCredential.toJSON` writes it."""

    state: Annotated[str, Field(max_length=1000)]
    credential: JsonObject


class ProofWish(Incoming):
    """What only the owner of an account has: its password, or one of its passkeys."""

    password: Password | None = None
    passkey: PasskeyAnswer | None = None


@dataclass(frozen=True)
class ProofMade:
    """A proof for the next minutes of this session that its account's owner uses it."""

    proof: str


Proof = Annotated[str, Field(max_length=400)]


class Credentials(Incoming):
    """A login and a password."""

    login: Login
    password: Password


class NewAccount(Credentials):
    """A login and a password for a guest, or for an account that has passkeys alone."""

    proof: Proof | None = None
    """Needed by an account."""


@dataclass(frozen=True)
class UserModel:
    """The user of a session."""

    id: str
    name: str
    login: str | None


@dataclass(frozen=True)
class SessionModel:
    """A session."""

    user: UserModel | None


@dataclass(frozen=True)
class DeviceModel:
    """A session on some device."""

    id: str
    label: str
    """The browser and the system; empty if they are not known."""
    created: int
    seen: int
    """When it was last used, to the hour."""
    current: bool
    """Whether it is the session of this request."""


@dataclass(frozen=True)
class DevicesModel:
    """The sessions of a user, the last used first."""

    sessions: list[DeviceModel]


class NewPassword(Incoming):
    """Change the password."""

    old: Password
    new: Password


class DeleteAccount(Incoming):
    """Delete the account, with its password or a proof; a guest needs neither."""

    password: Password | None = None
    proof: str | None = None


class AskPasskey(Incoming):
    """Ask for the challenge for a new passkey."""

    proof: Proof | None = None
    """Needed by an account."""


@dataclass(frozen=True)
class PasskeyQuestion:
    """Options for the browser's `navigator.credentials`; `state` must be sent back."""

    options: OwnJson
    state: str


class NewPasskey(PasskeyAnswer):
    """The browser's response to the challenge for a new passkey, and the name of the passkey."""

    label: Name | None = None


@dataclass(frozen=True)
class PasskeyModel:
    """A passkey."""

    id: str
    label: str
    created: int
    """Milliseconds since 1970; 0 if it is older than such times are kept."""


@dataclass(frozen=True)
class PasskeysModel:
    """The passkeys of an account."""

    passkeys: list[PasskeyModel]


class NewToken(Incoming):
    """Create a token."""

    label: Name
    proof: Proof | None = None


@dataclass(frozen=True)
class TokenMade(Token):
    """A new token with its secret, which is shown only once."""

    token: str


@dataclass(frozen=True)
class TokensModel:
    """The tokens of an account."""

    tokens: list[Token]


class ResetPassword(Incoming):
    """Choose a new password, by a link that the host has made."""

    secret: LinkSecret
    password: Password
