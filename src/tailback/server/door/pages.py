"""Pages for people: the browser table, and plain pages for those without it.

With a built browser table every address of a person is answered with its one page. The plain pages
stay for a server without one, and for browsers without script: their address ends in `?plain`.
In them is no script and no style, and every link is relative: the strict policy holds, and a server
behind a path of some other site works, too. Whatever a person typed is escaped.
"""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from importlib import resources
from typing import NamedTuple, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tailback import games
from tailback.server.door import browser
from tailback.server.door.call import RequestCall
from tailback.server.live.house import House
from tailback.server.live.table import Table
from tailback.server.truth.refusal import Refused
from tailback.texts import LANGUAGES, Texts

HTML = "text/html; charset=utf-8"
STATIC = {
    "pages.css": "text/css; charset=utf-8",
    "cars.svg": "image/svg+xml",
    "favicon.svg": "image/svg+xml",
    "quicksand.woff2": "font/woff2",
    "quicksand-licence.txt": "text/plain; charset=utf-8",
}
# Asked again each time, and answered with "not changed" as long as that is so.
ASK_AGAIN = "no-cache"
LONG = "public, max-age=86400"
FOR_EVER = "public, max-age=31536000, immutable"
ROBOTS = "User-agent: *\nDisallow: /\n"


@cache
def static(name: str) -> bytes:
    return resources.files(__package__).joinpath("static", name).read_bytes()


def mark(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def answer(request: Request, body: bytes, media: str, cache_control: str, **headers: str) -> Response:
    """Something that stays the same for a while: sent once, then only when it has changed."""
    tag = f'"{mark(body)}"'
    given = {"Cache-Control": cache_control, "ETag": tag, **{k.replace("_", "-"): v for k, v in headers.items()}}
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=given)
    return Response(body, headers=given, media_type=media)


def language_of(header: str) -> str:
    """The language a browser asks for, as far as we speak it.

    >>> language_of("sv, fi-FI;q=0.8, de;q=0.5"), language_of("de;q=0, *")
    ('fi', 'en')
    """
    wishes: list[tuple[float, str]] = []
    for part in header[:400].split(","):
        name, _, weight = part.strip().lower().partition(";q=")
        try:
            wishes.append((float(weight or 1), name[:2]))
        except ValueError:
            continue
    for wanted, name in sorted(wishes, key=lambda wish: -wish[0]):
        if wanted > 0 and name in LANGUAGES:
            return name
    return "en"


@cache
def texts_of(lang: str, game: str = "") -> Texts:
    return Texts(lang, games.load(game) if game else None)


games.when_changed(texts_of.cache_clear)


# The frame of every page


class Page(NamedTuple):
    """`up` leads from the page to the root of the site."""

    texts: Texts
    title: str
    body: str
    up: str = ""
    docs: bool = True


def whole(page: Page) -> bytes:
    up, texts = page.up, page.texts
    style = f"{up}static/pages.css?{mark(static('pages.css'))}"
    way = f'<a class="quiet" href="{up}docs">{escape(texts.say("pages.docs"))}</a>' if page.docs else ""
    # Who came without script stays on the plain pages; whoever reads the docs may have it.
    home = f"{up or './'}{'?plain' if page.docs else ''}"
    title = page.title if page.title == "Tailback" else f"{page.title} - Tailback"
    return f"""<!doctype html>
<html lang="{texts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{escape(title)}</title>
<link rel="icon" type="image/svg+xml" href="{up}favicon.svg">
<link rel="stylesheet" href="{style}">
</head>
<body>
<a class="skip" href="#content">{escape(texts.say("pages.skip"))}</a>
<header class="top"><a href="{home}">{static("wordmark.svg").decode()}</a>{way}</header>
{page.body}
</body>
</html>
""".encode()


def road(up: str) -> str:
    return f'<div class="road"><img src="{up}static/cars.svg" width="528" height="64" alt=""></div>'


def command(text: str) -> str:
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'


