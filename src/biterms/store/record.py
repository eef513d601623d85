"""Dataclasses as settings and arrays: each field says once how it is stored and checked."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any, TypeVar

import numpy as np

from biterms.errors import StoreError
from biterms.store import kinds
from biterms.store.fields import LARGEST_WHOLE, Fields
from biterms.store.kind import Axis, Kind, Output, Sizes
from biterms.store.tensors import Array

_KIND = "biterms.store"
#: Records in one list.
MOST_RECORDS = 1000
NO_DEFAULT: Any = dataclasses.MISSING
T = TypeVar("T")


def to_fields(record: Any) -> tuple[dict[str, Any], dict[str, Array]]:
    """Turn a dataclass whose fields say how they are stored into settings and arrays.

    Parameters
    ----------
    record : dataclass instance
        All its fields were made by the functions of this module.

    Returns
    -------
    settings : dict
        What JSON can hold.
    arrays : dict of str to ndarray
        Arrays of nested records have dotted names, as ``search.gain``.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import numpy as np
    >>> from biterms.store import Fields
    >>> from biterms.store.record import array_field, from_fields, to_fields, whole_field
    >>> @dataclass(kw_only=True)
    ... class State:
    ...     alpha: np.ndarray = array_field(("K",), least=1e-30, most=1e30)
    ...     steps: int = whole_field(0)
    >>> settings, arrays = to_fields(State(alpha=np.ones(2), steps=7))
    >>> settings, list(arrays)
    ({'steps': 7}, ['alpha'])
    >>> from_fields(State, Fields(settings, arrays), {"K": 2}).steps
    7
    """
    out = Output()
    for name, kind in _kinds(type(record)).items():
        kind.write(name, getattr(record, name), out)
    return out.settings, out.arrays


def from_fields(cls: type[T], fields: Fields, sizes: Mapping[str, int] | None = None) -> T:
    """Make a dataclass from what `to_fields` returned, or refuse it.

    Parameters
    ----------
    cls : type
        The dataclass.
    fields : Fields
        Settings and arrays of this record and of nothing else.
    sizes : mapping of str to int, optional
        The lengths of axes that are called by name. Axes of the same name have equal lengths,
        also if the name is not given here.

    Returns
    -------
    object
        An instance of ``cls``.

    Raises
    ------
    StoreError
        When a field is missing, unknown, or not of its kind, range or shape.
    """
    lengths = Sizes(dict(sizes or {}))
    values = {name: kind.read(name, fields, lengths) for name, kind in _kinds(cls).items()}
    try:
        record = cls(**values)
    except (ValueError, TypeError) as error:
        raise StoreError(f"{fields.of} cannot be used: {error}") from None
    settings, arrays = to_fields(record)
    unknown = (fields.settings.keys() - settings.keys()) | (fields.arrays.keys() - arrays.keys())
    if unknown:
        raise StoreError(f"{fields.of} have unknown fields {short(sorted(unknown))}")
    return record


def number_field(
    default: Any = NO_DEFAULT,
    *,
    least: float = -math.inf,
    most: float = math.inf,
    optional: bool = False,
) -> Any:
    """Declare a field that is a finite float.

    Parameters
    ----------
    default : float, optional
        The value of a new record; without it the value must be given.
    least, most : float
        The range, both ends included.
    optional : bool, default=False
        Whether it may also be None, which then is the default.

    Returns
    -------
    dataclasses.Field
        What a dataclass takes as the default of a field.
    """
    return _field(kinds.Number(least, most), default, optional)


def whole_field(
    default: Any = NO_DEFAULT, *, least: int = 0, most: int = LARGEST_WHOLE, optional: bool = False
) -> Any:
    """Declare a field that is an int; the parameters are those of `number_field`."""
    return _field(kinds.Whole(least, most), default, optional)


def flag_field(default: Any = NO_DEFAULT, *, optional: bool = False) -> Any:
    """Declare a field that is a bool; the parameters are those of `number_field`."""
    return _field(kinds.Flag(), default, optional)


def text_field(
    default: Any = NO_DEFAULT, *, choices: tuple[str, ...] = (), optional: bool = False
) -> Any:
    """Declare a field that is a text.

    Parameters
    ----------
    default : str, optional
        The value of a new record; without it the value must be given.
    choices : tuple of str, optional
        The texts that are allowed; without them any text is.
    optional : bool, default=False
        Whether it may also be None, which then is the default.
    """
    return _field(kinds.Text(choices), default, optional)


def mapping_field(*, optional: bool = False) -> Any:
    """Declare a field that is a dict of names with single values: numbers, texts, bools or None."""
    return _field(kinds.Mapped(), NO_DEFAULT, optional)


def array_field(
    *shapes: tuple[Axis, ...],
    dtype: Any = np.float64,
    least: float = -math.inf,
    most: float = math.inf,
    optional: bool = False,
) -> Any:
    """Declare a field that is an array of finite numbers.

    Parameters
    ----------
    *shapes : tuple
        The shape, or several that have different numbers of axes. An axis is a length, the name
        of a length, or None for any length.
    dtype : dtype, default=float64
        The type of the numbers; only values that it can hold exactly are written.
    least, most : float
        The range of the numbers, both ends included.
    optional : bool, default=False
        Whether it may also be None, which then is the default.
    """
    return _field(kinds.NumberArray(shapes, np.dtype(dtype), least, most), NO_DEFAULT, optional)


def words_field(length: Axis = None, *, optional: bool = False) -> Any:
    """Declare a field that is a list of texts, with a length, or the name of one, if given."""
    return _field(kinds.Words(length), NO_DEFAULT, optional)


def record_field(cls: type, *, optional: bool = False, later: bool = False) -> Any:
    """Declare a field that is a nested record.

    Parameters
    ----------
    cls : type
        A dataclass of such fields, or a class with a method ``to_fields()``, which returns
        settings and arrays, and a class method ``from_fields(fields, sizes)``.
    optional : bool, default=False
        Whether it may also be None, which then is the default.
    later : bool, default=False
        Whether files of older versions do not have it; it is None then.
    """
    if later:
        kind = kinds.Later(kinds.Optional(_Record(cls)))
        return dataclasses.field(default=None, metadata={_KIND: kind})
    return _field(_Record(cls), NO_DEFAULT, optional)


def records_field(cls: type) -> Any:
    """Declare a field that is a list of nested records, of a class as `record_field` takes it."""
    return _field(_Records(_Record(cls)), NO_DEFAULT, optional=False)


@dataclasses.dataclass(frozen=True)
class _Record:
    cls: type

    def write(self, name: str, value: Any, out: Output) -> None:
        custom = getattr(value, "to_fields", None)
        out.add(name, *(to_fields(value) if custom is None else custom()))

    def read(self, name: str, fields: Fields, sizes: Sizes) -> Any:
        custom = getattr(self.cls, "from_fields", None)
        below = fields.below(name)
        return (
            from_fields(self.cls, below, sizes.known)
            if custom is None
            else custom(below, {**sizes.known})
        )


@dataclasses.dataclass(frozen=True)
class _Records:
    kind: _Record

    def write(self, name: str, value: Any, out: Output) -> None:
        inner = Output()
        for place, record in enumerate(value):
            self.kind.write(str(place), record, inner)
        out.add(name, inner.settings, inner.arrays)

    def read(self, name: str, fields: Fields, sizes: Sizes) -> list[Any]:
        below = fields.below(name)
        count = len(below.settings)
        if count > MOST_RECORDS:
            raise StoreError(
                f"{fields.of} have {count:,} {name}, expected at most {MOST_RECORDS:,}"
            )
        return [self.kind.read(str(place), below, sizes) for place in range(count)]


def _field(kind: Kind, default: Any, optional: bool) -> Any:
    if optional and default is NO_DEFAULT:
        default = None
    stored = kinds.Optional(kind) if optional else kind
    return dataclasses.field(default=default, metadata={_KIND: stored})


def _kinds(cls: type) -> dict[str, Kind]:
    """How the fields of a dataclass are stored; a field that does not say so is a mistake in it."""
    return {field.name: field.metadata[_KIND] for field in dataclasses.fields(cls)}
