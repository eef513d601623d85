"""The server: requests per second and how long answers take, and what it costs the stream.

python benchmarks/serve.py                 all sections; a quiet machine, about six minutes
python benchmarks/serve.py --only assign   the server alone
python benchmarks/serve.py --only busy     while a stream runs at full speed
python benchmarks/serve.py --only pages    the stream, with and without five open pages
python benchmarks/serve.py --quick         a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
from report import Section, parser, run
from serve_stream import FILE, TOPICS
from timing import Ratio

from biterms import load
from biterms.serve import Client, Refused

HERE = Path(__file__).resolve().parent
HEAD = ["setting", "requests/s", "texts/s", "p50 ms", "p99 ms", "requests/s and core", "errors"]


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    texts: int = 60_000
    seconds: float = 8.0
    rounds: int = 3
    #: how a text is asked about: texts of a request, connections, requests per second (0: closed)
    settings: tuple[tuple[int, int, float], ...] = (
        (1, 1, 0.0),
        (1, 16, 0.0),
        (1, 16, 1000.0),
        (10, 8, 0.0),
        (100, 4, 0.0),
        (1000, 2, 0.0),
    )


def cpu_of(process: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server_of(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of a live model, on any free port."""
    words = ["-m", "biterms.cli", "serve", str(folder), "--port", "0", "--rate", "1000000"]
    server = subprocess.Popen([sys.executable, *words, "--wait"], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        yield server, int(server.stderr.readline().rsplit(":", 1)[1].split(";")[0])
    finally:
        server.terminate()
        server.wait()


def follow(folder: Path, texts: int) -> subprocess.Popen[str]:
    """Start a stream."""
    words = [str(HERE / "serve_stream.py"), str(folder), str(texts)]
    return subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)


def ended(stream: subprocess.Popen[str]) -> dict[str, float]:
    """What a stream says at its end."""
    said, _ = stream.communicate()
    found: dict[str, float] = json.loads(said.splitlines()[-1])
    return found


