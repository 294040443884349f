"""Markdown as our pages show it: links inside the site, anchors for headings and rules, wide things that scroll."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

# How a link of a text is written on the site: its address, or None for one that the page does not need.
Resolve = Callable[[str], str | None]

CLAUSE = re.compile(r"^[A-Z]+-[A-Z]*\d+$")
MANY_HEADINGS = 4


@dataclass
class Prose:
    # The first line, in words and as it is shown; the rest follows below what stands on the page.
    title: str
    heading: str
    html: str
    # The first paragraph, as plain words.
    lead: str
    # What stands on the page, as (anchor, words), when it is long.
    contents: list[tuple[str, str]]


def slug(words: str) -> str:
    """The anchor of a heading, as the usual hosts of code make it: our texts are read there, too."""
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def words_of(token: Token) -> str:
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def code(text: str, language: str, _attrs: str) -> str:
    """Code in its colours; what is not said to be a language stays as it is."""
    if not language:
        return ""
    return str(highlight(text, get_lexer_by_name(language), HtmlFormatter(nowrap=True)))


class Reader:
    """Reads one text at a time; what it needs to know about the page comes with it."""

    def __init__(self, scroll_label: str) -> None:
        self.markdown = MarkdownIt("commonmark", {"html": True, "highlight": code}).enable("table")
        self.scroll_label = scroll_label

    def read(self, path: Path, resolve: Resolve) -> Prose:
        tokens = self.markdown.parse(path.read_text(encoding="utf-8"))
        tokens = [token for token in tokens if not (token.type == "html_block" and token.content.startswith("<!--"))]
        tokens = without_paragraphs(tokens, lambda inline: self.link(inline, resolve))
        contents = anchor(tokens)
        opening, first, closing, *rest = tokens
        assert opening.tag == "h1", f"{path} does not begin with its title"
        heading, html = (
            self.markdown.renderer.render(part, self.markdown.options, {}) for part in ([opening, first, closing], rest)
        )
        title = re.sub(r"^\d+[.:] +(.)", lambda found: found[1].upper(), words_of(first))
        lead = next((words_of(one) for before, one in pairwise(rest) if before.type == "paragraph_open"), "")
        return Prose(title, heading, self.scrollable(html), lead, contents if len(contents) >= MANY_HEADINGS else [])

    def link(self, inline: Token, resolve: Resolve) -> bool:
        """Give every link and picture its address on the site; False when the site needs none of them."""
        needed: list[bool] = []
        for child in inline.children or []:
            for name in ("href", "src"):
                if isinstance(target := child.attrs.get(name), str):
                    found = resolve(target)
                    needed.append(found is not None)
                    child.attrs[name] = found or target
            if child.type == "image":
                child.attrs["loading"] = "lazy"
        return not needed or any(needed)

    def scrollable(self, html: str) -> str:
        """What may be wider than the page is scrolled by itself, also with keys."""
        around = f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(self.scroll_label)}">'
        html = html.replace("<table>", f"{around}<table>").replace("</table>", "</table></div>")
        return html.replace("<pre>", '<pre tabindex="0">')


def without_paragraphs(tokens: Sequence[Token], wanted: Callable[[Token], bool]) -> list[Token]:
    """The tokens without those paragraphs whose words are not wanted."""
    kept: list[Token] = []
    for token in tokens:
        kept.append(token)
        if token.type == "inline" and not wanted(token) and kept[-2].type == "paragraph_open":
            del kept[-2:]
        elif token.type == "paragraph_close" and kept[-2].type != "inline":
            kept.pop()
    return kept


def anchor(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Name every heading and every rule; the anchors and words of the headings below the title."""
    contents: list[tuple[str, str]] = []
    taken: dict[str, int] = {}
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            words = words_of(token)
            name = slug(words)
            taken[name] = taken.get(name, -1) + 1
            before.attrs["id"] = f"{name}-{taken[name]}" if taken[name] else name
            if before.tag == "h2":
                # Of a line of code only the name.
                code = [child.type for child in token.children or []] == ["code_inline"]
                contents.append((str(before.attrs["id"]), re.split(r"[(:= ]", words)[0] if code else words))
    for item, _paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or [] if item.type == "list_item_open" else []
        # A strong word at the start, between an empty text and its own end: the number of a rule.
        strong = [child.content for child in children[:4] if child.type == "text" and child.content]
        if strong and CLAUSE.match(strong[0]):
            item.attrs |= {"id": strong[0], "class": "clause"}
    return contents
