"""What users do with their sessions and their data."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from fastapi.responses import StreamingResponse

from fogline.server.features.people.account_data import delete_account, export_data
from fogline.server.features.people.device import TheDevice
from fogline.server.features.people.identity import Identity
from fogline.server.features.people.models import (
    DeleteAccount,
    DeviceModel,
    DevicesModel,
    NewPassword,
    ResetPassword,
    SessionModel,
)
from fogline.server.features.people.session_routes import tell_session
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import EXPORTS, EXPORTS_OF_ADDRESS, PASSWORD_COST
from fogline.server.web.requests import (
    PROBLEMS,
    Account,
    Address,
    OwnPerson,
    TheCaller,
    TheServices,
)
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api", tags=["who is asking"], responses=PROBLEMS)


@router.get("/sessions")
@costs(3)
async def sessions(account: Account, caller: TheCaller, services: TheServices) -> DevicesModel:
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
            for session in await services.of(Identity).sessions.of(account)
        ]
    )


@router.delete("/sessions", status_code=204)
@costs(3)
async def end_others(account: Account, caller: TheCaller, services: TheServices) -> None:
    """End all sessions of the user but this one."""
    services.connections.end(await services.of(Identity).end_sessions(account, caller.credential))


@router.delete("/sessions/{session}", status_code=204)
@costs(3)
async def end_one(
    session: Annotated[str, Path(max_length=32)], account: Account, services: TheServices
) -> None:
    """End a session of the user."""
    if session not in {each.id for each in await services.of(Identity).sessions.of(account)}:
        raise Problem(Code.NOT_FOUND, "This session does not exist.")
    await services.of(Identity).end([session])
    services.connections.end([session])


@router.post("/account/password", status_code=204)
@costs(2 * PASSWORD_COST)
async def change_password(
    body: NewPassword, person: OwnPerson, device: TheDevice, services: TheServices
) -> None:
    """Change the password; all other sessions end."""
    device.charge_password(person.login)
    await services.of(Identity).change_password(person.id, body.old, body.new)
    await device.renew(person.id)


@router.post("/account/reset")
@costs(PASSWORD_COST)
async def reset_password(
    body: ResetPassword, device: TheDevice, services: TheServices
) -> SessionModel:
    """Choose a new password by a link of the host, and sign in; all other sessions end."""
    device.charge_password()
    user = await services.of(Identity).reset_password(body.secret, body.password)
    await device.renew(user)
    return tell_session(await services.people.find(user))


@router.get(
    "/account/data",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {}}, "description": "All data."}},
)
@costs(5)
async def export(account: Account, address: Address, services: TheServices) -> StreamingResponse:
    """Get all data of the user as a file."""
    services.limiter.spend(EXPORTS, account)
    services.limiter.spend(EXPORTS_OF_ADDRESS, address)
    return StreamingResponse(
        export_data(services, account, address),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="fogline.json"'},
    )


@router.post("/account/delete", status_code=204)
@costs(PASSWORD_COST)
async def delete(
    body: DeleteAccount, person: OwnPerson, device: TheDevice, services: TheServices
) -> None:
    """Delete the user: seats are given up, and games lose the name."""
    if person.login is not None:
        device.charge_password(person.login)
        await services.of(Identity).sign_in(person.login, body.password or "")
    await delete_account(services, person.id, device.address)
    device.forget()
