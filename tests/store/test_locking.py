"""The lock: one writer at a time, who has it, and what is left when its owner is killed."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import store
from biterms.errors import StoreError

HOLDER = """
import sys
from biterms import store

with store.lock(sys.argv[1]):
    print("locked", flush=True)
    sys.stdin.readline()
    store.write(sys.argv[1], {"by": "holder"}, {})
"""


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until it reads a line, then saves."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_another_process_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "model"
    with holder(folder) as process:
        who = f"process {process.pid} on {socket.gethostname()} \\(.*model.*, since 20.* UTC\\)"
        message = f"model cannot be written: {who} is using it; wait .*, or stop it, and try again"
        for attempt in (lambda: store.write(folder, {}, {}), store.lock(folder).__enter__):
            with pytest.raises(StoreError, match=message):
                attempt()
        process.communicate("go on\n")
        assert process.returncode == 0
    assert store.read(folder).settings == {"by": "holder"}
    assert len(names(folder)) == 2


def test_a_killed_owner_holds_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    with holder(folder) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert names(folder) == ["lock"]
        with store.lock(folder):
            store.write(folder, {"by": "next"}, {})
    assert store.read(folder).settings == {"by": "next"}
    assert len(names(folder)) == 2


def test_readers_need_no_lock(tmp_path: Path) -> None:
    store.write(tmp_path / "model", {"old": 1}, {})
    with holder(tmp_path / "model"):
        assert store.read(tmp_path / "model").settings == {"old": 1}


def test_it_may_be_taken_again_by_its_owner_only(tmp_path: Path) -> None:
    folder, errors = tmp_path / "model", []

    def elsewhere() -> None:
        with pytest.raises(StoreError, match="is using it") as error:
            store.write(folder, {"thread": 1}, {})
        errors.append(error)

    with store.lock(folder), store.lock(tmp_path / "." / "model"):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        store.write(folder, {"mine": 1}, {})
        assert "lock" in names(folder)
    assert errors
    assert store.read(folder).settings == {"mine": 1}
    assert "lock" not in names(folder)


def test_folders_that_stay_empty_are_removed(tmp_path: Path) -> None:
    with pytest.raises(KeyError), store.lock(tmp_path / "a" / "b"):
        raise KeyError("as it is")
    assert names(tmp_path) == []
    (tmp_path / "mine").mkdir()
    with store.lock(tmp_path / "mine" / "model"):
        pass
    assert names(tmp_path) == ["mine"]


LEFT = {
    "nothing": {},
    "unfinished": {"0123456789abcdef.part": b"half"},
    "arrays": {"arrays-0123456789abcdef.safetensors": b"half"},
    "lock": {"lock": b""},
    "all": {
        "0123456789abcdef.part": b"half",
        "arrays-0123456789abcdef.safetensors": b"half",
        "lock": json.dumps(
            {"biterms": "lock", "pid": 1, "host": "h", "command": "c", "since": "s"}
        ).encode(),
    },
}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_what_a_killed_first_save_left_is_tidied(tmp_path: Path, left: dict[str, bytes]) -> None:
    for name, data in left.items():
        (tmp_path / name).write_bytes(data)
    with store.lock(tmp_path):
        store.write(tmp_path, {"new": 1}, {"M": np.ones(2)})
    assert store.read(tmp_path).settings == {"new": 1}
    assert len(names(tmp_path)) == 2


FOREIGN = {"thesis.txt": b"mine", "lock": b"mine", "x.part": b"mine", "arrays.safetensors": b""}


@pytest.mark.parametrize("name", FOREIGN)
def test_other_files_are_not_touched(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(FOREIGN[name])
    before = tmp_path.stat().st_mtime_ns
    with pytest.raises(StoreError, match="cannot be written: it"), store.lock(tmp_path):
        pass
    assert names(tmp_path) == [name]
    assert (tmp_path / name).read_bytes() == FOREIGN[name]
    assert tmp_path.stat().st_mtime_ns == before


def test_places_that_no_model_can_have(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name, message in [
        ("file", "it is a file, expected a folder"),
        ("file/below", "Not a directory"),
        ("dangling", r"it is a link to .*nowhere, which does not exist"),
    ]:
        with pytest.raises(StoreError, match=message), store.lock(tmp_path / name):
            pass
    with pytest.raises(StoreError, match="it does not exist"):
        store.lock(tmp_path / "none", create=False).__enter__()
    assert names(tmp_path) == ["dangling", "file"]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: Any, **__: Any) -> None:  # the superuser may write anywhere
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", denied)
    with pytest.raises(StoreError, match="model cannot be written: Permission denied"):
        store.lock(tmp_path / "model").__enter__()


@pytest.mark.parametrize("n", [0, 1, 30, 80])
def test_a_lock_whose_writer_was_killed_half_way_is_taken_over(n: int, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    with store.lock(folder):
        text = (folder / "lock").read_bytes()
    folder.mkdir()
    (folder / "lock").write_bytes(text[:n])
    store.write(folder, {}, {})
    assert not (folder / "lock").exists()
