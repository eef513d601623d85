"""Numbers on their way between machines: multiples of a power of two, in as few bytes as they need.

A number is a whole multiple of 2^-bits. First go the lowest bytes of all numbers, which are close
to noise, and a bit for each number that says whether there is more of it. Then go the lowest bytes
of what these few have more, and their bits, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.store import Fields
from biterms.store.plain import decoded, encoded
from biterms.store.tensors import arrays_within, checked, pieces

#: what lanes exchange are multiples of 2^-10: sums of them are exact while below 2^43
BITS = 10
#: numbers that are worked on at once: they stay in the cache
BLOCK = 1 << 15


class Whole(NamedTuple):
    """A table of numbers as whole multiples.

    Parameters
    ----------
    numbers : array of shape (n, K), uint32 or uint64
        The multiples.
    bits : int
        Of what they are multiples: 2^-bits.
    signed : bool
        Whether some are below zero: then n is stored as 2n, and -n as 2n - 1.
    """

    numbers: Array
    bits: int
    signed: bool

    @classmethod
    def of(cls, numbers: Array, bits: int = BITS) -> Whole:
        """Make them whole.

        Parameters
        ----------
        numbers : array of shape (n, K)
            Numbers below 2^(53 - bits), which are rounded to multiples of 2^-bits.
        bits : int
            The exponent.
        """
        least, most = float(numbers.min(initial=0.0)), float(numbers.max(initial=0.0))
        small = max(most, -least) * 2.0**bits < 2**30
        found = np.empty(numbers.shape, dtype=np.int32 if small else np.int64)
        flat, given, signed = found.reshape(-1), numbers.reshape(-1), least < 0
        for at in range(0, len(flat), BLOCK):
            some = given[at : at + BLOCK] * 2.0**bits
            flat[at : at + BLOCK] = np.rint(some, out=some)
            if signed:
                whole = flat[at : at + BLOCK]
                whole[:] = (whole << 1) ^ (whole >> (8 * whole.itemsize - 1))
        return cls(found.view(np.uint32 if small else np.uint64), bits, signed)

    def rows(self, words: Array | slice = slice(None)) -> Array:
        """Some rows as numbers."""
        whole = self.numbers[words]
        if self.signed:
            own = whole.view(f"i{whole.itemsize}")
            # a shift of what has no sign brings in a zero
            return np.asarray(((whole >> 1).view(own.dtype) ^ -(own & 1)) * 2.0**-self.bits)
        return np.asarray(whole * 2.0**-self.bits)

    def arrays(self, name: str) -> dict[str, Array]:
        """For `packed`: bytes, and the bits that say where there is more."""
        found, left = dict[str, Array](), self.numbers.reshape(-1)
        for level in range(self.numbers.itemsize):
            found[f"{name}.{level}"] = left.astype(np.uint8)
            more = left > 0xFF
            if not more.any():
                break
            found[f"{name}.more.{level}"] = np.packbits(more)
            left = left[more] >> 8
        return found

    def about(self) -> dict[str, Any]:
        """For `packed`: what the numbers are."""
        return {
            "shape": list(self.numbers.shape),
            "bits": self.bits,
            "signed": self.signed,
            "width": self.numbers.itemsize,
        }

    @classmethod
    def read(cls, about: Fields, arrays: dict[str, Array], name: str) -> Whole:
        """Put together what `about` and `arrays` gave.

        Raises
        ------
        StoreError
            If they do not fit together.
        """
        match about.value("shape"), about.whole("width", 4, 8):
            case [int(rows), int(columns)], (4 | 8) as width if rows >= 0 and columns > 0:
                levels = list(_levels(arrays, name, rows * columns, width))
            case other:
                raise StoreError(
                    f"rows of shape and bytes {other!r:.40}, expected words and topics"
                )
        left = np.empty(0, dtype=f"u{width}")
        for low, more in reversed(levels):
            whole = np.zeros(len(low), dtype=left.dtype)
            if len(more):
                whole[more] = left << 8
            left = np.bitwise_or(whole, low, out=whole)
        return cls(left.reshape(rows, columns), about.whole("bits", 0, 52), about.flag("signed"))


def _levels(
    arrays: dict[str, Array], name: str, size: int, width: int
) -> Iterator[tuple[Array, Array]]:
    """The lowest bytes, and where there is more; then those of what is more, and so on."""
    kept = Fields({}, arrays)
    for level in range(width):
        low, key = kept.array(f"{name}.{level}", (size,), np.uint8), f"{name}.more.{level}"
        if key not in arrays:
            yield low, np.zeros(0, dtype=bool)
            return
        bits = kept.array(key, (-(-size // 8),), np.uint8)
        more = np.unpackbits(bits, count=size).view(bool)
        yield low, more
        size = int(np.count_nonzero(more))
    raise StoreError(f"numbers of more than {width} bytes")


def packed(about: dict[str, Any], arrays: dict[str, Array]) -> bytes:
    """Facts and arrays as one safetensors file in memory."""
    head = {"about": np.frombuffer(encoded(about), dtype=np.uint8)}
    return b"".join(pieces(checked(head | arrays)))


def unpacked(data: bytes) -> tuple[Fields, dict[str, Array]]:
    """What `packed` was given.

    Raises
    ------
    StoreError
        If the bytes are damaged.
    """
    arrays = arrays_within(data)
    about = Fields({}, arrays).array("about", (None,), np.uint8)
    return Fields(decoded(about.tobytes()), {}), arrays
