"""Turn notifications: by a real mail server, and by a push service that the tests simulate."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import json
import queue
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]
from structlog.testing import capture_logs

from fogline.catalogs import LANGUAGES, load_catalog
from fogline.server.features.notify.contacts import PushSubscription
from fogline.server.features.notify.mailer import Mailer, NotSent
from fogline.server.features.notify.notifier import PATIENCE, Notifier
from fogline.server.support.mail_settings import Mail, MailServer
from fogline.server.support.push_services import PUSH_SERVICES, is_push_service
from fogline.server.support.settings import ServerSettings
from tests.server.harness import (
    ME,
    OPEN,
    Client,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]

URL = "https://games.example.org/"
DAYS = {"kind": "move", "seconds": 2 * 86400}


class PostOffice:
    """A mail server, and the messages that came."""

    def __init__(self) -> None:
        self._inbox: queue.Queue[EmailMessage] = queue.Queue()
        self._controller = FreePort(self, hostname="127.0.0.1")

    def start(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()

    @property
    def mail(self) -> Mail:
        server = MailServer.parse(f"smtp://127.0.0.1:{self._controller.port}")
        return Mail(server, "fogline@games.example.org")

    async def handle_DATA(self, _: object, __: object, envelope: Any) -> str:  # noqa: N802
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        assert message["To"] == envelope.rcpt_tos[0]
        self._inbox.put(message)
        return "250 OK"

    async def next(self) -> EmailMessage:
        return await asyncio.to_thread(self._inbox.get, timeout=60)

    @property
    def is_empty(self) -> bool:
        return self._inbox.empty()


class FreePort(Controller):
    """A mail server on a port that is free."""

    def _create_server(self) -> Any:
        self.sockets = [socket.create_server(("127.0.0.1", 0))]
        self.port = self.sockets[0].getsockname()[1]
        return self.loop.create_server(self._factory_invoker, sock=self.sockets[0])


@pytest.fixture
def office() -> Iterator[PostOffice]:
    made = PostOffice()
    made.start()
    yield made
    made.stop()


def mailing(tmp_path: Path, office: PostOffice, time: HandTurned, **more: Any) -> ServerSettings:
    return settings_for(tmp_path, timing=time, mail=office.mail, url=URL, **more)


async def account(server: Serving, name: str) -> Client:
    client = await server.guest(name)
    await client.post("/api/account", {"login": name.lower(), "password": "correct horse"})
    return client


async def with_email(server: Serving, office: PostOffice, name: str, language: str) -> Client:
    """Somebody who has confirmed an address."""
    client = await account(server, name)
    address = f"{name.lower()}@example.org"
    await client.post("/api/account/email", {"email": address, "language": language})
    message = await office.next()
    (secret,) = re.findall(rf"^{URL}#/account\?confirm=(\S+)", message.get_content(), re.MULTILINE)
    # The link may be opened anywhere.
    await server.stranger().post("/api/account/email/confirm", {"secret": secret})
    assert (await client.get("/api/account/notifications"))["email"] == address
    return client


async def waiting(ann: Client, bea: Client, **wishes: object) -> str:
    """A table at which Ann must choose tickets, and Bea, too."""
    table = await new_table(ann, ME, OPEN, **{"clock": DAYS, **wishes})
    await bea.post(f"/api/tables/{table}/seats/1/sit", {})
    await ann.post(f"/api/tables/{table}/start")
    return table


async def decide(client: Client, table: str, nth: int) -> None:
    shown = await client.get(f"/api/tables/{table}")
    body = {
        "id": f"action-{nth}",
        "version": shown["version"],
        "seat": shown["you"]["seat"],
        "action": shown["legal"][0]["action"],
    }
    await client.post(f"/api/tables/{table}/actions", body)


async def settled(server: Serving) -> None:
    """Wait until nothing is on its way."""
    while tasks := set(server.services.of(Notifier)._tasks):
        await asyncio.gather(*tasks)


@in_loop
async def test_a_player_who_is_away_is_told_once_and_nothing_secret(
    tmp_path: Path, office: PostOffice, address: str
) -> None:
    time = HandTurned()
    async with serving(mailing(tmp_path, office, time, database=address)) as server:
        ann, bea = await with_email(server, office, "Ann", "pl"), await server.guest("Bea")
        table = await waiting(ann, bea)
        time.turn(PATIENCE)
        message = await office.next()
        await settled(server)
        assert message["To"] == "ann@example.org"
        assert message["From"] == "fogline@games.example.org"
        assert message["Subject"] == load_catalog("pl").say("mail.turn")
        assert message["List-Unsubscribe"] == f"<{URL}#/account>"
        body = message.get_content()
        assert "San Francisco" in body
        assert URL in body
        assert table not in message.as_string()
        assert "Bea" not in message.as_string()
        for _ in range(5):
            time.turn(PATIENCE)
            await settled(server)
        assert office.is_empty
        # The next turn is told again.
        await decide(ann, table, 1)
        await decide(bea, table, 2)
        for client, nth in ((ann, 3), (bea, 4)) * 2:
            if (await client.get(f"/api/tables/{table}"))["legal"]:
                await decide(client, table, nth)
        if 0 not in (await ann.get(f"/api/tables/{table}"))["deciding"]:
            await decide(bea, table, 9)
        time.turn(PATIENCE)
        await settled(server)
        time.turn(PATIENCE)
        assert (await office.next())["To"] == "ann@example.org"


@in_loop
async def test_nobody_is_told_who_is_connected_or_plays_fast_or_has_stopped_it(
    tmp_path: Path, office: PostOffice
) -> None:
    time = HandTurned()
    async with serving(mailing(tmp_path, office, time)) as server:
        ann, bea = await with_email(server, office, "Ann", "en"), await server.guest("Bea")
        fast = await waiting(ann, bea, clock={"kind": "move", "seconds": 3600})
        table = await waiting(ann, bea)
        async with ann.watch(table) as watching:
            await watching.next("view")
            time.turn(3 * PATIENCE)
            await settled(server)
        assert fast != table
        await ann.http.delete("/api/account/email")
        assert (await ann.get("/api/account/notifications"))["email"] is None
        await waiting(ann, bea, clock=None)
        time.turn(3 * PATIENCE)
        await settled(server)
        assert office.is_empty


@in_loop
async def test_the_timer_of_a_table_stops_when_its_game_ends(
    tmp_path: Path, office: PostOffice
) -> None:
    async with serving(mailing(tmp_path, office, HandTurned())) as server:
        ann, bea = await with_email(server, office, "Ann", "en"), await server.guest("Bea")
        table = await waiting(ann, bea)
        alarms, ended = server.services.of(Notifier)._alarms, list[str]()
        server.services.signals.ended.subscribe(lambda table: ended.append(table.id))
        assert list(alarms) == [table]
        await bea.post(f"/api/tables/{table}/seats/1/resign")
        assert (alarms, ended) == ({}, [table])
        await ann.post(f"/api/tables/{table}/chat", {"reaction": "well-played"})
        assert (alarms, ended) == ({}, [table])


@in_loop
async def test_a_turn_is_told_after_a_restart_and_only_if_it_was_not(
    tmp_path: Path, office: PostOffice
) -> None:
    time = HandTurned()
    async with serving(mailing(tmp_path, office, time)) as server:
        ann, bea = await with_email(server, office, "Ann", "en"), await server.guest("Bea")
        await waiting(ann, bea, clock=None)
    async with serving(mailing(tmp_path, office, time)) as server:
        await server.services.of(Notifier).catch_up()
        time.turn(PATIENCE)
        await settled(server)
        assert (await office.next())["To"] == "ann@example.org"
    async with serving(mailing(tmp_path, office, time)) as server:
        await server.services.of(Notifier).catch_up()
        time.turn(PATIENCE)
        await settled(server)
        assert office.is_empty


@in_loop
async def test_two_servers_tell_a_turn_once(
    tmp_path: Path, office: PostOffice, address: str
) -> None:
    time = HandTurned()
    settings = mailing(tmp_path, office, time, database=address, lock=False)
    async with serving(settings) as server, serving(settings) as other:
        ann, bea = await with_email(server, office, "Ann", "en"), await server.guest("Bea")
        await waiting(ann, bea)
        await other.services.of(Notifier).catch_up()
        time.turn(PATIENCE)
        await settled(server)
        await settled(other)
        await office.next()
        assert office.is_empty


@in_loop
async def test_a_mail_server_that_is_down_is_tried_again_without_a_flood(
    tmp_path: Path, office: PostOffice
) -> None:
    time = HandTurned()
    async with serving(mailing(tmp_path, office, time)) as server:
        ann, bea = await with_email(server, office, "Ann", "en"), await server.guest("Bea")
        await waiting(ann, bea)
        mailer = server.services.of(Notifier).mailer
        assert mailer is not None
        works, mailer._mail = mailer._mail, Mail(MailServer("127.0.0.1", 1, tls=False), "x@y.org")
        with capture_logs() as log:
            time.turn(PATIENCE)
            await settled(server)
            for _ in range(20):
                time.turn(300_000)
                await settled(server)
            refused = await ann.refused(
                "/api/account/email", {"email": "new@example.org", "language": "en"}
            )
            assert refused["code"] == "unavailable"
        assert [line["event"] for line in log] == ["cannot send turn notifications"]
        assert "example.org" not in str(log)
        mailer._mail = works
        time.turn(300_000)
        assert (await office.next())["To"] == "ann@example.org"


@in_loop
async def test_a_password_is_never_sent_in_the_open(office: PostOffice) -> None:
    server = office.mail.server
    mailer = Mailer(Mail(replace(server, user="me", password="secret"), "x@y.org"))
    with pytest.raises(NotSent):
        await mailer.send("ann@example.org", "Hello", "Hello", URL)
    assert office.is_empty


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("smtp://mail.example.org", MailServer("mail.example.org", 587, tls=False)),
        ("smtps://a%40b:p%3A@m.org", MailServer("m.org", 465, tls=True, user="a@b", password="p:")),
    ],
)
def test_mail_servers_are_read(text: str, server: MailServer) -> None:
    assert MailServer.parse(text) == server
    assert "p:" not in repr(server)


@pytest.mark.parametrize("text", ["", "mail.example.org", "http://secret@m.org", "smtp://m:x"])
def test_what_is_no_mail_server_is_refused_without_quoting_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected smtp://USER:PASSWORD@HOST:PORT") as refused:
        MailServer.parse(text)
    assert "secret" not in str(refused.value)


@in_loop
async def test_an_address_must_be_confirmed_by_an_account(
    tmp_path: Path, office: PostOffice
) -> None:
    time = HandTurned()
    async with serving(mailing(tmp_path, office, time, limits=True)) as server:
        ann, bea = await account(server, "Ann"), await server.guest("Bea")
        body = {"email": "ann@example.org", "language": "en"}
        assert (await bea.refused("/api/account/email", body))["code"] == "forbidden"
        coded = "=?utf-8?q?a=0D=0Ab?=@c.org"  # Python decodes this, also in an address
        for wrong in ("ann", "ann@", "a b@c.org", "a@b.org\nBcc: x@y.org", "<a@b.org>", coded):
            refused = await ann.refused("/api/account/email", {**body, "email": wrong})
            assert refused["code"] == "malformed"
        await ann.post("/api/account/email", body)
        text = (await office.next()).get_content()
        secret = text.partition("confirm=")[2].split()[0]
        assert (await ann.get("/api/account/notifications"))["email"] is None
        time.turn(86_400_000)
        late = await ann.refused("/api/account/email/confirm", {"secret": secret})
        assert late["code"] == "unauthorised"
        answers = [await ann.call("POST", "/api/account/email", body) for _ in range(8)]
        assert answers[-1].status_code == 429


class PushService:
    """A push service and a browser: it decrypts what a server sends."""

    def __init__(self) -> None:
        self.answer = 201
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self._inbox: queue.Queue[dict[str, str]] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.take(dict(self.headers), body)
                self.send_response(service.answer)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def subscription(self) -> dict[str, str]:
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.origin}/browser/1",
            "key": base64.urlsafe_b64encode(public).decode().rstrip("="),
            "auth": base64.urlsafe_b64encode(self._auth).decode().rstrip("="),
            "language": "da",
        }

    def take(self, headers: dict[str, str], body: bytes) -> None:
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["Ttl"]) > 0
        assert Vapid02.verify(headers["Authorization"])
        token = headers["Authorization"].partition("t=")[2].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(token + "=="))
        assert claims["aud"] == self.origin
        told = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth)
        self._inbox.put(json.loads(told))

    async def next(self) -> dict[str, str]:
        return await asyncio.to_thread(self._inbox.get, timeout=60)

    @property
    def is_empty(self) -> bool:
        return self._inbox.empty()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.stop()


@in_loop
async def test_a_browser_is_told_and_forgotten_when_it_is_gone(
    tmp_path: Path, service: PushService
) -> None:
    time = HandTurned()
    settings = settings_for(tmp_path, timing=time, url=URL, push_services=(service.origin,))
    async with serving(settings) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        known = await ann.get("/api/account/notifications")
        assert known["mail"] is False
        assert len(base64.urlsafe_b64decode(known["push_key"] + "==")) == 65
        await ann.post("/api/account/push", service.subscription())
        await ann.post("/api/account/push", service.subscription())
        await waiting(ann, bea)
        time.turn(PATIENCE)
        told = await service.next()
        await settled(server)
        assert told == {"title": "Din tur", "body": "Det er din tur i San Francisco."}
        assert service.is_empty
        service.answer = 410
        await waiting(ann, bea)
        time.turn(PATIENCE)
        await service.next()
        await settled(server)
        assert (await ann.get("/api/account/notifications"))["browsers"] == []


@in_loop
async def test_an_address_that_nobody_can_ask_stops_no_other_message(
    tmp_path: Path, service: PushService
) -> None:
    """Older versions stored such addresses: this one belongs to the browser that comes first."""
    time = HandTurned()
    settings = settings_for(tmp_path, timing=time, url=URL, push_services=(service.origin,))
    async with serving(settings) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        sent = service.subscription()
        await ann.post("/api/account/push", sent)
        wrong = ("http://127.0.0.1\t:1/", "http://[::1", "nothing", "https://a..push.apple.com/",
                 f"https://{'a' * 64}.push.apple.com/", "https://%ff.push.apple.com/")  # fmt: skip
        contacts = server.services.of(Notifier).contacts
        for endpoint in wrong:
            await contacts.add_browser(
                PushSubscription(ann.user, endpoint, sent["key"], sent["auth"], "", "en")
            )
        await waiting(ann, bea)
        time.turn(PATIENCE)
        assert (await service.next())["title"] == "Din tur"
        await settled(server)
        assert len((await ann.get("/api/account/notifications"))["browsers"]) == 1


@in_loop
async def test_a_browser_that_is_added_many_times_at_once_is_there_once(
    tmp_path: Path, service: PushService, address: str
) -> None:
    settings = settings_for(
        tmp_path / "unused", database=address, url=URL, push_services=(service.origin,)
    )
    async with serving(settings) as server:
        ann, sent = await server.guest("Ann"), service.subscription()
        with capture_logs() as log:
            answers = await asyncio.gather(
                *(ann.call("POST", "/api/account/push", sent) for _ in range(10))
            )
        assert ({answer.status_code for answer in answers}, log) == ({204}, [])
        assert len((await ann.get("/api/account/notifications"))["browsers"]) == 1


@in_loop
async def test_a_browser_can_be_removed_and_the_key_stays(
    tmp_path: Path, service: PushService
) -> None:
    settings = settings_for(tmp_path, url=URL, push_services=(service.origin,))
    keys = []
    for _ in range(2):
        async with serving(settings) as server:
            ann = await server.guest("Ann")
            await ann.post("/api/account/push", service.subscription())
            known = await ann.get("/api/account/notifications")
            keys.append(known["push_key"])
            path = f"/api/account/push/{known['browsers'][0]['id']}"
            bea = await server.guest("Bea")
            assert (await bea.refused(path, method="DELETE"))["code"] == "not-found"
            assert (await ann.call("DELETE", path)).status_code == 204
            assert (await ann.get("/api/account/notifications"))["browsers"] == []
    assert keys[0] == keys[1]


@in_loop
async def test_a_server_without_an_address_of_its_own_sends_nothing(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await account(server, "Ann")
        known = await ann.get("/api/account/notifications")
        assert (known["mail"], known["push_key"]) == (False, None)
        body = {"email": "ann@example.org", "language": "en"}
        assert (await ann.refused("/api/account/email", body))["code"] == "not-found"


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/", False),
        ("https://fcm.googleapis.com@10.0.0.1/", False),
        ("https://evilfcm.googleapis.com.example.org/", False),
        ("https://notpush.apple.com/", False),
        ("https://127.0.0.1/", False),
        ("https://[::1", False),
        ("https://fcm.googleapis.com\t/", False),
        ("https://fcm.googleapis.com/\n", False),
        ("https://fcm.googleapis.com/a b", False),
        ("https://fcm.googleapis.com/\u00e4", False),
        ("https://fcm.googleapis.com\\@10.0.0.1/", False),
        ("https://a..push.apple.com/", False),
        (f"https://{'a' * 64}.push.apple.com/", False),
        ("https://10.0.0.1%2f.push.apple.com/", False),
        ("https://[::1].push.apple.com/", False),
        ("https://web.push.apple.com./abc", False),
        ("https://web.push.apple.com/abc#again", False),
        ("file:///etc/passwd", False),
    ],
)
def test_messages_go_to_push_services_alone(endpoint: str, *, known: bool) -> None:
    assert is_push_service(endpoint, PUSH_SERVICES) is known


def test_mails_are_written_in_every_language() -> None:
    subjects = {load_catalog(language).say("mail.turn") for language in LANGUAGES}
    assert len(subjects) == len(LANGUAGES)
    for language in LANGUAGES:
        say = load_catalog(language).say
        assert "Old West" in say("mail.turn.text", game="Old West")
        assert "{" not in "".join(say(f"mail.{key}") for key in ("stop", "confirm", "confirm.text"))


def test_messages_are_encrypted_as_the_standard_says() -> None:
    """The example of RFC 8291, section 5: http-ece is small, and has had no release since 2024."""

    def read(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    def private(text: str) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(read(text)), ec.SECP256R1())

    browser = private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    auth = read("BTBZMqHH6r4Tts7J_aSIgg")
    text = b"When I grow up, I want to be a watermelon"
    sealed = http_ece.encrypt(
        text,
        salt=read("DGv6ra1nlYgDCS1FRnbzlw"),
        private_key=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        dh=browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint),
        auth_secret=auth,
        version="aes128gcm",
    )
    assert sealed == read(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
        "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert http_ece.decrypt(sealed, private_key=browser, auth_secret=auth) == text
