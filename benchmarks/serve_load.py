"""Sends one request again and again and measures how long the answers take; a process of its own.

python benchmarks/serve_load.py PORT PATH BODY.json [--connections 16] [--seconds 5] [--rate 1000]

Without a rate each connection sends as soon as it has its answer (closed loop); with one, requests
are due at equal distances, whatever has been answered (open loop), and time counts from there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np


class Connection(asyncio.Protocol):
    """One connection that is kept open; a request at a time."""

    def __init__(self, load: Load) -> None:
        self.load, self.due, self.data, self.wanted = load, 0.0, b"", 0
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.load.idle(self)

    def send(self, due: float) -> None:
        self.due = due
        self.transport.write(self.load.request)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.wanted:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self.data[:end].lower()
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            self.wanted = end + 4 + length
            self.load.errors += b" 200 " not in self.data[:20]
        if len(self.data) >= self.wanted:
            self.data, self.wanted = b"", 0
            self.load.answered(self)

    def connection_lost(self, _: Exception | None) -> None:
        self.load.errors += not self.load.over


class Load:
    """What is sent, and how long answers took."""

    def __init__(self, request: bytes, rate: float, seconds: float) -> None:
        self.request, self.rate, self.seconds = request, rate, seconds
        self.took: list[float] = []
        self.errors, self.over = 0, False
        self._free: deque[Connection] = deque()
        self._due: deque[float] = deque()
        self.begin = time.perf_counter()

    def idle(self, connection: Connection) -> None:
        if self.over:
            return
        if not self.rate:
            connection.send(time.perf_counter())
        elif self._due:
            connection.send(self._due.popleft())
        else:
            self._free.append(connection)

    def answered(self, connection: Connection) -> None:
        self.took.append(time.perf_counter() - connection.due)
        self.idle(connection)

    async def run(self) -> None:
        self.begin, sent = time.perf_counter(), 0
        while (now := time.perf_counter()) - self.begin < self.seconds:
            if not self.rate:
                await asyncio.sleep(self.begin + self.seconds - now)
                continue
            while sent / self.rate <= now - self.begin:
                self._due.append(self.begin + sent / self.rate)
                sent += 1
            while self._free and self._due:
                self._free.popleft().send(self._due.popleft())
            await asyncio.sleep(max(0.001, self.begin + sent / self.rate - time.perf_counter()))
        self.over, self.seconds = True, time.perf_counter() - self.begin

    def report(self) -> dict[str, Any]:
        took = np.array(self.took or [np.nan]) * 1e3
        return {
            "requests": len(self.took),
            "per_second": len(self.took) / self.seconds,
            "p50_ms": float(np.percentile(took, 50)),
            "p99_ms": float(np.percentile(took, 99)),
            "longest_ms": float(took.max()),
            "errors": self.errors,
            "generator_cpu": time.process_time(),
        }


async def measure(port: int, load: Load, connections: int) -> None:
    """Open connections, and send until the time is over."""
    loop = asyncio.get_running_loop()
    made = [
        (await loop.create_connection(lambda: Connection(load), "127.0.0.1", port))[0]
        for _ in range(connections)
    ]
    await load.run()
    for transport in made:
        transport.close()


def main() -> None:
    """Measure once, and print JSON."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("port", type=int)
    asked.add_argument("path")
    asked.add_argument("body", type=Path)
    asked.add_argument("--connections", type=int, default=16)
    asked.add_argument("--seconds", type=float, default=5.0)
    asked.add_argument("--rate", type=float, default=0.0)
    given = asked.parse_args()
    body = given.body.read_bytes()
    head = (
        f"POST {given.path} HTTP/1.1\r\nHost: 127.0.0.1:{given.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    load = Load(head.encode() + body, given.rate, given.seconds)
    with suppress(ImportError):
        import uvloop

        uvloop.install()
    asyncio.run(measure(given.port, load, given.connections))
    print(json.dumps(load.report()))


if __name__ == "__main__":
    main()
