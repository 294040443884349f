"""The reference that people read: `manual.md` with the tables that come from the code, as Markdown and as a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib import resources
from typing import Any, get_origin

import msgspec

from tailback.server.door import routes
from tailback.server.reference import schemas
from tailback.server.reference.typescript import told, written
from tailback.server.service import call, limits, lines, switchboard
from tailback.server.service.route import Route
from tailback.server.service.who import WHO, Person, Who, Word

FILES = {
    "protocol.schema.json": "JSON Schema of every message",
    "protocol.ts": "the same as TypeScript types",
    "openapi.json": "the HTTP routes, OpenAPI 3.1",
    "asyncapi.json": "the socket, AsyncAPI 3.0",
    "examples.json": "of every game a view, and each kind of decision and event as it is really sent",
}


# Who comes, as the table of permissions calls them.
COMERS: dict[Person, str] = {
    "all": "host with all seats",
    "host": "host",
    "seat": "that seat",
    "other": "another seat",
    "watcher": "watcher",
    "elsewhere": "of another table",
    "nonsense": "with a false token",
    "lab": "owner of the lab",
}
PLAY = "/ws"


# The tables


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n\n", " ") for cell in cells) + " |"


def table(*head: str) -> list[str]:
    return [row(*head), "|" + "---|" * len(head)]


def named(kind: Any) -> str:
    """A type as it stands in a table: linked, or its media type."""
    if kind is None:
        return "nothing"
    if isinstance(kind, str):
        return f"`{kind}`"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{anchor(kind.__name__)})"
    if get_origin(kind) is dict:
        return "an object"
    return f"list of {named(kind.__args__[0])}"


def statuses() -> list[str]:
    lines = table("Status", "Meaning")
    return [*lines, *[row(str(status), what) for status, what in schemas.MEANINGS.items()]]


def requests() -> list[str]:
    lines: list[str] = []
    for name, what in schemas.TAGS.items():
        lines += [f"### {name.capitalize()}", "", what, "", *table("Request", "What it does")]
        for route in routes.ROUTES:
            if schemas.tag_of(route) == name:
                asked = f"`{route.method} {route.path}`" + "".join(f" `?{key}`" for key in route.query)
                lines.append(row(asked, f"{schemas.doc(route.handler)} {terms(route)}"))
        lines.append("")
    return lines[:-1]


def terms(route: Route) -> str:
    """For whom a request is, what goes in and what comes out."""
    body = f" Body: {named(route.body)}." if route.body else ""
    refusals = " ".join(str(status) for status in route.statuses)
    told_refusals = f" Refusals: {refusals}." if refusals else ""
    return f"For {WHO[route.who].told}.{body} Answer: {route.status} {named(route.answer)}.{told_refusals}"


def messages(union: str) -> list[str]:
    lines = table("`type`", "Fields", "Meaning")
    for kind in schemas.members(union):
        who: Word | None = getattr(kind, "who", None)
        told_who = f" For {WHO[who].told}." if who else ""
        lines.append(row(f"`{schemas.tag(kind)}`", named(kind), schemas.doc(kind) + told_who))
    return lines


def permissions(listed: list[Route], spoken: Mapping[str, Iterable[type[msgspec.Struct]]]) -> list[str]:
    """Who may ask each route and say each message; `spoken` is by the address of the line."""
    lines = table("Request or message", *COMERS.values(), "guest")
    for route in listed:
        lines.append(allowed(f"`{route.method} {route.path}`", WHO[route.who], route.guests))
    for where, kinds in spoken.items():
        for kind in kinds:
            # A guest has a line like anybody else, to one table.
            lines.append(allowed(f"`{schemas.tag(kind)}` on `{where}`", WHO[kind.who], where == PLAY))  # type: ignore[attr-defined]
    return lines


def allowed(what: str, who: Who, guests: bool) -> str:
    return row(what, *("yes" if person in who.lets_in else "" for person in COMERS), "yes" if guests else "")


def all_types() -> list[str]:
    lines: list[str] = []
    for name, schema in schemas.json_schema()["$defs"].items():
        if "properties" in schema:
            lines += [f"### {name}", "", schema.get("description", ""), "", *fields(schema), ""]
    return lines[:-1]


def fields(schema: schemas.Schema) -> list[str]:
    """The fields of a type; what is clear from the name needs no meaning."""
    meanings = [told(inner) for inner in schema["properties"].values()]
    lines = table("Field", "Type", "Meaning") if any(meanings) else table("Field", "Type")
    for (field, inner), meaning in zip(schema["properties"].items(), meanings, strict=True):
        optional = "" if field in schema.get("required", []) else "?"
        cells = [f"`{field}`{optional}", type_cell(written(inner)), meaning]
        lines.append(row(*cells if any(meanings) else cells[:2]))
    return lines


def type_cell(text: str) -> str:
    """A type with its named parts as links."""
    known = schemas.json_schema()["$defs"]
    parts = re.split(r"(\b[A-Z]\w+\b)", text)
    cells = [
        f"[{part}](#{anchor(part)})" if part in known else f"`{part.strip()}`" if part.strip() else "" for part in parts
    ]
    return " ".join(cell for cell in cells if cell)


@cache
def markdown() -> str:
    """The whole reference as Markdown."""
    text = resources.files(__package__).joinpath("manual.md").read_text(encoding="utf-8")
    made = {
        "files": [f"- [{name}](protocol/{name}): {what}" for name, what in FILES.items()],
        "statuses": statuses(),
        "routes": requests(),
        "from-device": messages("FromDevice"),
        "from-server": messages("FromServer"),
        "types": all_types(),
        "hello-seconds": [f"{switchboard.HELLO_SECONDS:.0f}"],
        "silent-seconds": [f"{lines.SILENT_SECONDS:.0f}"],
        "burst": [f"{limits.MESSAGES * lines.BURST:.0f}"],
        "per-minute": [f"{limits.MESSAGES:,}"],
        "body": [f"{call.LONGEST_BODY // 1024}"],
        "file": [f"{call.LONGEST_FILE // 1024**2}"],
    }
    return re.sub(r"\[\[([\w-]+)\]\]", lambda found: "\n".join(made[found[1]]), text)


# The page


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def inline(text: str) -> str:
    """Code, links and bold words; everything else is text.

    >>> inline("`a<b` and [all](#all)")
    '<code>a&lt;b</code> and <a href="#all">all</a>'
    """
    parts = re.split(r"(`[^`]+`)", text)
    for k, part in enumerate(parts):
        if part.startswith("`") and part.endswith("`") and len(part) > 2:
            parts[k] = f"<code>{escape(part[1:-1])}</code>"
        else:
            plain = escape(part, quote=False)
            plain = re.sub(r"\[([^\]]+)\]\(protocol/([^)\s]+)\)", r'<a href="docs/\2">\1</a>', plain)
            plain = re.sub(r"\[([^\]]+)\]\((#[^)\s]+)\)", r'<a href="\2">\1</a>', plain)
            parts[k] = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", plain)
    return "".join(parts)


def cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]


def table_html(lines: list[str]) -> str:
    """On a phone the cells stand below each other; the roles keep it a table for those who listen."""
    head = "".join(f'<th role="columnheader" scope="col">{inline(cell)}</th>' for cell in cells(lines[0]))
    body = ""
    for line in lines[2:]:
        body += '<tr role="row">' + "".join(f'<td role="cell">{inline(cell)}</td>' for cell in cells(line)) + "</tr>\n"
    return (
        f'<table role="table">\n<thead role="rowgroup"><tr role="row">{head}</tr></thead>\n'
        f'<tbody role="rowgroup">\n{body}</tbody></table>'
    )


def list_html(lines: list[str]) -> str:
    """Points or steps; a line that is indented goes on with the one before."""
    kind = "ol" if lines[0][0].isdigit() else "ul"
    items: list[str] = []
    for line in lines:
        if line.startswith("  "):
            items[-1] += " " + line.strip()
        else:
            items.append(re.sub(r"^(-|\d+\.) ", "", line))
    return f"<{kind}>\n" + "".join(f"<li>{inline(item)}</li>\n" for item in items) + f"</{kind}>"


def block_html(block: str) -> str:
    lines = block.splitlines()
    first = lines[0]
    if first.startswith("```"):
        return f'<pre tabindex="0"><code>{escape(chr(10).join(lines[1:-1]))}</code></pre>'
    if first.startswith("#"):
        marks, _, title = first.partition(" ")
        level = len(marks)
        return f'<h{level} id="{anchor(title)}">{inline(title)}</h{level}>'
    if first.startswith("|"):
        return table_html(lines)
    if re.match(r"(-|\d+\.) ", first):
        return list_html(lines)
    return f"<p>{inline(' '.join(lines))}</p>"


@cache
def body_html() -> str:
    """The reference as the inside of a page."""
    blocks = [block for block in re.split(r"\n{2,}", markdown().strip()) if block.strip()]
    return "\n".join(block_html(block) for block in blocks)


@cache
def contents() -> list[tuple[str, str]]:
    """The sections, for the list beside them: where and what."""
    return [(anchor(title), title) for title in re.findall(r"^## (.+)$", markdown(), re.MULTILINE)]