def loaded(port: int, texts: int, connections: int, rate: float, seconds: float) -> dict[str, Any]:
    """Send one request again and again, from a process of its own."""
    every = [json.loads(line)["text"] for line in corpora.lines(FILE)[-texts:]]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as body:
        json.dump({"text": every[0]} if texts == 1 else {"texts": every}, body)
        body.flush()
        words = [str(HERE / "serve_load.py"), str(port), "/v1/assign", body.name]
        options = ["--connections", connections, "--rate", rate, "--seconds", seconds]
        done = subprocess.run(
            [sys.executable, *words, *map(str, options)], capture_output=True, text=True, check=True
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(server: subprocess.Popen[str], port: int, plan: Plan, *setting: Any) -> dict[str, Any]:
    """One setting, with the CPU that the server used for it."""
    loaded(port, *setting, 1.0)  # warm
    before = cpu_of(server.pid)
    found = loaded(port, *setting, plan.seconds)
    used = max(cpu_of(server.pid) - before, 1e-3)
    return found | {"server_cpu": used, "per_core": found["requests"] / used}


def row(setting: tuple[int, int, float], found: dict[str, Any]) -> list[str]:
    texts, connections, rate = setting
    what = f"{texts:,} text{'s' * (texts > 1)}, {connections} connections"
    how = f"{what}, {rate:,.0f}/s open loop" if rate else f"{what}, closed loop"
    return [
        how,
        f"{found['per_second']:,.0f}",
        f"{found['per_second'] * texts:,.0f}",
        f"{found['p50_ms']:.2f}",
        f"{found['p99_ms']:.2f}",
        f"{found['per_core']:,.0f}",
        str(found["errors"]),
    ]


def in_process(folder: Path) -> list[str]:
    """What a text costs without a server."""
    model = load(folder)
    texts = [[json.loads(line)["text"]] for line in corpora.lines(FILE)[-2000:]]
    model.assign(texts[0])
    notes = []
    for name, call in (
        ("TopicModel.assign", model.assign),
        ("Assigner.assign", model.assigner().assign),
    ):
        begin = time.process_time()
        for one in texts:
            call(one)
        each = (time.process_time() - begin) / len(texts) * 1e6
        notes.append(f"{name} of one text, in this process: {each:.0f} µs of CPU")
    begin = time.process_time()
    for (one,) in texts[:500]:
        model.explain(one)
    each = (time.process_time() - begin) / 500 * 1e6
    return [*notes, f"TopicModel.explain of one text, in this process: {each:.0f} µs of CPU"]


def assign(plan: Plan) -> Section:
    """The server alone."""
    with tempfile.TemporaryDirectory() as at:
        folder = Path(at) / "live"
        ended(follow(folder, plan.texts))
        with server_of(folder) as (server, port):
            found = [measured(server, port, plan, *setting) for setting in plan.settings]
        notes = in_process(folder)
    rows = [row(*each) for each in zip(plan.settings, found, strict=True)]
    notes.append(f"K = {TOPICS}, {plan.texts:,} tweets learnt; the generator has a process and CPU")
    notes.append("requests/s and core: requests divided by the seconds of CPU of the server")
    return Section("assign, the server alone", HEAD, rows, notes=notes, data={"found": found})


def busy(plan: Plan) -> Section:
    """The server while a stream learns into the folder that it serves."""
    setting, rows, rates = (1, 16, 1000.0), [], []
    with tempfile.TemporaryDirectory() as at:
        alone = ended(follow(Path(at) / "alone", plan.texts))
        folder = Path(at) / "live"
        with server_of(folder) as (server, port):
            stream = follow(folder, plan.texts)
            wait_for_model(port)
            while stream.poll() is None:
                found = measured(server, port, plan, *setting)
                rows.append(row(setting, found))
                rates.append(found)
            beside = ended(stream)
    notes = [
        f"the stream alone: {alone['texts'] / alone['seconds']:,.0f} texts/s",
        f"the stream meanwhile: {beside['texts'] / beside['seconds']:,.0f} texts/s",
        "stream, server and generator share the cores of the machine",
    ]
    return Section(
        "assign, while a stream runs at full speed",
        HEAD,
        rows,
        notes=notes,
        data={"alone": alone, "beside": beside, "found": rates},
    )


def wait_for_model(port: int) -> None:
    """Until the first snapshot is served."""
    with Client(f"http://127.0.0.1:{port}") as client:
        while True:
            try:
                client.assign(["x"])
                return
            except Refused:
                time.sleep(0.2)


class Page(threading.Thread):
    """An open page: it listens to events, and asks for topics and alarms when something is new."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.client, self.asker = (Client(f"http://127.0.0.1:{port}") for _ in range(2))
        self.events = 0

    def run(self) -> None:
        for _ in self.client.events():
            self.events += 1
            try:
                self.asker.topics("24h")
                self.asker.alarms(limit=20)
            except (OSError, Refused):
                continue


def pages(plan: Plan) -> Section:
    """How much slower a stream is with five open pages."""
    slower = Ratio("CPU of the stream, five pages / none", [], 1.1, at_least=False)
    wall = Ratio("time of the stream, five pages / none", [], 1.1, at_least=False)
    rows = []
    for _ in range(plan.rounds):
        with tempfile.TemporaryDirectory() as at:
            alone = ended(follow(Path(at) / "alone", plan.texts))
            folder = Path(at) / "live"
            with server_of(folder) as (server, port):
                opened = [Page(port) for _ in range(5)]
                for page in opened:
                    page.start()
                before = cpu_of(server.pid)
                beside = ended(follow(folder, plan.texts))
                used = cpu_of(server.pid) - before
        slower.values.append(beside["cpu"] / alone["cpu"])
        wall.values.append(beside["seconds"] / alone["seconds"])
        rows.append(
            [
                *(f"{each['texts'] / each['seconds']:,.0f}" for each in (alone, beside)),
                *(f"{each['cpu']:.1f}" for each in (alone, beside)),
                f"{used:.1f}",
                str(sum(page.events for page in opened)),
            ]
        )
    head = ["texts/s alone", "with pages", "CPU s alone", "with pages", "CPU s server", "events"]
    return Section("the stream, with and without five open pages", head, rows, [slower, wall])


def main() -> None:
    """Measure the sections that are asked for."""
    sections = {"assign": assign, "busy": busy, "pages": pages}
    given = parser(__doc__ or "", sections).parse_args()
    quick = Plan(4_000, 0.5, 1, Plan.settings[1:4])
    plan = quick if given.quick else Plan()
    parts = {name: (lambda name=name: sections[name](plan)) for name in given.only}
    run(given.out / "serve.json", parts, lambda _: None, quick=given.quick)


if __name__ == "__main__":
    main()
