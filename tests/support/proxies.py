"""nginx, Caddy and HAProxy with the files of deploy/, in temporary directories and on ports of their own."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import httpx2
import psutil
import pytest

from tests.support.running import Reached, eventually, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "worms.example.org"
"""The name that stands in the files."""
NONE: Mapping[str, str] = MappingProxyType({})
NGINX = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
"""What stands around a site, as little as can be."""


@dataclass(frozen=True)
class Front:
    """A proxy that runs."""

    url: str
    process_id: int = 0
    plain_url: str = ""
    """The address without TLS."""
    trust: ssl.SSLContext | None = None
    """Knows its certificate."""

    def come_from(self, address: str) -> httpx2.HTTPTransport:
        """The way of a client with this address of the machine to the proxy."""
        return httpx2.HTTPTransport(verify=self.trust or False, local_address=address)

    def connections(self, server: Reached) -> int:
        """How many it has to a server."""
        port = httpx2.URL(server.url).port
        family = [psutil.Process(self.process_id), *psutil.Process(self.process_id).children()]
        there = [link.raddr for process in family for link in process.net_connections("tcp") if link.raddr]
        return sum(address.port == port for address in there)


def program(name: str) -> str:
    """The path of a program; the test is skipped if this machine has none."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if not found:
        pytest.skip(f"{name} is missing: make {name}")
    return found


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """A text with some things replaced, all of which have to be there."""
    for old, new in changes.items():
        assert old in text, f"{old!r} is not there"
        text = text.replace(old, new)
    return text


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that nobody has signed, and its key."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    subject = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=IP:127.0.0.1,DNS:{NAME}")
    command = ["openssl", "req", "-x509", *kind, *subject, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def write_nginx(folder: Path, *servers: Reached, changes: Mapping[str, str] = NONE) -> tuple[list[str], Front]:
    """Put the site into a folder; the command that starts nginx with it, and where it will be."""
    certificate, _ = _certificate(folder)
    secure, plain = free_port(), free_port()
    upstreams = "".join(f"server {httpx2.URL(server.url).netloc.decode()};\n" for server in servers)
    site = replaced(
        (DEPLOY / "nginx.conf").read_text(),
        {
            "server 127.0.0.1:8421;": upstreams or "server 127.0.0.1:1;",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen [::]:80;": "",
            "listen 443 ": f"listen 127.0.0.1:{secure} ",
            "listen [::]:443 ssl http2;": "",
            "/var/log/nginx": str(folder),
            f"/etc/letsencrypt/live/{NAME}": str(folder),
            **changes,
        },
    )
    (folder / "site.conf").write_text(site)
    as_root = "user root;\n" if os.geteuid() == 0 else ""  # whose temporary directory nobody else can enter
    (folder / "nginx.conf").write_text(as_root + NGINX.format(folder=folder))
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    trust = ssl.create_default_context(cafile=certificate)
    return command, Front(f"https://127.0.0.1:{secure}", plain_url=f"http://127.0.0.1:{plain}", trust=trust)


@contextmanager
def nginx(folder: Path, *servers: Reached, changes: Mapping[str, str] = NONE) -> Iterator[Front]:
    """A real nginx with the site of deploy/ before some servers; the changes are made to the site."""
    command, front = write_nginx(folder, *servers, changes=changes)
    with _running(command, front, folder / "error.log") as process_id:
        yield replace(front, process_id=process_id)


@contextmanager
def caddy(folder: Path, *servers: Reached, **variables: str) -> Iterator[Front]:
    """A real Caddy with the file of deploy/ before some servers, without TLS: it would ask for a certificate."""
    front = Front(f"http://127.0.0.1:{free_port()}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text())
    upstreams = " ".join(httpx2.URL(server.url).netloc.decode() for server in servers)
    environment = {"WORMGRILL_DOMAIN": front.url, "WORMGRILL_UPSTREAM": upstreams, "HOME": str(folder), **variables}
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(command, front, folder / "caddy.log", environment) as process_id:
        yield replace(front, process_id=process_id)


def write_haproxy(folder: Path, *servers: Reached, changes: Mapping[str, str] = NONE) -> tuple[list[str], Front]:
    """Put the file into a folder; the command that starts HAProxy with it, and where it will be."""
    certificate, key = _certificate(folder)
    (folder / "both.pem").write_text(certificate.read_text() + key.read_text())
    secure, plain = free_port(), free_port()
    addresses = [httpx2.URL(server.url).netloc.decode() for server in servers] or ["127.0.0.1:1"]
    text = replaced(
        (DEPLOY / "haproxy.cfg").read_text(),
        {
            "    server one 127.0.0.1:8421\n": "".join(f"    server {at} {at}\n" for at in addresses),
            "bind :::80 v4v6": f"bind 127.0.0.1:{plain}",
            "bind :::443 v4v6": f"bind 127.0.0.1:{secure}",
            "/etc/haproxy/wormgrill.pem": str(folder / "both.pem"),
            "log /dev/log local0": "log stderr format raw local0",
            "    user haproxy\n    group haproxy\n": "",
            "maxconn 20000": "maxconn 500",
            **changes,
        },
    )
    (folder / "haproxy.cfg").write_text(text)
    trust = ssl.create_default_context(cafile=certificate)
    front = Front(f"https://127.0.0.1:{secure}", plain_url=f"http://127.0.0.1:{plain}", trust=trust)
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")], front


@contextmanager
def haproxy(folder: Path, *servers: Reached, changes: Mapping[str, str] = NONE) -> Iterator[Front]:
    """A real HAProxy with the file of deploy/ before some servers; the changes are made to the file."""
    command, front = write_haproxy(folder, *servers, changes=changes)
    with _running(command, front, folder / "haproxy.log") as process_id:
        yield replace(front, process_id=process_id)


@contextmanager
def _running(command: list[str], front: Front, log: Path, environment: dict[str, str] | None = None) -> Iterator[int]:
    """A process until the end of the block, from when it answers on."""
    with log.open("ab") as written:
        process = subprocess.Popen(command, stderr=written, env=os.environ | (environment or {}))

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            httpx2.get(front.url, verify=front.trust or False, timeout=60)
        except httpx2.ConnectError:
            return False
        return True

    try:
        assert eventually(answers), log.read_text()
        yield process.pid
    finally:
        process.terminate()
        process.wait()
