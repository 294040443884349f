"""The page of a study: whatever stands in a study stays text, and without the page somebody is told what to do."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tailback.lab.report import TEMPLATE, NoReport, page
from tailback.texts import LANGUAGES, Texts, catalogue

ROOT = Path(__file__).resolve().parents[2]
STUDIES = ROOT / "web" / "src" / "lab" / "fixtures"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "</SCRIPT ><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]>\u2028\u2029&lt;/script&gt;",
    "[[words]] [[study]] [[title]] \\1 \\u003c",
    '"><svg onload=alert(1)>',
    "'{}\0\x7f",
]


class Elements(HTMLParser):
    """What a browser makes of it: its elements, and the text that begins each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside.append("")
        self.open = True

    def handle_endtag(self, tag: str) -> None:
        self.open = False

    def handle_data(self, data: str) -> None:
        if self.open:
            self.inside[-1] += data

    def of(self, tag: str) -> list[str]:
        return [text for (name, _), text in zip(self.tags, self.inside, strict=True) if name == tag]


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page as it is before the build fills in script and style."""
    source = (ROOT / "web" / "report.html").read_text(encoding="utf-8")
    built = re.sub(r"\[\[(policy|script|style)\]\]", "", source)
    (tmp_path / TEMPLATE).write_text(built, encoding="utf-8")
    monkeypatch.setenv("TAILBACK_WEB", str(tmp_path))
    return tmp_path / TEMPLATE


def study(kind: str = "run", **more: Any) -> dict[str, Any]:
    found = json.loads((STUDIES / f"{kind}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return {**found, **more}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["run", "sweep", "find"])
@pytest.mark.usefixtures("template")
def test_study_and_words_arrive_whole(kind: str, lang: str) -> None:
    found = Elements(page(study(kind), lang))
    data, words, _ = found.of("script")
    assert json.loads(data) == study(kind)
    assert json.loads(words) == catalogue(lang, "lab")
    assert found.of("title") == [study(kind)["title"]]
    assert dict(found.tags)["html"] == {"lang": lang}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.usefixtures("template")
def test_what_stands_in_a_study_stays_text(text: str) -> None:
    plain = Elements(page(study(), "en"))
    bad = study(title=text, sentences=[text], labels=[text])
    bad["arms"][0]["rules"][0]["label"] = text
    bad["arms"][0]["setup"]["changed"] = {text: text}
    written = page(bad, "en")
    found = Elements(written)
    assert found.tags == plain.tags
    assert json.loads(found.of("script")[0]) == bad
    assert json.loads(found.of("script")[1]) == catalogue("en", "lab")
    assert not re.search("[\u2028\u2029]", written.partition('id="study"')[2].partition("</script>")[0])


@pytest.mark.usefixtures("template")
def test_a_number_that_is_none_is_loud() -> None:
    with pytest.raises(ValueError, match="JSON"):
        page(study(version=float("nan")), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_page_it_is_said_how_to_get_it(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAILBACK_WEB", str(tmp_path))
    with pytest.raises(NoReport) as raised:
        page(study(), lang)
    assert "make web" in Texts(lang).say(raised.value.text)


def test_the_build_leaves_these_places_to_us(template: Path) -> None:
    places = re.findall(r"\[\[(\w+)\]\]", template.read_text(encoding="utf-8"))
    assert sorted(places) == ["lang", "no_script", "study", "title", "words"]
