"""Passkeys: the server sends the browser a challenge and checks the signed response."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Literal

from itsdangerous import BadData, URLSafeTimedSerializer
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRequestOptions,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from fogline.server.features.people.identity import Identity, expect_not_blocked
from fogline.server.features.people.models import NewPasskey, PasskeyAnswer, PasskeyQuestion
from fogline.server.features.people.page import Page
from fogline.server.features.people.passkey_store import Passkey
from fogline.server.live.people import Session, User
from fogline.server.support.timing import Timing
from fogline.server.wire.base_models import JsonObject
from fogline.store.shared_keys import SharedKeys
from fogline.table.problems import Code, Problem

_SECONDS = 300
"""Seconds within which a challenge must be answered."""
_DIGITS = 40
"""How many digits of a challenge's hash are kept."""
_WRONG = Problem(Code.UNAUTHORISED, "This passkey is not valid, or the answer came too late.")

Purpose = Literal["new", "login"]


class PasskeyService:
    """Creates challenges and checks responses. `host` is that of the page."""

    def __init__(
        self,
        identity: Identity,
        key: str,
        timing: Timing,
        shared_keys: SharedKeys,
        new_token: Callable[[], str],
    ) -> None:
        self._identity = identity
        self._timing = timing
        self._shared_keys = shared_keys
        self._new_token = new_token
        self._signer = URLSafeTimedSerializer(key, salt="fogline passkey")

    async def ask_new(self, user: User, session: Session | None, host: str) -> PasskeyQuestion:
        """Create the challenge for a new passkey of a user, which only this session can answer."""
        known = await self._identity.passkeys.of(user.id)
        options = generate_registration_options(
            rp_id=host,
            rp_name="Fogline",
            user_id=user.id.encode(),
            user_name=user.login or user.name,
            user_display_name=user.name,
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(passkey.id)) for passkey in known
            ],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return self._question(options, "new", session)

    async def remove(self, passkey: str, user: str) -> None:
        """Remove a passkey, unless its user could then never sign in again."""
        found = await self._identity.users.find(user)
        known = [each.id for each in await self._identity.passkeys.of(user)]
        if passkey not in known:
            raise Problem(Code.NOT_FOUND, "This passkey does not exist.")
        if known == [passkey] and (found is None or found.login is None):
            raise Problem(Code.FORBIDDEN, "This is the only way to sign in: add another one first.")
        await self._identity.passkeys.remove(passkey, user)

    async def take_new(
        self, user: str, session: Session | None, page: Page, answer: NewPasskey
    ) -> None:
        """Store a new passkey if the response is valid."""
        challenge = self._challenge(answer.state, "new", session)
        try:
            found = verify_registration_response(
                credential=answer.credential,
                expected_challenge=challenge,
                expected_rp_id=page.host,
                expected_origin=page.origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _WRONG from None
        passkey = bytes_to_base64url(found.credential_id)
        label, at = answer.label or "", self._timing.now()
        new = Passkey(passkey, user, found.credential_public_key, found.sign_count, label, at)
        if not await self._identity.passkeys.add(new):
            raise Problem(Code.TAKEN, "This passkey is already registered.")

    def ask_login(self, host: str) -> PasskeyQuestion:
        """Create the challenge to sign in with any passkey of this server."""
        return self._question(generate_authentication_options(rp_id=host), "login", None)

    async def take_login(self, page: Page, answer: PasskeyAnswer) -> User:
        """Return the user of the passkey if the response is valid."""
        challenge = self._challenge(answer.state, "login", None)
        passkey = await self._identity.passkeys.find(_id_of(answer.credential))
        if passkey is None:
            raise _WRONG
        try:
            found = verify_authentication_response(
                credential=answer.credential,
                expected_challenge=challenge,
                expected_rp_id=page.host,
                expected_origin=page.origin,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.uses,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _WRONG from None
        user = await self._identity.users.find(passkey.user)
        used = await self._identity.passkeys.was_used(passkey, found.new_sign_count)
        # Many devices do not count, so the challenge itself is good for one answer.
        digest = hashlib.sha256(challenge).hexdigest()[:_DIGITS]
        first = await self._shared_keys.get_or_set(f"answered {digest}", mark := self._new_token())
        if user is None or not used or first != mark:
            raise _WRONG
        expect_not_blocked(user)
        return user

    def _question(
        self,
        options: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions,
        purpose: Purpose,
        session: Session | None,
    ) -> PasskeyQuestion:
        # The challenge goes to the browser and back, signed, so the server stores nothing.
        state = [purpose, session and session.id, bytes_to_base64url(options.challenge)]
        return PasskeyQuestion(
            options=json.loads(options_to_json(options)), state=str(self._signer.dumps(state))
        )

    def _challenge(self, state: str, purpose: Purpose, session: Session | None) -> bytes:
        try:
            asked = self._signer.loads(state, max_age=_SECONDS)
        except BadData:
            raise _WRONG from None
        if asked[:2] != [purpose, session and session.id]:
            raise _WRONG
        return base64url_to_bytes(asked[2])


def _id_of(credential: JsonObject) -> str:
    found = credential.get("id")
    # What is not printable may be no text for a database.
    return found if isinstance(found, str) and found.isprintable() else ""
