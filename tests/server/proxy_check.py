"""`make proxy`: games over TLS through a real reverse proxy in front of three servers on one PostgreSQL.

What is tried is the very text of `deploy/nginx.conf` and `deploy/Caddyfile`; only ports, the
certificate and the folder of the logs are put in place of those of a real machine. Not part of
`make test`: it needs nginx. Caddy is tried where it is installed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server import cluster
from server.harness import PATIENCE, ServerProcess, eventually
from server.phone import Phone, Proof
from specimens import AGES, TURNS
from tailback.server.store import open_store

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"
PUBLIC = f"https://{NAME}"
# Tables that one address may open in a minute, at each of the three servers.
TABLES = 8
SERVERS = 3
# Everything of 127.0.0.0/8 is this machine, so one machine has many addresses.
ANN, BEN, EVE = "127.0.0.2", "127.0.0.3", "127.0.0.4"


def program(name: str) -> str | None:
    """Where it is; servers are often out of the way of ordinary people."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))


def put(text: str, old: str, new: str) -> str:
    """Replace what must be there."""
    assert old in text, f"{old!r} is not in the file any more"
    return text.replace(old, new)


class Front:
    """A proxy of this check, on ports of its own."""

    def __init__(self, folder: Path, backends: list[int]) -> None:
        self.folder = folder
        self.backends = backends
        self.port, self.plain = cluster.free_port(), cluster.free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "log"

    def command(self) -> list[str]:
        raise NotImplementedError

    async def start(self) -> None:
        command = self.command()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "HOME": str(self.folder)}
            )

        def up() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            with contextlib.suppress(httpx.HTTPError):
                return httpx.get(f"https://127.0.0.1:{self.port}/api/health", verify=self.trust()).status_code == 200
            return False

        await eventually(up)

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "cert.pem"))

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)


class Nginx(Front):
    def command(self) -> list[str]:
        text = (DEPLOY / "nginx.conf").read_text()
        text = put(text, "    listen [::]:443 ssl http2;\n", "")
        text = put(text, "    listen [::]:80;\n", "")
        text = put(text, "listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;")
        text = put(text, "listen 80;", f"listen 127.0.0.1:{self.plain};")
        text = put(text, f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(self.folder / "cert.pem"))
        text = put(text, f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(self.folder / "key.pem"))
        for there, here in zip((8377, 8378, 8379), self.backends, strict=True):
            text = put(text, f"server 127.0.0.1:{there} ", f"server 127.0.0.1:{here} ")
        text = put(text, "# server 127", "server 127")
        (self.folder / "site.conf").write_text(text)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = (
            f"daemon off; pid {self.folder}/pid; error_log stderr; worker_processes 1; events {{ }}\n"
            f"http {{ {temporary} access_log {self.folder}/access.log;\ninclude {self.folder}/site.conf; }}\n"
        )
        (self.folder / "nginx.conf").write_text(whole)
        return [program("nginx") or "nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]


class Caddy(Front):
    def command(self) -> list[str]:
        text = (DEPLOY / "Caddyfile").read_text()
        cert = f"\ttls {self.folder}/cert.pem {self.folder}/key.pem\n"
        text = put(text, f"\n{NAME} {{\n", f"\nhttps://127.0.0.1:{self.port}, {PUBLIC}:{self.port} {{\n{cert}")
        every = " ".join(f"127.0.0.1:{port}" for port in self.backends)
        text = put(text, "reverse_proxy 127.0.0.1:8377 {", f"reverse_proxy {every} {{")
        options = f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\tdefault_sni {NAME}\n\thttp_port {self.plain}\n"
        options += f"\thttps_port {self.port}\n}}\n"
        (self.folder / "Caddyfile").write_text(options + text)
        return [
            program("caddy") or "caddy",
            "run",
            "--adapter",
            "caddyfile",
            "--config",
            str(self.folder / "Caddyfile"),
        ]


FRONTS: dict[str, type[Front]] = {"nginx": Nginx, "caddy": Caddy}


def certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
        + ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")],
        check=True,
        capture_output=True,
    )


