"""What every request goes through: the guard, then the paths that must be fast, then the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from biterms.errors import BitermsError
from biterms.serve.app import app_of
from biterms.serve.assigning import Assigning
from biterms.serve.counters import Counters
from biterms.serve.guard import CHANGING, Guard
from biterms.serve.messages import Message, Receive, Send, answer, gone, refuse, replayed
from biterms.serve.refused import Refused, failure, refusal_of
from biterms.serve.served import Served

log = logging.getLogger(__name__)
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    b"require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
#: the one answer that has no end
EVENTS = "/v1/events"
#: what a path may say for itself
OWN = {b"content-security-policy": POLICY, b"cache-control": b"no-store"}


class Front:
    """The server as an ASGI application.

    Parameters
    ----------
    served : Served
        What is served.
    """

    def __init__(self, served: Served) -> None:
        self._served, self._counters = served, Counters()
        self._guard, self._bounds = Guard(served.serving), served.serving.bounds
        self._assigning = Assigning(served)
        self._paths = app_of(served, self._assigning, self._counters)
        self._active = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1000})
            return
        begin = time.perf_counter()
        said = _Said(send)
        self._active += 1
        try:
            await self._answer(scope, receive, said)
        except BitermsError as error:
            await said.refuse(refusal_of(error))
        except Exception:
            log.exception("%s %s has failed", scope["method"], scope["path"])
            await said.refuse(failure())
        finally:
            self._active -= 1
            self._served.requests += 1
            self._counters.count(scope["path"], said.status, time.perf_counter() - begin)

    async def _answer(self, scope: Any, receive: Receive, said: _Said) -> None:
        if scope["method"] == "HEAD":  # a GET whose client is gone when it has the head
            scope, receive = {**scope, "method": "GET"}, gone
        method, path = scope["method"], scope["path"]
        headers: Mapping[bytes, bytes] = dict(scope["headers"])
        address = scope["client"][0] if scope["client"] else ""
        self._guard.check(method, path, address, headers)
        if self._active > self._bounds.active:
            raise Refused(
                503,
                f"{self._active:,} requests under way",
                f"at most {self._bounds.active:,}",
                "come again",
                {"Retry-After": "1"},
            )
        body = await self._guard.body(headers, receive) if method in CHANGING else b""
        if path == "/v1/assign" and method == "POST":
            await answer(said, await self._assigning(body))
            return
        try:
            async with asyncio.timeout(None if path == EVENTS else self._bounds.answering):
                await self._paths(scope, replayed(body, receive), said)
        except TimeoutError:
            raise Refused(
                503,
                f"no answer after {self._bounds.answering:g} s",
                "a quicker one",
                "ask for less, or again",
            ) from None


class _Said:
    """What is sent, with the headers that all answers have."""

    def __init__(self, send: Send) -> None:
        self._send, self.status = send, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = [*message["headers"]]
            names = {name for name, _ in given}
            given += [(name, value) for name, value in OWN.items() if name not in names]
            message["headers"] = [*given, *HEADERS]
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        """Say why, unless the answer has begun."""
        if not self.status:
            await refuse(self, refused)
