"""Reports to the host."""

from __future__ import annotations

from fogline.server.features.moderation.models import NewReport
from fogline.server.features.moderation.reports import Report, Reports
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import REPORTS
from fogline.server.web.requests import Address, SessionUserId, TheServices, TheTable
from fogline.table import entries as e
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api", tags=["moderation"])


@router.post("/tables/{table}/report", status_code=204)
@costs(3)
async def report(
    body: NewReport,
    live: TheTable,
    sender: SessionUserId,
    address: Address,
    services: TheServices,
) -> None:
    """Report a name or a line of the chat to the host of the server."""
    table, user, name, text = live.table, None, "", ""
    if body.kind == "name" and body.number < len(table.chairs):
        chair = table.chairs[body.number]
        user, name = chair.user, chair.name or ""
    elif body.kind == "chat":
        for logged in await services.log.read(table.id, body.number - 1, limit=1):
            if logged.version == body.number and isinstance(logged.entry, e.Said):
                user, name, text = logged.entry.user, logged.entry.name, logged.entry.text or ""
    if user is None:
        raise Problem(Code.NOT_FOUND, "There is nothing here to report.")
    if user == sender:
        raise Problem(Code.FORBIDDEN, "This is your own.")
    for caller in (sender, address):
        services.limiter.spend(REPORTS, caller)
    at = services.settings.timing.now()
    found = Report(table.id, body.kind, body.number, sender, user, name, text, at)
    await Reports(services.database).add(found)
