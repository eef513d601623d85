"""What a round of two lanes costs beside learning: packed rows against dense numbers.

A round sends all rows to two workers and gets back what each of two lanes has learnt. Rows and
differences are real ones: those of tweets, with as many words as are asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, TypeVar

import numpy as np
from cluster_run import cpu_of, loopback

from biterms import LDA, SVB, Vectoriser, read
from biterms.bags.counts import counts_of
from biterms.cluster.known_forms import KnownForms
from biterms.cluster.moments import pack_rows, unpack_rows
from biterms.cluster.packing import BITS
from biterms.cluster.parcels import Parcel
from biterms.cluster.tally import tallied
from biterms.cluster.words import pack_words, together, unpack_words
from biterms.learning import Step
from biterms.learning.since import difference
from biterms.text.learn import analyser_of
from biterms.topics.stream import cuts_of

WORDS, ANCHOR, TIMES = 90_000, 50_000, 5
T = TypeVar("T")


def dense_lane(rows: Any, lane: int) -> Any:
    """A worker that takes all numbers, and gives all numbers back."""
    return rows * rows.dtype.type(lane)


def packed_lane(rows: bytes, parcel: bytes) -> bytes:
    """A worker that unpacks the rows of its words, and packs what its lane has learnt."""
    own = Parcel.from_bytes(parcel)
    unpack_rows(rows).rows(own.statistics.words)
    return Parcel(0, own.lanes, own.statistics.rounded(BITS)).to_bytes()


def learnt(texts: list[str], topics: int, lane: int) -> tuple[Any, list[Parcel]]:
    """A posterior after an anchor, and what two lanes have learnt since."""
    X = Vectoriser(language=None, min_df=2, max_words=WORDS).fit_transform(texts)
    begin = X.shape[0] // 3
    model = LDA(topics, random_state=0, n_threads=1).fit(X[: min(ANCHOR, begin)])
    model.set_params(learner=SVB(), inference="prevalence", batch_size=100)
    engine, state, found = model.engine(), model.state, []
    state.posterior.round(BITS)
    for number in range(2):
        own = state.with_changes({"posterior": state.posterior.copy()})
        counts = counts_of(X[begin + number * lane : begin + (number + 1) * lane])
        engine.learn_stream(own, counts, cuts_of(len(counts), 100))
        statistics = difference(state.posterior.table, own.posterior.table).rounded(BITS)
        found.append(Parcel(0, (number,), statistics))
    return state.posterior, found


def exchanged(client: Any, path: str, topics: int, lane: int) -> dict[str, Any]:
    """Bytes, seconds and CPU of a round, the median of some; and what its steps take."""
    texts = [record.text for record in read(path)]
    posterior, parcels = learnt(texts, topics, lane)
    table, sent = posterior.table, [parcel.to_bytes() for parcel in parcels]
    held = [client.submit(bytes, data, pure=False) for data in sent]

    def dense(kind: Any) -> None:
        rows = client.submit(np.array, table.M.astype(kind), pure=False)
        lanes = [client.submit(dense_lane, rows, number, pure=False) for number in range(2)]
        assert sum(client.gather(lanes)).shape == table.M.shape

    def packed() -> None:
        rows = client.submit(bytes, pack_rows(table, BITS), pure=False)
        lanes = [client.submit(packed_lane, rows, parcel, pure=False) for parcel in held]
        for answer in client.gather(lanes):
            Parcel.from_bytes(answer)

    runs: dict[str, Callable[[], None]] = {
        "dense, float64": lambda: dense(np.float64),
        "dense, float32": lambda: dense(np.float32),
        "packed, changed rows": packed,
    }
    return {
        "found": {name: _measured(client, run) for name, run in runs.items()},
        "rows": len(pack_rows(table, BITS)),
        "parcels": [len(data) for data in sent],
        "changed": [len(parcel.statistics.words) for parcel in parcels],
        "lane": lane,
        "words": table.n,
        "topics": topics,
        "steps": steps(posterior, parcels[0]) | vocabularies(texts, lane),
    }


def _measured(client: Any, run: Callable[[], None]) -> tuple[float, float, float]:
    times = []
    for _ in range(TIMES + 1):
        begin, cpu, wire = time.perf_counter(), cpu_of(client), loopback()
        run()
        times.append((loopback() - wire, time.perf_counter() - begin, cpu_of(client) - cpu))
    wire, seconds, cpu = (median(column) for column in zip(*times[1:], strict=True))
    return wire, seconds, cpu


def steps(posterior: Any, parcel: Parcel) -> dict[str, float]:
    """CPU seconds of packing and unpacking."""
    table, data = posterior.table, parcel.to_bytes()
    rows = pack_rows(table, BITS)
    return {
        "pack_rows": _cpu(lambda: pack_rows(table, BITS)),
        "unpack_rows": _cpu(lambda: unpack_rows(rows)),
        "pack_parcel": _cpu(parcel.to_bytes),
        "add_parcel": _cpu(
            lambda: posterior.add(Parcel.from_bytes(data).statistics, Step(1.0, 1.0))
        ),
    }


def vocabularies(texts: list[str], lane: int) -> dict[str, float]:
    """Bytes of the words of a partition, and CPU seconds of putting two of them together."""
    settings = Vectoriser()
    analyser = analyser_of(settings, texts[:1000])
    packed = [
        pack_words(tallied(settings, KnownForms(analyser), iter([analyser.tokens(part)]))[0])
        for part in (texts[:lane], texts[-lane:])
    ]
    seconds = _cpu(lambda: together([unpack_words(each) for each in packed], settings))
    return {"words_bytes": float(len(packed[0])), "words": seconds / 2}


def _cpu(run: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return median(times)
