"""`fogline play` and `fogline serve`: start a server on this machine."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from fogline.cli.frame.arguments import add_json, whole_number
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import print_json
from fogline.server.support.mail_settings import Mail, MailServer
from fogline.server.support.settings import ServerSettings, default_data_dir

PREFIX = "FOGLINE_"
PORT = 8000
"""The port, if nothing else is said."""
_LAST_PORT = 65535
_COLLECT_AFTER = (5_000, 1, 100)
"""New objects after which the youngest are looked through for garbage, and how often older ones.

Nobody is served meanwhile: 10,000 objects take some milliseconds, all objects of a server with 500
tables a third of a second. Games and connections leave no garbage of this kind."""
_SWITCH_AFTER = 0.001
"""Seconds for which one thread keeps others waiting, such as the one that commits moves."""
_LEVELS = ("debug", "info", "warning", "error")


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    gc.disable()  # nothing of what is loaded first becomes garbage
    try:
        return _serve(arguments)
    finally:
        gc.enable()


def _serve(arguments: argparse.Namespace) -> int:
    # Everything a server needs takes a moment to load, which other commands need not spend.
    from fogline.server.app import create_app  # noqa: PLC0415
    from fogline.server.support.logs import configure_logs  # noqa: PLC0415
    from fogline.server.web.run import TableServer, listen  # noqa: PLC0415

    if arguments.log_level not in _LEVELS:
        raise UsageError(f"{PREFIX}LOG_LEVEL is not one of: {', '.join(_LEVELS)}.")
    settings = ServerSettings(
        database=database_of(arguments),
        root_path=arguments.root_path,
        proxies=tuple(arguments.proxy),
        origins=tuple(arguments.origin),
        secure_cookies=arguments.https,
        url=arguments.url,
        mail=_mail(arguments),
        bot_delay=arguments.bot_delay,
        limits=not arguments.no_limits,
    )
    # What is wrong with the database is said in one line, before anything is open.
    asyncio.run(_try_database(settings.database))
    try:
        listener = listen(arguments.host, arguments.port)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {arguments.host} port {arguments.port}: {error.strerror}; "
            "choose another with --port"
        ) from None
    port = listener.getsockname()[1]
    local, network = _addresses(arguments, port)
    configure_logs(arguments.log_level)
    server = TableServer(create_app(replace(settings, network=network)))
    _greet(local, network, port if arguments.json else None)
    if arguments.open:
        _open(local)
    # What is loaded by now stays: look through the rest, and not after every few moves.
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()
    sys.setswitchinterval(_SWITCH_AFTER)
    # Uvicorn has come to its clean end when it passes Ctrl-C on.
    with suppress(KeyboardInterrupt):
        server.run([listener])
    return 0 if server.started else 1


async def _try_database(database: str) -> None:
    from fogline.store.database import database_url  # noqa: PLC0415 (as above)
    from fogline.store.file_lock import FileLock  # noqa: PLC0415
    from fogline.store.transfer import opened  # noqa: PLC0415

    lock = FileLock(database_url(database))
    try:
        async with opened(database):
            pass
    finally:
        lock.release()


def database_of(arguments: argparse.Namespace) -> str:
    """Return the database: the one that is named, or a file in the data folder."""
    return str(arguments.database or Path(arguments.data_dir) / "tables.db")


def add_database(parser: Parser) -> None:
    """Declare `--database` and `--data-dir`."""
    parser.add_argument(
        "--database",
        default=_environment("DATABASE", None),
        metavar="DB",
        help="a SQLite file, or postgresql://… (default: tables.db in the data folder)",
    )
    parser.add_argument(
        "--data-dir",
        default=_environment("DATA_DIR", str(default_data_dir())),
        metavar="FOLDER",
        help="where the server keeps its data (default: %(default)s)",
    )


def _environment(name: str, default: str | None) -> str | None:
    return os.environ.get(PREFIX + name) or default


def _port(text: str) -> int:
    port = whole_number(0)(text)
    if port > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"ports go from 0 to {_LAST_PORT}, not to {text}")
    return port


def _root_path(text: str) -> str:
    path = text.strip("/")
    return f"/{path}" if path else ""


def base_url(text: str) -> str:
    """Read the address by which players reach the server."""
    try:
        found = urlsplit(text)
        valid = found.scheme in ("http", "https") and bool(found.hostname)
    except ValueError:
        valid = False
    if not valid or found.query or found.fragment:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as https://example.org/")
    return f"{text.rstrip('/')}/"


def mail_server(text: str) -> MailServer:
    """Read the address of a server for e-mails."""
    try:
        return MailServer.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _mail(arguments: argparse.Namespace) -> Mail | None:
    """Combine the settings of e-mails, which are given together or not at all."""
    if arguments.smtp is None:
        return None
    if arguments.url is None or arguments.mail_from is None:
        raise UsageError("--smtp needs --url, for links in e-mails, and --mail-from")
    return Mail(arguments.smtp, arguments.mail_from)


def network_address() -> str | None:
    """Find the address by which others in the room reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the way it would take.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def _open(address: str) -> None:
    """Show the start page in the browser; it waits until the server answers."""
    import threading  # noqa: PLC0415 (likewise)
    import webbrowser  # noqa: PLC0415 (likewise)

    # Some browsers block their caller until they are closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _addresses(arguments: argparse.Namespace, port: int) -> tuple[str, str | None]:
    """Return the addresses on this machine, and in this network if there is one."""
    path = arguments.root_path
    everywhere = arguments.host in ("0.0.0.0", "::")  # noqa: S104 (compared, not bound)
    host = "localhost" if everywhere else arguments.host
    local = f"http://{f'[{host}]' if ':' in host else host}:{port}{path}/"
    address = network_address() if everywhere else None
    return local, None if address is None else f"http://{address}:{port}{path}/"


