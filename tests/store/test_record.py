"""Records: what is stored comes back, and every change of a field is refused or does no harm."""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from biterms.errors import StoreError
from biterms.store import Fields, plain
from biterms.store.record import (
    array_field,
    flag_field,
    from_fields,
    mapping_field,
    number_field,
    record_field,
    records_field,
    text_field,
    to_fields,
    whole_field,
    words_field,
)
from biterms.store.tensors import checked

Stored = tuple[dict[str, Any], dict[str, np.ndarray]]


class Seed:
    """A class that stores itself in another way."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and other.value == self.value

    def to_fields(self) -> Stored:
        return {"kind": "seed"}, {"key": np.array([self.value], dtype=np.int64)}

    @classmethod
    def from_fields(cls, kept: Fields, sizes: dict[str, int]) -> Seed:
        if kept.settings != {"kind": "seed"} or kept.arrays.keys() != {"key"}:
            raise StoreError("no seed")
        return cls(int(kept.array("key", (1,), np.int64)[0]))


@dataclass(kw_only=True)
class Search:
    gain: np.ndarray = array_field(("K",), least=0.0, most=1e6)
    left: int = whole_field(0, most=99)


@dataclass(kw_only=True)
class State:
    alpha: np.ndarray = array_field(("K",), least=1e-30, most=1e30)
    rows: np.ndarray = array_field(("V", "K"))
    eta: np.ndarray = array_field((), ("V",), ("V", "K"), least=0.0)
    about: dict[str, Any] = mapping_field()
    ids: np.ndarray = array_field((None,), dtype=np.int32, least=0, optional=True)
    words: list[str] = words_field("V")
    steps: int = whole_field(0)
    scale: float = number_field(1.0, least=0.0, most=2.0)
    rate: float | None = number_field(optional=True)
    done: bool = flag_field(default=False)
    way: str = text_field("vb", choices=("vb", "mean"))
    search: Search | None = record_field(Search, optional=True)
    history: list[Search] = records_field(Search)
    random: Seed = record_field(Seed)


SIZES = {"K": 2, "V": 3}


def numbers(shape: tuple[int, ...], least: float, most: float) -> Any:
    return npst.arrays(np.float64, shape, elements=st.floats(least, most))


SEARCHES = st.builds(Search, gain=numbers((2,), 0, 1e6), left=st.integers(0, 99))
STATES = st.builds(
    State,
    alpha=numbers((2,), 1e-30, 1e30),
    rows=numbers((3, 2), -1e9, 1e9),
    eta=st.sampled_from([np.float64(0.5).reshape(()), np.ones(3), np.ones((3, 2))]),
    about=st.dictionaries(st.text(), st.none() | st.booleans() | st.integers(0, 9) | st.text()),
    ids=st.none() | npst.arrays(np.int32, st.integers(0, 4), elements=st.integers(0, 9)),
    words=st.lists(st.text(st.characters()), min_size=3, max_size=3),
    steps=st.integers(0, 2**53),
    scale=st.floats(0, 2),
    rate=st.none() | st.floats(-1e300, 1e300),
    done=st.booleans(),
    way=st.sampled_from(["vb", "mean"]),
    search=st.none() | SEARCHES,
    history=st.lists(SEARCHES, max_size=2),
    random=st.builds(Seed, st.integers(0, 99)),
)


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other)) and one.dtype == other.dtype
    if is_dataclass(one):
        pairs = ((getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
        return type(one) is type(other) and all(equal(a, b) for a, b in pairs)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return type(one) is type(other) and bool(one == other)


def read(stored: Stored) -> State:
    return from_fields(State, Fields(*stored), SIZES)


@given(STATES)
def test_a_record_comes_back(state: State) -> None:
    settings, arrays = to_fields(state)
    assert equal(read((plain.decoded(plain.encoded(settings)), checked(arrays))), state)


#: what may stand in the place of any value
ODD: list[Any] = [None, True, -1, 1, 10**15, 0.5, -0.5, 1e300, "", "vb", [], {}, [0], {"a": 1}]
ODD_ARRAYS = [
    np.array([np.nan, 1.0]),
    np.array([np.inf, 1.0]),
    np.array([-1.0, 1.0]),
    np.zeros(2),
    np.ones(2),
    np.ones(3),
    np.ones((3, 2)),
    np.ones((2, 3)),
    np.float64(1.0).reshape(()),
    np.ones(2, dtype=np.int32),
    np.array([255, 97, 255], dtype=np.uint8),
    np.array([97], dtype=np.uint8),
    np.array([7], dtype=np.int64),
]


def places(value: Any) -> Any:
    """Every place of a value in nested settings."""
    if isinstance(value, dict):
        for key in list(value):
            yield value, key
            yield from places(value[key])


@given(STATES, st.data())
def test_each_changed_field_is_refused_or_read_as_it_is(state: State, data: st.DataObject) -> None:
    settings, arrays = copy.deepcopy(to_fields(state))
    found = [*places(settings), *((arrays, name) for name in sorted(arrays))]
    part, key = data.draw(st.sampled_from(found))
    change = data.draw(st.sampled_from(["remove", "replace", "add"]))
    if change == "remove":
        del part[key]
    elif change == "add":
        part[key + "x"] = part[key]
    else:
        part[key] = data.draw(st.sampled_from(ODD_ARRAYS if part is arrays else ODD))
    try:
        again = read((settings, arrays))
    except StoreError:
        return
    assert change == "replace" or part is settings.get("about")
    written, tables = to_fields(again)
    assert written == settings
    assert all(np.array_equal(tables[name], arrays[name]) for name in {*tables, *arrays})
    assert bool(np.all((again.alpha >= 1e-30) & (again.alpha <= 1e30)))
    assert np.isfinite(again.rows).all()
    assert (again.alpha.shape, again.rows.shape, len(again.words)) == ((2,), (3, 2), 3)


def small(**changed: Any) -> State:
    usual: dict[str, Any] = {
        "alpha": np.ones(2),
        "rows": np.ones((3, 2)),
        "words": ["a", "b", "c"],
        "eta": np.ones(3),
        "about": {"n": 1},
        "history": [Search(gain=np.ones(2))],
        "random": Seed(1),
    }
    return State(**usual | changed)


def test_arrays_of_nested_records_have_dotted_names() -> None:
    settings, arrays = to_fields(small(search=Search(gain=np.ones(2), left=3)))
    assert {*arrays} == {
        *("alpha", "eta", "rows", "words", "search.gain", "history.0.gain", "random.key")
    }
    assert settings["search"] == {"left": 3}


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "shape": ({"alpha": np.ones(3)}, r"'alpha' has shape \(3,\), expected \('K',\)"),
    "axes": ({"rows": np.ones(3)}, "'rows' has shape"),
    "other shape": ({"eta": np.ones((2, 2))}, r"'eta' has shape \(2, 2\), expected \('V', 'K'\)"),
    "mapping": ({"about": {"a": []}}, r"about\.a=\[\], expected one value"),
    "range": ({"alpha": np.zeros(2)}, r"the array 'alpha' has 0\.0, expected finite numbers from"),
    "not finite": ({"rows": np.full((3, 2), np.nan)}, "the array 'rows' has nan"),
    "few words": ({"words": ["a"]}, "'words' has shape"),
    "whole": ({"steps": 1.5}, r"steps=1\.5, expected a whole number"),
    "number": ({"scale": float("inf")}, "scale=inf, expected a finite number from 0 to 2"),
    "choice": ({"way": "gibbs"}, "way='gibbs', expected one of vb, mean"),
    "nested": ({"search": Search(gain=np.ones(2), left=100)}, "'search' have left=100"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_say_what_was_found_and_expected(case: str) -> None:
    changed, message = WRONG[case]
    with pytest.raises(StoreError, match=message):
        read(to_fields(small(**changed)))


def test_a_value_of_settings_in_place_of_an_array_is_refused() -> None:
    settings, arrays = to_fields(small())
    with pytest.raises(StoreError, match=r"unknown fields \['alpha'\]"):
        read((settings | {"alpha": 3}, arrays))
    with pytest.raises(StoreError, match=r"unknown fields \['search.gain'\]"):
        read((settings, arrays | {"search.gain": np.ones(2)}))


def test_axes_of_one_name_are_equally_long_without_sizes() -> None:
    settings, arrays = to_fields(small(rows=np.ones((3, 4))))
    with pytest.raises(StoreError, match="'rows' has shape"):
        from_fields(State, Fields(settings, arrays))


def test_an_array_of_a_wider_type_is_not_cut() -> None:
    with pytest.raises(StoreError, match="'ids' has type int64, expected int32"):
        to_fields(small(ids=np.array([2**40])))


@dataclass(frozen=True, kw_only=True)
class Part:
    steps: int = whole_field(0)
    shares: np.ndarray = array_field(("K",), least=0.0, most=1.0)


@dataclass(frozen=True, kw_only=True)
class Grown:
    old: int = whole_field(0)
    new: Part | None = record_field(Part, later=True)


def test_a_record_that_older_files_do_not_have_is_none() -> None:
    settings, arrays = to_fields(Grown(old=3, new=Part(steps=2, shares=np.ones(2))))
    again = from_fields(Grown, Fields(settings, arrays))
    assert again.new is not None
    assert (again.new.steps, again.new.shares.tolist()) == (2, [1.0, 1.0])
    assert from_fields(Grown, Fields({"old": 3}, {})) == Grown(old=3)
    with pytest.raises(StoreError):
        from_fields(Grown, Fields({"old": 3}, arrays))  # half of it is missing
