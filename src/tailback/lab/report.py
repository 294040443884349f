"""A study as one page: a file that needs no server, no line and nothing beside it.

The page is built with the browser table (`web/report.html`) and lies beside it; here it gets the study and its words.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from tailback.core.errors import Explained
from tailback.folders import built
from tailback.texts import catalogue

TEMPLATE = "report.template"
PLACE = re.compile(r"\[\[(lang|title|no_script|study|words)\]\]")
# What could end the element that the text stands in, or open another; and two ends of line that scripts do not bear.
UNSAFE = re.compile("[<>&\u2028\u2029]")


class NoReport(Explained):
    """The page of the report was not built: the sources without Node."""

    section = "trouble"


def page(study: dict[str, Any], lang: str) -> str:
    """The whole page in this language, to be written as UTF-8."""
    template = check_template().read_text(encoding="utf-8")
    words = catalogue(lang, "lab")
    parts = {
        "lang": html.escape(lang),
        "title": html.escape(str(study["title"])),
        "no_script": html.escape(words["report"]["no_script"]),
        "study": quoted(study),
        "words": quoted(words),
    }
    # In one go: what is put in is never looked at again.
    return PLACE.sub(lambda found: parts[found[1]], template)


def check_template() -> Path:
    """The page without a study, or NoReport."""
    folder = built("TAILBACK_WEB", "web", "build/web", TEMPLATE)
    if folder is None:
        raise NoReport("no_report")
    return folder / TEMPLATE


def quoted(data: dict[str, Any]) -> str:
    """JSON that stays text wherever it stands in a page.

    >>> print(quoted({"x": "</script>"}))
    {"x":"\\u003c/script\\u003e"}
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
