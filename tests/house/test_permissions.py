"""No request and no message without its row in the table of permissions, and no way in that the lists do not know."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.routing import Route as Page
from starlette.routing import WebSocketRoute

from server.asking import SPOKEN, every_message, every_route, named
from tailback.server.door import browser
from tailback.server.run.app import make_app
from tailback.server.run.setup import Setup
from tailback.server.service.route import listing
from tailback.server.service.who import PEOPLE, WHO

READS = {"GET", "HEAD"}


def test_every_route_says_who_may_ask() -> None:
    for route in every_route():
        assert route.who in WHO, f"{named(route)} has no row in the table of permissions"


@pytest.mark.parametrize("where", SPOKEN)
def test_every_message_says_who_may_say_it(where: str) -> None:
    for kind in every_message(where):
        assert getattr(kind, "who", None) in WHO, f"{kind.__name__} has no row in the table of permissions"


def test_without_its_word_a_route_does_not_load() -> None:
    with pytest.raises(TypeError, match="who"):
        listing([])("GET", "/api/everything", None)


def test_every_word_lets_in_people_we_know() -> None:
    for word, who in WHO.items():
        assert who.told
        assert who.lets_in <= set(PEOPLE), word


def test_there_is_no_other_way_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the application answers is in the lists, or is a page that only reads."""
    for folder in (browser.FOLDER, browser.HERE_FOLDER):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text("<!doctype html>")
        monkeypatch.setenv(folder, str(tmp_path / folder))
    app = make_app(Setup(str(tmp_path / "tables.sqlite"), lab="key", studies=str(tmp_path / "studies")))
    listed: dict[str, set[str]] = {}
    for route in every_route():
        listed.setdefault(route.path, set()).add(route.method)
    for found in app.routes:
        if isinstance(found, WebSocketRoute):
            assert found.path in SPOKEN, f"nobody knows what may be said on {found.path}"
            continue
        assert isinstance(found, Page), f"what is {found}?"
        methods = (found.methods or set()) - {"HEAD"}
        if found.path in listed:
            assert methods == listed.pop(found.path), found.path
        else:
            assert methods <= READS, f"{found.path} writes and is in no list"
            assert not found.path.startswith("/api/"), f"{found.path} is in no list"
    assert not listed