def shown(page: Page, status: int = 200) -> Response:
    """A page that tells how things are now; it is never kept."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language", "Content-Language": page.texts.lang}
    return Response(whole(page), status, headers, HTML)


def asked_language(request: Request) -> str:
    return language_of(request.headers.get("accept-language", ""))


def address(request: Request, house: House, path: str) -> str:
    """A link for people; without a public address it is the one by which they found us."""
    return house.link(path) if house.base else f"{request.url.scheme}://{request.url.netloc}{path}"


# The pages


def client_of(request: Request) -> browser.Build | None:
    """The browser table, unless there is none or the plain page is asked for."""
    found: browser.Build | None = request.app.state.client
    return None if "plain" in request.query_params else found


async def home(request: Request) -> Response:
    if client := client_of(request):
        return client.page(request)
    lang = asked_language(request)
    body = whole(home_page(lang, address(request, request.app.state.house, "/t/...")))
    return answer(request, body, HTML, ASK_AGAIN, Vary="Accept-Language", Content_Language=lang)


def home_page(lang: str, link: str) -> Page:
    texts = texts_of(lang)
    cards = []
    for game in games.every():
        own = texts_of(lang, game.id)
        players = texts.say("pages.players", fewest=game.fewest, most=game.most)
        cards.append(
            f'<li class="card"><h2>{escape(own.say("name"))}</h2><span class="age">{game.age}+</span>'
            f'<p class="small">{escape(players)}</p><p>{escape(own.say("pitch"))}</p></li>'
        )
    body = f"""{road("")}
<main id="content" class="calm">
<h1>{escape(texts.say("pages.tagline"))}</h1>
<p class="lead">{escape(texts.say("pages.what"))}</p>
<ul class="games">
{chr(10).join(cards)}
</ul>
<section class="card">
<h2>{escape(texts.say("pages.have_link"))}</h2>
<p>{escape(texts.say("pages.join"))}</p>
{command(f"tailback join {link}")}
</section>
</main>"""
    return Page(texts, "Tailback", body)


async def table_page(request: Request) -> Response:
    house: House = request.app.state.house
    lang, client = asked_language(request), client_of(request)
    try:
        table = await RequestCall(house, request.app.state.limits, request).table("table")
        if table.ledger.imported is not None:
            raise Refused("no_table", 404)
    except Refused as refused:
        if client:
            # It asks once more and says in its own way what is wrong.
            return client.page(request, refused.status)
        return shown(trouble_page(lang, refused.status), refused.status)
    return client.page(request) if client else shown(open_page(lang, table, address(request, house, f"/t/{table.id}")))


def open_page(lang: str, table: Table, link: str) -> Page:
    texts = texts_of(lang)
    ledger = table.ledger
    match = ledger.match
    game = texts_of(lang, match.game.id).say("name") if match else "Tailback"
    title = texts.say("pages.table", game=game)
    picture = f"../api/tables/{escape(table.id)}/qr.svg"
    code = ""
    if table.code:
        code = f'<h2>{escape(texts.say("pages.code"))}</h2><p class="code">{escape(table.code)}</p>'
    body = f"""{road("../")}
<main id="content" class="calm two">
<div>
<h1>{escape(title)}</h1>
<p class="lead">{escape(texts.say(f"pages.{ledger.phase}"))}</p>
{chairs_list(texts, table)}
<section class="card">
<h2>{escape(texts.say("pages.sit_down"))}</h2>
<p>{escape(texts.say("pages.join"))}</p>
{command(f"tailback join {link}")}
</section>
</div>
<section class="card scan">
<img class="qr" src="{picture}" width="320" height="320" alt="{escape(texts.say("pages.qr"))}">
<p>{escape(texts.say("pages.scan"))}</p>
{code}
</section>
</main>"""
    return Page(texts, title, body, "../")


def chairs_list(texts: Texts, table: Table) -> str:
    items = []
    for chair in table.ledger.chairs:
        kind = "pages.free" if chair.sitter == "open" else "pages.bot" if chair.sitter == "bot" else ""
        note = f" <span>{escape(texts.say(kind))}</span>" if kind else ""
        free = ' class="free"' if chair.sitter == "open" else ""
        items.append(f"<li{free}>{escape(chair.name)}{note}</li>")
    return f'<ul class="chairs">\n{chr(10).join(items)}\n</ul>'


async def replay_page(request: Request) -> Response:
    house: House = request.app.state.house
    lang, client = asked_language(request), client_of(request)
    try:
        table = await RequestCall(house, request.app.state.limits, request).table("share")
        if table.ledger.imported is None:
            raise Refused("no_table", 404)
    except Refused as refused:
        if client:
            return client.page(request, refused.status)
        return shown(trouble_page(lang, refused.status), refused.status)
    return client.page(request) if client else shown(shared_page(lang, table))


def shared_page(lang: str, table: Table) -> Page:
    texts = texts_of(lang)
    found = table.ledger.imported
    assert found is not None
    title = texts.say("pages.replay", game=texts_of(lang, found.game.id).say("name"))
    places = []
    for seat in sorted(range(found.players), key=lambda seat: (found.places or [0] * found.players)[seat]):
        if found.places and found.scores:
            line = texts.say("play.place", place=found.places[seat], name=found.names[seat], score=found.scores[seat])
            places.append(f"<li>{escape(line)}</li>")
    file = f"../api/tables/{escape(table.id)}/games/0/export"
    body = f"""{road("../")}
