"""NumPy's Mersenne Twister as numbers and an array, so that a stored model draws on."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.store import Fields

#: words of 32 bits in its state; of the first one only the highest bit counts
WORDS, HIGHEST = 624, 1 << 31


def generator_state(random: np.random.RandomState) -> tuple[dict[str, Any], Array]:
    """Where it stands: position, the second half of the last pair of normals, and the words."""
    state: Any = random.get_state(legacy=False)
    if state["bit_generator"] != "MT19937":
        raise StoreError(
            f"random_state draws from {state['bit_generator']}, expected MT19937, which "
            "np.random.RandomState(seed) has: use that or a whole number"
        )
    place = {"position": state["state"]["pos"], "normal": None}
    if state["has_gauss"]:
        place["normal"] = float(state["gauss"])
    return place, np.array(state["state"]["key"], dtype=np.uint32)


def generator_from_state(kept: Fields, name: str) -> np.random.RandomState:
    """A generator that draws what the stored one would have drawn."""
    key = kept.array(name, (WORDS,), np.uint32)
    # From zeros alone it draws nothing but zeros, and waits for a normal number for ever.
    if not key[1:].any() and key[0] < HIGHEST:
        raise StoreError("the random generator holds only zeros")
    normal = None if kept.value("normal") is None else kept.number("normal", -100, 100)
    random = np.random.RandomState(0)
    place = kept.whole("position", 0, WORDS)
    random.set_state(("MT19937", key, place, int(normal is not None), normal or 0.0))
    return random
