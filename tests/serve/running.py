"""Real server processes on loopback, and how tests talk to them."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

from biterms.serve import Serving, serve

#: a server with other bounds than the command has
PROGRAM = """
import sys
from pathlib import Path
from biterms.serve import Bounds, Serving, serve
serving = Serving(Path(sys.argv[1]), port=0, bounds=Bounds(**{bounds!r}), **{more!r})
serve(serving, lambda address: print(f"is served at {{address}};", file=sys.stderr, flush=True))
"""


def eventually(what: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until it is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


class Answer(NamedTuple):
    """Status, headers in lower case, and body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> Any:
        return self.json["error"]


class Asked:
    """A server that tests ask something."""

    url: str
    port: int

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request on a connection of its own; underscores in names of headers are hyphens."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            given = {"Content-Type": "application/json"} | given
        try:
            connection.request(method, path, body, given)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Any:
        """What a path of /v1 says; it must be good."""
        answer = self.ask("GET", f"/v1/{path}", **headers)
        assert answer.status == 200, answer
        return answer.json

    def raw(self, data: bytes, timeout: float = 30.0) -> bytes:
        """Send bytes as they are; all that comes back until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(data)
            parts = []
            while part := connection.recv(1 << 16):
                parts.append(part)
        return b"".join(parts)


class Inside(Asked):
    """A server in a thread of the tests: for tests of what it says, which need no process."""

    def __init__(self, serving: Serving) -> None:
        addresses: Queue[str] = Queue()
        self._ended = threading.Event()
        given = (serving, addresses.put, self._ended.is_set)
        self._thread = threading.Thread(target=serve, args=given, daemon=True)
        self._thread.start()
        self.url = addresses.get(timeout=60)
        self.port = int(self.url.rpartition(":")[2])

    def close(self) -> None:
        """End it."""
        self._ended.set()
        self._thread.join(30)


class Running(Asked):
    """A server in a process of its own."""

    def __init__(self, words: list[str], **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env=os.environ | environment,
            text=True,
        )
        self.said: list[str] = []
        self._there = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._there.wait(60)
        found = re.search(r"served at (http://\S+:(\d+));", "".join(self.said))
        if found is None:
            raise AssertionError(f"no server, but {self.close()!r}")
        self.url, self.port = found[1], int(found[2])

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if "served at" in line:
                self._there.set()
        self._there.set()

    def close(self) -> str:
        """End it; what it has said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        self._reader.join(30)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return "".join(self.said)


@contextmanager
def inside(folder: Path, **settings: Any) -> Iterator[Inside]:
    """A server in a thread, on any free port."""
    server = Inside(Serving(folder, port=0, **settings))
    try:
        yield server
    finally:
        server.close()


@contextmanager
def running(folder: Path, *options: str, **environment: str) -> Iterator[Running]:
    """The command, on any free port."""
    words = ["-m", "biterms.cli", "serve", str(folder), "--port", "0", *options]
    server = Running(words, **environment)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def bounded(folder: Path, more: dict[str, Any] | None = None, **bounds: Any) -> Iterator[Running]:
    """A server with other bounds."""
    server = Running(["-c", PROGRAM.format(bounds=bounds, more=more or {}), str(folder)])
    try:
        yield server
    finally:
        server.close()