def _greet(local: str, network: str | None, port: int | None) -> None:
    """Print the addresses of the server; with a port, as JSON."""
    if port is not None:
        print_json({"local": local, "network": network, "port": port})
    else:
        print(f"Fogline is open.\n\n  on this machine   {local}")
        if network is not None:
            print(f"  in this network   {network}\n")
            if sys.stdout.isatty():
                import segno  # noqa: PLC0415 (likewise)

                segno.make(network, error="l").terminal(compact=True, border=2)
        print("Press Ctrl-C to stop; every game goes on when the server is started again.")
    sys.stdout.flush()


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--host",
        default=_environment("HOST", "0.0.0.0"),  # noqa: S104 (phones in the room shall join)
        metavar="ADDRESS",
        help="where to listen; 127.0.0.1 keeps others out (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=_environment("PORT", str(PORT)),
        metavar="N",
        help="the port; 0 chooses a free one (default: %(default)s)",
    )
    add_database(parser)
    parser.add_argument(
        "--root-path",
        type=_root_path,
        default=_environment("ROOT_PATH", ""),
        metavar="PATH",
        help="the path under which a proxy shows the server, such as /fogline",
    )
    parser.add_argument(
        "--url",
        type=base_url,
        default=_environment("URL", None),
        help="the address by which players reach the server, for links in e-mails",
    )
    parser.add_argument(
        "--smtp",
        type=mail_server,
        default=_environment("SMTP", None),
        metavar="URL",
        help="the server for e-mails: smtp://USER:PASSWORD@HOST:587, or smtps://…; better in the "
        "environment, where others do not see the password",
    )
    parser.add_argument(
        "--mail-from",
        default=_environment("MAIL_FROM", None),
        metavar="ADDRESS",
        help="the sender of e-mails",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=(_environment("PROXY", "") or "").split(),
        metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For is believed, such as 127.0.0.1; may be repeated",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=(_environment("ORIGIN", "") or "").split(),
        metavar="URL",
        help="another origin whose pages may use the server; may be repeated",
    )
    parser.add_argument(
        "--https",
        action="store_true",
        default=(_environment("HTTPS", "") or "0").lower() not in ("0", "false", "no", "off"),
        help="players come by HTTPS through a proxy: let cookies be sent over HTTPS only",
    )
    parser.add_argument(
        "--bot-delay",
        type=whole_number(0),
        default=_environment("BOT_DELAY", "900"),
        metavar="MS",
        help="the least time a bot takes to move, in milliseconds (default: %(default)s)",
    )
    parser.add_argument(
        "--no-limits",
        action="store_true",
        help="slow nobody down, for measuring",
    )
    parser.add_argument(
        "--log-level",
        choices=_LEVELS,
        default=_environment("LOG_LEVEL", "warning"),
        help="how much to log, as JSON on stderr (default: %(default)s)",
    )
    add_json(parser)


def _serve_arguments(parser: Parser) -> None:
    _arguments(parser)
    parser.add_argument("--open", action="store_true", help="open it in the browser")


def _play_arguments(parser: Parser) -> None:
    _arguments(parser)
    parser.add_argument("--no-open", dest="open", action="store_false", help="only say where it is")


PLAY = Command(
    description="""\
Play in the browser: this starts a server on this machine and opens its start page. Friends in the
same network join by the address or the QR code that is printed. Games are kept in a SQLite file,
so you can stop at any time and go on later. It is fogline serve with the browser opened.

examples:
  fogline play
  fogline play --host 127.0.0.1 --port 8001
  fogline play --data-dir ~/games --no-open
""",
    arguments=_play_arguments,
    run=run,
)

SERVE = Command(
    description="""\
Serve tables to browsers, phones and bots. The address is printed, with a QR code for phones in the
room. Games are kept in a SQLite file, each move on disk before it is acknowledged; several servers
can share a PostgreSQL database. Every flag can be given in the environment, too: FOGLINE_PORT,
FOGLINE_DATABASE and so on. docs/hosting.md describes how to put it on the internet.

examples:
  fogline serve --open
  fogline serve --port 80 --data-dir /srv/fogline
  fogline serve --host 127.0.0.1 --root-path /fogline --https
  fogline serve --database postgresql://fogline@db/fogline
""",
    arguments=_serve_arguments,
    run=run,
)
