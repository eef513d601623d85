"""A stream in a process of its own that follows a file, and a server of its live model."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from biterms.serve import Serving
from tests.serve.running import Inside, eventually
from tests.streams.chapters.planted import SUBJECTS
from tests.streams.clocks import BEGIN

WORDS = [*SUBJECTS.values()]


class Feed:
    """What is written to the file is learnt from, and then told by the server."""

    def __init__(self, folder: Path, live: Path | None = None, before: int = 0) -> None:
        """A new stream, or one that goes on with a live model of so many texts."""
        self.file, self.live = folder / "texts.jsonl", live or folder / "fed.live"
        self._random, self._written = Random(5), before
        self.write(600)
        words = ["stream", str(self.file), "--follow", "--model", str(self.live)]
        options = ["--time", "time", "--quiet"]
        options += ["-k", "4", "--retain", "8min"] if live is None else []
        with ExitStack() as ends:  # whatever has begun ends if something after it fails
            self.stream = subprocess.Popen(
                [sys.executable, "-m", "biterms.cli", *words, *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            ends.callback(self._end_stream)
            self.port = _free_port()
            self.server = self._served()
            ends.callback(self.server.close)
            self.wait()
            ends.pop_all()

    @property
    def documents(self) -> int:
        """Texts that were written."""
        return self._written

    def write(self, n: int, words: list[str] | None = None) -> None:
        """Add texts, ten minutes apart."""
        with self.file.open("a", encoding="utf-8") as file:
            for _ in range(n):
                known = words or self._random.choice(WORDS)
                text = " ".join(self._random.choice(known) for _ in range(5))
                row = {"text": text, "time": str(BEGIN + 600 * self._written)}
                file.write(json.dumps(row | {"id": f"t{self._written}"}) + "\n")
                self._written += 1

    def wait(self) -> None:
        """Until the server knows all that was written; it may be there before the stream is."""

        def known() -> bool:
            answer = self.server.ask("GET", "/v1/topics?window=all")
            return answer.status == 200 and answer.json["documents"] >= self._written

        eventually(known)

    def stop_server(self) -> None:
        """End the server alone."""
        self.server.close()

    def start_server(self) -> None:
        """Start it again where it was."""
        self.server = self._served()

    def _served(self) -> Inside:
        return Inside(Serving(self.live, port=self.port))

    def close(self) -> None:
        """End both."""
        self.server.close()
        self._end_stream()

    def _end_stream(self) -> None:
        self.stream.terminate()
        self.stream.wait(30)


def _free_port() -> int:
    """A port that nobody gets who asks for any: a server that comes again must find it free."""
    random = Random(os.getpid())
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
