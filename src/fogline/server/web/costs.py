"""What a request is charged: every route declares it, in milliseconds of processor.

`python -m benchmarks.hostile --costs` compares the charge of each route with what it uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from fogline.server.web.addresses import address_of
from fogline.server.web.limits import WORK
from fogline.server.wire.table_models import ProblemModel

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_COST = "fogline_cost"
_PROBLEMS = {"default": {"model": ProblemModel, "description": "Refused, with the reason."}}


def costs(milliseconds: int) -> Callable[[Endpoint], Endpoint]:
    """Declare what each request to an endpoint is charged."""

    def declare(endpoint: Endpoint) -> Endpoint:
        vars(endpoint)[_COST] = milliseconds
        return endpoint

    return declare


def cost_of(endpoint: Callable[..., Any]) -> int:
    """Return what each request to an endpoint is charged; raise `KeyError` if none is declared."""
    return int(vars(endpoint)[_COST])


def charge(connection: HTTPConnection) -> None:
    """Charge the client what its request costs; raise a `Problem` if it has used up its share."""
    cost = cost_of(connection.scope["endpoint"])
    connection.app.state.services.limiter.spend(WORK, address_of(connection), cost)


class ChargedRoute(APIRoute):
    """A route that charges each request before anything of it is read."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Charge the request, and handle it."""
        charge(HTTPConnection(scope))
        await super().handle(scope, receive, send)


class ChargedRouter(APIRouter):
    """A router whose routes charge their requests, and may answer with a problem."""

    def __init__(self, **options: Any) -> None:
        responses = {**_PROBLEMS, **options.pop("responses", {})}
        super().__init__(route_class=ChargedRoute, responses=responses, **options)
