"""Who may talk to the studio: pages that it served itself, to people it was meant for.

Path of the data: browser → **guard** → server. It listens on loopback unless told otherwise; Host and Origin must be
its own, so that no page of another site can command it; and when it listens anywhere else, a token is asked for.
"""

import ipaddress
import secrets
import time
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 64_000  # bytes of a message
PER_SECOND, AT_ONCE = 120, 240  # messages of a page
COOKIE = "gft-studio"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_of(value: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{value}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Lets through what may come in, and answers the rest with a sentence."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], token: str | None = None):
        self.app, self.hosts, self.token = app, {*LOOPBACK, *hosts}, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self.app(scope, receive, self._marked(scope, send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": refusal[:120]})
        else:
            await PlainTextResponse(refusal + "\n", 403)(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        """Why something may not come in; None if it may."""
        host = headers.get("host", "")
        if host_of(host) not in self.hosts:
            return "The studio does not go by this name; start it with --allow-host NAME if it should."
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "Pages of other sites cannot use the studio."
        if self.token is None or self._has_token(scope, headers):
            return None
        return "The studio asks for a token here: open the address that it printed when it started."

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        kept = cookie.value if cookie else ""
        return any(secrets.compare_digest(each.encode(), str(self.token).encode()) for each in (given, kept))

    def _marked(self, scope: Scope, send: Send) -> Send:
        """Answers with the headers that keep other sites out, and the cookie that stands for the token from now on."""

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = POLICY
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cache-Control"] = "no-cache"
                if self.token is not None:
                    response = Response()
                    response.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
                    headers.append("Set-Cookie", response.headers["set-cookie"])
            await send(message)

        return marked


class Allowance:
    """So many messages a second, and some more at once."""

    def __init__(self) -> None:
        self.left, self.since = float(AT_ONCE), time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(AT_ONCE, self.left + PER_SECOND * (now - self.since))
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