class Check:
    """Three servers, the proxy before them, and people at different addresses."""

    def __init__(self, front: Front, servers: list[ServerProcess], database: str) -> None:
        self.front = front
        self.servers = servers
        self.database = database

    def somebody(self, address: str, **headers: str) -> httpx.AsyncClient:
        """A browser at this address."""
        way = httpx.AsyncHTTPTransport(verify=self.front.trust(), local_address=address)
        given = {"host": NAME, **headers}
        return httpx.AsyncClient(
            transport=way, base_url=f"https://127.0.0.1:{self.front.port}", headers=given, timeout=PATIENCE
        )

    def manner(self, address: str) -> dict[str, Any]:
        return {
            "ssl": self.front.trust(),
            "host": "127.0.0.1",
            "port": self.front.port,
            "local_addr": (address, 0),
            "origin": PUBLIC,
        }

    # What must hold

    async def links_and_headers(self) -> None:
        async with self.somebody(ANN, origin=PUBLIC) as ann:
            made = await ann.post("/api/tables", json=table_of(AGES.id, "here bot"))
            assert made.status_code == 201, made.text
            assert made.json()["table"]["link"].startswith(f"{PUBLIC}/t/"), made.text
            page = await ann.get(made.json()["table"]["link"].removeprefix(PUBLIC) + "?plain")
            assert page.status_code == 200
            assert f"{PUBLIC}/t/" in page.text
            assert page.headers["strict-transport-security"]
            assert f"wss://{NAME}" in page.headers["content-security-policy"]
        async with httpx.AsyncClient(headers={"host": NAME}) as plain:
            moved = await plain.get(f"http://127.0.0.1:{self.front.plain}/docs")
            assert moved.status_code in (301, 308)
            assert moved.headers["location"].startswith(PUBLIC), moved.headers

    async def pages_of_other_sites(self) -> None:
        """Neither a table nor a socket for them, and none for somebody who leaves the origin of a home page."""
        for origin in ("https://evil.example", "http://127.0.0.1:8377", "null"):
            async with self.somebody(EVE, origin=origin) as eve:
                told = await eve.post("/api/tables", json=table_of(AGES.id, "here bot"))
                assert (told.status_code, told.json()["key"]) == (403, "foreign_origin"), told.text
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"wss://{NAME}/ws", **{**self.manner(EVE), "origin": origin})

    async def addresses(self) -> str:
        """Who has had enough is refused, whoever they claim to be; somebody else is not."""
        body = table_of(AGES.id, "here bot")
        # All three servers' shares, and as much again as comes in while we ask.
        most = 2 * SERVERS * TABLES
        opened = 0
        async with self.somebody(EVE) as eve:
            for k in range(2 * most):
                claim = f"198.51.100.{k}"
                forged = {"x-forwarded-for": claim, "x-real-ip": claim, "forwarded": f"for={claim}"}
                opened += (await eve.post("/api/tables", json=body, headers=forged)).status_code == 201
        assert TABLES <= opened <= most, f"{opened} tables from one address"
        async with self.somebody(BEN) as ben:
            assert (await ben.post("/api/tables", json=body)).status_code == 201
        return f"{opened} of {2 * most} tables for somebody who forges, one for somebody who does not"

    async def sizes(self) -> None:
        """Five megabytes are read by us, more than six by nobody."""
        async with self.somebody(BEN) as ben:
            large = await ben.post("/api/import", json={"record": "x" * 5_500_000})
            assert (large.status_code, large.json()["key"]) == (413, "too_big"), large.text
            assert (await ben.post("/api/import", json={"record": "x" * 7_000_000})).status_code == 413

    async def game(self) -> str:
        """A whole game of three phones and a watcher; the server that one of them hangs on is killed in the middle."""
        async with self.somebody(ANN) as ann:
            made = (await ann.post("/api/tables", json=table_of(TURNS.id, "here here here", games=4))).json()
            table, tokens = made["table"]["table"], {held["seat"]: held["token"] for held in made["tokens"]}
            bearer = {"authorization": f"Bearer {tokens[None]}"}
            dealt = await ann.post(f"/api/tables/{table}/deal", json={}, headers=bearer)
            assert dealt.status_code == 200, dealt.text
            phones = [
                Phone("Ann", [f"wss://{NAME}/ws"], table, {0: tokens[0]}, 1),
                Phone("Ben", [f"wss://{NAME}/ws"], table, {1: tokens[1]}, 2),
                Phone("Cid", [f"wss://{NAME}/ws"], table, {2: tokens[2]}, 3),
                Phone("Eve watches", [f"wss://{NAME}/ws"], table, {}, 4),
            ]
            for phone, address in zip(phones, (ANN, ANN, BEN, EVE), strict=True):
                phone.manner = self.manner(address)
                phone.whims = 0
            async with living(phones):
                assert await phones[2].wait(lambda: len(phones[2].acknowledged) >= 5, PATIENCE)
                awake = [one for one in self.servers if await self.awake(one)]
                assert len(awake) > 1, "the proxy sends everybody to the same server"
                awake[0].kill()
                for phone in phones:
                    assert await phone.wait(lambda phone=phone: phone.over, 2 * PATIENCE), phone.now
                last = max(phone.v or 0 for phone in phones)
                assert all([await phone.wait(lambda phone=phone: phone.v == last, PATIENCE) for phone in phones])
                awake[0].start()
            replay = await ann.get(f"/api/tables/{table}/games/0/export", headers=bearer)
            assert replay.status_code == 200, replay.text
        resumed = sum(phone.counts["resumes"] for phone in phones)
        assert resumed > 0, "the killed server had no device"
        rows, wrong = await self.proof(table, phones)
        assert not wrong, wrong
        return f"{rows} rows, {resumed} lines cut and resumed"

    async def awake(self, one: ServerProcess) -> bool:
        async with httpx.AsyncClient() as client:
            return bool((await client.get(f"{one.http}/api/health")).json()["tables_awake"])

    async def proof(self, table: str, phones: list[Phone]) -> tuple[int, list[str]]:
        store = open_store(self.database)
        store.listen(lambda table, rows: None, lambda text: None)
        await store.open()
        try:
            rows = await store.rows(table)
        finally:
            await store.close()
        return len(rows), Proof(table, rows).violations(phones)

    async def quiet_logs(self) -> None:
        """The address of a table is an invitation, so no log has one."""
        for file in self.front.folder.glob("*log"):
            text = file.read_text(errors="replace")
            assert "/t/" not in text, file
            assert "/api/tables/" not in text, file

    async def run(self) -> None:
        for what in (self.links_and_headers, self.pages_of_other_sites, self.sizes, self.game, self.addresses):
            print(f"  {what.__name__.replace('_', ' ')}: {await what() or 'good'}", flush=True)
        await self.quiet_logs()


