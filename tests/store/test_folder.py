"""Model folders: what is written is read, and nothing else is."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import biterms
from biterms import store
from biterms.errors import StoreError
from biterms.store import folder, head, plain

SETTINGS = {"model": {"topics": 4, "alpha": 0.1}, "words": ["a", "ä", "東"], "none": None}
ARRAYS = {"M": np.arange(12.0).reshape(4, 3), "ids": np.arange(5, dtype=np.int32)}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    store.write(tmp_path / "model", SETTINGS, ARRAYS)
    return tmp_path / "model"


def arrays_file(model: Path) -> Path:
    [found] = model.glob("arrays-*.safetensors")
    return found


def change_head(model: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Another `model.json` with the right checksum."""
    values = json.loads((model / "model.json").read_text())
    del values["sha256"]
    change(values)
    (model / "model.json").write_bytes(head.sealed(json.dumps(values).encode()))


def contents(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(place.iterdir())}


# writing and reading ---------------------------------------------------------------------------


def test_what_is_written_is_read(model: Path) -> None:
    found = store.read(model)
    assert found.settings == SETTINGS
    assert found.version == biterms.__version__
    assert found.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert_array_equal(found.arrays[name], array, strict=True)


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    store.write(str(tmp_path / "a" / "b"), {}, {})
    assert store.read(str(tmp_path / "a" / "b")).settings == {}


def test_the_json_says_what_it_is(model: Path) -> None:
    text = (model / "model.json").read_bytes()
    values = json.loads(text)
    assert (values["format"], values["format_version"]) == ("biterms model", 2)
    assert values["biterms"] == biterms.__version__
    assert values["arrays"]["bytes"] == arrays_file(model).stat().st_size
    assert values["sha256"] == hashlib.sha256(text[: text.index(b', "sha256": "', -90)]).hexdigest()
    assert values["sha256"] == store.read(model).revision


def test_a_model_is_replaced_and_nothing_of_it_stays(model: Path) -> None:
    (model / "notes.txt").write_text("mine")
    store.write(model, {"new": True}, {"M": np.zeros(3)})
    assert store.read(model).settings == {"new": True}
    assert len(contents(model)) == 3
    assert (model / "notes.txt").read_text() == "mine"


def test_the_same_model_again(model: Path) -> None:
    before = contents(model)
    store.write(model, SETTINGS, ARRAYS)
    assert contents(model) == before


