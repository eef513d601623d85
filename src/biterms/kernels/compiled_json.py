"""The compiled reader of JSON lines behind the signature of its twin in ``reference_json``."""

from __future__ import annotations

from collections.abc import Sequence

from biterms.kernels import _native
from biterms.kernels.slot_shapes import Spelled
from biterms.kernels.text_shapes import JsonStrings


def json_strings(text: str, keys: Sequence[str]) -> JsonStrings:
    """Read strings of JSON objects; specified by ``reference_json.json_strings``.

    Parameters
    ----------
    text : str
        The objects, one per line.
    keys : sequence of str
        Whose values are read.

    Returns
    -------
    JsonStrings
        The strings by key, and the lines that somebody else has to read.

    Raises
    ------
    UnicodeEncodeError
        If the text has halves of surrogate pairs.
    """
    return JsonStrings(*_native.json_strings(text.encode(), *Spelled.of(keys)))
