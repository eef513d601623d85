"""Real brokers for tests, each in a process of its own on a free port of this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import redis

# librdkafka brings a broker of its own, which lives as long as the client that started it
KAFKA = """
from confluent_kafka import Producer
client = Producer({"test.mock.num.brokers": 1, "bootstrap.servers": "", "log_level": 0})
[broker] = client.list_topics(timeout=10).brokers.values()
print(f"{broker.host}:{broker.port}", flush=True)
while True:
    client.poll(1)
"""


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class RedisServer:
    """Debian's redis-server, which can be killed and started again on the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = shutil.which("redis-server")
        if command is None:
            pytest.skip("no Redis server: redis-server is not on the PATH")
        self.port = free_port()
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)]
        self.command = [command, *place, "--save", "", *options]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 8
        while True:
            try:
                with closing(socket.create_connection(("127.0.0.1", self.port), 1)) as one:
                    one.sendall(b"PING\r\n")
                    if one.recv(100)[:1] in {b"+", b"-"}:
                        return
            except OSError:
                assert time.monotonic() < end, "the Redis server did not start"
            time.sleep(0.02)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, protocol=2)


@contextmanager
def redis_server(folder: Path, *options: str) -> Iterator[RedisServer]:
    server = RedisServer(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextmanager
def kafka_broker() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a broker, and its process."""
    process = subprocess.Popen(
        [sys.executable, "-c", KAFKA],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
