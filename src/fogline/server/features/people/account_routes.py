"""What users do with their sessions and their data."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import StreamingResponse

from fogline.server.features.people.account_data import delete_account, export_data
from fogline.server.features.people.device import TheDevice
from fogline.server.features.people.identity import Identity
from fogline.server.features.people.models import (
    DeleteAccount,
    DeviceModel,
    DevicesModel,
    NewPassword,
    ProofMade,
    ProofWish,
    ResetPassword,
    SessionModel,
)
from fogline.server.features.people.page import page_of
from fogline.server.features.people.passkey_service import PasskeyService
from fogline.server.features.people.session_routes import tell_session
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import EXPORTS, EXPORTS_OF_ADDRESS, PASSWORD_COST
from fogline.server.web.requests import (
    Address,
    SessionUser,
    SessionUserId,
    TheCaller,
    TheServices,
)
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api", tags=["accounts"])


@router.get("/sessions")
@costs(3)
async def sessions(user: SessionUserId, caller: TheCaller, services: TheServices) -> DevicesModel:
    """List the sessions of the user."""
    return DevicesModel(
        sessions=[
            DeviceModel(
                id=session.id,
                label=session.label,
                created=session.created,
                seen=session.seen,
                current=session.id == caller.credential,
            )
            for session in await services.of(Identity).sessions.of(user)
        ]
    )


@router.delete("/sessions", status_code=204)
@costs(3)
async def end_others(user: SessionUserId, caller: TheCaller, services: TheServices) -> None:
    """End all sessions of the user but this one."""
    services.connections.end(await services.of(Identity).end_sessions(user, caller.credential))


@router.delete("/sessions/{session}", status_code=204)
@costs(3)
async def end_one(
    session: Annotated[str, Path(max_length=32)], user: SessionUserId, services: TheServices
) -> None:
    """End a session of the user."""
    if session not in {each.id for each in await services.of(Identity).sessions.of(user)}:
        raise Problem(Code.NOT_FOUND, "This session does not exist.")
    await services.of(Identity).end([session])
    services.connections.end([session])


@router.post("/account/password", status_code=204)
@costs(2 * PASSWORD_COST)
async def change_password(
    body: NewPassword, person: SessionUser, device: TheDevice, services: TheServices
) -> None:
    """Change the password; all other sessions end."""
    device.charge_password(person.login)
    changed = await services.of(Identity).change_password(person.id, body.old, body.new)
    await device.renew(person.id)
    await services.of(Identity).expect_unchanged(changed)


@router.post("/account/proof")
@costs(PASSWORD_COST)
async def prove(
    body: ProofWish, request: Request, person: SessionUser, device: TheDevice, services: TheServices
) -> ProofMade:
    """Prove with the password or a passkey that the owner of the account uses this session."""
    device.charge_password(person.login)
    if body.passkey is not None:
        page = await page_of(request)
        owner = await services.of(PasskeyService).take_login(page, body.passkey)
        if owner.id != person.id:
            raise Problem(Code.UNAUTHORISED, "This passkey belongs to another account.")
    else:
        await services.of(Identity).sign_in(person.login or "", body.password or "")
    return ProofMade(proof=services.of(Identity).make_proof(device.session))


@router.post("/account/reset")
@costs(PASSWORD_COST)
async def reset_password(
    body: ResetPassword, device: TheDevice, services: TheServices
) -> SessionModel:
    """Choose a new password by a link of the host, and sign in.

    All other sessions and all tokens end, with their connections.
    """
    device.charge_password()
    identity = services.of(Identity)
    user = await identity.reset_password(body.secret, body.password)
    ended = [*await identity.end_sessions(user), *await identity.end_tokens(user)]
    services.connections.end(ended)
    await device.sign_in(user)
    return tell_session(await services.people.find(user))


@router.get(
    "/account/data",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {}}, "description": "All data."}},
)
@costs(5)
async def export(user: SessionUserId, address: Address, services: TheServices) -> StreamingResponse:
    """Get all data of the user as a file."""
    services.limiter.spend(EXPORTS, user)
    services.limiter.spend(EXPORTS_OF_ADDRESS, address)
    return StreamingResponse(
        export_data(services, user, address),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="fogline.json"'},
    )


@router.post("/account/delete", status_code=204)
@costs(PASSWORD_COST)
async def delete(
    body: DeleteAccount, person: SessionUser, device: TheDevice, services: TheServices
) -> None:
    """Delete the user: seats are given up, and games lose the name."""
    if person.login is not None and body.password is not None:
        device.charge_password(person.login)
        await services.of(Identity).sign_in(person.login, body.password)
    else:
        await services.of(Identity).expect_proof(device.session, body.proof)
    await delete_account(services, person.id, device.address)
    device.forget()
