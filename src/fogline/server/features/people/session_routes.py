"""Sessions, accounts and tokens."""

from __future__ import annotations

from fogline.server.features.people.device import TheDevice
from fogline.server.features.people.identity import Identity
from fogline.server.features.people.models import (
    Credentials,
    NewAccount,
    NewSession,
    NewToken,
    SessionModel,
    TokenMade,
    TokensModel,
    UserModel,
)
from fogline.server.live.people import User
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import NEW_GUESTS, PASSWORD_COST
from fogline.server.web.requests import (
    SessionUser,
    SessionUserId,
    TheCaller,
    TheServices,
    Visitor,
)
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api", tags=["accounts"])


@router.get("/session")
@costs(3)
async def session(visitor: Visitor, services: TheServices) -> SessionModel:
    """Get the user of the session."""
    return tell_session(None if visitor is None else await services.people.find(visitor))


@router.post("/session")
@costs(3)
async def be_guest(
    body: NewSession, caller: TheCaller, device: TheDevice, services: TheServices
) -> SessionModel:
    """Become a guest, or change the name."""
    known = None if caller.user is None else await services.people.find(caller.user)
    if caller.is_token:
        raise Problem(Code.FORBIDDEN, "A token can play, and nothing else: sign in.")
    if known is None:
        services.limiter.spend(NEW_GUESTS, device.address)
        user = await services.of(Identity).new_guest(body.name)
        await device.sign_in(user.id)
        return tell_session(user)
    await services.of(Identity).users.rename(known.id, body.name)
    return tell_session(User(known.id, body.name, known.login))


@router.post("/session/end", status_code=204)
@costs(3)
async def end_session(caller: TheCaller, device: TheDevice, services: TheServices) -> None:
    """Sign out on this device."""
    if caller.session is not None:
        await services.of(Identity).end([caller.session.id])
        services.connections.end([caller.session.id])
    device.forget()


@router.post("/account")
@costs(PASSWORD_COST)
async def make_account(
    body: NewAccount, person: SessionUser, device: TheDevice, services: TheServices
) -> SessionModel:
    """Give a guest a login and a password; sessions from before it end."""
    device.charge_password()
    if person.login is None:
        await services.of(Identity).expect_proof(device.session, body.proof)
    await services.of(Identity).make_account(person.id, body.login, body.password)
    await device.renew(person.id)
    return tell_session(await services.people.find(person.id))


@router.post("/login")
@costs(PASSWORD_COST)
async def login(body: Credentials, device: TheDevice, services: TheServices) -> SessionModel:
    """Sign in with a password."""
    device.charge_password(body.login)
    user = await services.of(Identity).sign_in(body.login, body.password)
    await device.sign_in(user.id)
    await services.of(Identity).expect_unchanged(user)
    return tell_session(user)


@router.get("/tokens")
@costs(3)
async def tokens(user: SessionUserId, services: TheServices) -> TokensModel:
    """List the tokens of the account."""
    return TokensModel(tokens=await services.of(Identity).users.tokens_of(user))


@router.post("/tokens", status_code=201)
@costs(3)
async def make_token(
    body: NewToken, user: SessionUserId, caller: TheCaller, services: TheServices
) -> TokenMade:
    """Create a token for a bot."""
    await services.of(Identity).expect_proof(caller.session, body.proof)
    token, text = await services.of(Identity).add_token(user, body.label)
    return TokenMade(id=token.id, label=token.label, token=text)


@router.delete("/tokens/{token}", status_code=204)
@costs(3)
async def end_token(token: str, user: SessionUserId, services: TheServices) -> None:
    """Delete a token."""
    if not await services.of(Identity).users.drop_token(token, user):
        raise Problem(Code.NOT_FOUND, "This token does not exist.")
    services.connections.end([token])


def tell_session(user: User | None) -> SessionModel:
    """Describe a session."""
    if user is None:
        return SessionModel(user=None)
    return SessionModel(user=UserModel(id=user.id, name=user.name, login=user.login))
