"""Budgets of memory: sizes as people write them, folders, what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from biterms import InputError, MemoryBudget, SettingError
from biterms.store import budget as budgets
from biterms.store.budget import BASE, check_room, shown


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that counts as one on a disk, wherever the tests are."""
    monkeypatch.setattr(budgets, "_VOLATILE", set())
    return tmp_path


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("2G", 2 << 30),
        ("1.5g", 3 << 29),
        ("800M", 800 << 20),
        ("800 MiB", 800 << 20),
        ("1T", 1 << 40),
        ("300000k", 300_000 << 10),
        ("1073741824", 1 << 30),
        (1 << 30, 1 << 30),
        ("2gb", 2 << 30),
    ],
)
def test_sizes_are_read(size: int | str, expected: int, folder: Path) -> None:
    budget = MemoryBudget(size, folder)
    assert (budget.limit, budget.folder) == (expected, folder)


@pytest.mark.parametrize(
    "size", ["30d", "lots", "", "-2G", "2 Gs", "1e9", "G", "9" * 50, 1e9, True, None, -5]
)
def test_what_is_no_size_is_refused(size: object, folder: Path) -> None:
    with pytest.raises(SettingError, match=r"expected a size, such as '512M' or '2G'"):
        MemoryBudget(size, folder)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0, "20000", "64M", BASE - 1])
def test_less_than_learning_takes_at_any_rate_is_refused(size: int | str, folder: Path) -> None:
    with pytest.raises(SettingError, match=f"expected at least {shown(BASE)}"):
        MemoryBudget(size, folder)


def test_what_does_not_fit_is_refused_with_what_is_needed(folder: Path) -> None:
    budget = MemoryBudget("1G", folder)
    check_room(budget, (1 << 30) - BASE, "all of it", "nothing")
    with pytest.raises(InputError) as error:
        check_room(budget, 3 << 30, "learning 9 topics", "use fewer")
    needed = shown(BASE + (3 << 30))
    said = f"memory=1G: learning 9 topics needs about {needed}; allow for that, or use fewer"
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("size", "expected"),
    [(1, "1M"), (300 << 20, "300M"), ((300 << 20) + 1, "301M"), (1 << 30, "1.0G")],
)
def test_sizes_are_shown_rounded_up(size: int, expected: str) -> None:
    assert shown(size) == expected
    assert budgets._bytes(shown(size)) >= size


def test_a_folder_that_cannot_be_used_is_refused(folder: Path) -> None:
    with pytest.raises(SettingError, match="cannot hold temporary files"):
        MemoryBudget("1G", folder / "none")
    (folder / "file").write_text("")
    with pytest.raises(SettingError, match="cannot hold temporary files"):
        MemoryBudget("1G", folder / "file")


def test_the_folder_is_that_of_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert MemoryBudget("1G").folder == folder
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("tempfile.tempdir", None)
    if os.access("/var/tmp", os.W_OK):  # where files may be large
        assert MemoryBudget("1G").folder == Path("/var/tmp")


def test_a_folder_in_memory_is_refused() -> None:
    """Where the system has one: Linux has /dev/shm."""
    shared = Path("/dev/shm")
    if not shared.is_dir() or not os.access(shared, os.W_OK):
        assert not budgets._is_volatile(Path(__file__).parent)
        return
    with pytest.raises(SettingError, match=r"/dev/shm is in memory"):
        MemoryBudget("1G", shared)
