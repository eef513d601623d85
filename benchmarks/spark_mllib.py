"""Online LDA of Spark's MLlib, as a peer that is scored like all others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from pyspark.ml.clustering import LDA
from pyspark.ml.linalg import Vectors
from pyspark.sql import DataFrame, SparkSession
from scipy import sparse


@dataclass(frozen=True)
class Setting:
    """What is tried; None is the library's own choice.

    `alpha` and `eta` are 1 / K by default, and alpha is optimised unless it is given. A minibatch
    has `batch` documents, by default a twentieth of all.
    """

    alpha: float | None = None
    eta: float | None = None
    offset: float = 1024.0
    decay: float = 0.51
    batch: int | None = None
    passes: int = 1

    def __str__(self) -> str:
        alpha = "optimised" if self.alpha is None else f"{self.alpha:g}"
        eta = "1/K" if self.eta is None else f"{self.eta:g}"
        batch = "1/20 of all" if self.batch is None else f"{self.batch:,}"
        return (
            f"α {alpha}, η {eta}, τ {self.offset:g}, κ {self.decay:g}, batch {batch}, "
            f"passes {self.passes}"
        )


class MLlib:
    """A fitted model with the library's own inference, as `lpp` asks for it."""

    def __init__(self, spark: SparkSession, train: DataFrame, K: int, setting: Setting) -> None:
        share = 0.05 if setting.batch is None else min(1.0, setting.batch / train.count())
        lda = LDA(
            k=K,
            optimizer="online",
            seed=0,
            maxIter=max(1, round(setting.passes / share)),
            subsamplingRate=share,
            learningOffset=setting.offset,
            learningDecay=setting.decay,
            optimizeDocConcentration=setting.alpha is None,
        )
        if setting.alpha is not None:
            lda = lda.setDocConcentration([setting.alpha])
        if setting.eta is not None:
            lda = lda.setTopicConcentration(setting.eta)
        self._spark, self._model = spark, lda.fit(train)

    @property
    def topics_(self) -> np.ndarray:
        """E[beta], K x V."""
        lam = self._model.topicsMatrix().toArray().T
        return np.asarray(lam / lam.sum(axis=1, keepdims=True))

    def transform(self, X: Any) -> np.ndarray:
        """E[theta], D x K; a document without words has equal shares."""
        rows = self._model.transform(frame_of(self._spark, X)).select("id", "topicDistribution")
        found = sorted((row[0], row[1].toArray().tolist()) for row in rows.collect())
        theta = np.array([mixture for _, mixture in found])
        theta[theta.sum(axis=1) == 0] = 1.0
        return np.asarray(theta / theta.sum(axis=1, keepdims=True))


def frame_of(spark: SparkSession, X: sparse.csr_matrix) -> DataFrame:
    """Counts as a DataFrame of MLlib, in two partitions and in memory."""
    X = sparse.csr_matrix(X)
    rows = [
        (i, Vectors.sparse(X.shape[1], X.indices[a:b].tolist(), X.data[a:b].tolist()))
        for i, (a, b) in enumerate(pairwise(X.indptr.tolist()))
    ]
    frame = spark.createDataFrame(rows, ["id", "features"]).repartition(2).cache()
    frame.count()
    return frame
