"""The safetensors layout: the length of a JSON header (8 bytes), the header, the arrays in a row.

Read and written here so that an array goes straight between the file and memory, is
hashed on the way, and is not made before its size has been compared with that of the file.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from io import BufferedReader, BytesIO
from math import prod
from reprlib import repr as short
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError
from biterms.store import plain

Array = NDArray[Any]

DTYPES = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "U32": "<u4", "U8": "|u1"}
CODES = {np.dtype(kind): code for code, kind in DTYPES.items()}
TENSOR_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,63}", re.ASCII)
MAX_ARRAYS, MAX_AXES, MAX_HEADER = 256, 4, 1 << 20
#: The header is filled up with blanks, so that the arrays begin where any number may begin.
ALIGN = 8
#: bytes that are read at once where nobody wants the arrays themselves
BLOCK = 1 << 20


class Place(NamedTuple):
    """An array to be read; ``begin`` and ``end`` count from the end of the header."""

    begin: int
    end: int
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def checked(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays by row, those with the widest numbers first; refuses what cannot be stored."""
    if len(arrays) > MAX_ARRAYS:
        raise StoreError(f"{len(arrays)} arrays, expected at most {MAX_ARRAYS}")
    for name, array in arrays.items():
        _check_name(name)
        if array.dtype not in CODES or array.ndim > MAX_AXES:
            raise StoreError(
                f"array {name} has type {array.dtype} and {array.ndim} axes, expected one of "
                f"{', '.join(map(str, CODES))} and at most {MAX_AXES} axes"
            )
    order = sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name))
    return {name: np.asarray(arrays[name], order="C") for name in order}


def write_arrays(file: IO[bytes], arrays: Mapping[str, Array]) -> str:
    """Write `checked` arrays; gives the SHA-256 of all that was written."""
    total = hashlib.sha256()
    for part in pieces(arrays):
        file.write(part)
        total.update(part)
    return total.hexdigest()


def pieces(arrays: Mapping[str, Array]) -> list[bytes | memoryview]:
    """What a file of `checked` arrays is made of."""
    head, at = {}, 0
    for name, array in arrays.items():
        place = [at, at := at + array.nbytes]
        kind, shape = CODES[array.dtype], list(array.shape)
        head[name] = {"dtype": kind, "shape": shape, "data_offsets": place}
    text = plain.encoded(head)
    text += b" " * (-len(text) % ALIGN)
    return [len(text).to_bytes(8, "little"), text, *map(_bytes, arrays.values())]


def arrays_within(data: bytes) -> dict[str, Array]:
    """The arrays of a file that is in memory already; they are not copied, and stay as they are."""
    places, _ = _header(BytesIO(data), len(data))
    first = len(data) - max((place.end for place in places), default=0)
    return {
        place.name: np.frombuffer(
            data, place.dtype, prod(place.shape), first + place.begin
        ).reshape(place.shape)
        for place in places
    }


def read_arrays(file: BufferedReader, size: int) -> tuple[dict[str, Array], str]:
    """The arrays of a file of ``size`` bytes, and the SHA-256 of what was read."""
    if size > _memory():
        raise StoreError(f"the arrays take {size:,} bytes, more than the memory of this machine")
    places, total = _header(file, size)
    arrays = {}
    for place in places:
        array = arrays[place.name] = np.empty(place.shape, place.dtype)
        part = _bytes(array)
        if file.readinto(part) != len(part):
            raise StoreError(f"the arrays end within {place.name}")
        total.update(part)
    return arrays, total.hexdigest()


def hash_of_arrays(file: BufferedReader, size: int) -> str:
    """The same SHA-256, for those who have the arrays: no more than a block is in memory."""
    _, total = _header(file, size)
    while block := file.read(BLOCK):
        total.update(block)
    found: str = total.hexdigest()
    return found


def _header(file: IO[bytes], size: int) -> tuple[list[Place], Any]:
    """Where the arrays are, and the hash of what was read."""
    start = file.read(8)
    length = int.from_bytes(start, "little")
    if len(start) < 8 or length > min(MAX_HEADER, size - 8):
        raise StoreError("the arrays are not a safetensors file, or it is cut off")
    text = file.read(length)
    return list(_places(plain.decoded(text), size - 8 - length)), hashlib.sha256(start + text)


def _places(head: Any, size: int) -> Iterator[Place]:
    """What the header says, if it describes every byte of the file once."""
    if not isinstance(head, dict) or len(head) > MAX_ARRAYS:
        raise StoreError(f"the header of the arrays is {short(head)}, expected few arrays by name")
    at = 0
    for place in sorted((_place(name, entry) for name, entry in head.items()), key=lambda p: p[:3]):
        if place.begin != at:
            raise StoreError(f"array {place.name} begins at {place.begin:,}, expected {at:,}")
        at = place.end
        yield place
    if at != size:
        raise StoreError(f"the arrays take {at:,} bytes, but the file has {size:,} for them")


def _place(name: str, entry: Any) -> Place:
    _check_name(name)
    match entry:
        case {"dtype": str(kind), "shape": [*shape], "data_offsets": [int(begin), int(end)]}:
            valid = all(type(n) is int and n >= 0 for n in (*shape, begin, end))
        case _:
            valid = False
    if not valid or len(entry) != 3 or kind not in DTYPES or len(shape) > MAX_AXES:
        raise StoreError(
            f"array {name} is described by {short(entry)}, expected type, shape and place"
        )
    dtype = np.dtype(DTYPES[kind])
    # An axis of length 0 must not hide the others: NumPy makes no array of such a shape.
    if prod(shape) * dtype.itemsize != end - begin or prod(max(n, 1) for n in shape) >= 1 << 48:
        raise StoreError(f"array {name} has shape {short(shape)} but {end - begin:,} bytes")
    return Place(begin, end, name, dtype, tuple(shape))


def _check_name(name: str) -> None:
    if not TENSOR_NAME.fullmatch(name):
        raise StoreError(
            f"an array is called {short(name)}, expected letters, digits, dots and underscores"
        )


def _bytes(array: Array) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
