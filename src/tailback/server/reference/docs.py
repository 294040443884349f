"""The reference as the server shows it: a page for people, files for programs."""

from __future__ import annotations

import asyncio
from functools import cache
from html import escape

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tailback.server.door import pages
from tailback.server.reference import manual, schemas


@cache
def docs_body() -> bytes:
    texts = pages.texts_of("en")
    listed = "\n".join(f'<li><a href="#{where}">{escape(what)}</a></li>' for where, what in manual.contents())
    body = f"""<div class="manual">
<nav aria-label="{escape(texts.say("pages.contents"))}"><ul>
{listed}
</ul></nav>
<main id="content"><article>
{manual.body_html()}
</article></main>
</div>"""
    return pages.whole(pages.Page(texts, texts.say("pages.docs"), body, docs=False))


async def docs(request: Request) -> Response:
    return pages.answer(request, await asyncio.to_thread(docs_body), pages.HTML, pages.ASK_AGAIN)


async def docs_file(request: Request) -> Response:
    # Made when first asked for, which takes a moment; the tables go on meanwhile.
    found = (await asyncio.to_thread(schemas.files)).get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return pages.answer(request, found.text.encode(), found.media, pages.ASK_AGAIN)


ROUTES: list[Route] = [Route("/docs", docs), Route("/docs/{name}", docs_file)]
