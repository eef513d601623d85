"""How much memory learning may take, and what does not fit into it."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from biterms.errors import InputError, SettingError
from biterms.store.space import DiskSpace

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", re.ASCII | re.IGNORECASE)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
#: larger numbers are mistakes
_MOST = 1 << 60
#: what Python, NumPy, the package and some thousand texts take at a time
BASE = 160 << 20
#: what a word takes that is remembered, one of its spellings, and more if it has a column
PER_KEY, PER_FORM, PER_COLUMN = 200, 200, 140
#: file systems whose files are in memory
_VOLATILE = {"tmpfs", "ramfs"}


class MemoryBudget:
    """How much memory `TopicModel.fit` may take; what does not fit goes to temporary files.

    Parameters
    ----------
    size : int or str
        Bytes, or a number with a unit: "512M", "1.5G".
    folder : str or Path, optional
        Where temporary files are; by default the folder that TMPDIR names, or /var/tmp. They
        have no names, so that nothing is left of them whatever ends the process.

    Raises
    ------
    SettingError
        If the size is not one, or the folder cannot be used.

    Examples
    --------
    >>> from biterms import LDA, MemoryBudget, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts, memory=MemoryBudget("1G"))
    >>> len(model.topics())
    2
    """

    def __init__(self, size: int | str, folder: str | Path | None = None) -> None:
        self.size, self.limit = size, _bytes(size)
        self.folder = _folder() if folder is None else Path(folder)
        self._check()

    def __repr__(self) -> str:
        return f"MemoryBudget({self.size!r}, folder={str(self.folder)!r})"

    def _check(self) -> None:
        if self.limit < BASE:
            raise SettingError(
                f"memory={self.size!r:.40}: expected at least {shown(BASE)}, which learning takes "
                "whatever it learns from"
            )
        try:
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise SettingError(
                f"{self.folder} cannot hold temporary files ({error.strerror}): set TMPDIR, or "
                "give a folder on a disk that has room"
            ) from None
        if _is_volatile(self.folder):
            raise SettingError(
                f"{self.folder} is in memory, where temporary files would take what they are to "
                "leave free: set TMPDIR, or give a folder on a disk"
            )


def budget_of(given: Any) -> MemoryBudget | None:
    """The budget that a user means by a size, a budget or None."""
    return given if given is None or isinstance(given, MemoryBudget) else MemoryBudget(given)


def check_room(budget: MemoryBudget, needed: int, what: str, remedy: str) -> None:
    """Refuse what does not fit into a budget.

    Parameters
    ----------
    budget : MemoryBudget
        The budget.
    needed : int
        Bytes beside those that anything takes.
    what, remedy : str
        What needs them, and what to do other than to allow for more.

    Raises
    ------
    InputError
        If it does not fit.
    """
    if BASE + needed > budget.limit:
        raise InputError(
            f"memory={budget.size}: {what} needs about {shown(BASE + needed)}; allow for that, or "
            f"{remedy}"
        )


class BudgetedSpace(DiskSpace):
    """Temporary files, and a limit for words.

    Parameters
    ----------
    budget : MemoryBudget
        The budget.
    """

    def __init__(self, budget: MemoryBudget) -> None:
        super().__init__(budget.folder)
        self.budget = budget

    def check_words(self, n_keys: int, n_forms: int) -> None:
        """Refuse more words than there is memory for.

        Raises
        ------
        InputError
            If there are more.
        """
        check_room(
            self.budget,
            words_memory(n_keys, n_forms),
            f"remembering {n_keys:,} words, most of which are too rare to be used yet,",
            "remember fewer of them, such as Vectoriser(candidates=100_000)",
        )


def words_memory(n_keys: int, n_forms: int, n_columns: int = 0) -> int:
    """Bytes that words and their spellings take, some of which have columns."""
    return PER_KEY * n_keys + PER_FORM * n_forms + PER_COLUMN * n_columns


def shown(size: float) -> str:
    """A number of bytes for people, rounded up."""
    unit, name = (1 << 30, "G") if size >= 1 << 30 else (1 << 20, "M")
    return f"{-(-size * 10 // unit) / 10:.1f}{name}" if name == "G" else f"{-(-size // unit):.0f}M"


def _bytes(size: Any) -> int:
    text = str(size).strip() if isinstance(size, int | str) and not isinstance(size, bool) else ""
    found = _SIZE.fullmatch(text[:40])
    number = int(float(found[1]) * _UNITS[found[2].lower()]) if found else _MOST
    if number >= _MOST:
        raise SettingError(f"memory={size!r:.40}: expected a size, such as '512M' or '2G'")
    return number


def _folder() -> Path:
    """Where large temporary files are: TMPDIR, else the usual place for those that are large."""
    large = Path("/var/tmp")
    named = any(os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP"))
    return large if not named and os.access(large, os.W_OK) else Path(tempfile.gettempdir())


def _is_volatile(folder: Path) -> bool:
    """Whether files in a folder are in memory, as far as the system says."""
    device = folder.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf8").splitlines()
    except OSError:
        return False
    kinds = (row.split(" - ")[1].split()[0] for row in mounts if row.split()[2] == number)
    return bool({*kinds} & _VOLATILE)