<main id="content" class="calm">
<h1>{escape(title)}</h1>
<ul class="chairs">
{chr(10).join(places)}
</ul>
<p><a class="button" href="{file}">{escape(texts.say("pages.take_file"))}</a></p>
<section class="card">
<h2>{escape(texts.say("pages.watch"))}</h2>
<p>{escape(texts.say("pages.watch_how"))}</p>
{command(f"tailback replay {found.game.id}.tailback.txt")}
</section>
</main>"""
    return Page(texts, title, body, "../")


def trouble_page(lang: str, status: int) -> Page:
    texts = texts_of(lang)
    why = "gone" if status == 404 else "other_version" if status == 409 else "away"
    title = texts.say(f"pages.{why}.title")
    body = f"""{road("../")}
<main id="content" class="calm">
<h1>{escape(title)}</h1>
<p class="lead">{escape(texts.say(f"pages.{why}.text"))}</p>
<p><a class="button" href="../?plain">{escape(texts.say("pages.home"))}</a></p>
</main>"""
    return Page(texts, title, body, "../")


async def static_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    kept = FOR_EVER if request.url.query == mark(static(name)) else LONG
    return answer(request, static(name), STATIC[name], kept)


async def favicon(request: Request) -> Response:
    return answer(request, static("favicon.svg"), STATIC["favicon.svg"], LONG)


async def robots(request: Request) -> Response:
    return answer(request, ROBOTS.encode(), "text/plain; charset=utf-8", LONG)


# The browser table


async def screen(request: Request) -> Response:
    """A screen of the browser table that has no plain page."""
    client = client_of(request)
    if client is None:
        raise HTTPException(404)
    return client.page(request)


async def client_file(request: Request) -> Response:
    found = request.app.state.client.file(request, request.scope["path"].removeprefix("/"))
    if found is None:
        raise HTTPException(404)
    return cast(Response, found)


# Python in a worker of the page: its script comes unpacked from the page itself, and the rest of it is WebAssembly.
HERE_POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


async def here(request: Request) -> Response:
    """A file of the table that plays on the device alone, for the times when this server is away."""
    build: browser.Build = request.app.state.here
    name = request.path_params["name"]
    found = build.file(request, name) if name else build.page(request)
    if found is None:
        raise HTTPException(404)
    found.headers["Content-Security-Policy"] = HERE_POLICY
    return found


def lost(request: Request) -> Response | None:
    """A person at an address that leads nowhere sees the browser table, which says so."""
    client = client_of(request)
    person = "text/html" in request.headers.get("accept", "")
    if client is None or not person or request.url.path.partition("/")[2].partition("/")[0] in NOT_SCREENS:
        return None
    return client.page(request, 404)


# Screens that are there without asking the house; below each of them there may be more.
SCREENS = ("new", "join", "tv", "rules", "lesson", "lab")
# Where programs ask, who want an answer for programs.
NOT_SCREENS = ("api", "ws", "docs", "static", "assets", "here")


def routes(client: browser.Build | None, alone: browser.Build | None) -> list[Route]:
    """Every page, and every file of the browser tables that there are."""
    pages = [*ROUTES, Route("/here/{name:path}", here)] if alone else ROUTES
    if client is None:
        return pages
    files, folders = client.tops()
    found = [Route(f"/{name}", client_file) for name in files]
    found += [Route(f"/{name}/{{rest:path}}", client_file) for name in folders]
    found += [Route(f"/{name}", screen) for name in SCREENS]
    found += [Route(f"/{name}/{{rest:path}}", screen) for name in SCREENS]
    return found + pages


ROUTES: list[Route] = [
    Route("/", home),
    Route("/t/{table}", table_page),
    Route("/r/{share}", replay_page),
    Route("/static/{name}", static_file),
    Route("/favicon.svg", favicon),
    Route("/favicon.ico", favicon),
    Route("/robots.txt", robots),
]
