"""Turns every kind of error into the one form in which the server answers it."""

from __future__ import annotations

from dataclasses import asdict

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from fogline.core.errors import FormatError
from fogline.server.support.logs import where_of
from fogline.server.web.addresses import address_of
from fogline.server.web.limits import TooMany
from fogline.server.wire.table_models import ProblemModel
from fogline.store import StoreError
from fogline.table.problems import Code, Problem

_log = structlog.get_logger("fogline.server")

_TRY_AGAIN = 1013
_CODES = {404: Code.NOT_FOUND, 405: Code.METHOD_NOT_ALLOWED, 413: Code.TOO_LARGE}


def problem_model(problem: Problem) -> ProblemModel:
    """Describe a problem for the wire."""
    return ProblemModel(
        code=problem.code,
        message=problem.message,
        refusal=None if problem.refusal is None else str(problem.refusal),
        version=problem.version,
    )


def problem_response(problem: Problem) -> JSONResponse:
    """Make the response for a problem."""
    headers = {"Retry-After": str(problem.retry_after)} if isinstance(problem, TooMany) else None
    return JSONResponse(
        asdict(problem_model(problem)), status_code=problem.code.status, headers=headers
    )


async def refuse(problem: Problem, connection: HTTPConnection) -> JSONResponse:
    """Make the response for a problem, and count it; it is late if too many were refused."""
    services = connection.app.state.services
    services.metrics.problems.labels(problem.code).inc()
    if isinstance(problem, TooMany):
        await services.limiter.slow_down(address_of(connection))
    return problem_response(problem)


def malformed(error: RequestValidationError) -> Problem:
    """Describe in one line which field of a request is wrong, without repeating what was sent."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Problem(Code.MALFORMED, "The body is not JSON.")
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    # Pydantic puts the name of the error before the messages of our own checks.
    what = str(first["msg"]).removeprefix("Value error, ")
    return Problem(Code.MALFORMED, f"{where or 'body'}: {what}")


def add_handlers(app: FastAPI) -> None:
    """Register the handlers of an application."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, problem: Problem) -> JSONResponse:
        return await refuse(problem, request)

    @app.exception_handler(FormatError)
    async def _unreadable(_: Request, error: FormatError) -> JSONResponse:
        return problem_response(Problem.unreadable(error))

    @app.exception_handler(StoreError)
    @app.exception_handler(SQLAlchemyError)
    @app.exception_handler(OSError)
    async def _no_database(caller: HTTPConnection, error: Exception) -> JSONResponse | None:
        """While the database is away every request fails, and the log says it once."""
        caller.app.state.services.database_faults.happened(error)
        if isinstance(caller, WebSocket):
            await caller.close(_TRY_AGAIN)
            return None
        return problem_response(
            Problem(Code.UNAVAILABLE, "The database does not answer: try again later.")
        )

    @app.exception_handler(RequestValidationError)
    async def _malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem_response(malformed(error))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, Code.MALFORMED)
        response = problem_response(Problem(code, str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def _unexpected(request: Request, error: Exception) -> JSONResponse:
        # The path as it is declared: the address of a private table is a secret of its players.
        route = getattr(request.scope.get("route"), "path", None)
        _log.error(
            "unexpected error", route=route, error=type(error).__name__, where=where_of(error)
        )
        return problem_response(
            Problem(Code.UNAVAILABLE, "The server has a problem: try again later.")
        )
