"""Surface forms that a worker has met, with their keys: none is stemmed for two partitions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, repeat
from threading import Lock
from typing import ClassVar

import numpy as np

from biterms.cluster.names import Names, Numbered
from biterms.kernels import Array
from biterms.text.analyser import Analyser
from biterms.text.growing import Growing

#: surface forms that a worker remembers
REMEMBERED = 1 << 20


class KnownForms:
    """Surface forms and keys by numbers, which mean nothing outside of this worker.

    Parameters
    ----------
    analyser : Analyser
        Gives the keys.
    """

    _lock: ClassVar[Lock] = Lock()
    _latest: ClassVar[tuple[str, KnownForms] | None] = None

    def __init__(self, analyser: Analyser) -> None:
        self.analyser = analyser
        self.forms, self.keys = Numbered(), Numbered()
        self._key_of = Growing(np.int32)

    @classmethod
    def of(cls, run: str, analyser: Analyser) -> KnownForms:
        """Those of a run, for all threads of a worker; when there are too many it begins anew."""
        with cls._lock:
            latest = cls._latest
            if latest is None or latest[0] != run or len(latest[1].forms) > REMEMBERED:
                cls._latest = latest = run, cls(analyser)
            return latest[1]

    def numbers_of(self, surfaces: Sequence[str]) -> Array:
        """The number of each of different surface forms; new ones get one."""
        names = Names.of(surfaces)
        with self._lock:
            found, first = self.forms.find(names), len(self.forms)
            if not (new := found < 0).any():
                return found
            # Keys come first: whatever fails, no form is without one.
            self._key_of.put(first, self._key_numbers(list(compress(surfaces, new.tolist()))))
            return self.forms.add(names, found)

    def keys_of(self, numbers: Array) -> Array:
        """The number of the key of each surface form, -1 for stop words."""
        return np.asarray(self._key_of.values[numbers])

    def _key_numbers(self, surfaces: Sequence[str]) -> Array:
        keys = self.analyser.keys(surfaces)
        different = list(dict.fromkeys(filter(None, keys)))
        known = dict(zip(different, self.keys.add(Names.of(different)).tolist(), strict=True))
        numbers = map(known.get, keys, repeat(-1))  # type: ignore[arg-type]
        return np.fromiter(numbers, dtype=np.int32, count=len(keys))
