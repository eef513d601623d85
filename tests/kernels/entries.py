"""One call of every entry of the extension that is right, to be made wrong in every way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biterms.kernels import _native

#: numbers on either side of what is written to, which must stay
GUARD = 64


class Written:
    """An array that is written to, between two stretches of memory that are not."""

    def __init__(self, shape: int | tuple[int, ...], dtype: Any, value: Any = 0) -> None:
        size = int(np.prod(shape))
        self.memory = np.full(size + 2 * GUARD, 77, dtype=dtype)
        self.array = self.memory[GUARD : GUARD + size].reshape(shape)
        self.array[...] = value

    def intact(self) -> bool:
        around = np.concatenate([self.memory[:GUARD], self.memory[-GUARD:]])
        return bool((around == 77).all())


def i32(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def i64(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def f32(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


class Rounds(int):
    """A number of rounds: so many of them are done that two billion would not end."""


V, K, T = 5, 3, 2
DOCUMENTS = (i64(0, 2, 2, 5), i32(1, 3, 0, 1, 4), f32(1, 2, 1, 1, 3))
PACKED = (i64(0, 2, 2, 5), i32(0, 1, 2, 0, 1), f32(1, 2, 1, 1, 3))
ROWS = (np.full((3, K), 0.5, np.float32), np.full((3, K), -0.7, np.float32), np.zeros(3))
PAIRS = (i64(0, 1, 1, 3), i32(0, 0, 1), i32(1, 2, 2), f32(1, 1, 2))
POSTERIOR = (np.ones((V, K)), np.full((1, 1), 0.1), 1.0, 1.0)
SETTINGS = (1.0, 4.0, Rounds(5), 1e-3)
LDA_SETTINGS = (1.0, 4.0, 0.5, Rounds(5), 1e-3)
PAIR_ROWS = (i64(0, 1, 2, 2, 2, 2), i32(1, 3))


def documents() -> list[Any]:
    out = [Written((3, K), np.float32), Written((3, K), np.float64), Written(3, np.float64)]
    return [
        *(*PACKED, *ROWS, f32(0.1, 0.1, 0.1), *PAIRS, *LDA_SETTINGS[:-1], 2, LDA_SETTINGS[-1]),
        *(True, True, True, True),
        *(*out, Written(3, np.int32), 2),
    ]


def atoms() -> list[Any]:
    sigma = np.zeros(K + 16, dtype=np.float32)
    sigma[:K] = 1 / 3
    out = [Written((3, K), np.float32), Written((3, K), np.float32), Written((3, 2, T), np.float32)]
    shares = [Written((3, T), np.float32), Written((5, T), np.float32)]
    return [
        *(*PACKED, *ROWS, np.full(K + 16, -1.1, np.float32), sigma, 0.0, 1.0, T, True, *PAIRS),
        *(*SETTINGS, False, True, *out, Written((3, K), np.float64), Written(3, np.float64)),
        *(*shares, Written(3, np.int32), 2),
    ]


def expect_words() -> list[Any]:
    out = [Written((2, K), np.float32), Written((2, K), np.float32), Written(2, np.float64)]
    return [*POSTERIOR, i32(4, 0), f32(1, 1, 1), *out, 2]


def expect() -> list[Any]:
    return [np.ones((2, K)), *expect_words()[5:]]


def gather() -> list[Any]:
    return [*POSTERIOR, i32(4, 0), Written((2, K), np.float64)]


def add_rows() -> list[Any]:
    M, m = Written((V, K), np.float64), Written(K, np.float64)
    return [M, m, i32(4, 0), np.ones((2, K)), 0.5, 2, Written(1, np.int64)]


def pack() -> list[Any]:
    out = [Written(5, np.int64), Written(5, np.int32), Written(5, np.float32), Written(5, np.int32)]
    bounds = i64(2, 0, 1), i64(0, 2, 3), i64(0, 5, 5)
    return [*DOCUMENTS, V, *bounds, *out, Written(2, np.int64), 2]


def sizes() -> list[Any]:
    return [DOCUMENTS[0], 5, i64(2, 0, 1), Written(3, np.int64)]


def learn() -> list[Any]:
    M, m = Written((V, K), np.float64, 1.0), Written(K, np.float64, float(V))
    steps = np.array([0.9, 0.8]), np.ones(2), np.zeros(2)
    return [
        *(*DOCUMENTS, V, i64(2, 0, 1), i64(0, 2, 3), M, POSTERIOR[1], 1.0, 1.0, m),
        *(np.full((2, K), 0.5), *steps, f32(0.1, 0.1, 0.1), *LDA_SETTINGS, True, False, True, True),
        *(i32(1, 0), 30.0, 0.5, Written(1 << 13, np.uint8), 2, Written(1, np.int64)),
    ]


def prevalent_alpha() -> list[Any]:
    return [np.ones(K), 0.5, 30.0, 0.5, Written(K, np.float32)]


def digamma() -> list[Any]:
    return [np.array([1.0, 2.0]), Written(2, np.float64)]


def split() -> list[Any]:
    text = b"two words\nand a line"
    out = [Written(3, np.int64), Written(10, np.int32), Written(29, np.uint8)]
    return [text, True, True, True, 7, *out]


def fingerprints() -> list[Any]:
    return [b"two words\nand a line", True, Written(2, np.int64)]


def foreign_runs() -> list[Any]:
    text = "naïve é\nand ünï".encode()
    out = [Written(3, np.int64), Written(10, np.int32), Written(len(text) + 9, np.uint8)]
    return [text, 7, *out]


def with_runs() -> list[Any]:
    text, ids = "naïve é\nand ünï".encode(), i32(0, 1, 2, 0)
    return [text, i64(0, 2, 4), ids, SPELLED[0], SPELLED[1], Written(60, np.uint8)]


def json_strings() -> list[Any]:
    return [b'{"one": "x", "two": null}\n{"three": "\\u00e9"}\nno', *SPELLED]


def count() -> list[Any]:
    out = [Written(4, np.int64), Written(5, np.int32), Written(5, np.float32)]
    return [i64(0, 2, 2, 5), i32(0, 1, 2, -1, 1), i32(4, -1, 0), *out]


def pair_sizes() -> list[Any]:
    return [*DOCUMENTS[:2], V, 1, Written(V, np.int64), 2]


def pair_counts() -> list[Any]:
    ptr = i64(0, 2, 4, 4, 4, 4)  # (0, 1), (0, 4), (1, 3), (1, 4)
    return [*DOCUMENTS[:2], V, 1, ptr, Written(4, np.int32), Written(4, np.int32), 2]


def bag_sizes() -> list[Any]:
    return [*DOCUMENTS[:2], V, *PAIR_ROWS, Written(3, np.int64), 2]


def bags() -> list[Any]:
    out = Written(7, np.int32), Written(7, np.float64)
    return [*DOCUMENTS[:2], np.ones(5), V, *PAIR_ROWS, i64(0, 3, 3, 7), *out, 2]


def bigram_counts() -> list[Any]:
    out = [Written(V + 1, np.int64), Written(5, np.int32), Written(5, np.int32)]
    return [i64(0, 2, 2, 5), i32(1, 3, -1, 4, 0), V, 1, *out, 2]


def bigram_bags() -> list[Any]:
    out = [Written(4, np.int64), Written(10, np.int32), Written(10, np.float64)]
    return [i64(0, 2, 2, 5), i32(0, 1, 4, 1, 3), *PAIR_ROWS, True, *out, 2]


def near_sizes() -> list[Any]:
    return [i64(0, 3, 3, 5), i32(0, 1, 0, -1, 0), i64(2, 0, 1), 2, Written(3, np.int64), 2]


def near_pairs() -> list[Any]:
    out = [Written(1, np.int32), Written(1, np.int32), Written(1, np.float32)]
    return [*near_sizes()[:4], i64(0, 1, 1, 1), *out, 2]


def listed_pairs() -> list[Any]:
    lists = i64(0, 2, 3, 3), i32(0, 1, 1), i32(0, 2, 1)
    words = i64(0, 3, 3, 5), i32(0, 1, 2, -1, 0)
    return [*words, np.ones(5), *lists, Written((2, 3, 3), np.float64)]


def draw_topics() -> list[Any]:
    counts = Written((V, K), np.int32, 5), Written(K, np.int32, 9)
    topic = Written(3, np.int32, -1)
    prior = np.full((1, K), 0.1, np.float32), np.full(K, 0.5), np.full(K, 0.5)
    return [
        i32(0, 1, 4),
        i32(1, 1, 3),
        topic,
        i32(2, 0, 1),
        np.array([0.1, 0.9, 0.5]),
        *counts,
        *prior,
    ]


def tally() -> list[Any]:
    return [*DOCUMENTS[:2], i64(0, 2), V, Written(5, np.int32), Written(5, np.int64)]


def word_counts() -> list[Any]:
    return [*DOCUMENTS[:2], i64(0, 2), V, i32(4, 0), Written(2, np.int64)]


def different() -> list[Any]:
    return [*DOCUMENTS[:2], i64(0, 2), Written(2, np.int64)]


def holding() -> list[Any]:
    return [*DOCUMENTS[:2], np.arange(3.0), 1, 1.0, Written(5, np.int64)]


def sums_of() -> list[Any]:
    values = np.array([0.5, 2.0])
    return [*DOCUMENTS[:2], i64(0, 2), V, i32(4, 0), values, Written(2, np.float64)]


def members() -> list[Any]:
    by = i32(0, 7, 7, 2), np.array([0.5, 0.5, 1.0, 2.0]), 0.6
    return [*DOCUMENTS[:2], i64(0, 2), *by, Written(5, np.int64), Written(5, np.int32)]


def update_evidence() -> list[Any]:
    columns = [Written(V, np.float64, value) for value in (2.0, 1.0, 100.0, 0.0)]
    test, now = (1e-4, 10.0, 0.5, 1e-4, 0.05, 1e30), (1.5, 200.0, 150.0, 9.0, 20)
    evidence = Written((V, 6), np.float32, 0.5)
    return [*columns, evidence, *test, *now, i32(4, 0), i64(1, 3), Written(2, np.float64)]


SPELLED = np.frombuffer(b"one\ntwo\nthree", dtype=np.uint8), i64(3, 7, 13)


def place_words() -> list[Any]:
    return [*SPELLED, Written(8, np.int32, -1), 7, 1]


def find_words() -> list[Any]:
    table = np.full(8, -1, dtype=np.int32)
    _native.place_words(*SPELLED, table, 7, 0)
    return [SPELLED[0][4:7], i64(3), *SPELLED, table, 7, Written(1, np.int32)]


def spell() -> list[Any]:
    return [*SPELLED, i32(2, 0, 2), Written(13, np.uint8)]


ENTRIES: dict[str, tuple[Callable[..., Any], Callable[[], list[Any]]]] = {
    made.__name__: (getattr(_native, made.__name__), made)
    for made in (
        *(documents, atoms, expect, expect_words, gather, add_rows, pack, sizes, learn, digamma),
        prevalent_alpha,
        *(
            split,
            fingerprints,
            foreign_runs,
            with_runs,
            json_strings,
            count,
            pair_sizes,
            pair_counts,
            bag_sizes,
            bags,
        ),
        *(bigram_counts, bigram_bags),
        *(near_sizes, near_pairs, listed_pairs, draw_topics),
        *(tally, word_counts, different, holding, sums_of, members, update_evidence),
        *(place_words, find_words, spell),
    )
}
