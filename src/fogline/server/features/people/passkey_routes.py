"""Accounts with passkeys."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from fogline.server.features.people.device import TheDevice
from fogline.server.features.people.identity import Identity
from fogline.server.features.people.models import (
    AskPasskey,
    NewPasskey,
    PasskeyAnswer,
    PasskeyModel,
    PasskeyQuestion,
    PasskeysModel,
    SessionModel,
)
from fogline.server.features.people.page import ThePage
from fogline.server.features.people.passkey_service import PasskeyService
from fogline.server.features.people.session_routes import tell_session
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import SessionUser, SessionUserId, TheCaller, TheServices

router = ChargedRouter(prefix="/api/passkeys", tags=["accounts"])


@router.get("")
@costs(3)
async def passkeys(user: SessionUserId, services: TheServices) -> PasskeysModel:
    """List the passkeys of the account."""
    return PasskeysModel(
        passkeys=[
            PasskeyModel(id=passkey.id, label=passkey.label, created=passkey.created)
            for passkey in await services.of(Identity).passkeys.of(user)
        ]
    )


@router.delete("/{passkey}", status_code=204)
@costs(3)
async def end_passkey(
    passkey: Annotated[str, Path(max_length=1400)], user: SessionUserId, services: TheServices
) -> None:
    """Remove a passkey."""
    await services.of(PasskeyService).remove(passkey, user)


@router.post("/new")
@costs(3)
async def ask_new(
    person: SessionUser,
    caller: TheCaller,
    page: ThePage,
    services: TheServices,
    body: AskPasskey | None = None,
) -> PasskeyQuestion:
    """Get the challenge for a new passkey."""
    await services.of(Identity).expect_proof(caller.session, body.proof if body else None)
    return await services.of(PasskeyService).ask_new(person, caller.session, page.host)


@router.post("", status_code=201)
@costs(5)
async def take_new(
    body: NewPasskey, person: SessionUser, page: ThePage, device: TheDevice, services: TheServices
) -> SessionModel:
    """Register the passkey that the browser created; a guest's sessions from before it end."""
    was_guest = not await services.of(Identity).has_account(person.id)
    await services.of(Identity).expect_lasting(device.session)
    await services.of(PasskeyService).take_new(person.id, device.session, page, body)
    if was_guest:
        await device.renew(person.id)
    return tell_session(person)


@router.post("/challenge")
@costs(3)
async def ask_login(page: ThePage, services: TheServices) -> PasskeyQuestion:
    """Get the challenge to sign in."""
    return services.of(PasskeyService).ask_login(page.host)


@router.post("/login")
@costs(5)
async def take_login(
    body: PasskeyAnswer, page: ThePage, device: TheDevice, services: TheServices
) -> SessionModel:
    """Sign in with a passkey."""
    device.charge_password()
    user = await services.of(PasskeyService).take_login(page, body)
    await device.sign_in(user.id)
    return tell_session(user)
