"""Sessions, accounts and tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fogline.server.identity import COOKIE, SESSION_SECONDS
from fogline.server.limits import NEW_GUESTS, PASSWORDS
from fogline.server.models import (
    Credentials,
    NewSession,
    NewToken,
    SessionModel,
    TokenMade,
    TokenModel,
    TokensModel,
    UserModel,
)
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, Account, TheServices, Visitor, address_of
from fogline.server.services import Services
from fogline.store import User

router = APIRouter(prefix="/api", tags=["who is asking"], responses=PROBLEMS)


@router.get("/session")
async def session(visitor: Visitor, services: TheServices) -> SessionModel:
    """Get the user of the session."""
    return tell_session(None if visitor is None else await services.users.find(visitor))


@router.post("/session")
async def be_guest(
    body: NewSession, visitor: Visitor, services: TheServices, request: Request, response: Response
) -> SessionModel:
    """Become a guest, or change the name."""
    known = None if visitor is None else await services.users.find(visitor)
    if "authorization" in request.headers:
        raise Problem(Code.FORBIDDEN, "A token can play, and nothing else: sign in.")
    if known is None:
        services.limiter.spend(NEW_GUESTS, address_of(request))
        user = await services.identity.new_guest(body.name)
        set_cookie(response, services, user)
        return tell_session(user)
    await services.users.rename(known.id, body.name)
    return tell_session(User(known.id, body.name, known.login))


@router.post("/session/end", status_code=204)
async def end_session(services: TheServices, response: Response) -> None:
    """Sign out on this device."""
    response.delete_cookie(COOKIE, path=_path(services))


@router.post("/account")
async def make_account(
    body: Credentials, member: Account, services: TheServices, request: Request
) -> SessionModel:
    """Give a guest a login and a password."""
    # Hashing a password is slow on purpose.
    services.limiter.spend(PASSWORDS, address_of(request))
    await services.identity.make_account(member, body.login, body.password)
    return tell_session(await services.users.find(member))


@router.post("/login")
async def login(
    body: Credentials, services: TheServices, request: Request, response: Response
) -> SessionModel:
    """Sign in with a password."""
    services.limiter.spend(PASSWORDS, address_of(request))
    services.limiter.spend(PASSWORDS, f"login {body.login}")
    user = await services.identity.sign_in(body.login, body.password)
    set_cookie(response, services, user)
    return tell_session(user)


@router.get("/tokens")
async def tokens(member: Account, services: TheServices) -> TokensModel:
    """List the tokens of the account."""
    found = await services.users.tokens_of(member)
    return TokensModel(tokens=[TokenModel(id=token.id, label=token.label) for token in found])


@router.post("/tokens", status_code=201)
async def make_token(body: NewToken, member: Account, services: TheServices) -> TokenMade:
    """Create a token for a bot."""
    token, text = await services.identity.new_token(member, body.label)
    return TokenMade(id=token.id, label=token.label, token=text)


@router.delete("/tokens/{token}", status_code=204)
async def end_token(token: str, member: Account, services: TheServices) -> None:
    """Delete a token."""
    if not await services.users.drop_token(token, member):
        raise Problem(Code.NOT_FOUND, "This token does not exist.")


def tell_session(user: User | None) -> SessionModel:
    """Describe a session."""
    if user is None:
        return SessionModel(user=None)
    return SessionModel(user=UserModel(id=user.id, name=user.name, login=user.login))


def _path(services: Services) -> str:
    return services.settings.root_path or "/"


def set_cookie(response: Response, services: Services, user: User) -> None:
    """Set the session cookie, which scripts cannot read."""
    response.set_cookie(
        COOKIE,
        services.identity.session_of(user.id),
        max_age=SESSION_SECONDS,
        path=_path(services),
        secure=services.settings.secure_cookies,
        httponly=True,
        samesite="lax",
    )
