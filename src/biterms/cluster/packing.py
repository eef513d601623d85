"""Numbers on their way between machines: multiples of a power of two, as compressed bytes.

A number is a whole multiple of 2^-bits, and its bytes go into planes: all lowest bytes, all second
bytes, and so on. The lowest plane is close to noise and goes as it is. The others are mostly zeros,
which zlib finds quickly; planes of nothing but zeros are left out.
"""

from __future__ import annotations

import zlib
from io import BufferedReader, BytesIO
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.store import Fields
from biterms.store.plain import decoded, encoded
from biterms.store.tensors import checked, read_arrays, write_arrays

#: what lanes exchange are multiples of 2^-10: sums of them are exact while below 2^43
BITS = 10
#: zlib: more would take longer than it saves
LEVEL = 1


class Planes(NamedTuple):
    """A table of numbers by the bytes that they are made of.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns.
    bits : int
        The numbers are multiples of 2^-bits.
    signed : bool
        Whether some are below zero: then n is stored as 2n, and -n as 2n - 1.
    planes : list of uint8 array
        The lowest byte of each number, then the second byte of each, and so on.
    """

    shape: tuple[int, int]
    bits: int
    signed: bool
    planes: list[Array]

    @classmethod
    def of(cls, numbers: Array, bits: int = BITS) -> Planes:
        """Take a table apart.

        Parameters
        ----------
        numbers : array of shape (n, K)
            Numbers below 2^(53 - bits), which are rounded to multiples of 2^-bits.
        bits : int
            The exponent.
        """
        scaled = numbers * 2.0**bits
        np.rint(scaled, out=scaled)
        largest = float(np.abs(scaled).max(initial=0.0))
        whole: Array = scaled.astype(np.int32 if largest < 2**30 else np.int64)
        signed = bool(whole.min(initial=0) < 0)
        if signed:
            whole = (whole << 1) ^ (whole >> (8 * whole.itemsize - 1))
        size = (int(whole.max(initial=0)).bit_length() + 7) // 8
        width = next(n for n in (1, 2, 4, 8) if n >= size)
        each = whole.astype(f"<u{width}").view(np.uint8).reshape(-1, width)
        planes = [np.ascontiguousarray(each[:, at]) for at in range(size)]
        return cls((len(numbers), numbers.shape[1]), bits, signed, planes)

    def rows(self, words: Array | slice = slice(None)) -> Array:
        """Some rows as numbers."""
        columns = self.shape[1]
        parts = [plane.reshape(self.shape)[words] for plane in self.planes]
        n = len(parts[0]) if parts else len(np.empty(self.shape[0])[words])
        whole: Array = np.zeros((n, columns), dtype=np.uint32 if len(parts) <= 4 else np.uint64)
        for at, part in enumerate(parts):
            whole |= np.left_shift(part, 8 * at, dtype=whole.dtype)
        if not self.signed:
            return np.asarray(whole * 2.0**-self.bits)
        found = (whole >> 1).astype(np.int64) ^ -(whole & 1).astype(np.int64)
        return np.asarray(found * 2.0**-self.bits)

    def arrays(self, name: str) -> dict[str, Array]:
        """For `packed`: the planes by name, all but the lowest compressed."""
        found = {}
        for at, plane in enumerate(self.planes):
            data = (
                plane
                if not at
                else np.frombuffer(zlib.compress(plane.tobytes(), LEVEL), dtype=np.uint8)
            )
            found[f"{name}.{at}"] = data
        return found

    def about(self) -> dict[str, Any]:
        """For `packed`: what the planes are."""
        return {
            "shape": list(self.shape),
            "bits": self.bits,
            "signed": self.signed,
            "planes": len(self.planes),
        }

    @classmethod
    def read(cls, about: Fields, arrays: dict[str, Array], name: str) -> Planes:
        """Put together what `about` and `arrays` gave.

        Raises
        ------
        StoreError
            If they do not fit together.
        """
        match about.value("shape"):
            case [int(rows), int(columns)] if rows >= 0 and columns > 0:
                shape = rows, columns
            case other:
                raise StoreError(f"rows of shape {other!r:.40}, expected words and topics")
        size, planes = shape[0] * shape[1], list[Array]()
        for at in range(about.whole("planes", 0, 8)):
            data = arrays[f"{name}.{at}"]
            plane = data if not at else np.frombuffer(_expanded(data, size), dtype=np.uint8)
            if plane.dtype != np.uint8 or plane.size != size:
                raise StoreError(f"{plane.size:,} numbers, expected {size:,}: they were cut off")
            planes.append(plane)
        return cls(shape, about.whole("bits", 0, 52), about.flag("signed"), planes)


def _expanded(data: Array, size: int) -> bytes:
    """Never more than is expected, whatever the bytes say."""
    try:
        return zlib.decompressobj().decompress(data.tobytes(), size + 1)
    except zlib.error as error:
        raise StoreError(f"numbers that cannot be unpacked: {error}") from None


def packed(about: dict[str, Any], arrays: dict[str, Array]) -> bytes:
    """Facts and arrays as one safetensors file in memory."""
    head = {"about": np.frombuffer(encoded(about), dtype=np.uint8)}
    file = BytesIO()
    write_arrays(file, checked(head | arrays))
    return file.getvalue()


def unpacked(data: bytes) -> tuple[Fields, dict[str, Array]]:
    """What `packed` was given.

    Raises
    ------
    StoreError
        If the bytes are damaged.
    """
    arrays, _ = read_arrays(BufferedReader(BytesIO(data)), len(data))
    about = Fields({}, arrays).array("about", (None,), np.uint8)
    return Fields(decoded(about.tobytes()), {}), arrays