def table_of(game: str, chairs: str, **options: Any) -> dict[str, Any]:
    asked = [{"sitter": sitter, "name": chr(65 + seat)} for seat, sitter in enumerate(chairs.split())]
    return {"game": game, "chairs": asked, "options": options, "settings": {"pace_ms": 0, "clock": False}}


@contextlib.asynccontextmanager
async def living(phones: list[Phone]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(phone.live()) for phone in phones]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def behind(kind: Callable[[Path, list[int]], Front], postgres: cluster.Cluster) -> None:
    database = postgres.new_database()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        certificate(folder)
        servers = [
            stack.enter_context(ServerProcess(database, public_url=PUBLIC, tables_per_minute=TABLES, silence=1.5))
            for _ in range(SERVERS)
        ]
        front = kind(folder, [one.port for one in servers])
        stack.callback(front.stop)
        await front.start()
        await Check(front, servers, database).run()


def units() -> None:
    """What systemd itself thinks of the services, where it is installed."""
    judge = program("systemd-analyze")
    if judge is None:
        print("systemd is not installed, so the services are not checked")
        return
    with tempfile.TemporaryDirectory() as folder:
        for unit in sorted(DEPLOY.glob("tailback*")):
            # The program is not installed here; everything else is as it stands.
            text = unit.read_text().replace("/opt/tailback/bin/tailback", shutil.which("true") or "/bin/true")
            Path(folder, unit.name.replace("@.", "@8377.")).write_text(text)
        files = sorted(str(file) for file in Path(folder).iterdir())
        told = subprocess.run([judge, "verify", *files], capture_output=True, text=True, check=False)
        assert (told.returncode, told.stderr) == (0, ""), told.stderr
    print("services: good")


def main() -> int:
    if program("nginx") is None:
        print("make proxy needs nginx, which is not installed (Debian: apt install nginx). Nothing was checked.")
        return 2
    units()
    with cluster.Cluster() as postgres:
        for name, kind in FRONTS.items():
            if program(name) is None:
                print(f"{name} is not installed, so it is not checked")
                continue
            print(f"behind {name}", flush=True)
            asyncio.run(behind(kind, postgres))
    return 0


if __name__ == "__main__":
    sys.exit(main())
