"""Health and metrics, for administrators."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from fogline.server.web.addresses import is_own_machine
from fogline.server.web.costs import ChargedRoute, costs
from fogline.server.web.requests import TheServices
from fogline.server.wire.table_models import Health, ProblemModel
from fogline.table.problems import Code, Problem

router = APIRouter(tags=["health"], route_class=ChargedRoute)

_FORWARDED = {"forwarded", "x-forwarded-for"}


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", responses={503: {"model": Health}})
@costs(10)
async def health(services: TheServices, response: Response) -> Health:
    """Check whether the database takes what is written."""
    if await services.health.is_ok():
        return Health(status="ok")
    response.status_code = 503
    return Health(status="failing")


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {}}, "description": "Metrics for Prometheus."},
        403: {"model": ProblemModel, "description": "Refused, with the reason."},
    },
)
@costs(3)
async def metrics(request: Request, services: TheServices) -> Response:
    """Get the metrics, on the machine of the server itself."""
    client = request.client
    # A proxy on this machine passes on what others ask.
    if client is None or not is_own_machine(client.host) or _FORWARDED & set(request.headers):
        raise Problem(Code.FORBIDDEN, "Metrics are for the host: ask on the server's machine.")
    return Response(generate_latest(services.metrics.registry), media_type=CONTENT_TYPE_LATEST)
