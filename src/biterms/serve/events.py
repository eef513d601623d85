"""Server-sent events: a client is told as soon as something has been committed."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Any

from biterms.serve.messages import Receive, Send
from biterms.serve.refused import Refused
from biterms.serve.served import Served
from biterms.serve.watcher import Mark

#: seconds of silence after which a comment is sent, so that nobody takes the stream for dead
HEARTBEAT = 15.0
#: milliseconds after which a browser comes again
RETRY = 2000
#: seconds between two events at least: a page cannot show more
LEAST = 0.5
_LAST = re.compile(r"\A(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\Z", re.ASCII)


class Events:
    """Answers a client that wants to be told, as an ASGI application.

    Parameters
    ----------
    served : Served
        What is served.
    heartbeat : float
        Seconds of silence.
    """

    def __init__(self, served: Served, heartbeat: float = HEARTBEAT) -> None:
        self._served, self._heartbeat = served, heartbeat

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Tell until the client goes away, or the server does."""
        served, told = self._served, _told(dict(scope["headers"]).get(b"last-event-id", b""))
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def listener() -> None:
            loop.call_soon_threadsafe(changed.set)

        self._enter()
        unlisten = served.watcher.listen(listener)
        gone: asyncio.Future[Any] = asyncio.ensure_future(_gone(receive))
        try:
            await send(_start())
            await send(_part(f"retry: {RETRY}\n\n"))
            while not (gone.done() or served.watcher.stopped):
                changed.clear()
                told = await self._tell(told, send)
                await self._wait(changed, gone, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            served.events -= 1
            unlisten()
            gone.cancel()

    def _enter(self) -> None:
        """Refuse one client too many."""
        served = self._served
        most = served.serving.bounds.streams
        if served.events >= most:
            raise Refused(
                503,
                f"{served.events:,} open streams of events",
                f"at most {most:,}",
                "close some",
                {"Retry-After": "10"},
            )
        served.events += 1

    async def _tell(self, told: Mark | None, send: Send) -> Mark:
        """Tell what is new, if anything is; up to where the client has been told then."""
        watcher = self._served.watcher
        mark = watcher.mark
        if mark != told:
            known = None if told is None or told.step > mark.step else told  # or another stream
            data = json.dumps(watcher.change(known))
            await send(_part(f"id: {mark}\nevent: change\ndata: {data}\n\n"))
        return mark

    async def _wait(self, changed: asyncio.Event, gone: asyncio.Future[Any], send: Send) -> None:
        """Wait for something new; say in between that all is well."""
        await asyncio.wait([gone], timeout=LEAST)
        waiting: asyncio.Future[Any] = asyncio.ensure_future(changed.wait())
        try:
            while not (changed.is_set() or gone.done()):
                done, _ = await asyncio.wait(
                    [waiting, gone], timeout=self._heartbeat, return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    await send(_part(": alive\n\n"))
        finally:
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _told(last: bytes) -> Mark | None:
    """Up to where a client was told when it went away; what is no mark of ours is nothing."""
    found = _LAST.match(last.decode("latin-1"))
    return None if found is None else Mark(*map(int, found.groups()))


def _start() -> dict[str, Any]:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"x-accel-buffering", b"no"),
    ]
    return {"type": "http.response.start", "status": 200, "headers": headers}


def _part(text: str) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}