def test_a_writer_tidies_up_what_a_killed_one_has_left(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    for name in ("arrays-0123456789abcdef.safetensors", "0123456789abcdef.part"):
        (tmp_path / "m" / name).write_bytes(b"half")
    store.write(tmp_path / "m", SETTINGS, ARRAYS)
    assert len(contents(tmp_path / "m")) == 2


def test_a_link_to_a_model_may_be_used(model: Path, tmp_path: Path) -> None:
    (tmp_path / "current").symlink_to(model)
    store.write(tmp_path / "current", {"new": 1}, {})
    assert store.read(tmp_path / "current") == store.read(model)


def test_readers_see_the_old_model_or_the_new_one(tmp_path: Path) -> None:
    models = [({"which": i}, {"M": np.full(50_000 + i, float(i))}) for i in range(2)]
    store.write(tmp_path / "m", *models[0])
    done = threading.Event()

    def keep_writing() -> None:
        for turn in range(60):
            store.write(tmp_path / "m", *models[turn % 2])
        done.set()

    writer = threading.Thread(target=keep_writing)
    writer.start()
    seen = set()
    while not done.is_set():
        found = store.read(tmp_path / "m")
        which = found.settings["which"]
        seen.add(which)
        assert_array_equal(found.arrays["M"], models[which][1]["M"])
    writer.join()
    assert seen == {0, 1}


# checks before anything is replaced -------------------------------------------------------------


def test_what_the_caller_cannot_load_replaces_nothing(model: Path, tmp_path: Path) -> None:
    before = contents(model)

    def check(settings: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        assert settings == {"new": 1}
        assert_array_equal(arrays["M"], [0, 0])
        raise ValueError("no such topic")

    for place in (model, tmp_path / "new"):
        with pytest.raises(StoreError, match=r"could not be loaded again \(no such topic\)"):
            store.write(place, {"new": 1}, {"M": np.zeros(2)}, check=check)
    assert contents(model) == before
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["model.json", "arrays"])
def test_what_the_disk_did_not_keep_replaces_nothing(
    model: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bit changes between writing a file and reading it back."""
    before, written = contents(model), folder._written

    def damaged(place: Path, fill: Any) -> tuple[Path, Any]:
        part, result = written(place, fill)
        if (part.read_bytes()[:1] == b"{") == (name == "model.json"):
            data = bytearray(part.read_bytes())
            data[-20] ^= 1
            part.write_bytes(data)
        return part, result

    monkeypatch.setattr(folder, "_written", damaged)
    with pytest.raises(StoreError, match="is not what was written"):
        store.write(model, {"new": 1}, {"M": np.arange(40.0)})
    assert contents(model) == before


def test_a_revision_is_replaced_only_by_who_has_seen_it(model: Path) -> None:
    mine, other = store.read(model), store.read(model)
    newer = store.write(model, {"other": 1}, {}, replaces=other.revision)
    assert newer == store.read(model).revision != mine.revision
    with pytest.raises(StoreError, match="another process has saved it since you loaded it: load"):
        store.write(model, {"mine": 1}, {}, replaces=mine.revision)
    assert store.read(model).settings == {"other": 1}
    store.write(model, {"mine": 1}, {}, replaces=newer)
    for path in model.iterdir():
        path.unlink()
    with pytest.raises(StoreError, match="no longer there since you loaded it"):
        store.write(model, {"mine": 1}, {}, replaces=newer)


# places that are left alone --------------------------------------------------------------------


def foreign_file(place: Path) -> None:
    place.write_text("mine")


def foreign_folder(place: Path) -> None:
    place.mkdir()
    (place / "thesis.txt").write_text("mine")


def foreign_json(place: Path) -> None:
    place.mkdir()
    (place / "model.json").write_text('{"architecture": "other"}')


def newer(place: Path) -> None:
    store.write(place, SETTINGS, ARRAYS)
    change_head(place, lambda head: head.update(format_version=3))


def damaged(place: Path) -> None:
    store.write(place, SETTINGS, ARRAYS)
    (place / "model.json").write_text('{"format": "biterms model"')


@pytest.mark.parametrize("kind", [foreign_file, foreign_folder, foreign_json, newer, damaged])
def test_what_is_no_model_is_never_overwritten(tmp_path: Path, kind: Any) -> None:
    kind(tmp_path / "place")
    before = contents(tmp_path) if kind is foreign_file else contents(tmp_path / "place")
    with pytest.raises(StoreError, match="place cannot be written"):
        store.write(tmp_path / "place", SETTINGS, ARRAYS)
    assert before == (contents(tmp_path) if kind is foreign_file else contents(tmp_path / "place"))


@pytest.mark.parametrize(
    ("settings", "arrays"),
    [({"a": float("nan")}, {}), ({}, {"a": np.array(["x"])}), ({"a": "x" * 9000}, {})],
    ids=["settings", "arrays", "size"],
)
def test_what_cannot_be_stored_changes_nothing(
    model: Path, tmp_path: Path, settings: Any, arrays: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "MAX_JSON_BYTES", 9000)
    before = contents(model)
    for place in (model, tmp_path / "new"):
        with pytest.raises(StoreError):
            store.write(place, settings, arrays)
    assert contents(model) == before
    assert not (tmp_path / "new").exists()


def test_two_writers_do_not_mix(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one writes, another one is refused."""
    refused = []
    replace = Path.replace

    def while_another_writes(self: Path, target: Path) -> Path:
        if not refused:
            with pytest.raises(
                StoreError, match=f"process {os.getpid()} on .* is using it"
            ) as error:
                store.write(model, {"other": 1}, {})
            refused.append(error)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", while_another_writes)
    store.write(model, {"one": 1}, {})
    assert refused
    assert store.read(model).settings == {"one": 1}


def test_what_the_system_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be written: Not a directory"):
        store.write(tmp_path / "file" / "m", SETTINGS, ARRAYS)


# files that are refused ------------------------------------------------------------------------


def test_what_is_not_there_or_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="it does not exist"):
        store.read(tmp_path / "nothing")
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="it is a file"):
        store.read(tmp_path / "file")
    with pytest.raises(StoreError, match=r"no model\.json"):
        store.read(tmp_path)


