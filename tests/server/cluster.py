"""A real PostgreSQL of our own, in a temporary folder, on a free port of this machine only.

`with Cluster() as cluster:` for benches and chaos runs; `shared()` for tests: one per test process,
started when first asked for, stopped when the process ends. Use `new_database()` for a fresh address.
"""

from __future__ import annotations

import atexit
import contextlib
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit, urlunsplit

USER = "tailback"
PASSWORD = "open sesame"


def binary(name: str) -> str:
    """PostgreSQL's own programs are rarely on the PATH."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    if found is None:
        raise FileNotFoundError(f"{name} of PostgreSQL is not installed: make postgres")
    return found


def children(pid: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unprivileged() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; whoever we are otherwise may run it."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("no unprivileged user to run PostgreSQL as")


class Cluster:
    """Started by the constructor; `stop` and `kill` may be followed by `start` at the same address."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tailback-pg-"))
        self.port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._user = unprivileged()
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        try:
            self._initdb()
            self.start()
        except BaseException:
            self.close()
            raise

    def _run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """As the user who owns the cluster."""
        who = self._user
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PGPASSWORD": PASSWORD, "LC_ALL": "C"},
            user=None if who is None else who.pw_uid,
            group=None if who is None else who.pw_gid,
            extra_groups=None if who is None else [],
            capture_output=True,
            text=True,
            check=check,
        )

    def _initdb(self) -> None:
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self._run(
            binary("initdb"),
            *("-D", str(self.folder / "data"), "-U", USER, "-A", "scram-sha-256", f"--pwfile={secret}"),
            *("--no-locale", "-E", "UTF8", "--no-sync"),
        )

    def start(self) -> None:
        """Ready for connections on return. After a kill the old processes may need a moment to go."""
        until = time.monotonic() + 60
        while not self._try_start():
            if time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL does not start: {self.log()[-2000:]}")
            time.sleep(0.05)

    def _try_start(self) -> bool:
        who = self._user
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            # Only processes are killed here, never the machine: what the system was given is safe. To sync
            # thousands of files after each kill takes minutes and would prove nothing more.
            "fsync": "off",
            "shared_buffers": "32MB",
            "max_connections": "100",
        }
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [binary("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
                + [part for name, value in settings.items() for part in ("-c", f"{name}={value}")],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=None if who is None else who.pw_uid,
                group=None if who is None else who.pw_gid,
                extra_groups=None if who is None else [],
                start_new_session=True,
            )
        ready = [binary("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while self._server.poll() is None:
            if self._run(*ready, check=False).returncode == 0:
                return True
            time.sleep(0.02)
        return False

    def stop(self) -> None:
        """As an administrator does it: connections are closed, everything is written."""
        self._end(signal.SIGINT)

    def quit(self) -> None:
        """As an administrator in a hurry: nobody is waited for, and the next start recovers."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """As a power cut does it."""
        self._end(signal.SIGKILL)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes stand still, with their connections open."""
        assert self._server is not None
        main = self._server.pid
        stopped: list[int] = []
        try:
            for pid in (main, *children(main)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
                    stopped.append(pid)
            yield
        finally:
            for pid in reversed(stopped):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.send_signal(how)
            server.wait(60)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def url(self, database: str, user: str = USER, password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{database}"

    def sql(self, database: str, statement: str) -> str:
        """What psql prints for it, without frills. `database` is a name or an address of ours."""
        name = urlsplit(database).path.strip("/") if "://" in database else database
        flags = ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1"]
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", name]
        return self._run(binary("psql"), *flags, *where, "-c", statement).stdout.strip()

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"t{self._databases}"
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_shared: list[Cluster] = []


def shared() -> Cluster:
    """The cluster of this test process. Whoever kills it starts it again."""
    if not _shared:
        _shared.append(Cluster())
        atexit.register(_shared[0].close)
    return _shared[0]


def at_port(url: str, port: int) -> str:
    """The same address, seen through another port."""
    parts = urlsplit(url)
    login = parts.netloc.rpartition("@")[0]
    return urlunsplit(parts._replace(netloc=f"{login}@127.0.0.1:{port}"))


def port_of(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port
