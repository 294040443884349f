"""A real browser with its real storage, asked from ordinary Python: `web/src/net/device/shelf.ts` runs in its pages."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import http.server
import itertools
import json
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tailback.device.shelf import Shelf

WEB = Path(__file__).resolve().parents[2] / "web"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --remote-debugging-port=0"
)
PATIENCE = 60.0
STRIP = "const ts = require('typescript'); const fs = require('fs'); process.stdout.write(ts.transpileModule(fs.readFileSync(process.argv[1], 'utf8'), { compilerOptions: { target: 'ES2022', module: 'ESNext' } }).outputText)"  # noqa: E501


@cache
def script() -> str:
    """The storage's own source as a browser reads it."""
    source = WEB / "src" / "net" / "device" / "shelf.ts"
    done = subprocess.run(["node", "-e", STRIP, str(source)], cwd=WEB, capture_output=True, text=True, check=True)
    return done.stdout.replace("export ", "")


def fetched(asked: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(asked) as answer:
        found: bytes = answer.read()
        return found


class Blank(http.server.BaseHTTPRequestHandler):
    """Storage belongs to an address, so the pages need one."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>shelf</title>")

    def log_message(self, format: str, *args: Any) -> None:
        """Quietly."""


class Browser:
    """One Chromium. It can be killed and started again with what it has kept."""

    def __init__(self) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Blank)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.page = f"http://127.0.0.1:{self.server.server_port}/"
        self.profile = Path(tempfile.mkdtemp(prefix="tailback-shelf-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def start(self) -> None:
        found = next(filter(None, map(shutil.which, CHROMIUM)), None)
        assert found, "this test wants a Chromium: Debian's package chromium"
        told = self.profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        command = [found, *FLAGS.split(), f"--user-data-dir={self.profile}", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        give_up = time.monotonic() + PATIENCE
        while not (told.exists() and told.read_text().count("\n")):
            assert time.monotonic() < give_up, "the browser does not start"
            time.sleep(0.05)
        self.port = int(told.read_text().split("\n")[0])

    def kill(self) -> None:
        """As a crash would end it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        self.kill()
        self.server.shutdown()
        self.server.server_close()
        shutil.rmtree(self.profile, ignore_errors=True)


class Tab(Shelf):
    """One page at one storage; a store like any other."""

    def __init__(self, browser: Browser, name: str) -> None:
        super().__init__(self.question)
        self.browser = browser
        self.name = name
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.line: ClientConnection | None = None

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        assert self.line is not None
        number = next(self.numbers)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        return await self.waiting[number]

    async def read(self) -> None:
        assert self.line is not None
        with contextlib.suppress(Exception):
            async for raw in self.line:
                message = json.loads(raw)
                if message.get("method") == "Runtime.bindingCalled":
                    self.hear(message["params"]["payload"])
                elif (waits := self.waiting.pop(message.get("id", 0), None)) is not None and not waits.done():
                    waits.set_result(message.get("result", message))
        for waits in self.waiting.values():
            if not waits.done():
                waits.set_exception(ConnectionError("the browser is gone"))

    async def run(self, code: str) -> Any:
        """What this expression comes to in the page."""
        said = await self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    async def question(self, what: str, words: str) -> str:
        return str(await self.run(f"shelf.ask({json.dumps(what)}, {json.dumps(words)})"))

    async def show(self) -> None:
        """Open the page."""
        if self.line is not None:
            return
        address = f"http://127.0.0.1:{self.browser.port}/json/new?{self.browser.page}"
        asked = urllib.request.Request(address, method="PUT")
        made = json.loads(await asyncio.to_thread(fetched, asked))
        self.line = await connect(made["webSocketDebuggerUrl"], max_size=None, ping_interval=None)
        self.reader = asyncio.create_task(self.read())
        await self.call("Runtime.enable")
        await self.call("Runtime.addBinding", name="heard")
        while await self.run("document.title") != "shelf":
            await asyncio.sleep(0.02)
        await self.run(f"(0, eval)({json.dumps(script() + ';globalThis.Shelf = Shelf;')}); 0")
        await self.run(f"globalThis.shelf = new Shelf({json.dumps(self.name)}, (news) => heard(news)); 0")

    async def open(self) -> None:
        await self.show()
        await super().open()

    async def close(self) -> None:
        await super().close()
        await self.call("Page.close")
        await self.hang_up()

    async def hang_up(self) -> None:
        """Whatever became of the page, we are done with it."""
        assert self.line is not None
        await self.line.close()
        await asyncio.gather(self.reader, return_exceptions=True)
        self.line = None


@cache
def shared() -> Browser:
    """One for all tests of this process."""
    browser = Browser()
    browser.start()
    atexit.register(browser.stop)
    return browser
