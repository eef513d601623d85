"""Ways to spoil a model file: its bytes, a value of its JSON, or a number of its arrays."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from biterms.store import head
from biterms.store.tensors import write_arrays

Random = np.random.Generator

NUMBERS = [0, -1, 1, 2, 7, 0.5, -0.5, 1e-300, 1e300, 2**31, 2**53, 2**63, -(2**63), 10**15]
VALUES = [None, True, False, "", "x", "../../x", "__import__('os')", [], {}, [[]], {"array": True}]
#: texts that stand for a value, since `json` would not write them
TEXTS = ["NaN", "Infinity", "1e999", "1" * 5000, "[" * 3000, '{"a":1,"a":1}', '"\\ud800"', "-0.0"]
FLOATS = [np.nan, np.inf, -np.inf, 0.0, -1.0, 1e300, -1e300, 5e-324, 1e-200, 1e40]


class Files(NamedTuple):
    """The two files of a model; the second one is named by its hash when it is put down."""

    head: bytes
    arrays: bytes

    def put(self, folder: Path) -> None:
        """Where and how `store.write` would put them, so that the hash does not give it away."""
        sha256 = hashlib.sha256(self.arrays).hexdigest()
        (folder / f"arrays-{sha256[:16]}.safetensors").write_bytes(self.arrays)
        (folder / "model.json").write_bytes(self.head)

    def sealed(self) -> Files:
        """The JSON with the hash and the size that the arrays have now, and its own checksum."""
        values = json.loads(self.head)
        sha256 = hashlib.sha256(self.arrays).hexdigest()
        values["arrays"] = {"bytes": len(self.arrays), "sha256": sha256}
        del values["sha256"]
        return self._replace(head=head.sealed(json.dumps(values).encode()))


def taken(folder: Path) -> Files:
    """The files of a model that `store.write` wrote."""
    [arrays] = folder.glob("arrays-*.safetensors")
    return Files((folder / "model.json").read_bytes(), arrays.read_bytes())


# bytes -----------------------------------------------------------------------------------------


def flip(data: bytes, random: Random) -> bytes:
    """Up to four bits turned over."""
    changed = bytearray(data)
    for at in random.integers(len(data), size=random.integers(1, 5)):
        changed[at] ^= 1 << random.integers(8)
    return bytes(changed)


def cut(data: bytes, random: Random) -> bytes:
    """The end is missing, or the beginning."""
    at = int(random.integers(len(data)))
    return data[:at] if random.random() < 0.7 else data[at:]


def splice(data: bytes, random: Random) -> bytes:
    """A piece put somewhere else, over what stands there or between."""
    begin, length, to = (int(random.integers(limit)) for limit in (len(data), 64, len(data)))
    rest = to + (length if random.random() < 0.5 else 0)
    return data[:to] + data[begin : begin + length] + data[rest:]


BYTES = {"flip": flip, "cut": cut, "splice": splice}


def spoilt_head(files: Files, random: Random) -> Files:
    """Bytes of `model.json`."""
    return files._replace(head=chosen(BYTES, random)(files.head, random))


def spoilt_arrays(files: Files, random: Random) -> Files:
    """Bytes of the arrays, half of the time with the right hash."""
    spoilt = files._replace(arrays=chosen(BYTES, random)(files.arrays, random))
    return spoilt.sealed() if random.random() < 0.5 else spoilt


# values of JSON --------------------------------------------------------------------------------


def changed_json(text: bytes, random: Random) -> bytes:
    """One value is another one: hostile, taken from elsewhere, or gone."""
    whole = json.loads(text)
    places = list(_places(whole))
    part, key = places[random.integers(len(places))]
    kind = random.integers(5)
    if kind == 0:
        part.pop(key)
    elif kind == 1:
        other, place = places[random.integers(len(places))]
        part[key] = json.loads(json.dumps(other[place]))
    elif kind == 2:
        part[key] = "@here@"
        return json.dumps(whole).replace('"@here@"', chosen(TEXTS, random)).encode()
    else:
        part[key] = chosen(NUMBERS if kind == 3 else VALUES, random)
    return json.dumps(whole).encode()


def changed_settings(files: Files, random: Random) -> Files:
    """A value of `model.json`, half of the time with the right checksum."""
    if random.random() < 0.5:
        return files._replace(head=changed_json(files.head, random))
    seal = files.head.rindex(b', "sha256": "')
    changed = changed_json(files.head[:seal] + b"}", random)
    return files._replace(head=head.sealed(changed))


def changed_layout(files: Files, random: Random) -> Files:
    """A value of the header of the arrays, sealed."""
    length = int.from_bytes(files.arrays[:8], "little")
    text = changed_json(files.arrays[8 : 8 + length], random)
    arrays = len(text).to_bytes(8, "little") + text + files.arrays[8 + length :]
    return files._replace(arrays=arrays).sealed()


def _places(value: Any) -> Any:
    if isinstance(value, dict | list) and value:
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


# numbers of arrays -----------------------------------------------------------------------------


def changed_numbers(files: Files, random: Random) -> Files:
    """Odd numbers in an array, another shape or type, or two arrays exchanged; sealed."""
    arrays = _loaded(files)
    name = chosen(sorted(arrays), random)
    array = arrays[name].copy()
    kind = random.integers(6)
    if kind == 0:
        array = array[:-1] if array.ndim else array
    elif kind == 1:
        array = array.T.copy()
    elif kind == 2:
        with np.errstate(invalid="ignore"):
            array = array.astype(chosen(["f4", "f8", "i4", "u1"], random))
    elif kind == 3:
        other = chosen(sorted(arrays), random)
        array, arrays[other] = arrays[other], array
    elif array.size:
        odd = chosen(FLOATS, random)
        with np.errstate(invalid="ignore", over="ignore"):
            array.flat[int(random.integers(array.size))] = np.asarray(odd).astype(array.dtype)
    arrays[name] = array
    file = io.BytesIO()
    write_arrays(file, arrays)
    return files._replace(arrays=file.getvalue()).sealed()


def _loaded(files: Files) -> dict[str, np.ndarray]:
    from safetensors.numpy import load

    return dict(load(files.arrays))


MUTATIONS: dict[str, Callable[[Files, Random], Files]] = {
    "head, bytes": spoilt_head,
    "arrays, bytes": spoilt_arrays,
    "settings": changed_settings,
    "layout": changed_layout,
    "numbers": changed_numbers,
}


def chosen(among: Any, random: Random) -> Any:
    """One of a list, or of the values of a dict."""
    options = list(among.values()) if isinstance(among, dict) else among
    return options[int(random.integers(len(options)))]
