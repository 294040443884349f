"""`tailback serve --open`: the browser comes where there is a screen, and the server stays where there is none."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from server.harness import PATIENCE, eventually
from server.test_serve import served
from tailback.cli import serving

HERE = ("--port", "0", "--host", "127.0.0.1", "--plain", "--open")


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the browser of this test writes down what it is opened at."""
    found = tmp_path / "seen.txt"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > {found}.part && mv {found}.part {found}\nsleep 1\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return found


def test_the_browser_is_opened_at_the_table(tmp_path: Path, seen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    with served(tmp_path, *HERE) as running:
        asyncio.run(eventually(seen.exists))
        assert seen.read_text() == running.url
        assert running.end() == (0, "Stopped.\n", "")


def test_without_a_screen_the_address_is_enough(tmp_path: Path, seen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with served(tmp_path, *HERE) as running:
        assert running.lines[1].endswith(running.url)
        assert httpx.get(f"{running.url}/api/health", timeout=PATIENCE).status_code == 200
        assert running.end() == (0, "Stopped.\n", "")
    assert not seen.exists()


def test_a_browser_that_does_not_start_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("BROWSER", str(tmp_path / "no such browser"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with served(tmp_path, *HERE) as running:
        assert httpx.get(f"{running.url}/api/health", timeout=PATIENCE).status_code == 200
        assert running.end() == (0, "Stopped.\n", "")


@pytest.mark.parametrize(
    ("platform", "around", "there"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "a b c d"}, False),
        ("win32", {}, True),
    ],
)
def test_where_somebody_would_see_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, around: dict[str, str], there: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert serving.has_display() is there
