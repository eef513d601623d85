"""Listening: a connection that dawdles is closed, and a server that ends tells its clients."""

from __future__ import annotations

import asyncio
import threading
from types import FrameType
from typing import Any

from uvicorn import Config, Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from biterms.serve.front import Front
from biterms.serve.limits import Serving
from biterms.serve.served import Served

#: seconds that requests under way are given when the server ends
GRACE = 2
#: open connections
CONNECTIONS = 1000
#: bytes of the head of a request; browsers and programs send a few hundred
MOST_HEAD = 1 << 16
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class Impatient(HttpToolsProtocol):
    """A connection whose request must begin, and its head be complete, in time; and be small."""

    patience = 10.0
    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._met()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Close it if what has come is still no head: the parser would keep all of it."""
        super().data_received(data)
        self._head = 0 if self._late is None else self._head + len(data)
        if self._head > MOST_HEAD and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        self._expect()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there; how long the body may take is said elsewhere."""
        self._met()
        super().on_headers_complete()

    def _expect(self) -> None:
        self._met()
        self._late = self.loop.call_later(self.patience, self.transport.close)

    def _met(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Listening(Server):
    """A server that tells those who listen to events when it ends.

    Parameters
    ----------
    serving : Serving
        What is served, and to whom.
    """

    def __init__(self, serving: Serving) -> None:
        self.served = Served(serving)
        super().__init__(
            Config(
                Front(self.served),
                host=serving.host,
                port=serving.port,
                http=_impatient(serving.bounds.seconds),
                ws="none",
                lifespan="off",
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                limit_concurrency=CONNECTIONS,
                timeout_graceful_shutdown=GRACE,
            )
        )

    @property
    def address(self) -> str:
        """Where it listens; to be asked when it has started."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run_until_ended(self) -> None:
        """Serve until a signal comes."""
        self.served.start()
        try:
            self.run()
        finally:
            self.served.stop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: streams of events would go on for ever."""
        self.end()
        super().handle_exit(sig, frame)

    def end(self) -> None:
        """Ask it to end; any thread may."""
        self.should_exit = True
        # not from a signal handler: the lock that listeners are told under may be held
        threading.Thread(target=self.served.watcher.stop, daemon=True).start()


def _impatient(seconds: float) -> type[HttpToolsProtocol]:
    return type("Impatient", (Impatient,), {"patience": seconds})
