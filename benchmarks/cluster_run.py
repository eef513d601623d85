"""The process of `cluster.py`: one run, on a cluster of its own or without any, told as JSON.

Seconds and CPU are those of reading and learning; starting processes and scoring come before and
after. Bytes are those of the loopback, which `cluster.py` gives each run for itself where it can.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from biterms import LDA, SVB, TopicModel, Vectoriser, read
from biterms.bags.counts import counts_of
from biterms.cluster import Lanes, Synchronous, fit
from biterms.topics.stream import cuts_of

Asked = dict[str, Any]
#: what docs/scale.md advises for workers
ADVISED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.nanny.pre-spawn-environ.MALLOC_ARENA_MAX": 1,
}
#: seconds that a worker may take to come back
START = 60


def main() -> None:
    asked: Asked = json.loads(sys.argv[1])
    known = {"one": one, "lanes": lanes, "shared": shared, "passes": passes, "exchange": exchange}
    print(json.dumps(known[asked["what"]](asked)))


# one process -------------------------------------------------------------------------------------


def one(asked: Asked) -> dict[str, Any]:
    """The same anchor and one pass over all others, without a cluster."""
    begin, cpu = time.perf_counter(), time.process_time()
    text = Vectoriser(**asked["text"])
    X = text.fit_transform(record.text for record in read(asked["path"]))
    N, read_at = X.shape[0], time.process_time()
    n = min(asked["anchor"], N)
    chosen = np.arange(n) * N // n if asked["spread"] else np.arange(n)
    model = LDA(asked["topics"], random_state=0, n_threads=1, eta=eta_of(N)).fit(X[chosen])
    anchored_at = time.process_time()
    others = np.ones(N, dtype=bool)
    others[chosen] = False
    model.set_params(learner=SVB(), inference="prevalence", batch_size=100)
    engine, rest = model.engine(), counts_of(X[others])
    engine.learn_stream(model.state, rest, cuts_of(len(rest), 100))
    end = time.process_time()
    spent = {"seconds": time.perf_counter() - begin, "cpu": end - cpu}
    return {
        "documents": N,
        "words": X.shape[1],
        "text": read_at - cpu,
        "anchor": anchored_at - read_at,
        "learning": end - anchored_at,
        "peak": peak(),
        "lpp": lpp(asked, lambda texts: (model, text.transform(texts))),
        **spent,
    }


def eta_of(n_docs: int) -> float:
    """The prior that LDA chooses for a collection of so many documents."""
    return float(LDA(2).engine().first_eta(n_docs))


def passes(asked: Asked) -> dict[str, Any]:
    """Ten annealed passes over all texts, which are not distributed."""
    begin, cpu = time.perf_counter(), time.process_time()
    model = topic_model(asked).fit(read(asked["path"]))
    spent = {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    found = {"documents": model.model_.n_docs_, "peak": peak(), **spent}
    return found | {"lpp": lpp(asked, lambda texts: (model.model_, model.counts(texts)))}


# a cluster ---------------------------------------------------------------------------------------


def lanes(asked: Asked) -> dict[str, Any]:
    """Lanes on worker processes, some of which may be killed."""
    given = {name: asked[name] for name in ("anchor", "spread", "lane", "growth")}
    return on_workers(asked, topic_model(asked), Lanes(**given))


def shared(asked: Asked) -> dict[str, Any]:
    """Synchronous rounds; without workers `TopicModel.fit` with the same minibatches."""
    model = topic_model(asked, learner=SVB(exact=True), batch_size=asked["batch"])
    if asked["workers"]:
        return on_workers(asked, model, Synchronous())
    begin, cpu = time.perf_counter(), time.process_time()
    model.fit(read(asked["path"]))
    spent = {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    return {"documents": model.model_.n_docs_, "bits": bits(model), "peak": peak(), **spent}


def on_workers(asked: Asked, model: TopicModel, schedule: Any) -> dict[str, Any]:
    with started(asked["workers"]) as client:
        client.run(ready)
        before, begin, sent = cpu_of(client), time.perf_counter(), loopback()
        killer = Killer(client, asked["kills"])
        fit(asked["path"], model, client, schedule, progress=killer)
        found = {"seconds": time.perf_counter() - begin, "wire": loopback() - sent}
        # those that were killed last may be on their way; what they had spent nobody knows
        client.wait_for_workers(asked["workers"], timeout=START)
        found |= {"cpu": cpu_of(client) - before, "killed": killer.killed}
        found |= {"worker_peak": max(client.run(peak).values())}
    about = {name: value for name, value in model.info().items() if name.startswith("cluster")}
    found |= {"documents": model.model_.n_docs_, "words": model.model_.n_features_in_}
    found |= {"bits": bits(model), "peak": peak(), "about": about}
    if asked.get("test"):
        found["lpp"] = lpp(asked, lambda texts: (model.model_, model.counts(texts)))
    return found


@contextmanager
def started(workers: int) -> Iterator[Any]:
    """A cluster as docs/scale.md advises; results come straight from workers."""
    import dask
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        dask.config.set(ADVISED),
        LocalCluster(n_workers=workers, threads_per_worker=1, silence_logs=50, **settings) as own,
        Client(own, direct_to_workers=True) as client,
    ):
        yield client


def ready() -> None:
    """Import what a worker that has been up for a while has imported."""
    import biterms.cluster.lane
    import biterms.cluster.sharing  # noqa: F401


class Killer:
    """Kills a worker each time when another share of the documents has been learnt from."""

    def __init__(self, client: Any, kills: int) -> None:
        self._client, self._left = client, [(i + 0.5) / kills for i in range(kills)]
        self.killed = 0

    def __call__(self, done: int, total: int | None, *_: Any, stage: str = "") -> None:
        if not self._left or stage != "learning" or done < self._left[0] * (total or 1):
            return
        del self._left[0]
        self._client.wait_for_workers(1, timeout=START)
        # one that was killed before may be known still, and does not answer
        if pids := [*self._client.run(os.getpid, on_error="ignore").values()]:
            os.kill(min(pids), signal.SIGKILL)
            self.killed += 1


def exchange(asked: Asked) -> dict[str, Any]:
    """Only what a round exchanges."""
    from cluster_exchange import exchanged

    with started(2) as client:
        return exchanged(client, asked["path"], asked["topics"], asked["lane"])


# what all of them tell ---------------------------------------------------------------------------


def topic_model(asked: Asked, **settings: Any) -> TopicModel:
    lda = LDA(asked["topics"], random_state=0, n_threads=1, **settings)
    return TopicModel(lda, text=Vectoriser(**asked["text"]))


def lpp(asked: Asked, counted: Callable[[list[str]], tuple[Any, Any]]) -> float:
    model, counts = counted([record.text for record in read(asked["test"])])
    return float(model.score(counts))


def bits(model: TopicModel) -> str:
    """A hash of all that the topics are made of."""
    digest = hashlib.blake2b(np.ascontiguousarray(model.model_.components_).tobytes())
    return digest.hexdigest()[:16]


def cpu_of(client: Any) -> float:
    """Seconds of the driver, with its scheduler, and of the workers."""
    return time.process_time() + sum(client.run(time.process_time).values())


def peak() -> float:
    """Largest memory of this process so far, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


def loopback() -> int:
    """Bytes that have gone over the loopback."""
    rows = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()
    return next(int(row.split()[1]) for row in rows if row.strip().startswith("lo:"))


if __name__ == "__main__":
    main()
