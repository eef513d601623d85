"""Files that appear when they are complete."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from biterms.errors import InputError
from biterms.store import atomic_file, check_file

KILLED = """
import os, signal, sys
from biterms.store import atomic_file

with atomic_file(sys.argv[1]) as file:
    file.write("half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_replaces_the_file_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)  # the longest name that there is
    path.write_text("old")
    path.chmod(0o600)
    with atomic_file(path) as file:
        file.write("naïve\r\n\ud800")
        assert path.read_text() == "old"
    assert path.read_bytes() == "naïve\r\n\\ud800".encode()
    assert names(tmp_path) == [path.name]
    assert path.stat().st_mode & 0o777 == 0o600


def test_after_an_error_nothing_has_changed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(UnicodeError), atomic_file(tmp_path / "a") as file:
        file.writelines(["half", b"\xff".decode()])
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_what_a_killed_process_left_goes_with_the_next_file(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, tmp_path / "a"])
    [left] = names(tmp_path)
    assert left.startswith(".biterms-")
    (tmp_path / ".biterms-mine.part").write_text("mine")
    with atomic_file(tmp_path / "b"), atomic_file(tmp_path / "c"):  # two at once disturb nothing
        pass
    assert names(tmp_path) == [".biterms-mine.part", "b", "c"]


def test_the_target_of_a_link_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    with atomic_file(tmp_path / "link") as file:
        file.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write anywhere
    with pytest.raises(InputError, match=r"no file can be made in .*; choose another folder"):
        check_file(tmp_path / "a")


def test_what_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    before = names(tmp_path)
    for name, message in [
        ("folder", "is a folder, expected the name of a file"),
        ("none/a", "there is no folder .*none; make it"),
        ("dangling", "is a link to nowhere, which does not exist; remove it"),
        ("pipe", "is not an ordinary file"),
        ("pipe/a", "there is no folder"),
    ]:
        with pytest.raises(InputError, match=message):
            check_file(tmp_path / name)
        with pytest.raises(InputError, match=message), atomic_file(tmp_path / name):
            pass
    with pytest.raises(InputError, match="/dev/null is not an ordinary file"):
        check_file("/dev/null")
    assert names(tmp_path) == before
