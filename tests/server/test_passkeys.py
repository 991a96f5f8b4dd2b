"""Passkeys, with an authenticator in software."""

from __future__ import annotations

import asyncio
import hashlib
import json
import struct
from pathlib import Path

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from structlog.testing import capture_logs
from webauthn.helpers import bytes_to_base64url

from fogline.server.features.people import identity
from tests.server.harness import (
    PASSWORD,
    Body,
    Client,
    change_file,
    in_loop,
    proof_of,
    serving,
    settings_for,
)
from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """A device with one passkey."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = hashlib.sha256(b"credential").digest()

    def create(self, options: Body) -> Body:
        """What `navigator.credentials.create` gives."""
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        made = bytes(16) + struct.pack(">H", len(self._id)) + self._id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], WITH_KEY) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(client, attestationObject=attestation)

    def get(self, options: Body) -> Body:
        """What `navigator.credentials.get` gives."""
        self.uses += 1
        data = self._data(options["rpId"], 0)
        client = self._client("webauthn.get", options)
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _client(self, kind: str, options: Body) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _answer(self, client: bytes, **response: bytes) -> Body:
        parts = {"clientDataJSON": client, **response}
        name = bytes_to_base64url(self._id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": {key: bytes_to_base64url(value) for key, value in parts.items()},
        }


async def proof_by(client: Client, device: Authenticator) -> Body:
    """The proof, by a passkey, that the owner of an account uses this session."""
    asked = await client.post("/api/passkeys/challenge")
    answer = {"state": asked["state"], "credential": device.get(asked["options"])}
    return await client.post("/api/account/proof", {"passkey": answer})


@in_loop
async def test_a_passkey_makes_an_account_and_signs_in_elsewhere(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        page = {"Origin": server.url.replace("127.0.0.1", "localhost")}
        page["Host"] = page["Origin"].removeprefix("http://")
        ann, phone, thief = await server.guest("Ann"), server.stranger(), server.stranger()
        device = Authenticator(page["Origin"])
        assert (await ann.refused("/api/passkeys/new"))["code"] == "forbidden"
        for client in (ann, phone, thief):
            client.http.headers.update(page)
        assert (await phone.refused("/api/passkeys/new"))["code"] == "unauthorised"
        assert (await ann.refused("/api/tokens", {"label": "bot"}))["code"] == "forbidden"

        asked = await ann.post("/api/passkeys/new")
        credential = device.create(asked["options"])
        answer = {"state": asked["state"], "credential": credential, "label": "phone"}
        other = await server.guest("Other")
        other.http.headers.update(page)
        assert (await other.refused("/api/passkeys", answer))["code"] == "unauthorised"
        await ann.post("/api/passkeys", answer)
        asked = await ann.post("/api/passkeys/new", await proof_by(ann, device))
        again = {"state": asked["state"], "credential": device.create(asked["options"])}
        assert (await ann.refused("/api/passkeys", again))["code"] == "taken"
        await ann.post("/api/tokens", {"label": "bot", **await proof_by(ann, device)})
        (passkey,) = (await ann.get("/api/passkeys"))["passkeys"]
        assert passkey["id"] == answer["credential"]["id"]
        assert (passkey["label"], passkey["created"] > 0) == ("phone", True)
        assert (await other.get("/api/passkeys"))["passkeys"] == []

        asked = await phone.post("/api/passkeys/challenge")
        answer = {"state": asked["state"], "credential": device.get(asked["options"])}
        signed_in = await phone.post("/api/passkeys/login", answer)
        assert signed_in["user"]["id"] == ann.user
        assert (await phone.get("/api/session"))["user"]["name"] == "Ann"
        # What was heard cannot be said again: the device counts.
        assert (await thief.refused("/api/passkeys/login", answer))["code"] == "unauthorised"

        path = f"/api/passkeys/{passkey['id']}"
        assert (await other.refused(path, method="DELETE"))["code"] == "not-found"
        assert (await ann.refused(path, method="DELETE"))["code"] == "forbidden"  # the only way in
        account = {"login": "ann", "password": PASSWORD}
        assert (await ann.refused("/api/account", account))["code"] == "unauthorised"
        assert (await ann.refused("/api/account/delete", {}))["code"] == "unauthorised"
        await ann.post("/api/account", {**account, **await proof_by(ann, device)})
        assert (await ann.call("DELETE", path)).status_code == 204
        assert (await ann.get("/api/passkeys"))["passkeys"] == []
        asked = await phone.post("/api/passkeys/challenge")
        answer = {"state": asked["state"], "credential": device.get(asked["options"])}
        assert (await phone.refused("/api/passkeys/login", answer))["code"] == "unauthorised"
        await ann.post("/api/account/delete", await proof_of(ann))


@in_loop
async def test_passkeys_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        page = {"Origin": server.url.replace("127.0.0.1", "localhost")}
        page["Host"] = page["Origin"].removeprefix("http://")
        ann = await server.guest("Ann")
        ann.http.headers.update(page)
        device, stranger = Authenticator(page["Origin"]), Authenticator(page["Origin"])
        phisher = Authenticator("https://evil.example")
        asked = await ann.post("/api/passkeys/new")
        caught = {"state": asked["state"], "credential": phisher.create(asked["options"])}
        assert (await ann.refused("/api/passkeys", caught))["code"] == "unauthorised"
        good = {"state": asked["state"], "credential": device.create(asked["options"])}
        await ann.post("/api/passkeys", good)
        login = await ann.post("/api/passkeys/challenge")
        for state, credential in [
            (login["state"], stranger.get(login["options"])),
            (login["state"], phisher.get(login["options"])),
            (asked["state"], device.get(login["options"])),
            ("forged", device.get(login["options"])),
            (login["state"], {}),
            (login["state"], {"id": good["credential"]["id"], "response": 7}),
        ]:
            answer = {"state": state, "credential": credential}
            refused = await ann.refused("/api/passkeys/login", answer)
            assert refused["code"] == "unauthorised"


@in_loop
async def test_an_answer_sent_twice_at_once_is_taken_once(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        page = {"Origin": server.url.replace("127.0.0.1", "localhost")}
        page["Host"] = page["Origin"].removeprefix("http://")
        ann = await server.guest("Ann")
        ann.http.headers.update(page)
        device = Authenticator(page["Origin"])
        asked = await ann.post("/api/passkeys/new")
        made = {"state": asked["state"], "credential": device.create(asked["options"])}
        await ann.post("/api/passkeys", made)
        asked = await ann.post("/api/passkeys/challenge")
        device.uses = -1  # a device that does not count: it always says 0
        answer = {"state": asked["state"], "credential": device.get(asked["options"])}
        codes = [
            answered.status_code
            for answered in await asyncio.gather(
                *(ann.call("POST", "/api/passkeys/login", answer) for _ in range(4))
            )
        ]
        assert sorted(codes) == [200, 401, 401, 401]


@in_loop
async def test_a_stolen_session_adds_no_way_in(tmp_path: Path) -> None:
    """Neither a passkey nor a token nor a password, which would outlast it."""
    async with serving(settings_for(tmp_path)) as server:
        page = {"Origin": server.url.replace("127.0.0.1", "localhost")}
        page["Host"] = page["Origin"].removeprefix("http://")
        ann, thief, bea = await server.guest("Ann"), server.stranger(), await server.guest("Bea")
        await ann.post("/api/account", {"login": "ann", "password": PASSWORD})
        thief.http.cookies.update(ann.http.cookies)
        for client in (ann, thief, bea):
            client.http.headers.update(page)
        for path, body in (("/api/passkeys/new", None), ("/api/tokens", {"label": "bot"})):
            assert (await thief.refused(path, body))["code"] == "unauthorised"
            for wrong in ({"proof": ""}, {"proof": "made up"}):
                assert (await thief.refused(path, {**(body or {}), **wrong}))["code"] == (
                    "unauthorised"
                )
        for guess in ({"password": "wrong horse"}, {}):
            assert (await thief.refused("/api/account/proof", guess))["code"] == "unauthorised"

        # A passkey of somebody else proves nothing, and a proof is good for one session alone.
        device = Authenticator(page["Origin"])
        asked = await bea.post("/api/passkeys/new")
        made = {"state": asked["state"], "credential": device.create(asked["options"])}
        await bea.post("/api/passkeys", made)
        asked = await thief.post("/api/passkeys/challenge")
        theirs = {"state": asked["state"], "credential": device.get(asked["options"])}
        refused = await thief.refused("/api/account/proof", {"passkey": theirs})
        assert refused["code"] == "unauthorised"
        proof = await proof_of(ann)
        phone = server.stranger()
        await phone.post("/api/login", {"login": "ann", "password": PASSWORD})
        stolen = {"label": "bot", **proof}
        assert (await phone.refused("/api/tokens", stolen))["code"] == "unauthorised"

        await ann.post("/api/tokens", stolen)
        asked = await ann.post("/api/passkeys/new", proof)
        device._id = hashlib.sha256(b"another").digest()
        answer = {"state": asked["state"], "credential": device.create(asked["options"])}
        await ann.post("/api/passkeys", answer)


@in_loop
async def test_a_challenge_for_a_new_passkey_ends_with_its_session(tmp_path: Path) -> None:
    """A guest needs no proof for it, and its answer must not spare the account the proof."""
    async with serving(settings_for(tmp_path)) as server:
        page = {"Origin": server.url.replace("127.0.0.1", "localhost")}
        page["Host"] = page["Origin"].removeprefix("http://")
        ann, device = await server.guest("Ann"), Authenticator(page["Origin"])
        ann.http.headers.update(page)

        async def ask(**proof: str) -> Body:
            asked = await ann.post("/api/passkeys/new", proof)
            return {"state": asked["state"], "credential": device.create(asked["options"])}

        early = await ask()
        await ann.post("/api/account", {"login": "ann", "password": PASSWORD})
        assert (await ann.refused("/api/passkeys", early))["code"] == "unauthorised"
        early = await ask(**await proof_of(ann))
        await ann.post("/api/account/password", {"old": PASSWORD, "new": f"{PASSWORD} 2"})
        assert (await ann.refused("/api/passkeys", early))["code"] == "unauthorised"
        last = await ask(**await proof_of(ann, f"{PASSWORD} 2"))
        # As another server does it: this one believes in the session for a moment more.
        await change_file(tmp_path / "tables.db", "UPDATE sessions SET ended = 1")
        assert (await ann.refused("/api/passkeys", last))["code"] == "unauthorised"
        await change_file(tmp_path / "tables.db", "UPDATE sessions SET ended = NULL")
        await ann.post("/api/passkeys", last)


@pytest.mark.parametrize("name", ["\\u0000", "\\ud800", "a\\u0000b"])
@in_loop
async def test_a_passkey_that_no_database_can_have_does_not_exist(
    address: str, tmp_path: Path, name: str
) -> None:
    async with serving(settings_for(tmp_path / "unused", database=address)) as server:
        client = server.stranger()
        client.http.headers.update({"Origin": server.url, "Content-Type": "application/json"})
        state = (await client.post("/api/passkeys/challenge"))["state"]
        body = f'{{"state": "{state}", "credential": {{"id": "{name}"}}}}'
        with capture_logs() as log:
            answer = await client.http.post("/api/passkeys/login", content=body)
        assert (answer.status_code, log) == (401, [])


@in_loop
async def test_a_proof_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_PROOF_SECONDS", -1)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", {"login": "ann", "password": PASSWORD})
        late = {"label": "bot", **await proof_of(ann)}
        assert (await ann.refused("/api/tokens", late))["code"] == "unauthorised"
