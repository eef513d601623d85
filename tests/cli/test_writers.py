"""Several processes and one model: nothing that was learnt is lost, nothing blocks for ever."""

from __future__ import annotations

import os
import shutil
from contextvars import Context
from pathlib import Path

import pytest

from biterms import TopicModel, load, store
from tests.cli.conftest import Run


@pytest.fixture
def copied(model: Path, tmp_path: Path) -> Path:
    """A copy of the model that may be changed."""
    return shutil.copytree(model, tmp_path / "copy")


@pytest.mark.parametrize(
    "command", ["update copy {texts}", "fit {texts} -o copy", "update copy - -o copy"]
)
def test_a_second_writer_is_refused_before_it_learns(
    run: Run,
    files: Path,
    copied: Path,
    tmp_path: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("fit", "update"):
        monkeypatch.setattr(TopicModel, name, None)
    before = {path.name: path.read_bytes() for path in copied.iterdir()}
    typed = command.format(texts=files / "news.txt").split()
    with store.lock(copied):
        done = Context().run(run, *typed, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(f"error: copy cannot be written: process {os.getpid()} on ")
    assert {path.name: path.read_bytes() for path in copied.iterdir()} == before


def test_another_process_sees_the_lock(
    process: Run, run: Run, copied: Path, tmp_path: Path
) -> None:
    with store.lock(copied):
        done = process("update", "copy", "-", cwd=tmp_path, input="late goal wins match\n")
    assert done.returncode == 2
    assert "is using it; wait until that has finished, or stop it" in done.stderr
    assert run("update", "copy", "-", cwd=tmp_path, input="late goal\n").returncode == 0


def test_readers_and_other_folders_are_not_disturbed(
    run: Run, copied: Path, tmp_path: Path
) -> None:
    with store.lock(copied):
        for typed in (["topics", "copy"], ["update", "copy", "-", "-o", "other"]):
            done = Context().run(run, *typed, cwd=tmp_path, input="late goal wins match\n")
            assert done.returncode == 0, done.stderr
    assert load(tmp_path / "other").model_.n_docs_ == 401


def test_fit_goes_on_after_a_killed_first_save(run: Run, files: Path, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    for name in ("lock", "0123456789abcdef.part", "arrays-0123456789abcdef.safetensors"):
        (tmp_path / "m" / name).write_bytes(b"")
    done = run("fit", files / "news.txt", "-o", "m", "-k", 2, "--passes", 1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "m").iterdir())) == 2
    assert load(tmp_path / "m").model_.n_docs_ == 400


def test_assign_removes_what_a_killed_one_left(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / ".biterms-0123456789abcdef.part").write_text("half")
    done = run("assign", model, "-", "-o", "out.csv", cwd=tmp_path, input="late goal\n")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
