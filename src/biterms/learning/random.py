"""NumPy's Mersenne Twister as a value that can be copied and stored, so that a model draws on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.settings import MAX_SEED, check_random_state
from biterms.store import Fields

#: words of 32 bits in its state; of the first one only the highest bit counts
WORDS, HIGHEST = 624, 1 << 31


class Random(np.random.RandomState):
    """A generator of random numbers that knows how to copy and to store itself."""

    @classmethod
    def new(cls, random_state: Any) -> Random:
        """A generator for one model.

        A seed always gives the same generator. A generator that is given is asked for a seed, so
        that two models that share it draw different numbers.
        """
        check_random_state(random_state)
        if isinstance(random_state, np.random.Generator):
            return _with_seed(int(random_state.integers(MAX_SEED)))
        if random_state is np.random or isinstance(random_state, np.random.RandomState):
            return _with_seed(int(random_state.randint(MAX_SEED, dtype=np.int64)))
        return cls() if random_state is None else _with_seed(random_state)

    def copied(self) -> Random:
        """A generator that draws the same numbers and leaves this one alone."""
        return _with_state(self.get_state(legacy=False))

    def __reduce__(self) -> Any:
        """For pickles and deep copies, which would be plain generators of NumPy without it."""
        return _with_state, (self.get_state(legacy=False),)

    def to_fields(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Position, the second half of the last pair of normals, and the words."""
        state: Any = self.get_state(legacy=False)
        normal = float(state["gauss"]) if state["has_gauss"] else None
        place = {"position": int(state["state"]["pos"]), "normal": normal}
        return place, {"words": np.array(state["state"]["key"], dtype=np.uint32)}

    @classmethod
    def from_fields(cls, kept: Fields, _: Mapping[str, int] | None = None) -> Random:
        """A generator that draws what the stored one would have drawn."""
        key = kept.array("words", (WORDS,), np.uint32)
        # From zeros alone it draws nothing but zeros, and waits for a normal number for ever.
        if not key[1:].any() and key[0] < HIGHEST:
            raise StoreError("the random generator holds only zeros")
        normal = None if kept.value("normal") is None else kept.number("normal", -100, 100)
        place = kept.whole("position", 0, WORDS)
        random = _unseeded()
        random.set_state(("MT19937", key.tolist(), place, int(normal is not None), normal or 0.0))
        return random


class _NoSeed(ISeedSequence):
    """Seeds a generator whose state is set right afterwards: a real seed takes longer than that."""

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Any:
        return [1] * n_words  # NumPy reads a list many times faster than an array


def _unseeded() -> Random:
    return Random(np.random.MT19937(_NoSeed()))  # type: ignore[arg-type]


def _with_seed(seed: Any) -> Random:
    random = _unseeded()
    random.seed(seed)
    return random


def _with_state(state: Any) -> Random:
    random, words = _unseeded(), state["state"]
    random.set_state(state | {"state": words | {"key": words["key"].tolist()}})
    return random