def test_an_older_model_says_so(model: Path) -> None:
    change_head(model, lambda head: head.update(format_version=1, biterms="0.1"))
    with pytest.raises(StoreError, match=r"by biterms '0\.1' in format 1.*fit the model again"):
        store.read(model)


def test_a_newer_model_says_so(model: Path) -> None:
    change_head(model, lambda head: head.update(format_version=7, biterms="9.0", more={}))
    with pytest.raises(StoreError, match=r"by biterms '9\.0' in format 7.*update biterms"):
        store.read(model)


WRONG_HEADS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "other format": lambda head: head.update(format="pickle"),
    "no format": lambda head: head.pop("format"),
    "version 0": lambda head: head.update(format_version=0),
    "version as text": lambda head: head.update(format_version="2"),
    "version as truth": lambda head: head.update(format_version=True),
    "no version of biterms": lambda head: head.pop("biterms"),
    "settings": lambda head: head.update(settings=[]),
    "no arrays": lambda head: head.pop("arrays"),
    "hash as path": lambda head: head["arrays"].update(sha256="../" * 30),
    "hash of others": lambda head: head["arrays"].update(sha256="0" * 64),
    "end of the hash": lambda head: head["arrays"].update(
        sha256=head["arrays"]["sha256"][:-1] + "x"
    ),
    "other hash, same name": lambda head: head["arrays"].update(
        sha256=head["arrays"]["sha256"][:16] + "0" * 48
    ),
    "size": lambda head: head["arrays"].update(bytes=1 << 60),
    "negative size": lambda head: head["arrays"].update(bytes=-1),
}


@pytest.mark.parametrize("change", WRONG_HEADS.values(), ids=WRONG_HEADS)
def test_wrong_heads_are_refused(model: Path, change: Any) -> None:
    change_head(model, change)
    with pytest.raises(StoreError, match="model cannot be read"):
        store.read(model)


@pytest.mark.parametrize("name", ["model.json", "arrays"])
def test_a_file_cut_off_anywhere_is_refused(model: Path, name: str) -> None:
    path = arrays_file(model) if name == "arrays" else model / name
    data = path.read_bytes()
    for length in range(0, len(data), 7):
        path.write_bytes(data[:length])
        with pytest.raises(StoreError):
            store.read(model)


def test_every_flipped_bit_of_the_head_is_refused(model: Path) -> None:
    data = (model / "model.json").read_bytes()
    for at, bit in itertools.product(range(len(data)), range(8)):
        with pytest.raises(StoreError):
            head.head_of(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])


def test_every_flipped_byte_of_the_arrays_is_refused(model: Path) -> None:
    path = arrays_file(model)
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        with pytest.raises(StoreError):
            store.read(model)


def test_arrays_that_are_missing_are_named(model: Path) -> None:
    arrays_file(model).unlink()
    with pytest.raises(StoreError, match=r"arrays-\w+\.safetensors is missing"):
        store.read(model)


@pytest.mark.parametrize("name", ["model.json", "arrays"])
@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_only_files_proper_are_opened(model: Path, tmp_path: Path, name: str, kind: str) -> None:
    path = arrays_file(model) if name == "arrays" else model / name
    path.rename(tmp_path / "elsewhere")
    if kind == "link":
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    with pytest.raises(StoreError):
        store.read(model)


def test_a_file_far_larger_than_the_memory_is_refused_at_once(model: Path) -> None:
    size = 1 << 43
    path = arrays_file(model)
    with path.open("r+b") as file:
        try:
            file.truncate(size)  # takes no room on the disk
        except OSError:
            size = path.stat().st_size + 1
            file.truncate(size)
    change_head(model, lambda head: head["arrays"].update(bytes=size))
    with pytest.raises(StoreError):
        store.read(model)
