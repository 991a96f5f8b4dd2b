"""The browser that sent a request, and its session cookie."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from fogline.server.features.people.identity import SESSION_SECONDS, Identity
from fogline.server.live.people import COOKIE, Session
from fogline.server.services import Services
from fogline.server.web.addresses import address_of
from fogline.server.web.devices import device_of
from fogline.server.web.limits import PASSWORDS, SIGN_INS
from fogline.server.web.requests import Caller, caller_of, services_of


class Device:
    """Begins and ends the session of a browser."""

    def __init__(
        self, request: Request, response: Response, caller: Caller, services: Services
    ) -> None:
        self.address = address_of(request)
        self._label = device_of(request.headers.get("user-agent", ""))
        self._response = response
        self._caller = caller
        self._services = services
        self._identity = services.of(Identity)

    @property
    def session(self) -> Session | None:
        """The session that it has, if any."""
        return self._caller.session

    def charge_password(self, login: str | None = None) -> None:
        """Count an attempt with a password: hashing it is slow on purpose."""
        self._services.limiter.spend(PASSWORDS, self.address)
        if login is not None:
            self._services.limiter.spend(SIGN_INS, login)

    async def sign_in(self, user: str) -> None:
        """Begin a session in place of the one of before; scripts cannot read its cookie."""
        secret = await self._identity.open_session(user, self._label, self._caller.session)
        self._response.set_cookie(
            COOKIE,
            secret,
            max_age=SESSION_SECONDS,
            path=self._path,
            secure=self._services.settings.secure_cookies,
            httponly=True,
            samesite="lax",
        )

    async def renew(self, user: str) -> None:
        """End all sessions of a user, and begin a new one on this device.

        Open connections end with the next heartbeat, when this device has its new cookie.
        """
        await self._identity.end_sessions(user)
        await self.sign_in(user)

    def forget(self) -> None:
        """Delete the cookie."""
        self._response.delete_cookie(COOKIE, path=self._path)

    @property
    def _path(self) -> str:
        return self._services.settings.root_path or "/"


async def _device_of(request: Request, response: Response) -> Device:
    return Device(request, response, await caller_of(request), services_of(request))


TheDevice = Annotated[Device, Depends(_device_of)]
