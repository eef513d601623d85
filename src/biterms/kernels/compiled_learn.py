"""The compiled block of minibatches behind the signature of its twin in ``reference_learn``."""

from __future__ import annotations

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, floats, ids, longs
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts, Inference, Lazy, Local, Steps


def learn(
    counts: Counts,
    docs: Array,
    cuts: Array,
    posterior: Lazy,
    m: Array,
    eta_sums: Array,
    steps: Steps,
    local: Local,
    inference: Inference,
    n_threads: int,
    done: Array,
    scratch: Scratch | None = None,
) -> None:
    """Twin: ``reference_learn.learn``; the same bits as the single compiled calls."""
    if counts.pairs is not None:
        raise ValueError("counts: found given pairs, expected documents whose pairs are implied")
    arguments = (
        *(longs(counts.indptr, "indptr"), ids(counts.indices, counts.n_words, "words")),
        *(floats(counts.data), counts.n_words),
        *(longs(docs, "docs"), longs(cuts, "cuts"), *posterior, m, doubles(eta_sums)),
        *(doubles(steps.decay), doubles(steps.gain), doubles(steps.prior), floats(local.alpha)),
        *(local.weight, local.cap, local.max_iter, local.tol, local.drop, local.exact),
        inference == "vb",
    )
    size = _native.learn(*arguments, None, n_threads, done)
    room = (scratch or Scratch()).empty("learn", (size,), "uint8")
    _native.learn(*arguments, room, n_threads, done)
