"""What only Linux or only Unix has is used where it is there, and done without where it is not."""

from __future__ import annotations

import ast
import errno
import fcntl
import os
import resource
import socket
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tailback.client.keys import Keys
from tailback.server.run import process, serve
from tailback.terminal import keyboard, saves
from tailback.terminal.screen import Screen, Trouble

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "tailback"
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop"}
NAMES = {
    "os": {
        *(
            "chown",
            "chroot",
            "fchmod",
            "fchown",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
            "getgid",
            "getgroups",
            "getloadavg",
        ),
        *(
            "getpgid",
            "getppid",
            "getuid",
            "initgroups",
            "killpg",
            "mkfifo",
            "mknod",
            "nice",
            "openpty",
            "posix_spawn",
            "pread",
        ),
        *("pwrite", "sched_getaffinity", "sendfile", "setgid", "setpriority", "setsid", "setuid", "statvfs", "sync"),
        *(
            "sysconf",
            "uname",
            "wait",
            "waitid",
            "waitpid",
            "writev",
            "O_CLOEXEC",
            "O_DIRECTORY",
            "O_NOFOLLOW",
            "O_NONBLOCK",
        ),
    },
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm", "pause"},
    "socket": {"AF_UNIX", "SO_REUSEPORT", "fromfd", "recv_fds", "send_fds", "socketpair"},
    "time": {"clock_gettime", "tzset"},
    "loop": {"add_reader", "add_signal_handler", "add_writer", "remove_signal_handler"},
}
# Reached only where another place has found out that it is there.
KNOWN = {
    "cli/whose.py user_name",
    "terminal/keyboard.py start",
    "terminal/keyboard.py stop",
    # `tailback serve` refuses more than one process on Windows.
    "server/run/workers.py run",
}


def asks(function: ast.AST) -> bool:
    """Does it look first? By the system's name, by hasattr or getattr, or by trying."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.platform", "os.name"):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("hasattr", "getattr"):
            return True
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            if {"ImportError", "OSError"} & set(ast.unparse(node.type).strip("()").split(", ")):
                return True
    return False


def used(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What may be missing elsewhere, and the function that uses it without a look."""
    inside: dict[ast.AST, ast.AST] = {}
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            inside[child] = node
    for node in ast.walk(tree):
        names: set[str] = set()
        if isinstance(node, ast.Import):
            names = {name.name for name in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom):
            names = {str(node.module)} & MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = {node.attr} & NAMES.get(node.value.id, set())
        if names:
            function: ast.AST = node
            while function in inside and not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                function = inside[function]
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                yield str(names), "<module>"
            elif not asks(function):
                yield str(names), function.name


def test_what_only_some_systems_have_is_looked_for_first() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()} {function}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for _, function in used(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == KNOWN


def test_files_are_text_of_one_kind_everywhere() -> None:
    """Without a word about it, Windows reads and writes files in its own letters."""
    bare = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            written = {word.arg for word in node.keywords}
            values = [value.value for value in node.args if isinstance(value, ast.Constant)]
            binary = any(isinstance(value, str) and "b" in value and len(value) <= 3 for value in values)
            if name.endswith((".read_text", ".write_text")) or name in ("open", "os.fdopen", "io.open"):
                if "encoding" not in written and not binary:
                    bare.append(f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}")
    # The ends of the program's own streams, which nobody reads.
    assert bare == [place for place in bare if place.startswith("cli/__init__.py:")]


@pytest.fixture
def windows_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of Windows instead of that of Unix."""

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setitem(sys.modules, "fcntl", None)


@pytest.mark.usefixtures("windows_locks")
def test_a_match_is_played_once_at_a_time_by_the_lock_of_windows(tmp_path: Path) -> None:
    match = tmp_path / "match.txt"
    with saves.held(match):
        with pytest.raises(Trouble) as refused, saves.held(match):
            pass
        assert refused.value.key == "save.in_use"
    with saves.held(match):
        pass


@pytest.mark.usefixtures("windows_locks")
def test_two_terminals_keep_both_seats_by_the_lock_of_windows(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    with keys.alone():
        other = threading.Thread(target=keys.keep, args=("http://a", "T", 0, "token"))
        other.start()
        other.join(0.2)
        assert other.is_alive()
    other.join(10)
    assert not other.is_alive()


def test_a_port_belongs_to_one_server_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Watched(socket.socket):
        def setsockopt(self, level: int, name: int, value: int) -> None:  # type: ignore[override]
            asked.append(name)

    monkeypatch.setattr(serve.socket, "socket", Watched)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    serve.listen("127.0.0.1", 0).close()
    assert asked == [-5]


def test_as_many_files_as_macos_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its limit is called endless, and yet it refuses most of it."""
    limit = [256]

    def refuse(what: int, limits: tuple[int, int]) -> None:
        if limits[0] > 10_240:
            raise ValueError("current limit exceeds maximum limit")
        limit[0] = limits[0]

    monkeypatch.setattr(resource, "getrlimit", lambda what: (limit[0], resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    process.make_room()
    assert limit == [10_240]


def test_letters_from_a_console_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "interactive", True)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "device_encoding", lambda handle: "cp850")
    with open(os.devnull, encoding="utf-8") as typed:
        screen = Screen(sys.stdout, typed)
        assert keyboard.Keyboard(screen, print).decoder.decode("Jörg".encode("cp850")) == "Jörg"
