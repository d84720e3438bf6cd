"""What every request must have before it reaches a game: the token, this server's own address, a bounded body."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2**19
"""No deal with its log comes near half a megabyte."""

TOO_LARGE = "this is larger than a deal with its log can be"
"""What is said of a request of more than `MOST_BYTES`."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer. The page's own policy, by the hashes of script and style, stands in the page."""


class Guard:
    """An ASGI application behind a guard.

    token: the first part of every path; hosts: the addresses under which the server may be asked, with the port. A page
    of another site neither knows the token nor sends this Origin; a name that leads here by a trick is no host of ours.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        body = b"" if refusal is not None else await _body(receive)
        if body is None:
            refusal = _refused(413, TOO_LARGE)
        if refusal is not None:
            await refusal(scope, receive, marked)
            return
        given = False

        async def whole() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, whole, marked)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self._hosts:
            return _refused(403, "this server is asked by its own address only")
        first = scope["path"].lstrip("/").partition("/")[0]
        if not hmac.compare_digest(first.encode(), self._token):
            return _refused(403, "the address lacks its token; use the one that `patience-solver play` printed")
        origin = headers.get("origin")
        own = {f"http://{host}" for host in self._hosts}
        if (origin is not None and origin not in own) or headers.get("sec-fetch-site", "none") in {
            "cross-site",
            "same-site",
        }:
            return _refused(403, "this server answers its own page only")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _refused(405, "only GET and POST mean something here")
        if scope["method"] == "POST":
            return _post_refusal(headers)
        return None


async def _body(receive: Receive) -> bytes | None:
    """The body of a request, whatever it says of its size; None when it is too large."""
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return body


def _post_refusal(headers: Headers) -> JSONResponse | None:
    if "origin" not in headers:
        return _refused(403, "this server answers its own page only")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _refused(415, "expected JSON")
    length = headers.get("content-length", "0")
    if not length.isdigit():
        return _refused(400, "the length of the request is no number")
    if int(length) > MOST_BYTES:
        return _refused(413, TOO_LARGE)
    return None


def _refused(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"kind": "refused", "error": sentence}, status)
