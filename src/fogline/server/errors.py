"""From every kind of error to the one form in which it is answered."""

from __future__ import annotations

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fogline.server.limits import TooMany
from fogline.server.models import ProblemModel
from fogline.server.problems import Code, Problem

_log = structlog.get_logger("fogline.server")

_CODES = {404: Code.NOT_FOUND, 405: Code.METHOD_NOT_ALLOWED, 413: Code.TOO_LARGE}


def problem_model(problem: Problem) -> ProblemModel:
    """Tell a problem."""
    return ProblemModel(
        code=problem.code,
        message=problem.message,
        refusal=None if problem.refusal is None else str(problem.refusal),
        version=problem.version,
    )


def problem_response(problem: Problem) -> JSONResponse:
    """Answer with a problem."""
    headers = {"Retry-After": str(problem.retry_after)} if isinstance(problem, TooMany) else None
    body = problem_model(problem).model_dump(mode="json")
    return JSONResponse(body, status_code=problem.code.status, headers=headers)


def malformed(error: RequestValidationError) -> Problem:
    """Say in a line where a request is not as described, without repeating what was sent."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Problem(Code.MALFORMED, "the body: not JSON")
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    # Before what our own checks say stands the name of the error.
    what = str(first["msg"]).removeprefix("Value error, ")
    return Problem(Code.MALFORMED, f"{where or 'the body'}: {what}")


def add_handlers(app: FastAPI) -> None:
    """Let an application answer every error in the one form."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, problem: Problem) -> JSONResponse:
        request.app.state.services.metrics.problems.labels(problem.code).inc()
        return problem_response(problem)

    @app.exception_handler(RequestValidationError)
    async def _malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem_response(malformed(error))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, Code.MALFORMED)
        return problem_response(Problem(code, str(error.detail)))

    @app.exception_handler(Exception)
    async def _unexpected(request: Request, error: Exception) -> JSONResponse:
        _log.error("unexpected", path=request.url.path, exc_info=error)
        return problem_response(Problem(Code.UNAVAILABLE, "Something went wrong here."))
