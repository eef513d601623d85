"""Spark: `biterms.spark.fit` beside the online LDA of MLlib, in one session on the same tweets.

python benchmarks/spark.py                   200,000 tweets, K = 100; half an hour on two cores
python benchmarks/spark.py --only tried      settings of MLlib alone, on 15,000 of them
python benchmarks/spark.py --quick           a smoke run; its numbers mean nothing

It needs Java, and pip install '.[bench,spark]'.

The tweets and their split are those of the other benchmarks (`tweet_sample.py`): nine tenths to
learn from, words of the other tenth to predict from the rest of their texts (LPP). MLlib is given
counts of words, in memory, which is not timed. Ours reads Parquet and counts words itself, which
is. Seconds of the processor are those of the driver, of Java and of all Python workers. Settings of
MLlib are chosen on 13,500 tweets, and what BLAS it had is told: both may cost it something.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from choosing import choose
from process_tree import cpu_seconds
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession
from report import RESULTS, Section, parser, run
from spark_mllib import MLlib, Setting, frame_of
from timing import Ratio
from tweet_sample import Tokens, sample, tokens

import biterms.spark
from biterms import LDA, TopicModel
from biterms.measures.lpp import Mixing, lpp

FILE = "spark.json"
#: documents on which settings of MLlib are tried
FEW = 15_000
SETTINGS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "4g",
    "spark.log.level": "ERROR",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
#: the library's own, then steps that forget the random start sooner, other priors and minibatches
TRIED = (
    Setting(),
    Setting(offset=64, decay=0.6, batch=675, passes=3),
    Setting(offset=10, decay=0.6, batch=675, passes=3),
    Setting(offset=10, decay=0.7, batch=675, passes=3),
    Setting(offset=10, decay=0.6, batch=250, passes=3),
    Setting(eta=0.1, offset=64, decay=0.6, batch=675, passes=3),
    Setting(alpha=0.01, offset=64, decay=0.6, batch=675, passes=3),
    Setting(alpha=0.1, offset=64, decay=0.6, batch=675, passes=3),
    Setting(alpha=1.0, eta=0.1, offset=64, decay=0.6, batch=675, passes=3),
    Setting(offset=64, decay=0.6, batch=675, passes=10),
    Setting(offset=1024, decay=0.51, batch=675, passes=10),
)


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    tweets: int = 200_000
    K: int = 100
    few: int = FEW
    tried: tuple[Setting, ...] = TRIED


QUICK = Plan(tweets=3_000, K=10, few=1_000, tried=TRIED[:2])


@dataclass(frozen=True)
class Found:
    """Seconds by the clock and of all processors, and what came of them."""

    seconds: float
    cpu: float
    lpp: float

    def cells(self) -> list[str]:
        return [f"{self.seconds:.1f}", f"{self.cpu:.1f}", f"{self.lpp:.3f}"]


class Known:
    """A model whose columns are put in the order of other words."""

    def __init__(self, model: TopicModel, words: list[str]) -> None:
        ids = model.text_.vocabulary_
        if {*ids} != {*words}:
            raise RuntimeError("the words of the two models differ, so LPP cannot be compared")
        self._model, self._order = model.model_, np.array([ids[word] for word in words])

    @property
    def topics_(self) -> np.ndarray:
        return np.asarray(self._model.topics_[:, self._order])

    def transform(self, X: Any) -> np.ndarray:
        return np.asarray(self._model.transform(X[:, np.argsort(self._order)]))


def session() -> SparkSession:
    """Spark in one process of Java with two threads, which is what suits MLlib best here."""
    warnings.filterwarnings("ignore", "PySpark does not yet", FutureWarning)
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    builder = SparkSession.builder.master("local[2]").appName("benchmark")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def blas(spark: SparkSession) -> str:
    """Which routines of linear algebra MLlib has: native ones, if there are some."""
    known = spark._jvm.dev.ludovic.netlib.blas
    try:
        return f"a native BLAS ({known.NativeBLAS.getInstance().getClass().getSimpleName()})"
    except Py4JJavaError:
        own = known.JavaBLAS.getInstance().getClass().getSimpleName()
        return f"no native BLAS, as none was installed here: that of Java ({own})"


def timed(work: Callable[[], Any], data: Tokens, known: Callable[[Any], Mixing]) -> Found:
    begin, before = time.perf_counter(), cpu_seconds()
    model = work()
    seconds, cpu = time.perf_counter() - begin, cpu_seconds() - before
    found = Found(seconds, cpu, lpp(known(model), data.observed, data.held))
    print("  ", *found.cells(), flush=True)
    return found


def tried(plan: Plan) -> Section:
    """Settings of MLlib, on some of the training documents and a tenth of them held out."""
    spark, train = session(), tokens(plan.tweets).train[: plan.few]
    known: dict[int, Any] = {}

    def fit(setting: Setting, X: Any) -> MLlib:
        frame = known.setdefault(id(X), frame_of(spark, X))
        return MLlib(spark, frame, plan.K, setting)

    best, scores = choose(plan.tried, fit, train)
    rows = [[str(one), f"{score:.3f}"] for one, score in zip(plan.tried, scores, strict=True)]
    notes = [
        f"{train.shape[0]:,} tweets, a tenth of them held out, K = {plan.K}; best: {best}",
        "α, η: priors of mixtures and topics; τ, κ: learningOffset and learningDecay",
    ]
    return Section("settings of MLlib", ["setting", "LPP"], rows, [], notes, asdict(best))


def compared(plan: Plan, best: Setting) -> Section:
    """MLlib by its defaults and by the best setting, and ours."""
    spark, data, texts = session(), tokens(plan.tweets), sample(plan.tweets)
    texts = texts[: len(texts) - len(texts) // 10]
    counts = frame_of(spark, data.train)
    found: dict[tuple[str, str], Found] = {}
    for name, setting in {"MLlib, defaults": Setting(), "MLlib, best setting": best}.items():
        print(name, setting, flush=True)
        found[name, str(setting)] = timed(
            lambda setting=setting: MLlib(spark, counts, plan.K, setting), data, lambda model: model
        )
    counts.unpersist()
    model = LDA(plan.K, random_state=0)
    with tempfile.TemporaryDirectory() as folder:
        written(texts, Path(folder))
        frame = spark.read.parquet(folder)
        frame.count()
        for name in ("biterms.spark.fit", "biterms.spark.fit, again"):
            print(name, flush=True)
            found[name, "defaults"] = timed(
                lambda: biterms.spark.fit(frame, TopicModel(model)),
                data,
                lambda model: Known(model, data.words),
            )
    print("TopicModel.fit", flush=True)
    found["TopicModel.fit, no Spark", "defaults, 10 passes"] = timed(
        lambda: TopicModel(model).fit(texts), data, lambda model: Known(model, data.words)
    )
    unigram = lpp(Unigram(data.train), data.observed, data.held)
    return _section(plan, found, unigram, blas(spark))


def written(texts: list[str], folder: Path) -> None:
    """Four files of Parquet."""
    size = -(-len(texts) // 4)
    for at in range(0, len(texts), size):
        pq.write_table(pa.table({"text": texts[at : at + size]}), folder / f"{at:09}.parquet")


class Unigram:
    """One topic: how often each word comes."""

    def __init__(self, train: Any) -> None:
        sums = np.asarray(train.sum(axis=0)).reshape(1, -1)
        self.topics_ = sums / sums.sum()

    def transform(self, X: Any) -> np.ndarray:
        return np.ones((X.shape[0], 1))


def _section(
    plan: Plan, found: dict[tuple[str, str], Found], unigram: float, routines: str
) -> Section:
    rows = [[*name, *one.cells()] for name, one in found.items()]
    named = {name: one for (name, _), one in found.items()}
    ours, fast = named["biterms.spark.fit"], named["MLlib, defaults"]
    good = named["MLlib, best setting"]
    ratios = [
        Ratio("MLlib, defaults / ours, seconds", [fast.seconds / ours.seconds]),
        Ratio("MLlib, defaults / ours, CPU", [fast.cpu / ours.cpu]),
        Ratio("MLlib, best setting / ours, seconds", [good.seconds / ours.seconds]),
        Ratio("MLlib, best setting / ours, CPU", [good.cpu / ours.cpu]),
        Ratio("LPP, ours - MLlib, best setting", [ours.lpp - good.lpp], 0.0),
    ]
    about = f"{plan.tweets:,} tweets, nine tenths to learn from; K = {plan.K}"
    learnt = plan.few - plan.few // 10
    notes = [
        f"Spark {version('pyspark')}, local[2]; {about}; LPP of a unigram {unigram:.3f}; one run",
        (
            f"MLlib's best setting is that of {len(plan.tried)} on {learnt:,} tweets, not on all "
            "of these (--only tried); ours has its defaults"
        ),
        f"MLlib had {routines}",
        "MLlib gets counts of words, in memory; ours reads Parquet and counts words, all timed",
        "again: Python workers have been started and have imported everything",
    ]
    head = ["library", "setting", "seconds", "CPU seconds", "LPP"]
    data: dict[str, Any] = {name: asdict(one) for (name, _), one in found.items()}
    data |= {"blas": routines, "chosen_on": learnt}
    return Section("Spark, tweets", head, rows, ratios, notes, data)


def chosen(path: Path, plan: Plan) -> Setting:
    """The setting that `--only tried` has found last."""
    known = json.loads(path.read_text(encoding="utf8")) if path.is_file() else {}
    if "tried" in known and plan is not QUICK:
        return Setting(**known["tried"]["data"])
    return plan.tried[-1]


def main() -> None:
    """Measure what was asked for."""
    asked = parser(__doc__, ("tried", "compared")).parse_args()
    plan, path = QUICK if asked.quick else Plan(), asked.out / FILE
    parts = {
        "tried": lambda: tried(plan),
        "compared": lambda: compared(
            plan, chosen(path if path.is_file() else RESULTS / FILE, plan)
        ),
    }
    run(path, {name: parts[name] for name in asked.only}, lambda _: None, quick=asked.quick)


if __name__ == "__main__":
    main()
