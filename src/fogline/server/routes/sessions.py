"""Sessions, accounts and tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fogline.server.house import House
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
from fogline.server.routes.common import PROBLEMS, Member, TheHouse, Visitor
from fogline.store import User

router = APIRouter(prefix="/api", tags=["who is asking"], responses=PROBLEMS)


@router.get("/session")
async def session(visitor: Visitor, house: TheHouse) -> SessionModel:
    """Say who one is."""
    return tell_session(None if visitor is None else await house.people.find(visitor))


@router.post("/session")
async def be_guest(
    body: NewSession, visitor: Visitor, house: TheHouse, request: Request, response: Response
) -> SessionModel:
    """Be a guest, or change one's name."""
    known = None if visitor is None else await house.people.find(visitor)
    if known is None:
        house.limiter.spend(NEW_GUESTS, address_of(request))
        user = await house.identity.new_guest(body.name)
        set_cookie(response, house, user)
        return tell_session(user)
    await house.people.rename(known.id, body.name)
    return tell_session(User(known.id, body.name, known.login))


@router.post("/session/end", status_code=204)
async def end_session(house: TheHouse, response: Response) -> None:
    """Sign out on this device."""
    response.delete_cookie(COOKIE, path=_path(house))


@router.post("/account")
async def make_account(
    body: Credentials, member: Member, house: TheHouse, request: Request
) -> SessionModel:
    """Give a guest a login and a password."""
    # The hash of a password takes a while, on purpose.
    house.limiter.spend(PASSWORDS, address_of(request))
    await house.identity.make_account(member, body.login, body.password)
    return tell_session(await house.people.find(member))


@router.post("/login")
async def login(
    body: Credentials, house: TheHouse, request: Request, response: Response
) -> SessionModel:
    """Sign in on another device."""
    house.limiter.spend(PASSWORDS, address_of(request))
    house.limiter.spend(PASSWORDS, f"login {body.login}")
    user = await house.identity.sign_in(body.login, body.password)
    set_cookie(response, house, user)
    return tell_session(user)


@router.get("/tokens")
async def tokens(member: Member, house: TheHouse) -> TokensModel:
    """List one's tokens."""
    found = await house.people.tokens_of(member)
    return TokensModel(tokens=[TokenModel(id=token.id, label=token.label) for token in found])


@router.post("/tokens", status_code=201)
async def make_token(body: NewToken, member: Member, house: TheHouse) -> TokenMade:
    """Make a token for a bot."""
    token, text = await house.identity.new_token(member, body.label)
    return TokenMade(id=token.id, label=token.label, token=text)


@router.delete("/tokens/{token}", status_code=204)
async def end_token(token: str, member: Member, house: TheHouse) -> None:
    """End a token."""
    if not await house.people.drop_token(token, member):
        raise Problem(Code.NOT_FOUND, "There is no such token.")


def tell_session(user: User | None) -> SessionModel:
    """Tell somebody who it is."""
    if user is None:
        return SessionModel(user=None)
    return SessionModel(user=UserModel(id=user.id, name=user.name, login=user.login))


def address_of(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""


def _path(house: House) -> str:
    return house.settings.root_path or "/"


def set_cookie(response: Response, house: House, user: User) -> None:
    """Let the browser keep a session, out of the reach of scripts."""
    response.set_cookie(
        COOKIE,
        house.identity.session_of(user.id),
        max_age=SESSION_SECONDS,
        path=_path(house),
        secure=house.settings.secure_cookies,
        httponly=True,
        samesite="lax",
    )
