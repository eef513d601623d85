"""Requests and answers as ASGI hands them over."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from biterms.serve.refused import Refused

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
JSON = b"application/json"
#: after these the rest of a request is not waited for
CLOSING = (408, 413)


async def answer(send: Send, body: bytes, status: int = 200, kind: bytes = JSON) -> None:
    """Send a complete answer.

    Parameters
    ----------
    send : callable
        Where to.
    body : bytes
        What to say.
    status : int
        The status of HTTP.
    kind : bytes
        The type of the content.
    """
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, refused: Refused) -> None:
    """Send why a request is refused.

    Parameters
    ----------
    send : callable
        Where to.
    refused : Refused
        Why.
    """
    body = json.dumps(refused.answer()).encode()
    headers = [(b"content-type", JSON), (b"content-length", b"%d" % len(body))]
    if refused.status in CLOSING:
        headers.append((b"connection", b"close"))
    headers += [(name.lower().encode(), value.encode()) for name, value in refused.headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def replayed(body: bytes, receive: Receive) -> Receive:
    """Hand over a body that has been read, and then what comes.

    Parameters
    ----------
    body : bytes
        The body.
    receive : callable
        Gives what comes after it.
    """
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return left.pop() if left else await receive()

    return next_message


async def gone() -> Message:
    """What a client says that is gone."""
    return {"type": "http.disconnect"}
