"""The interface is as it describes itself: whatever is asked, the answer is one it announces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core import NOT_SET
from schemathesis.core.result import Ok
from schemathesis.python import asgi
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fogline.server.app import create_app
from fogline.server.wire.base_models import JsonObject
from tests.server.harness import settings_for
from tests.soak import amount

EXAMPLES = amount(6, 12)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
HEADERS = {"X-Fogline": "1"}
Operation = APIOperation[Any, Any, Any, Any]
ENDS_SESSION = (
    "/api/account", "/api/account/delete", "/api/account/password", "/api/login",
    "/api/session/end", "/api/sessions/{session}",
)  # fmt: skip
"""After these, the cookie may be worth nothing."""
AT_A_TABLE: dict[str, tuple[JsonObject | None, int]] = {
    "GET /api/tables/{table}": (None, 200),
    "POST /api/tables/{table}/chat": ({"text": "hello"}, 200),
    "POST /api/tables/{table}/actions": (
        {"id": "first-action", "version": 0, "seat": 0, "action": "draw"},
        409,
    ),
}
"""Calls at a real table, with a body that is surely right, and the status of their answers."""
ENDLESS = ("/api/stream", "/api/tables/{table}/stream")


class Described:
    """A server in this process, with its description, a session, and two tables."""

    def __init__(self, folder: Path) -> None:
        app: Any = create_app(settings_for(folder))
        self.schema: BaseSchema = schemathesis.openapi.from_asgi("/openapi.json", app)
        self.cookie = ""
        with asgi.get_client(app) as client:
            answer = client.post("/api/session", json={"name": "Ann"}, headers=HEADERS)
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
            seats = [{"kind": "me"}, {"kind": "me", "name": "Bob"}, {"kind": "open"}]
            self.tables = [
                client.post(
                    "/api/tables",
                    json={"game": "san-francisco", "seats": seats[:number]},
                    headers=self.headers,
                ).json()["table"]
                for number in (2, 3)
            ]
            client.post(f"/api/tables/{self.tables[0]}/start", headers=self.headers)

    @property
    def headers(self) -> dict[str, str]:
        return {**HEADERS, "Cookie": self.cookie}

    @property
    def operations(self) -> Iterator[Operation]:
        last = []
        for found in self.schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if operation.path in ENDS_SESSION:
                last.append(operation)
            elif operation.path not in ENDLESS:
                yield operation
        yield from last


@pytest.fixture
def described(tmp_path: Path) -> Iterator[Described]:
    yield Described(tmp_path)
    asgi.shutdown_lifespans()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_call_answers_as_described(described: Described, mode: GenerationMode) -> None:
    asked: dict[str, set[int]] = {}
    for operation in described.operations:
        try:
            asked[operation.label] = _ask(described, operation, mode)
        except Unsatisfiable:  # a call that is told nothing cannot be told wrong things
            assert mode is GenerationMode.NEGATIVE
    assert len(asked) >= 25


def test_calls_at_a_real_table_answer_as_described(described: Described) -> None:
    # What a generator draws may always be refused: these get further.
    operations = {operation.label: operation for operation in described.operations}
    for label, (body, status) in AT_A_TABLE.items():
        case = operations[label].Case(
            path_parameters={"table": described.tables[0]},
            body=NOT_SET if body is None else body,
            media_type="application/json",
        )
        response = case.call(headers=described.headers)
        assert response.status_code == status, response.text
        case.validate_response(response, checks=CHECKS)


def _ask(described: Described, operation: Operation, mode: GenerationMode) -> set[int]:
    statuses: set[int] = set()
    tables = st.sampled_from([*described.tables, None])

    @seed(7)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode), table=tables, seat=st.integers(0, 2))
    def ask(case: Case[Any], table: str | None, seat: int) -> None:
        if table is not None and "table" in case.path_parameters:
            case.path_parameters["table"] = table
            if "seat" in case.path_parameters:
                case.path_parameters["seat"] = seat
            if isinstance(case.body, dict) and isinstance(case.body.get("action"), str):
                case.body["action"] = "draw"  # what a text of an action is, no schema says
            if isinstance(case.body, dict) and case.body.get("text") is not None:
                case.body.pop("reaction", None)  # nor that a line of the chat has one of them
        response = case.call(headers=described.headers)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    ask()
    return statuses
