"""A little server with the chat protocol, on this machine; it stops by itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

#: what is sent back for a question: status, headers, body
Reply = tuple[int, dict[str, str], bytes]


def content(text: Any) -> Reply:
    """The answer of a chat."""
    return 200, {}, json.dumps({"choices": [{"message": {"content": text}}]}).encode()


class Asked:
    """What a server was asked: paths, headers and bodies."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.bodies: list[Any] = []


@contextmanager
def serving(reply: Callable[[str], Reply]) -> Iterator[tuple[str, Asked]]:
    """The address of a server that replies to questions, and what it was asked."""
    asked = Asked()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.paths.append(self.path)
            asked.headers.append(dict(self.headers))
            asked.bodies.append(body)
            status, headers, data = reply(body["messages"][0]["content"])
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Nothing on the screen."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", asked
        finally:
            server.shutdown()
            thread.join(5)
